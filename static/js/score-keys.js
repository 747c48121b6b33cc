// The keypad under the lines: what each key says and whether it can be pressed, from the state of the sheet.

import { complete, faultOf, finishes } from "./score-sheet.js"

/** `last`: no other line still needs something, so that "next" saves. */
export function showKeys(pad, { state, last, nobody, fault, pack }) {
  const made = state.cards || state.none ? [null, null] : finishes(state.base, { pack })
  pad.querySelectorAll("[data-finish]").forEach((key, index) => {
    key.textContent = made[index] ? made[index] + (last ? "" : " ›") : key.dataset.empty
    key.disabled = !made[index]
  })
  pad.dataset.mode = state.cards ? "cards" : "points"
  pad.querySelectorAll("output").forEach((output, index) => (output.value = state.cards?.[index] ?? 0))
  const next = pad.querySelector("#save")
  next.textContent = last ? next.dataset.save : next.dataset.next
  next.disabled = !complete(state) || Boolean(last ? fault : faultOf(state, { nobody, pack }))
}
