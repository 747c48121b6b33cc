// The referee without a network: fills the templates of one page (templates/referee/offline.html) with what walker.js says of
// the address, and follows its links and forms here. The addresses are those of the server's pages, so that a reload
// with a network leads there. What is saved goes by way of the outbox.

import { wire } from "../app.js"
import { HAND, entries } from "../outbox.js"
import { gameOf, keptPage } from "../page-store.js"
import { parse } from "../reach.js"
import { filled } from "../templates.js"
import { pageOf } from "../walker.js"
// What the form of a ruling needs is there before the network goes.
import "./kept.js"
import "./outbox.js"

export default async function referee(main) {
  const data = JSON.parse(main.querySelector("#data").textContent)
  const home = new URL(data.index, location).pathname
  const shown = main.querySelector("#shown")
  const index = [...shown.childNodes]
  const codeAt = ({ pathname }) => Object.keys(data.irregularities).find((code) => pathname === `${home}/${code}`)
  let page

  function draw() {
    const code = codeAt(location)
    page = code && pageOf(data, code, new URLSearchParams(location.search))
    const template = page && document.getElementById(page.kind ? "question" : "ruling")
    shown.replaceChildren(...(page ? [filled(template, page)] : index))
    main.classList.toggle("page-wide", !page)
    document.title = `${shown.querySelector("h1").textContent} - Scorekeeper`
    wire(shown)
    const chosen = document.getElementById(location.hash.slice(1))?.querySelector("[aria-current]")
    if (chosen) return chosen.focus({ preventScroll: true })
    scrollTo(0, 0)
    main.focus()
  }
  function go(address) {
    history.pushState(null, "", address)
    draw()
  }
  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]")
    const isHere = link && (link.pathname === home || codeAt(link))
    if (!isHere || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(link.href)
  })
  main.addEventListener("submit", (event) => {
    if (event.target.method !== "get") return
    event.preventDefault()
    go(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`)
  })
  // While a ruling waits, the one that comes after it can be settled.
  const goOn = ({ detail: isAnswered }) => !isAnswered && page?.after && go(page.after.href)
  main.addEventListener("answered", goOn, true)
  addEventListener("popstate", () => main.isConnected && draw())
  await catchUp(data)
  if (codeAt(location)) draw()
}

/** The table that this phone has kept may be newer than this page, and hands that wait are played. */
async function catchUp(data) {
  const game = gameOf(location.pathname)
  const table = game && (await keptPage({ pathname: `/games/${game}`, search: "" }))
  const { etag, kept } = parse(table || "").getElementById("main")?.dataset ?? {}
  data.version = Math.max(data.version, etag?.split(".")[1] ?? 0)
  if (!data.hand) return
  const waiting = (await entries()).filter((entry) => entry.game === game)
  const last = Math.max(0, ...waiting.map(({ action }) => HAND.exec(action)?.[1] ?? 0))
  data.hand = Math.max(data.hand, kept?.split(":")[1] ?? 0)
  if (last < data.hand) return
  data.hand = last + 1
  // Who deals after hands that wait is not known.
  delete data.seats.dealer
}
