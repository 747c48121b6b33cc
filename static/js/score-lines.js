// One player's line of the score pad: what its fields say as a plain value, and back.

import { digits, faultOf, points } from "./score-sheet.js"

export class Line {
  out = false
  anew = false

  constructor(item, { noScore }) {
    this.item = item
    this.seat = item.dataset.seat
    this.input = item.querySelector(".points")
    this.counts = [...item.querySelectorAll(".counts input")]
    this.worth = this.counts.map(({ dataset }) => Number(dataset.worth))
    this.none = item.querySelector("[type=checkbox]")
    this.charge = item.querySelector(".charge")
    this.field = this.input.name
    this.noScore = noScore
    this.text = digits(this.input.value)
    this.input.inputMode = "none"
    this.counted = this.text === "" && this.counts.some(({ value }) => value !== "")
  }

  get state() {
    const cards = this.counted && !this.out ? this.counts.map(({ value }) => Number(value) || 0) : null
    const charge = this.out ? 0 : Number(this.charge?.dataset.charge ?? 0)
    const none = this.none.checked && !this.out
    return { out: this.out, text: this.text, base: this.base, cards, worth: this.worth, none, charge }
  }

  /** What the next digit is added to: whoever comes back to a finished number says it anew. */
  get base() {
    return this.anew ? "" : this.text
  }

  comeBack() {
    this.anew = this.text !== "" && faultOf(this.state, { pack: [Infinity] }) === ""
  }

  type(text) {
    this.anew = false
    this.text = digits(text)
    this.counted = this.none.checked = false
    for (const input of this.counts) input.value = ""
  }

  count(value, step) {
    if (!this.counted) this.type("")
    this.counted = true
    this.counts[value].value = Math.max(0, Number(this.counts[value].value) + step)
  }

  giveNone() {
    this.type("")
    this.none.checked = true
  }

  /** Shows the state; a number that was counted, or is not given, is not sent as points. */
  show({ current, fault }) {
    this.item.classList.toggle("is-out", this.out)
    this.item.classList.toggle("is-current", current)
    for (const field of [this.input, this.none, ...this.counts]) field.disabled = this.out
    this.input.readOnly = this.counted || this.none.checked
    this.input.name = this.input.readOnly ? "" : this.field
    this.input.value = this.none.checked ? this.noScore : (points({ ...this.state, out: false }) ?? "")
    this.showCharge()
    if (fault) this.input.setAttribute("aria-invalid", "true")
    else this.input.removeAttribute("aria-invalid")
  }

  /** What a ruling charges, and what it makes of the points said: nobody need add it. */
  showCharge() {
    if (!this.charge) return
    const { charge } = this.charge.dataset
    const said = this.none.checked ? null : points(this.state)
    this.charge.textContent = said === null ? ` +${charge}` : ` +${charge} = ${said + Number(charge)}`
    this.charge.hidden = this.out
  }

  /** Whether a ruling says that no score is given: the draft need not, and must not once the ruling is dropped. */
  get ruled() {
    return "ruled" in this.none.dataset
  }

  get draft() {
    const { seat, text } = this
    return { seat, text, counts: this.counted ? this.counts.map(({ value }) => value) : null, none: this.none.checked && !this.ruled }
  }

  set draft({ text, counts, none }) {
    this.type(text)
    this.counted = counts?.length === this.counts.length
    if (this.counted) counts.forEach((value, index) => (this.counts[index].value = value))
    this.none.checked = none || (this.ruled && text === "" && !counts)
  }
}
