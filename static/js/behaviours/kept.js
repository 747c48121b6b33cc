// A form that loses nothing: what is typed into it outlives a reload, Back, a closed tab and a killed browser. `data-kept`
// is the key of its record: the game, and what tells this form from a later one (the attempt of a hand, the version of a
// game), so that nothing comes back where it is out of date. A record holds the fields that differ from the page as the
// server sent it; it goes once the server has led on from the form, which the outbox sees (outbox.js).

import { forget, keepForGood, recall, remember } from "../store.js"

const TYPED = "input:not([type=hidden], [type=password], [type=file]), select, textarea"

/** Fills the fields that are as the server sent them, but for those that a ruling has filled in. */
export default async function kept(form) {
  const fields = (await recall(form.dataset.kept)) ?? {}
  const ruled = [...form.querySelectorAll("[data-ruled]")].map(({ name }) => name)
  for (const field of form.querySelectorAll(TYPED)) {
    const state = fields[nameOf(field)]
    if (ruled.includes(field.name) || stateOf(field) !== sentState(field)) continue
    if (typeof state === "boolean") field.checked = state
    else if (typeof state === "string") field.value = state
  }
  form.addEventListener("input", () => keep(form))
}

/** Writes down what a form holds, or that it is as the server sent it. */
export function keep(form) {
  const changed = [...form.querySelectorAll(TYPED)].filter((field) => stateOf(field) !== sentState(field))
  const fields = Object.fromEntries(changed.map((field) => [nameOf(field), stateOf(field)]))
  if (changed.length) keepForGood()
  return changed.length ? remember(form.dataset.kept, fields) : forget(form.dataset.kept)
}

const isTick = ({ type }) => ["checkbox", "radio"].includes(type)
const nameOf = (field) => (isTick(field) ? `${field.name} ${field.value}` : field.id || field.name)
/** A field without a name is not sent: it shows what others say. */
const stateOf = (field) => (isTick(field) ? field.checked : field.name && field.value)
const sentState = (field) => (isTick(field) ? field.defaultChecked : (field.defaultValue ?? sentOption(field).value))
const sentOption = (list) => list.querySelector("[selected]") ?? list.options[0]
