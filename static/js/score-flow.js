// The course of scoring a hand: who went out, each line in turn, what is wrong, what the keypad says. Every change is
// kept as a draft of this game, hand and attempt.

import { writeDraft } from "./drafts.js"
import { showKeys } from "./score-keys.js"
import { Line } from "./score-lines.js"
import { faultOf, finishes, nextOpen, packFault } from "./score-sheet.js"

export class ScoreFlow {
  at = 0
  stage = "who"

  constructor(form) {
    const part = (name) => form.querySelector(name)
    Object.assign(this, { form, pad: part(".pad"), save: part("#save"), say: part(".say") })
    Object.assign(this, { went: part(".went"), goOn: part(".go-on") })
    this.lines = [...form.querySelectorAll(".line")].map((item) => new Line(item, form.dataset))
    this.pack = form.dataset.pack.split(",").map(Number)
  }

  begin(draft) {
    if (draft) this.restore(draft)
    this.form.classList.add("is-on")
    if (this.winner && draft?.stage !== "who") draft && !this.lines[this.at].out ? this.go(this.at) : this.start()
    else this.show()
  }

  /** By seat: somebody may have left or joined since. */
  restore({ winner, at, lines }) {
    const radio = [...this.form.elements.went_out].find(({ value }) => value === winner)
    if (radio) radio.checked = true
    for (const line of this.lines) line.draft = lines.find(({ seat }) => seat === line.seat) ?? line.draft
    this.at = Math.max(0, this.lines.findIndex(({ seat }) => seat === at))
    this.markOut()
  }

  get winner() {
    return this.form.elements.went_out.value
  }

  get nobody() {
    return this.winner === "nobody"
  }

  get states() {
    return this.lines.map((line) => line.state)
  }

  /** Where "next" leads; -1: it saves. */
  get open() {
    return nextOpen(this.states, this.at)
  }

  markOut() {
    for (const line of this.lines) line.out = line.seat === this.winner
  }

  show() {
    this.markOut()
    const { states, at, pack, nobody, stage } = this
    const faults = states.map((state) => faultOf(state, { nobody, pack }))
    const fault = faults[at] || faults.find(Boolean) || packFault(states, { pack })
    const goesOn = finishes(states[at].text, { pack }).some(Boolean)
    const unfinished = faults[at] === "count" || (faults[at] === "fives" && goesOn)
    if (unfinished) faults[at] = ""
    this.tell(fault)
    this.say.classList.toggle("unfinished", unfinished)
    this.say.ariaLive = unfinished ? "off" : "polite"
    this.lines.forEach((line, index) => line.show({ current: index === at && stage === "points", fault: faults[index] }))
    showKeys(this.pad, { state: states[at], last: this.open < 0, nobody, fault, pack })
    this.showWinner()
  }

  /** Until the next change. */
  tell(name) {
    this.say.classList.remove("unfinished")
    for (const sentence of this.form.querySelectorAll("[data-say]")) sentence.hidden = sentence.dataset.say !== name
  }

  showWinner() {
    this.form.dataset.stage = this.stage
    this.went.textContent = this.nobody ? this.went.dataset.nobody : this.went.dataset.out
    const out = this.lines.find((line) => line.out)
    if (out) out.item.append(this.went)
    else this.form.querySelector(".lines").before(this.went)
    this.goOn.hidden = !this.winner
  }

  change(act) {
    act(this.lines[this.at])
    this.show()
    this.keep()
  }

  keep() {
    const { stage, lines } = this
    const chosen = this.form.querySelector("[name=went_out]:checked")
    const winner = chosen && !("ruled" in chosen.dataset) ? chosen.value : ""
    const { game, place } = this.form.dataset
    writeDraft(game, place, { winner, at: lines[this.at].seat, stage, lines: lines.map((line) => line.draft) })
  }

  ask() {
    this.stage = "who"
    this.show()
    this.form.querySelector(".who :checked").focus()
  }

  start() {
    this.markOut()
    const open = nextOpen(this.states, -1)
    this.go(open < 0 ? this.lines.findIndex((line) => !line.out) : open, { back: true })
  }

  go(index, { back = false } = {}) {
    if (back) this.lines[index].comeBack()
    this.at = index
    this.stage = "points"
    this.show()
    this.keep()
    this.lines[index].input.focus({ preventScroll: true })
    this.lines[index].item.scrollIntoView({ block: "nearest" })
  }

  next() {
    if (this.save.disabled) return
    const { open } = this
    if (open < 0) this.form.requestSubmit(this.save)
    else this.go(open)
  }

  /** One key of the pad, by name. */
  press(name, value) {
    const acts = {
      digit: (line) => line.type(line.base + value),
      finish: (line) => line.type(finishes(line.base, this)[value]),
      back: (line) => line.type(line.text.slice(0, -1)),
      none: (line) => line.giveNone(),
      cards: (line) => line.count(0, 0),
      total: (line) => line.type(""),
      plus: (line) => line.count(value, 1),
      minus: (line) => line.count(value, -1),
    }
    this.change(acts[name])
    if (name === "cards") this.lines[this.at].item.scrollIntoView({ block: "nearest" })
    if (["finish", "none"].includes(name) && this.open >= 0) this.next()
  }
}
