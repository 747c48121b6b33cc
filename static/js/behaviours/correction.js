// A correction: the sheet on its keypad, then all questions, with what changes above them. Questions about the other kind
// of error are neither shown nor sent.

import { forgive } from "../app.js"
import { costOf, points, signed } from "../score-sheet.js"
import scorePad from "./score-pad.js"

export default async function correction(form) {
  const forms = form.dataset.extends ? await import("./score-forms.js") : null
  const flow = await scorePad(form, forms?.scoreForms)
  new Questions(form, flow, forms?.written).begin()
}

class Questions {
  constructor(form, flow, written) {
    const box = form.querySelector(".questions")
    const part = (name) => box.querySelector(name)
    Object.assign(this, { form, flow, written, box, questions: [...box.querySelectorAll("[data-when]")] })
    Object.assign(this, { changes: part(".changes"), list: part(".changes ul"), template: part("template") })
    flow.end = () => this.show()
    part(".to-sheet").onclick = () => flow.start()
    box.addEventListener("change", ({ target }) => answered(target.closest("fieldset")))
    box.addEventListener("input", () => this.update())
    // Enter sends the form, as on any page.
    box.addEventListener("keydown", (event) => event.stopPropagation())
  }

  /** Goes to what was refused. */
  begin() {
    const line = this.flow.lines.findIndex(({ refusals }) => refusals.length)
    if (line >= 0) this.flow.go(line)
    else if (this.box.querySelector("[aria-invalid]")) this.show()
  }

  get isChanged() {
    const { wasOut, wasRummy } = this.form.dataset
    return this.changed.length > 0 || this.flow.winner !== wasOut || this.isRummy !== Boolean(wasRummy)
  }

  /** Whether the winner went out with everything at once. */
  get isRummy() {
    const { rummy } = this.form.elements
    return Boolean(rummy?.checked && !rummy.disabled)
  }

  /** What each line counts, with its points for missing cards; null for no score where nobody knows yet what it is. */
  get counts() {
    const { lines, states } = this.flow
    const charge = ({ seat }) => Number(this.box.querySelector(`[data-charged="${seat}"]`)?.value ?? 0)
    const charged = states.map((state, index) => ({ ...state, charge: state.out ? 0 : charge(lines[index]) }))
    return charged.map((state, index) => (state.none ? costOf(charged, index).sum : points(state) + state.charge))
  }

  /** Each line with another count than the recorded one. */
  get changed() {
    return this.others("was", this.counts)
  }

  /** Each line with another score than the recorded one, where the sheet makes scores of counts. */
  get rescored() {
    const { others } = this.form.dataset
    if (!others) return []
    const out = this.flow.lines.findIndex((line) => line.out)
    const { scores } = this.written(this.counts, { ...JSON.parse(others), out, isRummy: this.isRummy })
    return this.others("scored", scores)
  }

  /** The lines whose number in `data-...` of this name is another one now. */
  others(name, numbers) {
    const { lines, pad } = this.flow
    return lines
      .map((line, index) => ({ line, was: line.item.dataset[name], is: String(numbers[index] ?? pad.dataset.noScore) }))
      .filter(({ was, is }) => was !== is)
  }

  /** Asks; Back leads to the sheet. */
  show() {
    this.flow.stage = "questions"
    this.flow.enter()
    this.flow.show()
    this.update()
    this.box.focus({ preventScroll: true })
    this.form.scrollIntoView({ block: "nearest" })
  }

  /** Shows what changes, and the questions that this asks: none while nothing changes. */
  update() {
    const { changed, isChanged, rescored } = this
    const asked = isChanged ? ["changed", this.form.elements.kind?.value] : ["same"]
    for (const part of this.questions) {
      part.hidden = !asked.includes(part.dataset.when)
      for (const question of part.querySelectorAll("fieldset")) question.disabled = part.hidden
    }
    this.changes.hidden = !isChanged
    const scores = (rescored.length ? rescored : changed).map(({ line, was, is }) =>
      this.row(line.item.querySelector("label").firstElementChild.cloneNode(true), signed(was), signed(is)))
    this.list.replaceChildren(...this.winners(), ...this.rummies(), ...scores)
  }

  /** A row about who went out, if that changes. */
  winners() {
    const { wasOut } = this.form.dataset
    const { winner } = this.flow
    if (winner === wasOut) return []
    const [was, is] = [wasOut, winner].map((value) => this.form.querySelector(`[name=went_out][value="${value}"]`).closest("label").textContent.trim())
    return [this.row(this.list.dataset.out, was, is)]
  }

  /** A row about everything at once, if that changes. */
  rummies() {
    const { rummy, yes, no } = this.list.dataset
    const was = Boolean(this.form.dataset.wasRummy)
    return this.isRummy === was ? [] : [this.row(rummy, was ? yes : no, was ? no : yes)]
  }

  row(name, was, is) {
    const row = this.template.content.cloneNode(true)
    row.querySelector("[data-name]").append(name)
    row.querySelector("[data-was]").append(was)
    row.querySelector("[data-is]").append(is)
    return row
  }
}

/** An answered question is refused no longer, whatever is answered next. */
function answered(question) {
  const told = question?.getAttribute("aria-describedby")
  if (!told) return
  forgive(question.form, [document.getElementById(told.trim())])
  for (const name of ["aria-invalid", "aria-describedby"]) question.removeAttribute(name)
}
