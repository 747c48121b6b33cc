// The outbox (../outbox.js) on a page: sends the forms of a scorer by way of it, lists above the page what waits or needs a
// decision, and tries again: as the page opens, is looked at, hears the network or the server, and every few seconds. A form
// of what waits cannot be changed until it is taken back.

import { announce } from "../app.js"
import * as outbox from "../outbox.js"

const PAUSE = 4000
const LONGEST_PAUSE = 30000
const SENT_ALONG = "[type=hidden]:not([name=csrf_token])"

/** The forms that are on their way, and each that waits by the id of its entry. */
const sending = new WeakSet()
const unsent = new Map()
let pause = PAUSE
let drawn = "[]"
let isLeft = false
let timer

/** Sends a form. An answer that refuses it is shown by the browser. */
export async function submit(form, button) {
  const fields = new FormData(form)
  if (button?.name) fields.append(button.name, button.value)
  const { answer, entry } = await deliver(form, fields, (button ?? form).closest("[data-outbox]").dataset.outbox)
  if (!answer) return
  if (outbox.leadsOn(answer, entry)) return leave(answer)
  isLeft = true
  outbox.open(entry)
}

/** Sends the fields of a form, once for two taps; its entry, and the answer to it unless it waits, which the page says. */
export async function deliver(form, fields, name) {
  if (sending.has(form) || form.inert || isLeft) return {}
  sending.add(form)
  const entry = outbox.entryOf(form.action, fields, { name, kept: form.dataset.kept })
  const answer = await outbox.offer(entry)
  sending.delete(form)
  const isHeard = outbox.isReadable(answer)
  form.dispatchEvent(new CustomEvent("answered", { detail: isHeard }))
  if (isHeard) {
    if (!outbox.leadsOn(answer, entry) && outbox.isRefusal(answer)) await outbox.drop(entry)
    return { answer, entry }
  }
  unsent.set(entry.id, form)
  await show()
  document.getElementById("outbox").scrollIntoView({ block: "nearest" })
  wait()
  return {}
}

/** Opens what the server leads on to. */
function leave(answer) {
  isLeft = true
  location.assign(answer.url)
}

/** Says what waits of this game, of all games on a page of none. */
async function show() {
  const game = outbox.gameOf(location)
  const listed = (await outbox.entries()).filter((entry) => !game || entry.game === game)
  lock(listed)
  const states = JSON.stringify(listed.map(({ id, state }) => [id, state]))
  if (states === drawn) return
  drawn = states
  const box = document.getElementById("outbox")
  const waiting = listed.filter(({ state }) => state === "waiting")
  box.hidden = !listed.length
  for (const sentence of box.querySelectorAll("[data-of]")) fill(sentence, waiting)
  box.querySelector("[data-tries]").hidden = !waiting.length || waiting.length < listed.length
  const rows = listed.map((entry) => row(box.querySelector("template"), entry, listed.length === waiting.length && !waiting[1]))
  box.querySelector("ul").replaceChildren(...rows)
  announce([...box.querySelectorAll("p:not([hidden])")].map(({ textContent }) => textContent.trim()).join(" "))
}

/** A sentence of how many wait: of one by its name, else by the plural form of their number. */
function fill(sentence, waiting) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(waiting.length)
  sentence.hidden = sentence.dataset.of !== (waiting.length > 1 ? form : String(waiting.length))
  if (sentence.hidden) return
  sentence.querySelector("bdi").textContent = waiting[1] ? waiting.length : waiting[0].name
  sentence.querySelector("time").textContent = moment(Math.min(...waiting.map(({ at }) => at)))
}

/** The minute, after its day unless it is of today. */
function moment(at) {
  const time = { hour: "numeric", minute: "2-digit" }
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return new Date(at).toLocaleString(document.documentElement.lang, isToday ? time : { day: "numeric", month: "long", ...time })
}

/** One entry with what can be done about it. The sentence above names one that is alone. */
function row(template, entry, isAlone) {
  const line = template.content.cloneNode(true)
  const isRefused = entry.state === "refused"
  const [name, note] = line.querySelectorAll("bdi, small")
  const [look, back] = line.querySelectorAll("button")
  name.textContent = entry.name
  line.querySelector("p").hidden = isAlone
  note.hidden = look.hidden = !isRefused
  look.onclick = () => see(entry, look)
  const isUndo = outbox.isHand(entry) && !isRefused
  if (isUndo) back.textContent = back.dataset.undo
  back.onclick = () => {
    if (isUndo || back.textContent === back.dataset.again) outbox.drop(entry)
    else back.textContent = back.dataset.again
  }
  return line
}

/** Opens the page by which the server refuses an entry, or what it leads on to by now. */
async function see(entry, button) {
  const answer = await outbox.look(entry)
  if (outbox.leadsOn(answer, entry)) leave(answer)
  else if (outbox.isReadable(answer)) outbox.open(entry)
  else button.textContent = button.dataset.unheard
}

/** Keeps the forms of what waits from being changed or sent again. */
function lock(entries) {
  const waiting = entries.filter(({ state }) => state === "waiting")
  for (const form of document.forms) {
    const entry = waiting.find((entry) => unsent.get(entry.id) === form || (!sending.has(form) && isOf(entry, form)))
    form.inert = Boolean(entry)
    if (entry) unsent.set(entry.id, form)
  }
}

/** Whether a form is the one of an entry, by where it is sent and what it sends along unseen. */
function isOf({ action, fields }, form) {
  const isSame = ({ name, value }) => fields.some(([field, text]) => field === name && text === value)
  return form.action === action && [...form.querySelectorAll(SENT_ALONG)].every(isSame)
}

/** Sends what waits, and again after a while until nothing does. */
async function send() {
  clearTimeout(timer)
  if (await outbox.sendAll()) return
  pause = Math.min(pause * 1.5, LONGEST_PAUSE)
  wait()
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(send, pause)
}

/** Sends at once, as something has changed. */
function retry() {
  pause = PAUSE
  show()
  send()
}

outbox.listen((entry, answer) => {
  show()
  if (unsent.has(entry?.id)) leave(answer)
})
for (const change of ["online", "heard"]) addEventListener(change, retry)
document.addEventListener("visibilitychange", () => document.hidden || retry())
// A page brought back by the back button after its form was sent is fetched anew.
addEventListener("pageshow", ({ persisted }) => persisted && (isLeft ? location.reload() : retry()))
retry()
