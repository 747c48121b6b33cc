// The outbox (../outbox.js) on a page: sends the forms of a scorer by way of it, lists above the page what waits or needs a
// decision, and tries again: as the page opens or is looked at, as the network or the server is heard, and every few
// seconds. A form of what waits cannot be changed until it is taken back.

import { announce } from "../app.js"
import { passOn } from "../files.js"
import { fileOf } from "../outbox-file.js"
import * as outbox from "../outbox.js"
import { gameOf } from "../page-store.js"
import { foresee, goOn, keepAhead, visit } from "../pages.js"
import { reaches } from "../reach.js"
import { forget } from "../store.js"
import { filled } from "../templates.js"

const PAUSE = 4000
const LONGEST_PAUSE = 30000
// The second tap of two comes within so many milliseconds.
const TWICE = 400

/** The forms that are on their way; each that waits, by the id of its entry. */
const sending = new WeakSet()
const unsent = new Map()
let pause = PAUSE
let drawn = "[]"
let isLeft = false
let timer

/** Sends a form. The browser shows an answer that refuses it. */
export async function submit(form, button) {
  if (await isLacking(form)) return
  const fields = new FormData(form)
  if (button?.name) fields.append(button.name, button.value)
  follow(await deliver(form, fields, (button ?? form).closest("[data-outbox]").dataset.outbox))
}

/** Whether a form lacks what the server would ask for, where nothing answers: the page says so beside the field. */
export async function isLacking(form) {
  const fields = [...new FormData(form)]
  const isSo = ({ dataset: { lacking, other } }) => {
    const given = outbox.valuesOf(fields, lacking).map(outbox.folded)
    return other === undefined ? !given.some(Boolean) : given.includes(outbox.folded(other))
  }
  const all = [...form.querySelectorAll("[data-lacking]")]
  const isUnheard = all.some(isSo) && !(await reaches())
  for (const fault of all) fault.hidden = !isUnheard || !isSo(fault)
  return isUnheard
}

/** Sends the fields of a form, once for two taps; no outcome while it waits, which the page says. */
export async function deliver(form, fields, name) {
  if (sending.has(form) || form.inert || isLeft) return {}
  sending.add(form)
  const entry = outbox.entryOf(form.action, fields, { name, kept: form.dataset.kept, held: heldOf(form), leaving: leavingBy(form) })
  const { outcome, answer } = await outbox.offer(entry)
  sending.delete(form)
  const { href } = location
  form.dispatchEvent(new CustomEvent("answered", { detail: Boolean(outcome) }))
  if (outcome) return { outcome, answer, entry }
  unsent.set(entry.id, form)
  // Another player may join.
  if (form.matches(".arrival")) await forget(entry.kept).then(() => form.reset())
  await list()
  scrollTo(0, 0)
  wait()
  goOn(entry, href)
  return {}
}

/** The names of those who leave by a form. */
const leavingBy = (form) =>
  [...form.querySelectorAll("[name=seat]:checked")].map((seat) => seat.closest(".choice").querySelector("bdi").textContent)

/** What a sheet makes of each seat's hand: { seat, name, points }; none where this phone cannot tell, or without a sheet. */
function heldOf(form) {
  const held = [...form.querySelectorAll(".line")].map((line) => {
    const count = Number(line.querySelector(".points").value) + Number(line.querySelector(".charge")?.dataset.charge ?? 0)
    return { ...line.dataset, name: line.querySelector("bdi").textContent, points: line.matches(".is-out") ? 0 : count }
  })
  return held.every(({ points }) => points >= 0) ? held : []
}

/** Opens what the server leads on to from an entry, or the page that refuses it; whether there was an answer. */
function follow({ outcome, answer, entry }) {
  isLeft ||= Boolean(outcome)
  if (outcome === "recorded") location.assign(answer.url)
  else if (outcome) outbox.open(entry)
  return outcome
}

/** Lists what waits of this game, or of all on a page of none; the page stands as it foresees it once that is done. */
export async function list() {
  const game = gameOf(location.pathname)
  const listed = (await outbox.entries()).filter((entry) => entry.state !== "unsure" && (!game || entry.game === game))
  const waiting = listed.filter(({ state }) => state === "waiting")
  lock(waiting)
  const foreseen = foresee(listed)
  const states = JSON.stringify(listed.map(({ id, state, isForbidden }) => [id, state, isForbidden]))
  if (states === drawn) return foreseen
  drawn = states
  const box = document.getElementById("outbox")
  box.hidden = !listed.length
  box.querySelector("[data-file]").onclick = handOn
  for (const sentence of box.querySelectorAll("[data-of]")) count(sentence, waiting)
  box.querySelector("details").open ||= waiting.length < listed.length
  const isForbidden = listed.some((entry) => entry.isForbidden)
  box.querySelector("[data-tries]").hidden = isForbidden || !waiting.length || waiting.length < listed.length
  box.querySelector("[data-forbidden]").hidden = !isForbidden
  box.querySelector("[data-break]").hidden = !outbox.BREAK.test(listed.at(-1)?.action)
  const [top, all] = box.querySelectorAll("ul")
  const template = box.querySelector("template")
  const newest = listed.at(-1)
  const first = listed.find(({ state }) => state === "refused") ?? newest
  // What waits behind the start of a game would stay behind.
  const isBase = (entry) => outbox.isStart(entry) && listed.findLast(({ game }) => game === entry.game) !== entry
  const rowOf = (isTop) => (entry) =>
    row(template, entry, { isTop, isUndoable: isTop || (entry === newest && entry !== first), isBase: isBase(entry) })
  top.replaceChildren(...listed.filter((entry) => entry === first).map(rowOf(true)))
  all.replaceChildren(...listed.filter((entry) => entry !== first || isUndone(entry)).map(rowOf(false)))
  announce([...box.querySelectorAll(":scope > p:not([hidden])")].map(({ textContent }) => textContent.trim()).join(" "))
  return foreseen
}

/** Shows a sentence if it is that of how many wait: of one by its name, else by the plural form of their number. */
function count(sentence, waiting) {
  const { lang } = document.documentElement
  const noun = waiting.every(({ action }) => outbox.HAND.test(action)) ? "hands-" : ""
  const form = waiting[1] ? noun + new Intl.PluralRules(lang).select(waiting.length) : String(waiting.length)
  sentence.hidden = sentence.dataset.of !== form
  if (sentence.hidden) return
  const at = new Date(Math.min(...waiting.map((entry) => entry.at)))
  const day = at.toDateString() === new Date().toDateString() ? {} : { dateStyle: "long" }
  sentence.querySelector("b").textContent = waiting[1] ? waiting.length : waiting[0].name
  sentence.querySelector("time").textContent = at.toLocaleString(lang, { ...day, timeStyle: "short", hourCycle: "h23" })
}

/** Whether one tap takes it back: a hand that waits, or a break, after which one carries on. */
const isUndone = ({ action, state }) => state === "waiting" && (outbox.HAND.test(action) || outbox.BREAK.test(action))

/** One entry, and what can be done about it; of the newest hand, which is told above, the top says only that. */
function row(template, entry, { isTop, isUndoable, isBase }) {
  const isUndo = isUndone(entry)
  const isBreak = isUndo && outbox.BREAK.test(entry.action)
  const here = gameOf(location.pathname)
  const line = filled(template, {
    ...entry,
    words: outbox.inWords(entry),
    isTold: isUndo && isTop,
    isRefused: entry.state === "refused",
    // The first page lists no game before it has started.
    isLinked: !here && entry.game && (isTop || outbox.isStart(entry)),
    number: isUndo && outbox.HAND.exec(entry.action)?.[1],
    isBreak,
    look: isBreak ? "primary" : "quiet",
    isOther: !isUndo,
    isHeld: isBase || (isUndo && !isUndoable) || (outbox.isStart(entry) && !here && !unsent.has(entry.id)),
  })
  const [back, look] = [...line.querySelectorAll("button")].reverse()
  if (look) look.onclick = () => see(entry, look)
  rest(back)
  back.onclick = () => {
    if (isUndo || back.textContent === back.dataset.again) takeBack(entry, isUndo ? back.textContent.trim() : entry.name)
    else {
      back.textContent = back.dataset.again
      rest(back)
    }
  }
  return line
}

/** Takes an entry back; of a game that it would have started nothing stays but its form. */
async function takeBack(entry, name) {
  await outbox.takeBack(entry, name)
  if (!outbox.isStart(entry)) return
  await (await import("../new-game.js")).dropStarted(entry)
  if (gameOf(location.pathname) === entry.game) visit(outbox.NEW)
}

/** Keeps the second tap on what was there before from a button. */
function rest(button) {
  button.style.pointerEvents = "none"
  setTimeout(() => (button.style.pointerEvents = ""), TWICE)
}

/** Opens the page that refuses an entry, or what the server leads on to by now. */
async function see(entry, button) {
  if (!follow({ ...(await outbox.look(entry)), entry })) button.textContent = button.dataset.unheard
}

/** Hands on as a file what this phone cannot send by itself, and says where another one takes it. */
async function handOn() {
  await passOn(fileOf(await outbox.entries()))
  document.querySelector("#outbox [data-next]").hidden = false
}

/** Keeps the forms of what waits from being changed or sent again. */
function lock(waiting) {
  for (const form of document.forms) {
    const isOf = ({ action, kept }) => action === form.action && kept === form.dataset.kept
    // Where somebody leaves, only the others are left to choose; and several may join.
    const isOpen = sending.has(form) || form.dataset.unheard || form.matches(".arrival")
    const entry = isOpen ? null : waiting.find(isOf)
    form.inert = Boolean(entry)
    if (entry) unsent.set(entry.id, form)
  }
}

/** Sends what waits, and again after a while until nothing does. */
async function send() {
  await outbox.sendAll()
  // Another tab may have sent it.
  await list()
  pause = Math.min(pause * 1.5, LONGEST_PAUSE)
  if ((await outbox.entries()).length) wait()
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(send, pause)
}

/** Sends at once, as something has changed. */
function retry() {
  pause = PAUSE
  list()
  send()
}

outbox.listen(async (entry, answer) => {
  await list()
  const leave = () => follow({ outcome: "recorded", answer })
  const isHere = entry?.game === gameOf(location.pathname)
  const isForeseen = isHere && document.querySelector("main[data-ahead]")
  // The address of a game leads nowhere until it has started.
  const isMissing = entry && gameOf(location.pathname) === entry.id && document.querySelector(".shrug")
  const isDone = entry && !(await outbox.entries()).some(({ game }) => game === entry.game)
  if (isDone && !isHere) await keepAhead(entry.game)
  if (unsent.get(entry?.id)?.isConnected || isMissing) leave()
  else if (isForeseen) isDone && leave()
  // The first page tells how far a game is; a table page asks by itself.
  else if (entry && location.pathname === "/" && !document.querySelector("[name=q]")?.value) location.reload()
})
for (const sign of ["online", "heard"]) addEventListener(sign, retry)
document.addEventListener("visibilitychange", () => document.hidden || retry())
addEventListener("drawn", () => {
  drawn = "[]"
  isLeft = false
  unsent.clear()
  retry()
})
// A page brought back by the back button after its form was sent is fetched anew.
addEventListener("pageshow", ({ persisted }) => persisted && (isLeft ? location.reload() : retry()))
retry()
