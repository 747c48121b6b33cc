// Shows pages where nothing answers: the network first, within a deadline where this phone has kept the page (js/pages.js
// keeps it, js/page-store.js holds it), then what is kept. Scripts and styles never change under their address, so the cache is
// asked first; the one of the release before stays for pages that are still open. It reads (GET) and never sees a form.
// A page that is open goes on with its own scripts, so an update may take its place at once.
{% if is_off %}
addEventListener("install", () => skipWaiting())
addEventListener("activate", (event) => event.waitUntil(leave()))

async function leave() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await registration.unregister()
}
{% else %}
import { isAhead, keptPage } from "{{ files }}js/page-store.js"

const FILES = "{{ files }}"
const UNKEPT = "{{ unkept }}"
const LONGEST = 3000

addEventListener("install", (event) => event.waitUntil(install()))
addEventListener("activate", (event) => event.waitUntil(clients.claim()))
addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  if (pathname.startsWith("/static/")) event.respondWith(file(request))
  else if (request.mode === "navigate") event.respondWith(page(request))
})

async function install() {
  const paths = await (await fetch(`${FILES}offline.json`)).json()
  const cache = await caches.open(FILES)
  await cache.addAll([...paths.map((path) => FILES + path), UNKEPT])
  const older = (await caches.keys()).filter((name) => name !== FILES)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
  await skipWaiting()
}

const file = async (request) => (await caches.match(request)) ?? fetch(request)

/** The answer of our server, or what is kept where none comes; a café's network answers with pages of its own. */
async function page(request) {
  const asked = fetch(request).catch(() => null)
  const url = new URL(request.url)
  const kept = await keptPage(url, FILES)
  if (!kept) return (await asked) ?? caches.match(UNKEPT)
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST, null))
  const answer = await Promise.race([asked, late])
  // Where an answer leads says nothing of whose it is.
  const isLed = answer?.type === "opaqueredirect"
  const heard = isLed ? await fetch("/healthz", { method: "HEAD" }).catch(() => null) : answer
  const isOurs = heard?.headers.has("Scorekeeper") && heard.status < 500
  const isTooEarly = [404, 409].includes(answer?.status) && (await isAhead(url.pathname))
  if (isOurs && !isTooEarly) return answer
  return new Response(kept, { headers: { "Content-Type": "text/html; charset=utf-8" } })
}
{% endif %}
