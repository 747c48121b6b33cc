// A correction in steps: the sheet on its keypad, then one question at a time, with what changes above it. Questions
// about the other kind of error are neither asked nor sent.

import { forgive, isTap } from "../app.js"
import { costOf, points } from "../score-sheet.js"
import scorePad from "./score-pad.js"

export default async function correction(form) {
  const forms = form.dataset.extends ? await import("./score-forms.js") : null
  const flow = await scorePad(form, forms?.scoreForms)
  new Questions(form, flow, forms?.scoresOf).begin()
}

class Questions {
  constructor(form, flow, scoresOf) {
    const box = form.querySelector(".questions")
    const part = (name) => box.querySelector(name)
    Object.assign(this, { form, flow, scoresOf, box, steps: [...box.querySelectorAll(".step")] })
    Object.assign(this, { changes: part(".changes"), list: part(".changes ul"), template: part("template") })
    this.next = part("[data-go='1']")
    flow.end = () => this.show(this.asked[0])
    const { back } = flow
    flow.back = () => (flow.stage === "questions" ? this.back() : passOver(flow) || back.call(flow))
    box.addEventListener("click", ({ target }) => this.clicked(target))
    box.addEventListener("change", ({ target }) => answered(target.closest("fieldset")))
    box.addEventListener("input", () => this.update())
    box.addEventListener("keydown", (event) => this.typed(event))
  }

  /** Goes to what was refused; a sheet that was reloaded from a question leaves the entries of the questions. */
  begin() {
    const line = this.flow.lines.findIndex(({ refusals }) => refusals.length)
    const step = this.asked.find((one) => one.querySelector("[aria-invalid]"))
    if (line < 0 && step) return this.show(step)
    if (line >= 0) this.flow.go(line)
    this.flow.asked = ""
    if (history.state) history.go(-history.state)
  }

  /** The steps to take: none of the questions while nothing changes. */
  get asked() {
    const when = this.isChanged ? ["changed", this.form.elements.kind?.value] : ["same"]
    return this.steps.filter(({ dataset }) => !dataset.when || when.includes(dataset.when))
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
    const charged = states.map((state, index) => ({ ...state, charge: state.out ? 0 : this.charge(lines[index].seat) }))
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
    return this.others("scored", this.scoresOf(this.counts, { ...JSON.parse(others), out, isRummy: this.isRummy }))
  }

  /** The lines whose number in `data-...` of this name is another one now. */
  others(name, numbers) {
    const { lines, pad } = this.flow
    return lines
      .map((line, index) => ({ line, was: line.item.dataset[name], is: String(numbers[index] ?? pad.dataset.noScore) }))
      .filter(({ was, is }) => was !== is)
  }

  charge(seat) {
    return Number(this.box.querySelector(`[data-charged="${seat}"]`)?.value ?? 0)
  }

  show(step) {
    this.step = step
    this.enter(this.asked.indexOf(step) + 1)
    for (const other of this.steps) other.hidden = other !== step
    this.flow.stage = "questions"
    this.flow.show()
    this.update()
    const control = step.querySelector(":checked") ?? step.querySelector("[type=radio]") ?? step
    control.focus({ preventScroll: true })
    this.form.scrollIntoView({ block: "nearest" })
  }

  /** Each question has an entry in the history, whose state is the number of entries since the sheet. */
  enter(depth) {
    while (history.state < depth) history.pushState(history.state + 1, "")
    this.address = location.href
  }

  /** Back leads to the question before, or to the sheet; a link within the page is no way back. */
  back() {
    if (location.href !== this.address) return
    const step = this.asked[history.state - 1]
    this.flow.asked = ""
    if (step) this.show(step)
    else this.flow.start()
  }

  /** Shows what changes, enables the questions that are asked, and offers to go on from an answer. */
  update() {
    const { asked, step, steps, changed, rescored } = this
    for (const other of steps) {
      const question = other.querySelector("fieldset")
      if (question) question.disabled = !asked.includes(other)
    }
    const isOpen = step?.querySelector("[type=radio]") && !step.querySelector(":checked")
    this.next.hidden = isOpen || step === asked.at(-1)
    this.changes.hidden = !this.isChanged
    this.list.replaceChildren(...this.winners(), ...this.rummies(), ...(rescored.length ? rescored : changed).map(({ line, was, is }) => this.row(line.item.querySelector("label").firstElementChild.cloneNode(true), was, is)))
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

  /** The next step, or the one before as the browser's Back; before the first is the sheet. */
  go(way) {
    const at = this.asked.indexOf(this.step) + 1
    if (way > 0) return this.show(this.asked[at])
    this.enter(at)
    history.back()
  }

  clicked(target) {
    const way = Number(target.closest("[data-go]")?.dataset.go)
    if (way) this.go(way)
    else if (target.matches("[type=radio]") && isTap()) this.go(1)
  }

  /** Enter goes on, and sends the form only from the last step. */
  typed(event) {
    event.stopPropagation()
    if (event.key !== "Enter" || event.target.matches("button, a") || this.step === this.asked.at(-1)) return
    event.preventDefault()
    if (!this.next.hidden) this.go(1)
  }
}

/** Whether the entry of a question that is closed is passed over. */
function passOver({ asking }) {
  const isLeft = history.state && !asking
  if (isLeft) history.back()
  return isLeft
}

/** An answered question is refused no longer, whatever is answered next. */
function answered(question) {
  const told = question?.getAttribute("aria-describedby")
  if (!told) return
  forgive(question.form, [document.getElementById(told.trim())])
  for (const name of ["aria-invalid", "aria-describedby"]) question.removeAttribute(name)
}
