// The new game form. Seats are added, moved and removed in the page; what follows from them (who goes first, decks,
// warnings) the server says: one post at a time, and once more if something changed meanwhile.
// Until the game starts, the tab keeps the form: a reload, or a look at the rules and back, loses no name.

import { announce, released, wire } from "../app.js"

const LONGEST_WAIT = 8000
// The second of two taps falls on the next seat, which has moved up.
const TWICE = 400
const KEPT = `seating ${location.pathname}${location.search}`
// Marks a form that was sent to start its game, whose page takes all of this away (live.js).
const SENT = "seating sent"
const NAME = "⁂"
const NUMBERED = /^(up|down|drop|deals|player)-\d+$/

const form = document.getElementById("seating")
/** Counts the changes; what the server answers to older ones is not shown. */
let changes = 0
const PREVIEW = () => "preview"
let move = PREVIEW
let isSending = false
let starts = false
let isLeft = false
let dropped = -TWICE
/** What the tab has kept of the form and this page has no field for that stays, until an answer has it. */
let carried = new URLSearchParams()

class Refused extends Error {}

export default function seating() {
  form.addEventListener("input", keep)
  form.addEventListener("submit", press)
  form.addEventListener("change", ({ target }) => {
    // Who is tapped as the dealer deals, whatever is being drawn.
    if (target.name === "dealer") ask(PREVIEW)
    else if (!["new_name", "find", "player"].includes(target.name)) ask()
  })
  // While somebody types in the field of a seat, no answer takes it away.
  form.addEventListener("focusout", ({ target }) => target.name === "player" && ask())
  form.addEventListener("reordered", reordered)
  addEventListener("online", () => isLeft || ask())
  addEventListener("pageshow", ({ persisted }) => persisted && isLeft && location.reload())
  recall()
}

function press(event) {
  const button = event.submitter
  const { name, value } = button ?? { name: "move", value: "add" }
  if (name === "start") return start(event)
  event.preventDefault()
  const [way] = value.split("-")
  const seat = button?.closest(".seat")
  if (name === "toggle") toggle(value)
  else if (way === "add") addTyped(form.elements.new_name)
  else if (seat && way === "drop" && event.timeStamp - dropped < TWICE) return
  // Whoever leaves a table that plays passes the deal on, which the server does.
  else if (way === "drop" && form.elements.seen) ask(() => `drop-${seats().indexOf(seat)}`)
  else if (seat) moveSeat(seat, way)
  else ask(() => value)
}

/** Starts once for two taps, after what was tapped before; the form is kept until the page of the game has come. */
function start(event) {
  if (isLeft || isSending || !navigator.onLine) event.preventDefault()
  if (isLeft) return
  if (!navigator.onLine) return say("offline")
  if (isSending) return (starts = true)
  isLeft = true
  store((tab) => tab.setItem(SENT, KEPT))
  setTimeout(() => (isLeft = false), LONGEST_WAIT)
}

function addTyped(field) {
  const name = field.value.trim().replace(/\s+/g, " ")
  field.value = ""
  // Enter in the field of a seat ends typing there.
  field.focus({ preventScroll: true })
  if (name) add(name)
  ask()
}

function toggle(name) {
  const { find } = form.elements
  if (find) find.value = ""
  const seat = seats().find((each) => folded(player(each).value) === folded(name))
  if (seat) drop(seat)
  else add(name)
  ask()
}

/** A seat as the server draws it, without the letters of its badge. */
function add(name) {
  const list = form.querySelector(".seats ol")
  const seat = new DOMParser().parseFromString(list.dataset.another, "text/html").querySelector(".seat")
  for (const part of seat.querySelectorAll("[aria-label]"))
    part.setAttribute("aria-label", part.getAttribute("aria-label").replace(NAME, name))
  for (const part of seat.querySelectorAll("bdi")) part.textContent = name
  for (const part of seat.querySelectorAll(".badge")) part.dataset.text = ""
  player(seat).value = name
  list.append(seat)
  tap(name, true)
  putBack()
}

function drop(seat) {
  const place = seats().indexOf(seat)
  seat.remove()
  tap(player(seat).value, false)
  putBack()
  return seats()[place] ?? seats().at(-1)
}

/** Shows among the known players who is at the table. */
function tap(name, isSeated) {
  const chip = [...form.querySelectorAll(".known .button")].find(({ value }) => folded(value) === folded(name))
  chip?.setAttribute("aria-pressed", isSeated)
}

/** Moves or removes a seat; the thumb stays on the same button, or on one that removes nobody. */
function moveSeat(seat, way) {
  const other = way === "up" ? seat.previousElementSibling : seat.nextElementSibling
  const now = way === "drop" ? drop(seat) : seat
  if (way === "drop") dropped = performance.now()
  else other?.[way === "up" ? "before" : "after"](seat)
  number()
  const same = way !== "drop" && now.querySelector(`[id^=${way}]:enabled`)
  ;(same || now?.querySelector(".moves :enabled"))?.focus({ preventScroll: true })
  ask()
}

function reordered() {
  number()
  ask()
}

/** Whoever comes or goes after a draw puts the cards back. */
function putBack() {
  for (const card of form.querySelectorAll("[name=card]")) card.remove()
  carried.delete("card")
  number()
}

/** Numbers the seats from 0, as an answer does. */
function number() {
  const all = seats()
  form.querySelector(".seats").hidden = !all.length
  for (const [index, seat] of all.entries()) {
    for (const part of seat.querySelectorAll("[id]")) part.id = part.id.replace(NUMBERED, `$1-${index}`)
    for (const radio of seat.querySelectorAll("[name=dealer]")) radio.value = index
    for (const typed of seat.querySelectorAll("[name=player][aria-label]"))
      typed.setAttribute("aria-label", typed.getAttribute("aria-label").replace(/\d+/, index + 1))
    seat.querySelector("[id^=up-]").disabled = index === 0
    seat.querySelector("[id^=down-]").disabled = index === all.length - 1
  }
}

/** Asks the server what follows from the form as it is, or from a button that only the server knows. */
async function ask(button = move) {
  changes++
  move = button
  // The table that was laid differs from the form; an answer lays it anew.
  form.querySelector(".laid .felt").classList.add("is-old")
  keep()
  if (isSending) return
  isSending = true
  try {
    let fresh, answered
    while (answered !== changes) {
      answered = changes
      fresh = await answer(asking())
      await released()
    }
    carried = new URLSearchParams()
    move = PREVIEW
    if (document.activeElement?.name !== "player") renew(fresh)
  } catch (error) {
    starts = false
    move = PREVIEW
    if (error.cause) document.querySelector("#unheard [data-say=told]").replaceChildren(...error.cause.childNodes)
    say(error.cause ? "told" : error instanceof Refused ? "refused" : "offline")
  }
  isSending = false
  if (starts) form.querySelector("[name=start]")?.click()
  starts = false
}

/** The form as it is now, with the button pressed. A name still being typed is left out. */
function asking() {
  const body = filled()
  body.set("new_name", "")
  body.set("move", move())
  return body
}

function filled() {
  const body = new URLSearchParams(new FormData(form))
  for (const name of carried.keys()) body.delete(name)
  for (const [name, value] of carried) body.append(name, value)
  return body
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

/** Shows why nothing happened; without a name, hides it again. */
function say(name) {
  const line = document.getElementById("unheard")
  for (const sentence of line.children) sentence.hidden = sentence.dataset.say !== name
  if (name) line.scrollIntoView({ block: "nearest" })
}

/** Puts the answer around the fields that stay. */
function renew(fresh) {
  const faults = form.querySelectorAll(".faults").length
  const heard = dealt()
  const { id } = document.activeElement
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
  form.elements.find?.dispatchEvent(new Event("input"))
  say(null)
  keep()
  if (document.activeElement === document.body && id) document.getElementById(id)?.focus({ preventScroll: true })
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
const dealt = () => form.querySelector(".dealt")?.textContent ?? ""
const seats = () => [...form.querySelectorAll(".seat")]
const player = (seat) => seat.querySelector("[name=player]")
const folded = (name) => name.trim().toLowerCase()

function keep() {
  store((tab) => tab.setItem(KEPT, filled()))
}

/** Restores the form of this tab after a reload or another page; a newly opened form is empty. */
function recall() {
  const { type } = performance.getEntriesByType("navigation")[0] ?? {}
  const isBack = ["reload", "back_forward"].includes(type) || store((tab) => tab.getItem(SENT)) === KEPT
  const kept = isBack && store((tab) => tab.getItem(KEPT))
  store((tab) => tab.removeItem(SENT))
  if (kept) return bringBack(new URLSearchParams(kept))
  if (seats().length) keep()
  else store((tab) => tab.removeItem(KEPT))
  // A dealer may have been tapped before this script was there.
  const dealers = [...form.querySelectorAll("[name=dealer]")]
  if (dealers.some((dealer) => dealer.checked !== dealer.defaultChecked)) ask()
}

function bringBack(kept) {
  for (const seat of seats()) seat.remove()
  for (const name of kept.getAll("player")) add(name)
  const places = kept.getAll("seat")
  for (const [index, place] of form.querySelectorAll("[name=seat]").entries()) place.value = places[index]
  for (const field of form.querySelectorAll("[data-stays] input, [name=dealer]")) {
    const { name, type, value } = field
    if (type === "checkbox" || (type === "radio" && kept.has(name))) field.checked = kept.getAll(name).includes(value)
    else if (!["radio", "hidden"].includes(type)) field.value = kept.get(name) ?? ""
  }
  const fields = form.querySelectorAll("[data-stays] input, .seats input")
  for (const name of ["start", ...[...fields].map((field) => field.name)]) if (name !== "card") kept.delete(name)
  carried = kept
  ask()
}

function store(act) {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}
