// The outbox: what a scorer sends stays on this phone until the server has said that it is recorded.
//
// In go the forms by which somebody records something in a game, or starts one; each is on disk before it is sent. An entry:
// { order, id, game (of a new one the id of its start, "" for one of a league night), action, fields (pairs, without the
// token), previous, name (in words), kept (the key of its draft; null once its form is free for another one), held (what each
// seat holds by a sheet), at, state, isForbidden (this phone has lost its right), replaces }. It goes once the server has
// recorded it or a person takes it back.
//
// waiting --recorded--> gone       waiting --refused--> refused       refused --recorded or decided after a look--> gone
// waiting --taken back--> gone, or unsure       unsure --recorded, or nothing to undo--> gone       unsure --refused--> refused
//
// The first entry of a game may be recorded though no answer came. If it is taken back, an undo of it takes its place, which
// nobody sees, or the deletion of a game that it starts: the server finds by `previous` what it undoes, or says that there is
// nothing (404). What waits behind goes on from `before` then.
//
// What counts as an answer is in reach.js. "recorded" is what was led on from, to another page or to news (a proxy may lead
// on to the very form). "refused" needs a person, but for a form that is refused as it is sent: they have its page before
// them. Neither: no answer, 5xx, 429, or "forbidden" for now.
//
// Invariants: the entries of a game go out in order, one at a time, and none overtakes one that was refused, but for a form
// from the page of that one, which takes its place and holds it in `replaces` until it is recorded. Games do not wait for
// each other. An id never changes, and the server records it once: sending again, from another tab too, does no harm, and
// no tab needs a lease. `previous` is the entry queued before, which stands for what the form knows of the game.
//
// Where it can be wrong: an entry whose predecessor was taken back, or decided otherwise, is judged by what its own page
// knew, and may need a decision. Where nothing can be stored the entries live as long as the page (`unstored`).

import { chosen } from "./app.js"
import { gameOf } from "./page-store.js"
import { answerOf } from "./reach.js"
import { entries as stored, forget, remove, save } from "./store.js"

const LATER = { 401: "forbidden", 403: "forbidden", 429: "" }
/** Where a game starts that is of no league night. */
export const NEW = "/games/new"
export const HAND = /\/hands\/(\d+)$/
export const BREAK = /\/suspension$/
export const UNDO = /\/undos$/
const TOKEN = /name="csrf_token" value="(\w+)"/

/**
 * The sending of each game; the ids whose senders look on, and those that are gone; entries without a store, by id; the id
 * that was last recorded of each game.
 */
const lines = new Map()
const offered = new Set()
const gone = new Set()
const unstored = new Map()
const last = new Map()
let known = []
let token
let tell = () => null

/** Lets `heard` know of each change, and of an entry that was recorded with its answer. */
export const listen = (heard) => (tell = heard)
const pathOf = (address) => new URL(address, location).pathname

const gameBy = (action, id) => (pathOf(action) === NEW ? id : gameOf(pathOf(action)))

/** Whether an entry starts its game, before which the server has no page of it. */
export const isStart = ({ id, game }) => id === game

/** What the fields of a form hold that have this name. */
export const valuesOf = (fields, name) => fields.filter(([field]) => field === name).map(([, value]) => value)

/** A name as it is compared with another one. */
export const folded = (name) => name.trim().replace(/\s+/g, " ").normalize("NFKC").toUpperCase().toLowerCase()

export async function entries() {
  known = (await stored()) ?? known
  // What took long to store may be there after all.
  const late = [...unstored.values()].filter(({ id }) => !known.some((entry) => entry.id === id))
  return [...known, ...late].filter(({ id }) => !gone.has(id))
}

/** An entry of a form's fields, with the token of its page among them. */
export function entryOf(action, sent, words) {
  token = sent.get("csrf_token")
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))
  // The page that refuses a start names it: what waits behind it is of that game.
  const id = sent.get("form_id") ?? btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22)
  const fields = [...sent].filter(([field]) => !["csrf_token", "form_id"].includes(field))
  return { id, game: gameBy(action, id), action, fields, ...words, at: Date.now(), state: "waiting" }
}

/** What a hand makes of each seat, or who starts a game, joins or leaves, in words. */
export function inWords({ held, leaving = [], fields }) {
  const seats = held.map(({ name, points }) => `${name}\u00A0${points}`)
  const named = ["player", "name"].flatMap((name) => valuesOf(fields, name))
  return [...seats, ...leaving, ...named].filter(Boolean).join(" · ")
}

/** Writes an entry down, and sends what waits of its game up to it; what became of it: { outcome, answer }. */
export async function offer(entry) {
  offered.add(entry.id)
  gone.delete(entry.id)
  await add(entry)
  const result = await inLine(entry.game, () => sendWaiting(entry.game, entry.id))
  offered.delete(entry.id)
  // Whoever may start no game sees its form.
  const isForbidden = result.outcome === "forbidden" && (!entry.game || isStart(entry))
  if (result.outcome === "refused" || isForbidden) await drop(entry)
  return result
}

/** Sends what waits, of each game by itself. */
export async function sendAll() {
  const games = new Set((await entries()).map(({ game }) => game))
  return Promise.all([...games].map((game) => lines.get(game) ?? inLine(game, () => sendWaiting(game))))
}

/** Sends an entry that was refused once more, as somebody wants to see why. */
export const look = (entry) => inLine(entry.game, () => posted(entry))

/** Takes an entry back; its undo, where it may be recorded, has this name. */
export async function takeBack(entry, name) {
  const { game, order, previous } = entry
  const isFirst = (await entries()).find((other) => other.game === game)?.id === entry.id
  const mayBeRecorded = isFirst && entry.state === "waiting" && game && !entry.replaces
  if (!mayBeRecorded || UNDO.test(entry.action)) return drop(entry)
  const fields = new URLSearchParams({ entry: 0, csrf_token: token ?? "" })
  const end = isStart(entry) ? "deletion" : "undos"
  const undo = entryOf(new URL(`/games/${game}/${end}`, location).href, fields, { name, held: [] })
  gone.add(entry.id)
  await put({ ...undo, order, state: "unsure", previous: entry.id, before: previous })
  tell()
}

/** What an entry stood for is there again. */
async function drop(entry) {
  if (entry.replaces?.id !== entry.id) gone.add(entry.id)
  if (entry.replaces) await put(entry.replaces)
  else await erase(entry)
  tell()
}

/** Whether the server lets this phone record each entry, whose game may start with another one; null if it does not say. */
export function mayRecord(all) {
  const asked = {}
  const may = ({ action }) => {
    const game = gameOf(pathOf(action))
    const start = all.find(({ id }) => id === game)
    const page = game && !start ? `/games/${game}/scorers` : (start?.action ?? action)
    return (asked[page] ??= answerOf(page).then((answer) => (answer?.status < 500 ? answer.ok : null)))
  }
  return Promise.all(all.map(may))
}

/** Puts entries of another phone behind those that are here, as they are. */
export async function take(others) {
  const here = await entries()
  for (const other of others.filter(({ id }) => !here.some((entry) => entry.id === id))) {
    gone.delete(other.id)
    await put({ ...other, game: gameBy(other.action, other.id), state: "waiting" })
  }
}

/** Lets the browser open the page that answers an entry. */
export function open(entry) {
  const form = Object.assign(document.createElement("form"), { method: "POST", action: entry.action, hidden: true })
  for (const [name, value] of filled(entry)) form.append(Object.assign(document.createElement("input"), { name, value }))
  document.body.append(form)
  form.submit()
}

async function add(entry) {
  const line = (await entries()).filter(({ game }) => game === entry.game)
  const replaced = line.find(({ id }) => [entry.id, document.body.dataset.form].includes(id))
  if (replaced) Object.assign(entry, { order: replaced.order, replaces: replaced })
  // What was entered for a seat is not for whoever sits there now.
  if (replaced && isStart(entry) && areMoved(replaced, entry))
    for (const later of line.slice(1)) await put({ ...later, state: "refused" })
  else if (entry.game) entry.previous = line.at(-1)?.id ?? last.get(entry.game)
  await put(entry)
  if (line.length && !replaced) tell()
}

function areMoved(...starts) {
  const [then, now] = starts.map(({ fields }) => valuesOf(fields, "player"))
  return now.some((name, seat) => then.includes(name) && then[seat] !== name)
}

async function put(entry) {
  chosen("outbox", "1")
  const order = await save(entry)
  if (order) entry.order = order
  else unstored.set(entry.id, entry)
}

async function erase(entry) {
  gone.add(entry.id)
  if (entry.order) await remove(entry)
  if (!(await entries()).length) chosen("outbox", "")
}

/** Acts once everything of this game before is sent. */
function inLine(game, act) {
  const line = (lines.get(game) ?? Promise.resolve()).then(act)
  const end = line.catch(() => null).then(() => lines.get(game) === end && lines.delete(game))
  lines.set(game, end)
  return line
}

/** Sends the entries of a game until one is not recorded or needs a decision, or up to its `own`; what became of that. */
async function sendWaiting(game, own) {
  for (;;) {
    const entry = (await entries()).find((first) => first.game === game)
    if (!entry || entry.state === "refused" || (entry.id !== own && offered.has(entry.id))) return {}
    const result = await posted(entry)
    if (entry.id === own) return result
    const isNeedless = entry.state === "unsure" && [403, 404].includes(result.answer?.status)
    if (isNeedless) await forgo(entry)
    else if (result.outcome === "refused") await mark(entry, { state: "refused", replaces: null })
    else if (result.outcome === "forbidden" && !entry.isForbidden) await mark(entry, { isForbidden: true })
    if (result.outcome !== "recorded" && !isNeedless) return {}
  }
}

/** Notes what became of an entry, unless somebody has decided meanwhile, as in another tab. */
export async function mark(entry, how) {
  const isThere = (await entries()).some(({ id }) => id === entry.id)
  if (isThere) await put({ ...entry, ...how })
  tell()
}

async function forgo(entry) {
  await erase(entry)
  for (const later of await entries()) if (later.previous === entry.id) await put({ ...later, previous: entry.before })
}

/** Posts an entry, with a fresh token if it has none or was refused for it; one that is recorded goes. */
async function posted(entry) {
  token ||= await freshToken()
  let answer = await reached(entry)
  if (answer?.status === 400) {
    token = await freshToken()
    answer = await reached(entry)
  }
  const outcome = outcomeOf(answer, entry)
  if (outcome === "recorded") {
    const isTold = entry.state !== "unsure" && !gone.has(entry.id)
    last.set(entry.game, entry.id)
    await erase(entry)
    if (entry.kept) await forget(entry.kept)
    if (isTold) tell(entry, answer)
  }
  return { outcome, answer }
}

function outcomeOf(answer, { action }) {
  if (!answer || answer.status >= 500) return ""
  const isElsewhere = pathOf(answer.url) !== pathOf(action) || new URL(answer.url).searchParams.has("said")
  return answer.redirected && isElsewhere ? "recorded" : (LATER[answer.status] ?? "refused")
}

const reached = (entry) => token && answerOf(entry.action, { method: "POST", body: filled(entry) })

function filled({ id, previous, fields }) {
  const ids = [["form_id", id], ["previous_form", previous ?? ""], ["csrf_token", token ?? ""]]
  return new URLSearchParams([...fields, ...ids])
}

async function freshToken() {
  const page = await answerOf("/join", { cache: "no-store" })
  return TOKEN.exec(await page?.text().catch(() => ""))?.[1]
}
