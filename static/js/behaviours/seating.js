// The new game form without a reload. Each tap becomes a step that remembers what it meant: a name, a player, an order.
// Steps are sent one after the other, and each answer renews the form around the fields that somebody may be typing in.
// Until the game starts, the tab keeps the form: a reload, or a look at the rules and back, loses no name.

import { announce, released, wire } from "../app.js"

const LONGEST_WAIT = 8000
const SLOW = 400
const KEPT = `seating ${location.pathname}${location.search}`

const form = document.getElementById("seating")
/** Steps not answered yet: `body()` is what to send, null if nothing is left to do. */
let waiting = []
let isSending = false
let isLeft = false

class Refused extends Error {}

export default function seating() {
  form.addEventListener("input", keep)
  form.addEventListener("submit", press)
  form.addEventListener("change", ({ target }) => {
    if (!["new_name", "find", "player"].includes(target.name)) ask(choosing())
  })
  // An answer may put another field in the place of this one, which then reports no change.
  form.addEventListener("focusout", ({ target }) => {
    if (target.name === "player" && target.value !== target.defaultValue) ask(choosing())
  })
  form.addEventListener("reordered", () => ask(ordering(keys(form, "value"))))
  addEventListener("online", () => isLeft || ask({ body: () => filled("preview") }))
  addEventListener("pageshow", ({ persisted }) => persisted && isLeft && location.reload())
  recall()
}

function press(event) {
  const button = event.submitter
  const { name, value } = button ?? { name: "move", value: "add" }
  const starts = name === "start"
  if (starts && navigator.onLine && !waiting.length) return leave(event)
  event.preventDefault()
  if (!starts) ask(name === "toggle" ? toggling(value) : moving(value, button?.closest(".seat")))
  else if (navigator.onLine) ask({ starts })
  else say("offline")
}

/** Starts once for two taps; the form is kept until the page of the game has come (live.js). */
function leave(event) {
  if (isLeft) event.preventDefault()
  isLeft = true
  setTimeout(() => (isLeft = false), LONGEST_WAIT)
}

function toggling(name) {
  const { find } = form.elements
  if (find) find.value = ""
  const show = () => {
    const chip = [...form.querySelectorAll(".known .button")].find(({ value }) => value === name)
    chip?.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true")
  }
  return { show, undo: show, body: () => filled(name, { as: "toggle" }) }
}

function moving(value, seat) {
  if (value === "add") return adding(form.elements.new_name)
  if (!seat) return { body: () => filled(value) }
  const [move] = value.split("-")
  const player = keys(form, "value")[seats(form).indexOf(seat)]
  return {
    body() {
      const now = keys(form, "value").indexOf(player)
      return now < 0 ? null : filled(`${move}-${now}`)
    },
  }
}

function adding(field) {
  const name = field.value
  if (!name.trim()) return { body: () => filled("preview") }
  field.value = ""
  field.focus({ preventScroll: true })
  return joining(name)
}

function joining(added) {
  return { added, stays: true, body: () => filled("add", { added }) }
}

function choosing() {
  return { show: outdate, body: () => filled("preview") }
}

function ordering(order) {
  return { ...choosing(), show: () => (arrange(order), outdate()) }
}

/** The table that was laid differs from the form; an answer lays it anew. */
function outdate() {
  form.querySelector(".preview")?.classList.add("is-old")
}

/** The form as it is now, with the button pressed. A name still being typed is left out. */
function filled(value, { as = "move", added = "" } = {}) {
  for (const field of form.querySelectorAll("[name=player]")) field.defaultValue = field.value
  for (const dealer of form.querySelectorAll("[name=dealer]")) dealer.defaultChecked = dealer.checked
  const body = new URLSearchParams(new FormData(form))
  body.set("new_name", added)
  body.set(as, value)
  return body
}

function ask(step) {
  waiting.push(step)
  step.show?.()
  listAdded()
  keep()
  work()
}

async function work() {
  if (isSending) return
  isSending = true
  const slow = setTimeout(() => form.classList.add("is-slow"), SLOW)
  try {
    while (waiting.length) await take(waiting[0])
    form.classList.remove("is-slow")
  } catch (error) {
    giveBack()
    if (error.cause) document.querySelector("#unheard [data-say=told]").replaceChildren(...error.cause.childNodes)
    say(error.cause ? "told" : error instanceof Refused ? "refused" : "offline")
  }
  clearTimeout(slow)
  isSending = false
}

async function take(step) {
  if (step.starts) return start()
  const body = step.body?.()
  const fresh = body && (await answer(body))
  await released()
  waiting.shift()
  if (fresh) renew(fresh)
}

/** Sends the form as a page once nothing else waits; a second tap on the button meant the same. */
function start() {
  const [step] = waiting
  waiting = waiting.filter(({ starts }) => !starts)
  if (waiting.length) waiting.push(step)
  else form.querySelector("[name=start]")?.click()
}

async function answer(body) {
  const { action } = form
  const response = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout?.(LONGEST_WAIT) })
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const fresh = page.getElementById("seating")
  if (fresh) return fresh
  // The address of a league night was renewed: its page says so.
  if (response.status === 404) location.assign(action)
  throw new Refused("", { cause: page.querySelector(".faults li") })
}

/** Drops the steps that did not reach the server, except names: one returns to its field, several are sent later. */
function giveBack() {
  for (const step of waiting) step.stays || step.undo?.()
  waiting = waiting.filter((step) => step.stays)
  const field = form.elements.new_name
  if (waiting.length === 1 && waiting[0].added && !field.value) field.value = waiting.pop().added
  form.classList.toggle("is-slow", waiting.length > 0)
  listAdded()
}

/** Shows why nothing happened; without a name, hides it again. */
function say(name) {
  const line = document.getElementById("unheard")
  for (const sentence of line.children) sentence.hidden = sentence.dataset.say !== name
  if (name) line.scrollIntoView({ block: "nearest" })
}

function listAdded() {
  const names = waiting.flatMap(({ added }) => added ?? [])
  const line = document.getElementById("adding")
  line.hidden = !names.length
  line.querySelector("bdi").textContent = new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format(names)
}

/** Puts the answer around the fields that stay, and restores what is not sent yet or was changed meanwhile. */
function renew(fresh) {
  const faults = form.querySelectorAll(".faults").length
  const refocus = follow(document.activeElement)
  const heard = dealt()
  carry(fresh)
  for (const node of [...form.childNodes]) if (!twin(node, fresh)) node.remove()
  let next = form.firstChild
  for (const node of [...fresh.childNodes]) {
    const same = twin(node, form)
    if (same) {
      next = same.nextSibling
      for (const part of ["summary", ".ways"])
        same.querySelector(part)?.replaceChildren(...node.querySelector(part).childNodes)
    } else form.insertBefore(node, next)
  }
  wire(form)
  for (const step of waiting) step.show?.()
  form.elements.find?.dispatchEvent(new Event("input"))
  say(null)
  listAdded()
  keep()
  refocus()
  if (dealt() !== heard) announce(dealt())
  form.querySelector(".is-new")?.scrollIntoView({ block: "nearest" })
  const wrong = form.querySelectorAll(".faults")
  if (wrong.length > faults) wrong[wrong.length - 1].scrollIntoView({ block: "nearest" })
}

/** The field of this form that stays in place of a node of the other. */
function twin({ dataset }, root) {
  return dataset?.stays && root.querySelector(`:scope > [data-stays="${dataset.stays}"]`)
}

/** The sentence about the dealer. */
function dealt() {
  return form.querySelector(".dealt")?.textContent ?? ""
}

/** Brings the dealer and the letters of a seat into the answer, if they were changed since the form was sent. */
function carry(fresh) {
  const answered = keys(fresh, "defaultValue")
  const others = seats(fresh)
  const sent = keys(form, "defaultValue")
  for (const [index, seat] of seats(form).entries()) {
    const other = others[answered.indexOf(sent[index])]
    if (!other) continue
    const [was, dealer] = [seat, other].map((one) => one.querySelector("[name=dealer]"))
    if (dealer && was?.checked && !was.defaultChecked) dealer.checked = true
    const typed = player(seat)
    if (typed.value === typed.defaultValue) continue
    // A name that was accepted has no field any more; somebody who types on gets the field back.
    player(other).remove()
    other.querySelector(".seat-name")?.remove()
    other.querySelector(".deals, .moves").before(typed.cloneNode())
  }
}

/** A function that focuses the element of the renewed form that corresponds to this one. */
function follow(element) {
  const seat = element.closest(".seat")
  const index = seats(form).indexOf(seat)
  const who = keys(form, "defaultValue")[index]
  const { selectionStart: from, selectionEnd: to } = element
  return () => {
    if (form.contains(element)) return
    const now = seat && (seats(form)[keys(form, "defaultValue").indexOf(who)] ?? seats(form)[index] ?? seats(form).at(-1))
    const other = seat ? now && control(now, element) : document.getElementById(element.id)
    other?.focus({ preventScroll: true })
    if (from != null) other?.setSelectionRange?.(from, to)
  }
}

/** The control of a seat that does what this one did in another; failing that, never the one that drops a player. */
function control(seat, { id }) {
  const [kind] = id.split("-")
  const controls = [...seat.querySelectorAll("[id]:is(input, button):not(:disabled)")]
  const does = (...kinds) => controls.find((other) => kinds.includes(other.id.split("-")[0]))
  return does(kind) ?? does("up", "down") ?? controls[0]
}

/** Seats the players in this order; those who came since sit behind. */
function arrange(order) {
  const list = form.querySelector(".seats ol")
  if (!list) return
  const now = keys(form, "value")
  const sorted = seats(form).map((seat, index) => ({ seat, at: order.indexOf(now[index]) }))
  sorted.sort((one, other) => (one.at < 0) - (other.at < 0) || one.at - other.at)
  list.append(...sorted.map(({ seat }) => seat))
  list.querySelectorAll("[name=dealer]").forEach((radio, index) => (radio.value = index))
}

function seats(root) {
  return [...root.querySelectorAll(".seat")]
}

function player(seat) {
  return seat.querySelector("[name=player]")
}

/** A key for each seat: its name, as typed ("value") or as sent ("defaultValue"), and which of equal names it is. */
function keys(root, as) {
  const names = seats(root).map((seat) => player(seat)[as])
  return names.map((name, index) => `${name}\n${names.slice(0, index).filter((other) => other === name).length}`)
}

/** Stores the form in this tab, but never over one that is not restored yet. */
function keep() {
  if (waiting.some(({ recalls }) => recalls)) return
  const body = new URLSearchParams(new FormData(form))
  for (const { added } of waiting) if (added) body.append("adding", added)
  store((tab) => tab.setItem(KEPT, body))
}

/** Restores the form of this tab after a reload or another page; a newly opened form is empty. */
function recall() {
  const { type } = performance.getEntriesByType("navigation")[0] ?? {}
  const kept = ["reload", "back_forward"].includes(type) && store((tab) => tab.getItem(KEPT))
  if (kept) bringBack(new URLSearchParams(kept))
  else if (seats(form).length) keep()
  else store((tab) => tab.removeItem(KEPT))
  // A dealer may have been tapped before this script was there.
  const dealers = [...form.querySelectorAll("[name=dealer]")]
  if (dealers.some((dealer) => dealer.checked !== dealer.defaultChecked)) ask(choosing())
}

function bringBack(body) {
  for (const field of form.querySelectorAll("[data-stays] input:not([type=hidden])")) {
    const { name, type, value } = field
    if (type === "checkbox" || (type === "radio" && body.has(name))) field.checked = body.getAll(name).includes(value)
    else if (type !== "radio") field.value = body.get(name) ?? ""
  }
  const names = body.getAll("adding")
  for (const name of ["new_name", "adding", "start"]) body.delete(name)
  body.set("csrf_token", form.elements.csrf_token.value)
  body.set("move", "preview")
  waiting.push({ recalls: true, stays: true, body: () => body }, ...names.map(joining))
  listAdded()
  work()
}

function store(act) {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}
