// A correction: one number on its keypad, with the question below it, if the address names the field of the number; else the
// whole sheet, then the question. The question has its answers once something changes, each with what becomes of the score.

import { costOf, points, signed } from "../score-sheet.js"
import { filled } from "../templates.js"
import scorePad from "./score-pad.js"

export default async function correction(form) {
  const forms = form.dataset.extends ? await import("./score-forms.js") : null
  const flow = await scorePad(form, forms?.scoreForms)
  if (flow) new Questions(form, flow, forms?.written).begin()
}

class Questions {
  constructor(form, flow, written) {
    const box = form.querySelector(".questions")
    const part = (name) => box.querySelector(name)
    Object.assign(this, { form, flow, written, box, questions: [...box.querySelectorAll("[data-when]")] })
    Object.assign(this, { changes: part("section"), list: part(".changes"), template: part("template") })
    this.more = form.querySelector(".to-sheet")
    this.more.onclick = () => this.open(null)
    const { show } = flow
    flow.show = () => {
      show.call(flow)
      this.update()
    }
    flow.end = () => this.show()
    box.addEventListener("input", () => this.update())
    // Enter sends the form, as on any page.
    box.addEventListener("keydown", (event) => event.stopPropagation())
  }

  /** Goes to what was refused, else to the number that the address names. */
  begin() {
    const { lines } = this.flow
    const line = lines.findIndex(({ refusals }) => refusals.length)
    const tapped = lines.find(({ input }) => `#${input.id}` === location.hash)
    if (line >= 0) this.flow.go(line)
    else if (this.box.querySelector("[aria-invalid]")) this.show()
    else if (tapped?.out) this.flow.ask()
    else if (tapped) this.open(tapped)
    else this.update()
  }

  /** Opens one number alone, for its digits even if its cards were counted; null: the whole sheet. */
  open(line) {
    this.form.classList.toggle("is-one", Boolean(line))
    this.more.hidden = !line
    if (line?.counted) line.type(String(points(line.state)))
    this.flow.go(line ? this.flow.lines.indexOf(line) : this.flow.at)
    if (line) scrollTo(0, 0)
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

  /** Leads to the question below the sheet. */
  show() {
    this.box.focus({ preventScroll: true })
    this.box.scrollIntoView({ block: "end" })
  }

  /** Shows what changes, and the question; none while nothing changes, or something is amiss. */
  update() {
    const { changed, courses, rescored, flow } = this
    const isOne = this.form.matches(".is-one")
    for (const field of this.box.querySelectorAll("[data-charged]"))
      field.closest(".field").hidden = isOne && flow.lines[flow.at].seat !== field.dataset.charged
    const asked = changed.length + courses.length > 0 && !flow.save.disabled && flow.open < 0
    for (const part of this.questions) part.hidden = (part.dataset.when === "changed") !== asked
    const scores = rescored.length ? rescored : changed
    const rows = scores.map(({ line, was, is }) =>
      this.row(line.item.querySelector("label").firstElementChild.cloneNode(true), signed(was), signed(is)))
    this.list.replaceChildren(...courses, ...rows)
    const single = scores.length === 1 && !courses.length ? scores[0] : null
    this.changes.hidden = !asked || (single && isOne)
    // What an answer leads to has numbers where one score alone changes.
    for (const place of this.box.querySelectorAll("[data-score]"))
      place.textContent = single ? signed(single[place.dataset.score]) : ""
  }

  /** Rows about who went out, and whether with everything at once, if that changes. */
  get courses() {
    const { out, rummy, yes, no } = this.list.dataset
    const { wasOut, wasRummy } = this.form.dataset
    const nameOf = (seat) => this.form.querySelector(`[name=went_out][value="${seat}"]`).closest("label").textContent.trim()
    const all = [[out, nameOf(wasOut), nameOf(this.flow.winner)], [rummy, wasRummy ? yes : no, this.isRummy ? yes : no]]
    return all.filter(([, was, is]) => was !== is).map((row) => this.row(...row))
  }

  row(name, was, is) {
    const row = filled(this.template, { was, is })
    row.querySelector("[data-name]").append(name)
    return row
  }
}
