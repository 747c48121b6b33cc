// The new game form. Seats are added, moved and removed in the page; what follows from them (who goes first, decks,
// warnings) the server says: one post at a time, and once more if something changed meanwhile. The start is a form of a
// scorer like any other (outbox.js), once what was tapped before is answered.
// Until the game starts, this phone keeps the form: a reload, or a look at the rules and back, loses no name.

import { announce, wire } from "../app.js"
import { pageOf, parse } from "../reach.js"
import { forget, recall, remember } from "../store.js"
import { filled } from "../templates.js"

// The second of two taps falls on the next seat, which has moved up.
const TWICE = 400
const NUMBERED = /^(shift|drop|deals|player)-\d+$/

/** The form: another one each time that a page of it is drawn. */
let form
/** Counts the changes; what the server answers to older ones is not shown. */
let changes = 0
const PREVIEW = () => "preview"
let move = PREVIEW
let isSending = false
let starts = false
let isLeft = false
let isUnheard = false
let dropped = -TWICE

export default function seating(part) {
  form = part
  form.dataset.kept = `seating ${location.pathname}${location.search}`
  form.addEventListener("input", keep)
  form.addEventListener("submit", press)
  form.addEventListener("change", ({ target }) => {
    // Who is tapped as the dealer deals, whatever is being drawn.
    if (target.name === "dealer") ask(PREVIEW)
    else if (!["new_name", "find", "player"].includes(target.name)) ask()
  })
  // While somebody types in the field of a seat, no answer takes it away.
  form.addEventListener("focusout", ({ target }) => target.name === "player" && ask())
  form.addEventListener("reordered", () => ask())
  form.addEventListener("answered", ({ detail }) => (isLeft = detail))
  // A form whose game plays on this phone is not on the page any more.
  addEventListener("online", () => isLeft || !form.isConnected || ask())
  begin()
}

/** Lays the form of before a reload or another page, or of a start taken back; a newly opened one is as the server sent it. */
async function begin() {
  const { type } = performance.getEntriesByType("navigation")[0] ?? {}
  const isBack = "back" in document.body.dataset || ["reload", "back_forward"].includes(type)
  const record = await recall(form.dataset.kept)
  const isOfBefore = record?.page && (record.isTakenBack || isBack)
  if (isOfBefore) stand(record)
  else await forget(form.dataset.kept)
  // A dealer may have been tapped before this script was there.
  if (isOfBefore || form.querySelector("[name=dealer]:checked:not([checked])")) ask()
}

function press(event) {
  const button = event.submitter
  const { name, value } = button ?? { name: "move", value: "add" }
  const [way] = value.split("-")
  const seat = button?.closest(".seat")
  isLeft = name === "start" && !isSending && !form.querySelector(".faults")
  if (isLeft) return
  event.preventDefault()
  // What is refused already is asked for once more first.
  if (name === "start") {
    starts = true
    if (!isSending) ask()
  } else if (name === "toggle") toggle(value)
  else if (way === "add") addTyped(form.elements.new_name)
  else if (seat && way === "drop" && event.timeStamp - dropped < TWICE) return
  // Whoever leaves a table that plays passes the deal on, which the server does.
  else if (way === "drop" && form.elements.seen) ask(() => `drop-${seats().indexOf(seat)}`)
  else if (seat) moveSeat(seat, way)
  else ask(() => value)
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

/** A seat much as the server draws it. */
function add(name) {
  form.querySelector(".seats ol").append(filled(form.querySelector("#another"), { name, initial: [...name][0].toUpperCase() }))
  putBack()
}

function drop(seat) {
  const place = seats().indexOf(seat)
  seat.remove()
  putBack()
  return seats()[place] ?? seats().at(-1)
}

/** Moves a seat up, the first one down, or removes it; the focus stays on a button that removes nobody. */
function moveSeat(seat, way) {
  const { previousElementSibling: above, nextElementSibling: below } = seat
  const now = way === "drop" ? drop(seat) : seat
  if (way === "drop") dropped = performance.now()
  else if (above) above.before(seat)
  else below?.after(seat)
  now?.querySelector(".handle").focus({ preventScroll: true })
  ask()
}

/** Whoever comes or goes after a draw puts the cards back. */
function putBack() {
  for (const card of form.querySelectorAll("[name=card]")) card.remove()
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
  }
}

/** Asks the server what follows from the form as it is, or from a button that only the server knows. */
async function ask(button = move) {
  changes++
  move = button
  number()
  // The table that was laid differs from the form; an answer lays it anew.
  form.querySelector(".laid .felt")?.classList.add("is-old")
  keep()
  if (isSending) return
  isSending = true
  let page, fresh, answered
  while (answered !== changes) {
    answered = changes
    page = await answer()
    fresh = page?.getElementById("seating")
    isUnheard = !page
    if (!fresh) await explain(page).then(keep)
  }
  if (fresh && document.activeElement?.name !== "player") renew(fresh)
  const isRight = page ? fresh && !fresh.querySelector(".faults") : move === PREVIEW
  const start = starts && isRight && form.querySelector("[name=start]")
  move = PREVIEW
  isSending = starts = false
  if (!start) return
  for (const faults of form.querySelectorAll(".faults")) faults.remove()
  form.requestSubmit(start)
}

/** The page that answers the form as it is now, with the button pressed. A name still being typed is left out. */
async function answer() {
  const body = new URLSearchParams(new FormData(form))
  body.set("new_name", "")
  body.set("move", move())
  const { status, page } = await pageOf(form.action, { method: "POST", body })
  // The address of a league night was renewed: its page says so.
  if (status === 404) location.assign(form.action)
  return page
}

/** Says why nothing follows from the form: what the server's page says, or what is possible without one. */
async function explain(page) {
  const told = page?.querySelector(".faults li")
  if (told) form.querySelector("#unheard [data-say=told]").replaceChildren(...told.childNodes)
  const alone = page ? null : await standAlone()
  say(told ? "told" : page ? "refused" : move === PREVIEW ? alone : "needed")
}

/** Lets a game start of which this phone has the pages, once somebody is tapped as its dealer; what to say of it. */
async function standAlone() {
  const template = form.querySelector(":scope > template")
  const pages = await loadPages()
  form.querySelector(".alone")?.remove()
  const standing = template && pages ? await pages.standing([...new FormData(form)]) : "offline"
  if (standing !== "alone") return standing
  for (const part of form.querySelectorAll(".laid > :not(.seats), .seats .dealt")) part.remove()
  const isDealt = !form.querySelector("[name=dealer]:not(:checked)") || form.querySelector("[name=dealer]:checked")
  form.querySelector(".laid").append(filled(template, { isDealt }))
  return standing
}

/** Shows why nothing happened; without a name, hides it again. */
function say(name) {
  const line = form.querySelector("#unheard")
  for (const sentence of line.children) sentence.hidden = sentence.dataset.say !== name
  if (name) line.scrollIntoView({ block: "nearest" })
}

/** Puts the answer, or the form of before, around the fields that stay. */
function renew(fresh, stays = "[data-stays]") {
  const faults = form.querySelectorAll(".faults").length
  const heard = dealt()
  const { id } = document.activeElement
  for (const node of [...form.childNodes]) if (!twin(node, fresh, stays)) node.remove()
  let next = form.firstChild
  for (const node of [...fresh.childNodes]) {
    const same = twin(node, form, stays)
    if (same) {
      next = same.nextSibling
      for (const part of ["summary", ".ways"])
        same.querySelector(part)?.replaceChildren(...node.querySelector(part).childNodes)
    } else form.insertBefore(node, next)
  }
  wire(form)
  loadPages().then((pages) => pages?.keepNew([...new FormData(form)]))
  form.elements.find?.dispatchEvent(new Event("input"))
  say(null)
  keep()
  if (document.activeElement === document.body && id) document.getElementById(id)?.focus({ preventScroll: true })
  if (dealt() !== heard) announce(dealt())
  form.querySelector(".is-new")?.scrollIntoView({ block: "nearest" })
  const wrong = form.querySelectorAll(".faults")
  if (wrong.length > faults) wrong[wrong.length - 1].scrollIntoView({ block: "nearest" })
}

/** Lays the form as it stood; whoever was added in the meantime sits down behind those of before. */
function stand({ page }) {
  const added = changes ? seats().map((seat) => player(seat).value) : []
  const old = parse(page).forms[0]
  const { value } = old.elements.new_name
  renew(old, "[data-stays=name]")
  form.elements.new_name.value ||= value
  for (const name of added) add(name)
}

/** The part of this form that stays in place of one of the other. */
const twin = (node, root, stays) => node.matches?.(stays) && root.querySelector(`:scope > [data-stays="${node.dataset.stays}"]`)

/** The sentence about the dealer. */
const dealt = () => form.querySelector(".dealt")?.textContent ?? ""
const loadPages = () => import("../new-game.js").catch(() => null)
const seats = () => [...form.querySelectorAll(".seat")]
const player = (seat) => seat.querySelector("[name=player]")
const folded = (name) => name.trim().toLowerCase()

/** Keeps the form with all that is filled in, as the server would have sent it. */
function keep() {
  for (const field of form.querySelectorAll("input")) {
    if (["radio", "checkbox"].includes(field.type)) field.toggleAttribute("checked", field.checked)
    else field.setAttribute("value", field.value)
  }
  return isLeft || remember(form.dataset.kept, { page: form.outerHTML, isTakenBack: isUnheard })
}
