// The pages that this phone keeps, to show them where nothing answers: those that it has seen, and those of a game's table
// and hands to come, which the server draws ahead for whoever scores (/games/<id>/ahead). page-store.js holds them by
// game, in the end the newest ten games; "" stands for what belongs to none.
//
// Where a service worker serves pages (worker.js) it takes them from there. Elsewhere, as over plain HTTP, a page that is
// kept open follows its links itself: it asks whether anything answers, and if not draws the kept page in its own place.
// What is drawn so finds the modules as they are, so a behaviour keeps its page in no variable of its module.
//
// The table shows itself as it will stand behind the hands that wait: which hand is next, and totals that count them.

import { chosen, wire } from "./app.js"
import { show } from "./behaviours/live.js"
import { deliver, isLacking } from "./behaviours/outbox.js"
import { BREAK, HAND, NEW, UNDO, isStart, valuesOf } from "./outbox.js"
import { REFEREE, forgetPages, gameOf, isAhead, keepPages, keptPage, ours, pagesOf } from "./page-store.js"
import { parse, reaches } from "./reach.js"

const OF_GAME = "ahead|history|agreements|hands/\\d+(/correction)?|referee.*|rulings.*|departures|arrivals|suspension|resumption"
const KEPT = RegExp(`^/(games/new|games/[\\w-]{16,}(/(${OF_GAME}))?|(rules|referee|laydown|help|ask).*)?$`)
const FILES = new URL("..", import.meta.url).href
const SEATS = /\/(departures|arrivals)$/
const CORRECTION = /\/correction$/
// The answers to a correction that leave a score as it is: web/games/hands.py has the same.
const STAYS = ["mixed", "disputed"]
const STOPS = /\/(suspension|ending)$/
const NOT_ONCE_OVER = ".now, .more li:has([href$='/suspension'])"
// What is played next stays, and the menu is that of any break.
const NOT_ON_A_BREAK = ".now > .button, .now .card-fan, .may-is, .more li:has("
  + "[href$='/suspension'], [href$='/departures'], [href$='/arrivals'], [href$='/rules'])"
const UNKEPT = "/unkept"
const CANNOT_DRAW = "[target], [download], [data-text], [aria-label][href*='?']"

/** The address of the page that is shown. */
let shown = location.pathname + location.search
/** That of the page that was asked for last, while it is on its way. */
let wanted = null

const served = () => navigator.serviceWorker?.controller

/** Keeps this page, the pages of the app, and what the server draws ahead of this game. */
export async function keep(text) {
  const game = gameOf(location.pathname)
  navigator.serviceWorker?.register("/worker.js", { type: "module" }).catch(() => null)
  const isNew = location.pathname === NEW
  const isRematch = isNew && location.search
  if (KEPT.test(location.pathname) && !isRematch) await keepPages(game, { [location.pathname]: withoutNews(text) })
  const form = document.getElementById("seating")
  if (isNew && form) import("./new-game.js").then(({ keepNew }) => keepNew([...new FormData(form)]))
  if (game && document.querySelector("#next, [data-outbox]")) await keepAhead(game)
  const referee = `/games/${game}/referee/offline`
  if (game && !(await pagesOf(game))?.[referee]) await keepAll(referee)
  // The rules of a game other than the one that all phones keep.
  const rules = document.querySelector(".more [href^='/rules/']")?.pathname
  if (rules && !(await pagesOf(""))?.[rules]) await keepAll(rules)
  const release = `${FILES} ${document.documentElement.lang}`
  if (chosen("kept") === release) return
  if ((await keepAll("/ahead")) && (served() || (await keepFiles()))) chosen("kept", release)
  // A game may be started before this phone has seen the form of a new one.
  const start = parse((await pagesOf(""))?.[NEW] ?? "").getElementById("seating")
  if (start) import("./new-game.js").then(({ keepNew }) => keepNew([...new FormData(start)]))
}

/** Keeps what the server draws ahead of a game, in place of what it drew before. */
export async function keepAhead(game) {
  const old = Object.keys((await pagesOf(game)) ?? {}).filter((path) => /\/hands\/\d+$|undone=/.test(path))
  return keepAll(`/games/${game}/ahead`, Object.fromEntries(old.map((path) => [path])))
}

/** Keeps the page of an address, or the pages of its JSON, each with those of its game, in place of `old` ones; whether it could. */
async function keepAll(address, old = {}) {
  const answer = await ours(address)
  if (!answer) return false
  const drawn = answer.headers.get("Content-Type").includes("json") ? await answer.json() : { [address]: await answer.text() }
  const pages = Object.entries({ ...old, ...drawn }).map(([path, page]) => [path, page && withoutNews(page)])
  for (const game of new Set(pages.map(([path]) => gameOf(path))))
    await keepPages(game, Object.fromEntries(pages.filter(([path]) => gameOf(path) === game)))
  return true
}

/** Has the browser keep the scripts and styles of all kept pages, where no worker does; whether it could. */
async function keepFiles() {
  const paths = await fetch(`${FILES}offline.json`).then((answer) => answer.json()).catch(() => [])
  const answers = await Promise.all(paths.map((path) => fetch(FILES + path, { priority: "low" }).catch(() => null)))
  return answers.length && answers.every((answer) => answer?.ok)
}

/** A page without what was news when it came, and without a league. */
function withoutNews(text) {
  // To parse all the pages of a game would hold up a slow phone for a moment.
  if (!/"(said|saved|league)"/.test(text)) return text
  const page = parse(text)
  for (const part of page.querySelectorAll("#said, .saved, [aria-labelledby=league]")) part.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const pageAt = (address) => keptPage(new URL(address, location), new URL(FILES).pathname)

/** What to show of an address, null for what the server answers: it is not asked if this phone is further. */
async function pageAlone(address, isCutOff) {
  const isAlone = !served() && (isCutOff || (await isAhead(new URL(address, location).pathname)) || !(await reaches()))
  return isAlone ? ((await pageAt(address)) ?? ((await reaches()) ? null : pageAt(UNKEPT))) : null
}

/** Opens a page: from the server, or as this phone has kept it if nothing answers. */
export async function visit(address, isCutOff) {
  wanted = address
  const page = await pageAlone(address, isCutOff)
  if (wanted !== address) return
  wanted = null
  if (!page) return location.assign(address)
  history.pushState(null, "", address)
  return draw(page)
}

/** After a form that waits, on the page of this `href`: on to the table of its game, unless somebody has gone elsewhere. */
export async function goOn(entry, href) {
  if (isStart(entry)) await (await import("./new-game.js").catch(() => null))?.keepStarted(entry)
  const address = `/games/${entry.game}`
  const isKept = await pageAt(address)
  if (isKept && !wanted && location.href === href && location.pathname !== address) await visit(address, true)
}

/** Draws a page in place of this one; whether Back leads there is for a form to know. */
async function draw(text, isBack = false) {
  const page = parse(text)
  shown = location.pathname + location.search
  await dress(page)
  document.title = page.title
  page.body.toggleAttribute("data-back", isBack)
  document.body.replaceWith(page.body)
  scrollTo(0, 0)
  wire(document)
  dispatchEvent(new Event("drawn"))
}

/** Loads the styles of another page before it is shown. */
async function dress(page) {
  const sheets = (tree) => [...tree.querySelectorAll("head > [rel=stylesheet]")]
  const old = sheets(document)
  const wanted = sheets(page)
  const missing = wanted.filter((link) => !old.some(({ href }) => href === link.href))
  const loaded = missing.map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve)))
  document.head.append(...missing)
  await Promise.all(loaded)
  for (const link of old) if (!wanted.some(({ href }) => href === link.href)) link.remove()
}

/** Shows what this phone knows of a game behind what waits of it. */
export function foresee(entries) {
  const waiting = entries.filter(({ state }) => state === "waiting")
  if (location.pathname === `/games/${gameOf(location.pathname)}`) return foreseeTable(waiting, waiting.length < entries.length)
  if (HAND.test(location.pathname)) return reseat(waiting)
  const choice = document.querySelector("form[data-unheard]")
  if (choice) return leaveOut(choice, waiting)
  if (!waiting.some(({ action }) => HAND.test(action))) return
  // What others have by now is not known.
  document.querySelector("main .where")?.remove()
  for (const start of document.querySelectorAll(".arrival [name=start]"))
    if (!["0", "other"].includes(start.value)) start.closest("label").remove()
}

/** Lets nobody leave who has left, and counts who has joined. */
function leaveOut(form, waiting) {
  for (const seat of leavers(waiting)) form.querySelector(`[name=seat][value="${seat}"]`)?.closest(".choice").remove()
  form.dataset.joined = waiting.filter(isArrival).length
}

const isArrival = ({ action }) => action.endsWith("/arrivals")
const leavers = (waiting) =>
  waiting.flatMap(({ action, fields }) => (action.endsWith("/departures") ? valuesOf(fields, "seat") : []))

/** The table as it will stand behind the hands that wait. */
async function foreseeTable(waiting, isRefused) {
  const main = document.getElementById("main")
  const hands = waiting.filter(({ action }) => HAND.test(action))
  const number = hands.length ? Number(HAND.exec(hands.at(-1).action)[1]) + 1 : waiting.some(isCarriedOn) && numberOf(main)
  const ids = waiting.map(({ id }) => id).join()
  if ((main.dataset.ahead ?? "") === ids) return
  const page = await pageAt(tableBehind(waiting, number))
  // What comes after an undo may not be on this phone yet.
  const isUnknown = !page && waiting.some(isUndo)
  document.querySelector("[data-undoes]").hidden = !isUnknown
  if (isUnknown) for (const part of main.querySelectorAll("#next, .undo")) part.remove()
  if (!page) return
  show(main, page)
  main.dataset.ahead = ids
  const moves = waiting.filter(({ action }) => SEATS.test(action))
  const left = leavers(waiting)
  const sheets = waiting.filter(isCounted)
  const adds = !sheets.length || main.querySelector("[data-total]")
  const isKnown = !isRefused && !waiting.some(isCharge) && adds && hands.every(({ held }) => held.length)
  const isSure = isKnown && (await follows(hands, tableBehind(waiting)))
  for (const { fields } of waiting.filter(isArrival)) addRow(main, fields)
  const isSum = addUp(main, isSure ? sheets : [], isSure ? left : null, moves.length)
  main.querySelector("[data-totals]")?.toggleAttribute("hidden", !isSum)
  main.querySelector("[data-uncounted]")?.toggleAttribute("hidden", isSum)
  const stop = waiting.findLastIndex(isStop)
  if (stop > waiting.findLastIndex(isCarriedOn)) {
    const isBreak = BREAK.test(waiting[stop].action)
    for (const part of main.querySelectorAll(`#next, ${isBreak ? NOT_ON_A_BREAK : NOT_ONCE_OVER}`)) part.remove()
    main.querySelector("[data-after-break]")?.toggleAttribute("hidden", !isBreak)
  }
  // An undo would be of what this phone has sent, and not of what waits behind it.
  if (waiting.length) main.querySelector(".undo")?.remove()
  // Who deals then depends on who sits where.
  if (moves.length) main.querySelector(".roles")?.remove()
}

/** The address of the table, without what is undone, and before a `hand` that is next. */
function tableBehind(waiting, hand) {
  const query = new URLSearchParams(waiting.filter(isUndo).map(({ fields }) => ["undone", valuesOf(fields, "entry")]))
  if (hand) query.append("hand", hand)
  return `${location.pathname}?${query}`
}

/** Whether hands that wait are those behind the totals of the `table` that is kept. */
async function follows(hands, table) {
  const first = numberOf(parse((await pageAt(table)) ?? "").getElementById("main"))
  return hands.every(({ action }, index) => Number(HAND.exec(action)[1]) === first + index)
}

/** The number of the hand that a table is at; NaN on another page. */
const numberOf = (main) => Number(main?.dataset.kept?.split(":")[1])

const isUndo = ({ action }) => UNDO.test(action)
const isStop = ({ action, fields }) => STOPS.test(action) || valuesOf(fields, "ends").length

/** Whether an entry ends a break, as well without somebody who leaves. */
const isCarriedOn = ({ action, fields }) =>
  action.endsWith("/resumption") || (SEATS.test(action) && valuesOf(fields, "agreed").length)

/** Whether an entry changes totals otherwise than by what its sheet holds. */
const isCharge = ({ action, fields, held }) => {
  const isPlain = held.length && held.every(({ was }) => was >= 0) && !fields.some(([name]) => name.startsWith("charge-"))
  return isApplied({ fields }) || (CORRECTION.test(action) && !isPlain)
}
/** Whether an entry has a sheet that counts. */
const isCounted = ({ fields, held }) => held.length && !STAYS.includes(valuesOf(fields, "answer")[0])
const isApplied = ({ fields }) => valuesOf(fields, "apply").includes("yes")

/** Lets the sheet ask for whoever plays, once those who leave or join have been recorded. */
async function reseat(waiting) {
  document.querySelector("[data-charges]")?.toggleAttribute("hidden", !waiting.some(isApplied))
  const moves = waiting.filter(({ action }) => SEATS.test(action))
  const form = document.querySelector(".score-pad")
  const page = form && moves.length && !form.dataset.reseated && (await pageAt(location))
  if (!page) return
  const fresh = parse(page).querySelector(".score-pad")
  // A newcomer may sit where somebody was that leaves.
  for (const { fields } of moves.filter(isArrival)) seatAnother(fresh, ...["name", "after"].map((name) => valuesOf(fields, name)[0]))
  for (const seat of leavers(moves)) for (const part of partsOf(fresh, seat)) part.remove()
  fresh.dataset.reseated = "1"
  form.replaceWith(fresh)
  wire(document)
}

const partsOf = (form, seat) => form.querySelectorAll(`[data-seat="${seat}"]`)

/** Gives whoever joins a line like that of the seat before theirs, without the letters of its badge. */
function seatAnother(form, name, after) {
  const { seat } = (partsOf(form, after)[0] ?? form.querySelector(".line")).dataset
  const number = form.dataset.seats++
  for (const part of partsOf(form, seat)) {
    const text = part.outerHTML.replace(RegExp(`(["-])${seat}"`, "g"), (_, before) => `${before}${number}"`)
    const copy = parse(text).body.firstElementChild
    rename(copy, name)
    part.after(copy)
  }
}

/** Gives whoever joins a row of the standings, with the points to start with. */
function addRow(main, fields) {
  const rows = main.querySelectorAll(".standings tbody tr")
  const row = rows[0].cloneNode(true)
  const [name, start, other] = ["name", "start", "start_score"].map((field) => valuesOf(fields, field)[0])
  rename(row, name)
  row.querySelector("th").className = ""
  for (const note of row.querySelectorAll("small")) note.remove()
  const points = Number(start === "other" ? other : start)
  const cell = row.querySelector(".total")
  cell.replaceChildren(String(points))
  cell.removeAttribute("data-posted")
  Object.assign(cell.dataset, { live: `t${rows.length}`, total: points })
  rows[0].parentElement.append(row)
}

function rename(copy, name) {
  copy.querySelector("bdi").textContent = name
  copy.querySelector(".badge").dataset.text = ""
}

/** Adds to the totals what `sheets` of entries hold more than before, the leader first, and last those not known: who `left`, all if it is null; whether it can. */
function addUp(main, sheets, left, isMoved) {
  const cells = [...main.querySelectorAll(left ? "[data-total]" : ".standings .total")]
  for (const { seat, points, was } of sheets.flatMap(({ held }) => held)) {
    const cell = cells.find(({ dataset }) => dataset.live === `t${seat}`)
    if (cell) cell.firstChild.data = cell.dataset.total = Number(cell.dataset.total) + points - (was ?? 0)
  }
  for (const cell of cells) {
    // What is given to those who left goes by the totals of the others.
    const isGiven = sheets.length && "posted" in cell.dataset
    if (left && !isGiven && !left.includes(cell.dataset.live.slice(1))) continue
    cell.dataset.total = Infinity
    cell.firstChild.data = "–"
  }
  if (sheets.length || !left || isMoved) rank(cells.sort((one, other) => one.dataset.total - other.dataset.total || 0))
  return Boolean(left && cells.length)
}

/** Places the rows of sorted totals. */
function rank(cells) {
  const totals = cells.map(({ dataset }) => dataset.total)
  for (const cell of cells) {
    const row = cell.parentElement
    const place = totals.indexOf(cell.dataset.total)
    row.classList.toggle("leads", !place && cell.dataset.total < Infinity)
    const shown = Object.assign(document.createElement("span"), { textContent: place + 1 })
    row.querySelector(".rank").replaceChildren(...(cell.dataset.total < Infinity ? [shown] : []))
    row.querySelector(".gap")?.remove()
    row.parentElement.append(row)
  }
}

function follow(event) {
  const link = event.target.closest?.("a[href]")
  const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || event.defaultPrevented || !isPlain || served() || link.matches(CANNOT_DRAW)) return
  const { origin, pathname, search, hash, href } = new URL(link.href)
  if (origin !== location.origin || !KEPT.test(pathname) || (hash && pathname + search === shown)) return
  event.preventDefault()
  visit(href, false)
}

/** Where nothing answers, a form that asks the server stays, and a question is asked here that it asks before somebody leaves. */
async function ask(event) {
  const { target: form, submitter } = event
  if (form.action.endsWith("/sign-out")) {
    chosen("kept", "")
    forgetPages()
  }
  if (!form.dataset.unheard) return
  event.preventDefault()
  if (await isLacking(form)) return
  const sure = form.querySelector("[data-sure]")
  if (!sure || (await reaches())) return form.submit()
  const staying = form.querySelectorAll("[name=seat]:not(:checked)").length + Number(form.dataset.joined ?? 0)
  const isAsked = (sure.dataset.sure || staying < 2) && !submitter.name
  const ask = (isSo) => (submitter.hidden = !(sure.hidden = !isSo))
  form.onchange = () => ask(false)
  if (isAsked) ask(true)
  else deliver(form, new FormData(form, submitter), form.dataset.unheard)
}

async function back() {
  const { pathname, search } = location
  const isFollowed = document.querySelector("[data-behaviour~=referee]") && REFEREE.test(pathname)
  if (pathname + search === shown || isFollowed) return
  wanted = null
  const page = await pageAlone(location)
  if (page) draw(page, true)
  else location.reload()
}

document.addEventListener("click", follow)
document.addEventListener("submit", ask)
addEventListener("popstate", back)
