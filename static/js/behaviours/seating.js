// The new game form without a reload: its own buttons are sent to the server, whose form takes the place of this one.
// Taps that come faster than answers wait in line.

import { wire } from "../app.js"

let queue = Promise.resolve()

export default function seating(form) {
  form.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {}
    if (name === "start") return guardTwice(event)
    event.preventDefault()
    ask(name, value)
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
  queue = queue.then(() => post(name, value)).catch(() => null)
}

async function post(name, value) {
  const form = document.getElementById("seating")
  const fields = new FormData(form)
  fields.set(name, value)
  const body = new URLSearchParams(fields)
  const answer = await fetch(form.action, { method: "POST", body })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const fresh = page.getElementById("seating")
  if (fresh) replace(form, fresh, { added: value === "add" && name === "move" })
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
