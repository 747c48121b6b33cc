// The new game form without a reload: its own buttons are sent to the server, whose form takes the place of this one.
// Taps that come faster than answers wait in line.

import { wire } from "../app.js"

const LONGEST_WAIT = 8000
let queue = Promise.resolve()

export default function seating(form) {
  form.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {}
    if (name === "start" && navigator.onLine) return guardTwice(event)
    event.preventDefault()
    if (name === "start") say("offline")
    else ask(name, value)
  })
  form.addEventListener("change", ({ target }) => {
    if (target.matches("[name=player], [name=dealer], [name=house-cards_dealt]")) ask("move", "preview")
  })
  form.addEventListener("reordered", () => ask("move", "preview"))
}

function guardTwice(event) {
  const form = event.target
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = "1"
  setTimeout(() => delete form.dataset.sent, 8000)
}

function ask(name, value) {
  queue = queue.then(() => post(name, value)).catch(() => say("offline"))
}

async function post(name, value) {
  const form = document.getElementById("seating")
  const fields = new FormData(form)
  fields.set(name, value)
  const body = new URLSearchParams(fields)
  const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout?.(LONGEST_WAIT) })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const fresh = page.getElementById("seating")
  if (fresh) replace(form, fresh, { added: value === "add" && name === "move" })
  else say("refused")
}

/** Why nothing happened; the answer to the next tap takes it away. */
function say(name) {
  const line = document.getElementById("unheard")
  for (const sentence of line.children) sentence.hidden = sentence.dataset.say !== name
  line.scrollIntoView({ block: "nearest" })
}

function replace(form, fresh, { added }) {
  const focus = added ? "new_name" : document.activeElement?.id
  const unfolded = form.querySelector("details").open
  if (!added) fresh.elements.new_name.value = form.elements.new_name.value
  form.replaceWith(fresh)
  fresh.querySelector("details").open ||= unfolded
  wire(document)
  const next = document.getElementById(focus)
  if (next && !next.disabled) next.focus({ preventScroll: true })
}
