// Keeps a page fresh: asks for it again every few seconds by its ETag. A 304 changes nothing; a new page is put in place
// of the old one without losing focus, scrolling, what was unfolded, or a part with data-stays. While nothing answers,
// the page says so.

import { announce, keepPage, released, wire } from "../app.js"
import { recall } from "../store.js"

// Milliseconds from an answer to the next question; without one, it is twice as long.
const PAUSE = 4000
const bundle = (page) => page.querySelector("[rel=stylesheet]").getAttribute("href")

export default function live(main) {
  let timer
  let turns = 0

  /** Only the last request counts: one from before the phone slept may fail after a newer one succeeded. */
  async function ask() {
    clearTimeout(timer)
    if (document.hidden || !main.isConnected) return
    const turn = (turns += 1)
    const headers = { "If-None-Match": main.dataset.etag }
    const signal = AbortSignal.timeout?.(2 * PAUSE)
    const answer = await fetch(location.pathname, { headers, signal, cache: "no-store" }).catch(() => null)
    // A café's network answers with pages of its own.
    const isOurs = answer?.headers.has("Scorekeeper")
    const html = await answer?.text().catch(() => null)
    await released()
    if (turn !== turns || !main.isConnected) return
    const isHeard = isOurs && html != null && answer.status < 500
    if (isHeard && answer.status === 200) {
      show(main, html)
      keepPage(html)
    } else if (isHeard && answer.status === 404 && !(await isAhead())) location.reload()
    document.getElementById("reach").firstElementChild.hidden = isHeard
    if (isHeard) dispatchEvent(new Event("heard"))
    timer = setTimeout(ask, (isHeard ? 1 : 2) * PAUSE * (0.8 + Math.random() * 0.4))
  }

  greet(main)
  main.addEventListener("click", passOn)
  document.addEventListener("visibilitychange", ask)
  for (const change of ["online", "offline"]) addEventListener(change, ask)
  addEventListener("pageshow", ({ persisted }) => persisted && (greet(main), ask()))
  timer = setTimeout(ask, isOld() ? 0 : PAUSE)
}

/** Whether this phone has not sent all of the game yet. */
const isAhead = async () => (await import("../page-store.js")).isAhead(location.pathname)

/** Whether Back has led here: the browser then shows the page as it was, without asking. */
const isOld = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward"

/** Lets the first page list a game that this phone only watches; shows the scorer that the current hand is half entered. */
async function greet(main) {
  const { dataset } = main
  if (document.querySelector("#reach span")) import("./watched.js").then(({ note }) => note(main))
  const next = document.getElementById("next")
  if (next?.dataset.halfEntered && (await recall(dataset.kept))) next.textContent = next.dataset.halfEntered
}

/** Shares a text at once that a link leads to. */
function passOn(event) {
  const link = event.target.closest("[data-text]")
  if (!link) return
  event.preventDefault()
  import("./copy.js").then((copy) => copy.passOn(link))
}

/** Shows another state of the page. */
export function show(main, html) {
  const page = new DOMParser().parseFromString(html, "text/html")
  const fresh = page.getElementById("main")
  if (!fresh?.dataset.etag || bundle(page) !== bundle(document)) return location.reload()
  const before = remember(main)
  main.classList.toggle("moved-on", fresh.dataset.kept !== main.dataset.kept)
  // What a correction changed is shown to whoever has seen the numbers of before.
  fresh.querySelector("#changed")?.toggleAttribute("hidden", fresh.dataset.changed === main.dataset.changed)
  const numbers = new Map(moving(main).map(({ dataset, textContent }) => [dataset.live, textContent]))
  const stays = [...main.querySelectorAll("[data-stays]")]
  delete main.dataset.ahead
  Object.assign(main.dataset, fresh.dataset)
  main.replaceChildren(...fresh.childNodes)
  for (const part of stays) document.getElementById(part.id)?.replaceWith(part)
  document.title = page.title
  before()
  greet(main)
  wire(main)
  for (const part of moving(main)) part.classList.toggle("is-new", part.textContent !== numbers.get(part.dataset.live))
  announce(main.dataset.news ?? "")
}

/** The parts of the page that a hand changes; a style points out for a moment those that did. */
const moving = (main) => [...main.querySelectorAll("[data-live]")]

/** A function that restores focus, scrolling and unfolded parts in the new page. */
function remember(main) {
  const focused = main.contains(document.activeElement) && finder(main, document.activeElement)
  const unfolded = [...main.querySelectorAll("details[open][id]")].map(({ id }) => id)
  const scrolled = [...main.querySelectorAll(".scroll[id]")].map(({ id, scrollLeft }) => [id, scrollLeft])
  const top = scrollY
  return () => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "")
    for (const [id, left] of scrolled) document.getElementById(id)?.scrollTo(left, 0)
    if (focused) (focused() || main).focus({ preventScroll: true })
    scrollTo(scrollX, top)
  }
}

/** A function that finds an element again in a new page: itself if it stays, by its id, or among those that do the same. */
function finder(main, element) {
  const name = ["id", "href", "data-copy"].find((name) => element.hasAttribute(name))
  if (!name) return () => element.isConnected && element
  const same = () => [...main.querySelectorAll(`[${name}="${CSS.escape(element.getAttribute(name))}"]`)]
  const place = same().indexOf(element)
  return () => same()[place]
}
