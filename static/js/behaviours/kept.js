// A form that loses nothing: what is typed into it outlives a reload, Back, a closed tab and a killed browser, and it is
// sent until the server answers. `data-kept` is the key of its record: the game, and what tells this form from a later
// one (the attempt of a hand, the version of a game), so that nothing comes back where it is out of date. A record holds
// the fields that differ from the page as the server sent it; it goes once the server has led on from the form.

import { forget, recall, remember } from "../store.js"

const LONGEST_SAVE = 12000
const PAUSE = 4000
const TYPED = "input:not([type=hidden], [type=password], [type=file]), select, textarea"

/** `tell` hears of each attempt to send the form whether the server was reached. */
export default async function kept(form, tell = () => null) {
  await restore(form)
  form.addEventListener("input", () => keep(form))
  sendOnce(form, tell)
}

/** Writes down what a form holds, or that it is as the server sent it. */
export function keep(form) {
  const changed = [...form.querySelectorAll(TYPED)].filter((field) => stateOf(field) !== sentState(field))
  const fields = Object.fromEntries(changed.map((field) => [nameOf(field), stateOf(field)]))
  return changed.length ? remember(form.dataset.kept, fields) : forget(form.dataset.kept)
}

/** Fills the fields that are as the server sent them, but for those that a ruling has filled in. */
async function restore(form) {
  const fields = (await recall(form.dataset.kept)) ?? {}
  const ruled = [...form.querySelectorAll("[data-ruled]")].map(({ name }) => name)
  for (const field of form.querySelectorAll(TYPED)) {
    const state = fields[nameOf(field)]
    if (ruled.includes(field.name) || stateOf(field) !== sentState(field)) continue
    if (typeof state === "boolean") field.checked = state
    else if (typeof state === "string") field.value = state
  }
}

const isTick = ({ type }) => ["checkbox", "radio"].includes(type)
const nameOf = (field) => (isTick(field) ? `${field.name} ${field.value}` : field.id || field.name)
/** A field without a name is not sent: it shows what others say. */
const stateOf = (field) => (isTick(field) ? field.checked : field.name && field.value)
const sentState = (field) => (isTick(field) ? field.defaultChecked : (field.defaultValue ?? sentOption(field).value))
const sentOption = (list) => list.querySelector("[selected]") ?? list.options[0]

/**
 * Sends a form once for two taps. If the server is not reached, it is sent again by itself as long as the page says so
 * and nobody changes it. A page brought back by the back button after it was sent is fetched anew.
 */
function sendOnce(form, tell) {
  const unsent = form.querySelector(".unsent")
  let button, isRefused, isSent, sheet, timer

  async function send() {
    if (isSent) return
    isSent = true
    sheet = written(form)
    const answer = await sent(form, button)
    if (answer) {
      tell(true)
      if (answer.redirected) return forget(form.dataset.kept).then(() => location.assign(answer.url))
      // The browser shows the page of a refusal.
      isRefused = true
      return form.requestSubmit(button)
    }
    isSent = false
    if (written(form) !== sheet) return
    if (unsent.hidden) tell(false)
    unsent.hidden = false
    unsent.scrollIntoView({ block: "nearest" })
    clearTimeout(timer)
    timer = setTimeout(again, PAUSE)
  }

  const again = () => unsent.hidden || written(form) !== sheet || send()
  form.addEventListener("submit", (event) => {
    if (isRefused) return
    event.preventDefault()
    button = event.submitter
    send()
  })
  form.addEventListener("input", () => (unsent.hidden = true))
  addEventListener("pageshow", ({ persisted }) => persisted && isSent && location.reload())
}

const written = (form) => new URLSearchParams(new FormData(form)).toString()

/** The answer to a form, null without one. */
async function sent(form, button) {
  const body = new URLSearchParams(written(form))
  if (button?.name) body.append(button.name, button.value)
  const signal = AbortSignal.timeout?.(LONGEST_SAVE)
  return fetch(form.action, { method: "POST", body, signal }).catch(() => null)
}
