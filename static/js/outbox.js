// The outbox: what a scorer sends stays on this phone until the server has said that it is recorded.
//
// In go the forms by which somebody records something in a game, or starts one; each is written to disk before it is sent.
// An entry: { order, id, game ("" for a new one), action, fields (pairs, without the token), previous, name (in words),
// kept (the key of its draft), at, state, replaces }. Out it goes when the server has recorded it, or a person takes it
// back; nothing else removes it.
//
// waiting --(led on)--> gone               waiting --(no answer, 5xx, 429, 401, 403)--> waiting
// waiting --(refused)--> refused           refused --(led on after a look)--> gone
//
// Only an answer with our header is an answer: a café's network answers with pages of its own. Recorded is what was led on
// from (303) to another page or to news; a proxy may lead on to the very form that was sent. Any other answer that asks for
// nothing later is a refusal: its page waits for a decision. A form that is refused while somebody looks on is not parked:
// they have its page before them (`offer`).
//
// Invariants: the entries of a game go out in order, one at a time, and none overtakes one that was refused, but for the
// form sent from the page of that one, which takes its place and holds it in `replaces` until it is recorded. Games do not
// wait for each other. An id never changes: the server records it once, so that sending again, from another tab too, does
// no harm, and no tab needs a lease. An entry names the one queued before it (`previous`), which stands for what the form
// knows of the game.
//
// Where it can be wrong: an entry whose predecessor was taken back, or decided otherwise, is judged by what its own page
// knew, and may need a decision. Where nothing can be stored the entries live as long as the page (`unstored`).

import { chosen } from "./app.js"
import { entries as stored, forget, remove, save } from "./store.js"

const LONGEST = 12000
const LONGEST_AFTER_FAILURE = 4000
const FLAG = "outbox"
const GAME = /^\/games\/([\w-]{20,})/
const TOKEN = /name="csrf_token" value="(\w+)"/

/** The end of the last sending of each game; the ids of those whose senders look on, and of those that are gone. */
const lines = new Map()
const offered = new Set()
const gone = new Set()
/** The entries without a store, by their ids; those that the store had when it answered last. */
const unstored = new Map()
let known = []
let token
let isReached = true
let tell = () => null

/** Lets `heard` know of each change, with the entry that is recorded and the answer to it if it was that. */
export const listen = (heard) => (tell = heard)
export async function entries() {
  known = (await stored()) ?? known
  return [...known, ...unstored.values()].filter(({ id }) => !gone.has(id))
}

export const gameOf = (address) => GAME.exec(new URL(address, location).pathname)?.[1] ?? ""
export const isHand = ({ action }) => /\/hands\/\d+$/.test(action)
/** Whether an answer has a page that says more than to try again. */
export const isReadable = (answer) => Boolean(answer) && answer.status < 500 && answer.status !== 429
/** Whether this entry can never be recorded as it is; what the phone may not do now it may do later. */
export const isRefusal = (answer) => isReadable(answer) && answer.status !== 401 && answer.status !== 403

/** The entry to send next of a game: none while its first one needs a decision. */
export function next(all, game) {
  const first = all.find((entry) => entry.game === game)
  return first?.state === "waiting" ? first : null
}

/** An entry of a form: `sent` has its fields, with the token of its page. */
export function entryOf(action, sent, { name, kept }) {
  token = sent.get("csrf_token")
  const fields = [...sent].filter(([field]) => field !== "csrf_token")
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))
  const id = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22)
  return { id, game: gameOf(action), action, fields, name, kept, at: Date.now(), state: "waiting" }
}

/**
 * Writes an entry down and sends what waits of its game, up to it. The answer to it, null while it waits; one that refuses
 * it is for the caller, who drops it.
 */
export async function offer(entry) {
  offered.add(entry.id)
  await add(entry)
  const answer = await inLine(entry.game, () => sendWaiting(entry.game, entry.id))
  offered.delete(entry.id)
  return answer
}

/** Sends what waits, of each game by itself; whether nothing is left to try again. */
export async function sendAll() {
  const games = new Set((await entries()).map(({ game }) => game))
  await Promise.all([...games].map((game) => lines.get(game) ?? inLine(game, () => sendWaiting(game))))
  const left = await entries()
  return ![...games].some((game) => next(left, game))
}

/** Sends an entry that was refused once more, whose page somebody wants to see; the answer. */
export async function look(entry) {
  await put({ ...entry, seen: true })
  return inLine(entry.game, async () => {
    const answer = await posted(entry)
    if (leadsOn(answer, entry)) await recorded(entry, answer)
    return answer
  })
}

/** Takes an entry back, or what a form has not replaced after all. */
export async function drop(entry) {
  gone.add(entry.id)
  if (entry.replaces) await put(entry.replaces)
  else await erase(entry)
  tell()
}

/** Lets the browser open the page that answers an entry. */
export function open(entry) {
  const form = Object.assign(document.createElement("form"), { method: "POST", action: entry.action, hidden: true })
  for (const [name, value] of filled(entry)) form.append(Object.assign(document.createElement("input"), { name, value }))
  document.body.append(form)
  form.submit()
}

/** Whether the server has recorded an entry, and leads on from it. */
export function leadsOn(answer, { action }) {
  if (!answer?.redirected) return false
  const { pathname, searchParams } = new URL(answer.url)
  return pathname !== new URL(action).pathname || searchParams.has("said")
}

/** A form sent from the page that refused an entry takes its place; any other one stands behind those of its game. */
async function add(entry) {
  const line = (await entries()).filter(({ game }) => game === entry.game)
  const replaced = line.find(({ seen, action }) => seen && new URL(action).pathname === location.pathname)
  if (replaced) Object.assign(entry, { order: replaced.order, replaces: replaced })
  else if (entry.game && line.length) entry.previous = line.at(-1).id
  await put(entry)
  if (line.length && !replaced) tell()
}

async function put(entry) {
  chosen(FLAG, "1")
  const order = await save(entry)
  if (order) entry.order = order
  else unstored.set(entry.id, entry)
}

async function erase(entry) {
  gone.add(entry.id)
  if (entry.order) await remove(entry)
  if (!(await entries()).length) chosen(FLAG, "")
}

/** Acts once everything before has been sent of this game. */
function inLine(game, act) {
  const line = (lines.get(game) ?? Promise.resolve()).then(act)
  const end = line.catch(() => null).then(() => lines.get(game) === end && lines.delete(game))
  lines.set(game, end)
  return line
}

/** Sends the entries of a game until one is not recorded, or until its `own`, whose answer it returns. */
async function sendWaiting(game, own) {
  for (let entry; (entry = next(await entries(), game)); ) {
    const isOwn = entry.id === own
    if (!isOwn && offered.has(entry.id)) return null
    const answer = await posted(entry)
    const isRecorded = leadsOn(answer, entry)
    if (isRecorded) await recorded(entry, answer)
    if (isOwn) return answer
    if (!isRecorded) return park(entry, answer)
  }
  return null
}

async function recorded(entry, answer) {
  await erase(entry)
  if (entry.kept) await forget(entry.kept)
  tell(entry, answer)
}

/** Leaves an entry that is refused to a person, unless that person has taken it back meanwhile. */
async function park(entry, answer) {
  if (gone.has(entry.id) || !isRefusal(answer)) return null
  await put({ ...entry, state: "refused", replaces: null })
  tell()
  return null
}

/** The answer to an entry; a token that is refused is renewed once. */
async function posted(entry) {
  for (const isAgain of [false, true]) {
    if (isAgain || !token) token = await freshToken()
    const answer = token ? await reach(entry.action, { method: "POST", body: filled(entry) }) : null
    if (isAgain || answer?.status !== 400) return answer
  }
}

function filled({ id, previous, fields }) {
  const ids = [["form_id", id], ["previous_form", previous ?? ""], ["csrf_token", token ?? ""]]
  return new URLSearchParams([...fields, ...ids])
}

async function freshToken() {
  const answer = await reach("/join", { cache: "no-store" })
  return TOKEN.exec(await answer?.text().catch(() => ""))?.[1]
}

/** The answer of our server, null without one. After a failure it has less time. */
async function reach(address, options) {
  const signal = AbortSignal.timeout?.(isReached ? LONGEST : LONGEST_AFTER_FAILURE)
  const answer = await fetch(address, { ...options, signal }).catch(() => null)
  isReached = Boolean(answer?.headers.has("Scorekeeper"))
  return isReached ? answer : null
}
