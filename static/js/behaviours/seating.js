// The new game form without a reload: its own buttons are sent to the server, whose form takes the place of this one.
// Taps that come faster than answers wait in line. Until the game starts, the tab keeps what stands here: a reload, or a
// look at the rules and back, loses no name.

import { wire } from "../app.js"

const LONGEST_WAIT = 8000
const KEPT = `seating ${location.pathname}${location.search}`
let queue = Promise.resolve()
let isNew = true
let isLeft = false

export default function seating(form) {
  if (isNew) begin(form)
  isNew = false
  form.addEventListener("input", () => keep(form))
  form.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {}
    if (name === "start" && navigator.onLine) return leave(event)
    event.preventDefault()
    if (name === "start") say("offline")
    else ask(name, value)
  })
  form.addEventListener("change", ({ target }) => {
    if (target.matches("[name=player], [name=dealer], [name=house-cards_dealt]")) ask("move", "preview")
  })
  form.addEventListener("reordered", () => ask("move", "preview"))
}

function begin(form) {
  recall(form)
  addEventListener("pageshow", ({ persisted }) => persisted && isLeft && location.reload())
}

/** Once for two taps; what stands here is kept until the page of the game is there (live.js). */
function leave(event) {
  if (isLeft) event.preventDefault()
  isLeft = true
  setTimeout(() => (isLeft = false), LONGEST_WAIT)
}

function keep(form) {
  store((kept) => kept.setItem(KEPT, new URLSearchParams(new FormData(form))))
}

/** Seats again who sat here, if the page was loaded anew or come back to. */
function recall(form) {
  const { type } = performance.getEntriesByType("navigation")[0] ?? {}
  const kept = ["reload", "back_forward"].includes(type) && store((kept) => kept.getItem(KEPT))
  if (!kept) return
  const body = new URLSearchParams(kept)
  const sent = new URLSearchParams(new FormData(form))
  form.elements.new_name.value = body.get("new_name")
  for (const name of ["new_name", "start"]) body.delete(name)
  body.set("csrf_token", form.elements.csrf_token.value)
  body.set("move", "preview")
  queue = queue.then(() => send(form, body, { sent })).catch(() => say("offline"))
}

function store(act) {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}

function ask(name, value) {
  queue = queue.then(() => post(name, value)).catch(() => say("offline"))
}

async function post(name, value) {
  const form = document.getElementById("seating")
  const body = new URLSearchParams(new FormData(form))
  body.set(name, value)
  const added = value === "add" && name === "move"
  if (!added) body.delete("new_name")
  await send(form, body, { added })
}

/** `sent` is what the form held when this began: what differs from it by the time of the answer is newer. */
async function send(form, body, { added = false, sent = body } = {}) {
  const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout?.(LONGEST_WAIT) })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const fresh = page.getElementById("seating")
  if (fresh) replace(form, fresh, { added, sent })
  // The night is over, or has another address: its page says so.
  else if ([404, 410].includes(answer.status)) location.assign(form.action)
  else say("refused")
}

/** Why nothing happened; the answer to the next tap takes it away. */
function say(name) {
  const line = document.getElementById("unheard")
  for (const sentence of line.children) sentence.hidden = sentence.dataset.say !== name
  line.scrollIntoView({ block: "nearest" })
}

function replace(form, fresh, { added, sent }) {
  const focus = added ? "new_name" : document.activeElement?.id
  const unfolded = form.querySelector("details").open
  carry(form, fresh, sent)
  form.replaceWith(fresh)
  fresh.querySelector("details").open ||= unfolded
  keep(fresh)
  wire(document)
  const next = document.getElementById(focus)
  if (next && !next.disabled) next.focus({ preventScroll: true })
}

/** Sets in the fresh form what was tapped or typed since the other one was sent. */
function carry(form, fresh, sent) {
  for (const field of form.querySelectorAll("input:not([type=hidden], [name=player])")) {
    const { name, value, type, checked } = field
    const isChoice = ["radio", "checkbox"].includes(type)
    if (isChoice ? checked === sent.getAll(name).includes(value) : value === sent.get(name)) continue
    const other = counterpart(field, fresh)
    if (!other) continue
    if (isChoice) other.checked = checked
    else other.value = value
  }
}

/** The field of the fresh form that means the same: a dealer is a player, whatever the seat's number is by now. */
function counterpart(field, fresh) {
  const named = [...fresh.querySelectorAll(`[name="${field.name}"]`)]
  if (field.name === "dealer") return named.find((other) => player(other) === player(field))
  return named.find((other) => field.type !== "radio" || other.value === field.value)
}

function player(seat) {
  return seat.closest("li").querySelector("[name=player]").value
}
