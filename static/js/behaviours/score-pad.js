// The keypad of the scoring page, over its plain fields: first who went out, then each other player in turn.
// Every change is kept as a draft of this game, hand and attempt.

import { dropDrafts, readDraft, writeDraft } from "../drafts.js"
import { showKeys } from "../score-keys.js"
import { Line } from "../score-lines.js"
import { faultOf, finishes, nextOpen, packFault } from "../score-sheet.js"

const RETRY_AFTER = 8000

export default async function scorePad(form) {
  const { game, place } = form.dataset
  dropDrafts(game, place)
  new ScorePad(form).begin(await readDraft(game, place))
}

class ScorePad {
  at = 0
  stage = "who"
  sent = false

  constructor(form) {
    this.form = form
    this.pad = form.querySelector(".pad")
    this.save = form.querySelector("#save")
    this.say = form.querySelector(".say")
    this.went = form.querySelector(".went")
    this.goOn = form.querySelector(".go-on")
    this.lines = [...form.querySelectorAll(".line")].map((item) => new Line(item, form.dataset))
    this.pack = form.dataset.pack.split(",").map(Number)
  }

  begin(draft) {
    if (draft) this.restore(draft)
    this.listen()
    this.form.classList.add("is-on")
    if (this.winner && draft?.stage !== "who") draft && !this.lines[this.at].out ? this.go(this.at) : this.start()
    else this.show()
  }

  restore({ winner, at, lines }) {
    const radio = this.form.querySelector(`[name=went_out][value="${winner}"]`)
    if (radio) radio.checked = true
    lines.forEach((kept, index) => this.lines[index] && (this.lines[index].draft = kept))
    this.at = this.lines[at] ? at : 0
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
    const unfinished = faults[at] === "fives" && finishes(states[at].text, { pack }).some(Boolean)
    if (unfinished) faults[at] = ""
    this.say.classList.toggle("unfinished", unfinished)
    this.say.ariaLive = unfinished ? "off" : "polite"
    this.lines.forEach((line, index) => line.show({ current: index === at && stage === "points", fault: faults[index] }))
    for (const sentence of this.form.querySelectorAll("[data-say]")) sentence.hidden = sentence.dataset.say !== fault
    showKeys(this.pad, { state: states[at], last: this.open < 0, nobody, fault, pack })
    this.showWinner()
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
    const { winner, at, stage } = this
    const { game, place } = this.form.dataset
    writeDraft(game, place, { winner, at, stage, lines: this.lines.map((line) => line.draft) })
  }

  ask() {
    this.stage = "who"
    this.show()
    this.form.querySelector(".who :checked").focus()
  }

  start() {
    this.markOut()
    const open = nextOpen(this.states, -1)
    this.go(open < 0 ? this.lines.findIndex((line) => !line.out) : open)
  }

  go(index) {
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
      digit: (line) => line.type(line.text + value),
      finish: (line) => line.type(finishes(line.text, this)[value]),
      back: (line) => line.type(line.text.slice(0, -1)),
      none: (line) => line.giveNone(),
      cards: (line) => line.count(0, 0),
      total: (line) => line.type(""),
      plus: (line) => line.count(value, 1),
      minus: (line) => line.count(value, -1),
    }
    this.change(acts[name])
    if (["finish", "none"].includes(name) && this.open >= 0) this.next()
  }

  listen() {
    const { form, pad } = this
    pad.addEventListener("pointerdown", (event) => event.target.closest("button") && event.preventDefault())
    pad.addEventListener("click", ({ target }) => {
      const { act, value } = target.closest("[data-act]")?.dataset ?? {}
      if (act) this.press(act, value)
    })
    form.querySelector(".who").addEventListener("click", (event) => this.chosen(event))
    this.goOn.addEventListener("click", () => this.start())
    this.went.addEventListener("click", () => this.ask())
    this.lines.forEach((line, index) => {
      line.input.addEventListener("focus", () => this.at !== index && this.go(index))
      line.input.addEventListener("input", () => this.change(() => line.type(line.input.value)))
    })
    this.save.addEventListener("click", (event) => this.open >= 0 && (event.preventDefault(), this.next()))
    form.addEventListener("keydown", (event) => this.key(event))
    form.addEventListener("submit", (event) => this.submitted(event))
    addEventListener("pageshow", (event) => event.persisted && this.sent && location.reload())
  }

  /** A tap on a name goes on at once; arrow keys only choose. */
  chosen({ target, detail, pointerType }) {
    if (!target.matches("input")) return
    if (detail || pointerType) this.start()
    else this.show()
  }

  key(event) {
    const { key, target } = event
    if (key === "Enter" && !target.matches("button, a")) {
      event.preventDefault()
      if (this.stage === "points") this.next()
      else if (this.winner) this.start()
    } else if (target.readOnly && (/^\d$/.test(key) || key === "Backspace")) {
      event.preventDefault()
      this.change((line) => line.type(key.replace("Backspace", "")))
    }
  }

  submitted(event) {
    if (this.sent) return event.preventDefault()
    this.sent = true
    this.form.classList.add("is-sent")
    setTimeout(() => this.form.classList.remove("is-sent", (this.sent = false)), RETRY_AFTER)
  }
}
