// A sheet as a keypad over its plain fields: who went out, each line in turn, what is wrong, what the keypad says.
//
// `ScoreFlow` is the course of the page, `Line` is one player's fields; the sheet's rules are in score-sheet.js.

import { chosen, isTap } from "../app.js"
import { complete, costOf, digits, faultOf, finishes, nextOpen, packFault, points } from "../score-sheet.js"
import kept, { keep } from "./kept.js"

const SAVED = 20
const WRONG = [30, 60, 30]
// The second tap of two comes soon and near: 10 ms count as a pixel, 4 on a key that says the same again, 20 on what lies
// where somebody was chosen.
const SECOND_TAP = 25
// Until then nobody is half way through a hand.
const SOON = 2000

/** Wires the form, and returns its flow; `extend` changes the flow before it begins. */
export default async function scorePad(form, extend) {
  // Who waits to leave or to join changes its lines: nothing is tapped before.
  if (chosen("outbox")) await import("./outbox.js").then(({ list }) => list()).catch(() => null)
  if (!form.isConnected) return
  await kept(form)
  const flow = new ScoreFlow(form)
  extend?.(flow)
  flow.begin()
  answerOnce(form)
  addEventListener("popstate", () => flow.back())
  // Without a network by then, nobody else is heard of.
  const watch = () => import("./overtaken.js").then((part) => part.default(form), () => null)
  if (form.querySelector(".overtaken")) setTimeout(watch, SOON)
  listenToTaps(form, flow)
  form.addEventListener("keydown", (event) => typed(event, flow))
  form.addEventListener("answered", ({ detail }) => buzz(detail ? SAVED : WRONG))
  return flow
}

/** Keeps the second tap on what goes on by itself from what is there by then. */
function answerOnce(form) {
  let answer = {}
  form.addEventListener("click", (event) => {
    const { timeStamp, clientX, clientY, target } = event
    const key = target.closest(".finish")?.textContent ?? event
    const time = (timeStamp - answer.timeStamp) / (key === answer.key ? 4 : answer.isChosen ? 20 : 10)
    if (isTap() && Math.hypot(time, clientX - answer.clientX, clientY - answer.clientY) < SECOND_TAP) {
      event.preventDefault()
      event.stopPropagation()
    } else {
      const isChosen = target.matches("[type=radio]")
      answer = isChosen || target.closest(".finish, .ask") ? { timeStamp, clientX, clientY, key, isChosen } : {}
    }
  }, true)
}

function listenToTaps(form, flow) {
  flow.pad.addEventListener("pointerdown", (event) => event.target.closest("button") && event.preventDefault())
  form.addEventListener("click", (event) => {
    const { act, value } = event.target.closest("[data-act]")?.dataset ?? {}
    if (!act) return
    // Without a script one of them sends the form, and another one unfolds.
    event.preventDefault()
    flow.press(act, value)
  })
  // A tap on a name goes on at once; arrow keys only choose.
  form.querySelector(".who").onclick = ({ target }) => {
    if (!target.matches("input")) return
    if (isTap()) flow.start()
    else flow.show()
  }
  flow.lines.forEach((line, index) => {
    line.input.onfocus = line.input.onclick = () => flow.go(index)
    line.input.oninput = () => flow.change(() => line.type(line.input.value))
  })
}

/** Enter goes on; keys act as those of the pad do where a digit starts a new number. */
function typed(event, flow) {
  const { key, target } = event
  if (key === "Enter" && !target.matches("button, a, summary")) {
    event.preventDefault()
    if (flow.stage === "points") flow.next()
    else if (flow.winner) flow.start()
  } else if (target.matches(".points") && !flow.lines[flow.at].base && /^(\d|Backspace)$/.test(key)) {
    event.preventDefault()
    flow.press(key < 10 ? "digit" : "back", key)
  }
}

/** Takes away sentences that refuse what has changed since; the link above them leads to the first one left. */
function forgive(form, refusals) {
  for (const refusal of refusals) refusal.remove()
  const left = form.querySelector(".faults")
  const link = form.querySelector(".refused > p > a")
  if (left && link) link.hash = left.id
  else link?.closest(".refused").remove()
}

/** Lets a hand that has touched the page feel a save or a fault, for so many milliseconds. */
function buzz(pattern) {
  const isWanted = navigator.userActivation?.hasBeenActive && !matchMedia("(prefers-reduced-motion)").matches
  if (isWanted) navigator.vibrate?.(pattern)
}

/** From who went out through each line to the save. */
class ScoreFlow {
  at = 0
  stage = "who"
  asking = false
  /** The address of the entry that a question has in the history. */
  asked = history.state && location.href

  constructor(form) {
    const parts = [".pad", "#save", ".say", ".went", ".go-on"]
    const [pad, save, say, went, goOn] = parts.map((name) => form.querySelector(name))
    Object.assign(this, pad.dataset, { form, pad, save, say, went, goOn })
    this.lines = [...form.querySelectorAll(".line")].map((item) => new Line(item, this.pad.dataset))
    this.pack = this.pack.split(",").map(Number)
    this.most = Number(this.most)
  }

  begin() {
    this.form.classList.add("is-on")
    if (this.winner) this.start()
    else this.show()
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

  /** The index of the line that "next" leads to; -1 when it saves. */
  get open() {
    return nextOpen(this.states, this.at)
  }

  markOut() {
    for (const line of this.lines) line.out = line.seat === this.winner
  }

  show() {
    this.markOut()
    const { states, at, most, stage } = this
    const faults = states.map((state) => faultOf(state, this))
    const over = packFault(states, this)
    const fault = faults[at] || faults.find(Boolean) || over
    const unfinished = faults[at] === "count" || (faults[at] === "fives" && states[at].text * 10 <= most)
    if (unfinished) faults[at] = ""
    const wrong = unfinished ? "" : fault
    if (wrong && wrong !== this.wrong) buzz(WRONG)
    this.wrong = wrong
    // One sentence is shown until the next change.
    const sentence = this.asking ? "" : `say-${wrong}`
    for (const other of this.say.children) other.hidden = other.id !== sentence
    this.lines.forEach((line, index) => {
      const current = index === at && stage === "points"
      line.show({ current, fault: faults[index] || (current ? over : ""), cost: costOf(states, index) })
    })
    this.showKeys(states[at], fault)
    this.showWinner()
    this.showRare()
  }

  /** Labels and enables the keys for a line; with a fault anywhere the sheet is not saved. "Next" waits for what it says. */
  showKeys(state, fault) {
    const { pad, save } = this
    const last = this.open < 0
    const made = finishes(state.base, this.most)
    pad.querySelectorAll(".finish").forEach((key, index) => {
      const [number, word] = key.children
      number.textContent = key.dataset.value = made[index]
      word.hidden = last
      key.disabled = !made[index]
    })
    pad.dataset.mode = state.cards ? "cards" : "points"
    pad.classList.toggle("is-short", state.cards?.at(-1) > 0)
    pad.querySelectorAll("output").forEach((output, index) => (output.value = state.cards?.[index] ?? 0))
    save.textContent = fault === this.wrong ? save.dataset[last ? "save" : "next"] : this.say.children[`say-${fault}`].firstChild.data
    save.disabled = !complete(state) || (last ? fault : faultOf(state, this))
    // Only one colour says what is next: these keys, or the save of what is valid as it is.
    pad.classList.toggle("is-typing", state.base && save.disabled)
  }

  showWinner() {
    this.form.dataset.stage = this.stage
    this.went.textContent = this.nobody ? this.went.dataset.nobody : this.went.dataset.out
    const out = this.lines.find((line) => line.out)
    if (out) out.item.append(this.went)
    else this.form.querySelector(".lines").before(this.went)
    this.goOn.hidden = !this.winner
  }

  /** What is rare is offered for the line that is open, with what it costs. */
  showRare() {
    const { lines, at, asking, pad } = this
    if (!asking) return
    pad.dataset.mode = "ask"
    const { kind, sum } = costOf(this.states, at)
    const form = new Intl.PluralRules(document.documentElement.lang).select(sum)
    const costs = [kind === "again" ? kind : "added", `${kind}-${form}`]
    for (const sentence of pad.querySelectorAll("[data-cost]"))
      sentence.hidden = !costs.includes(sentence.dataset.cost)
    for (const place of pad.querySelectorAll("[data-sum]")) place.textContent = sum
    for (const place of pad.querySelectorAll("[data-name]")) place.textContent = lines[at].name
  }

  change(act) {
    this.asking = false
    const line = this.lines[this.at]
    act(line)
    forgive(this.form, line.refusals.splice(0))
    this.show()
    keep(this.form)
  }

  ask() {
    this.asking = false
    this.stage = "who"
    this.show()
    this.form.querySelector(".who :checked").focus()
  }

  /** A question has an entry in the history, for Back. */
  inquire() {
    this.asking = true
    if (!history.state) history.pushState(1, "")
    this.asked = location.href
    this.show()
    this.pad.querySelector("[data-act=go]").focus()
  }

  /** Back closes a question, or passes over its entry; a link within the page is no way back. */
  back() {
    if (history.state || location.href !== this.asked) return
    this.asked = ""
    if (this.asking) this.go()
    else history.back()
  }

  /** Opens the first line that is open or wrong. */
  start() {
    this.markOut()
    const open = this.states.findIndex((state) => !complete(state) || faultOf(state, this))
    this.go(open < 0 ? this.lines.findIndex((line) => !line.out) : open)
  }

  /** Opens a line, with the caret behind its digits; the next one begins anew if the number is finished. */
  go(index = this.at) {
    const line = this.lines[index]
    line.anew = !faultOf(line.state, { ...this, pack: [Infinity, Infinity] })
    this.asking = false
    this.at = index
    this.stage = "points"
    this.show()
    line.input.focus({ preventScroll: true })
    line.input.setSelectionRange(9, 9)
    line.item.scrollIntoView({ block: "nearest" })
  }

  next() {
    if (this.save.disabled) return
    if (this.open < 0) this.end()
    else this.go(this.open)
  }

  /** What follows the last line. */
  end() {
    this.form.requestSubmit(this.save)
  }

  /** Does what one key of the pad says, by its name. */
  press(name, value) {
    if (["start", "go", "ask", "inquire", "next"].includes(name)) return this[name]()
    const acts = {
      digit: (line) => line.type(line.base + value),
      finish: (line) => line.type(value),
      back: (line) => line.type(line.text.slice(0, -1)),
      none: (line) => line.giveNone(),
      cards: (line) => line.count(0, 0),
      short: (line) => line.count(line.counts.length - 1, 1),
      total: (line) => line.type(""),
      plus: (line) => line.count(value, 1),
      minus: (line) => line.count(value, -1),
    }
    this.change(acts[name])
    if (["finish", "none"].includes(name) && this.open >= 0) this.next()
    else if (["none", "cards", "short"].includes(name)) this.go()
  }
}

/** One player's line: what its fields hold as a plain value, and back. */
class Line {
  out = false
  anew = false

  constructor(item, { noScore, worth }) {
    Object.assign(this, item.dataset, { item, noScore })
    this.name = item.querySelector("label bdi").textContent
    this.refusals = [...item.querySelectorAll(".faults")]
    this.input = item.querySelector(".points")
    this.gets = item.querySelector(".gets")
    this.counts = [...item.querySelectorAll(".counts input")]
    this.worth = worth.split(",").map(Number)
    // Stands in where every score is given.
    this.none = item.closest("form").elements[`not_given-${this.seat}`] ?? document.createElement("input")
    this.charge = item.querySelector(".charge")
    this.field = this.input.name
    this.text = digits(this.input.value)
    this.input.inputMode = "none"
    this.counted = this.text === "" && this.counts.some(({ value }) => value !== "")
  }

  get state() {
    const cards = this.counted && !this.out ? this.counts.map(({ value }) => Number(value) || 0) : null
    const charge = this.out ? 0 : Number(this.charge?.dataset.charge ?? 0)
    const none = this.none.checked && !this.out
    return { ...this, base: this.base, cards, none, charge }
  }

  /** The digits that the next one is added to: none, once somebody comes back to a finished number. */
  get base() {
    return this.anew ? "" : this.text
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

  /** A number that was counted, or is not given, is not sent as points. */
  show({ current, fault, cost }) {
    this.item.classList.toggle("is-out", this.out)
    this.item.classList.toggle("is-current", current)
    for (const field of [this.input, this.none, ...this.counts]) field.disabled = this.out
    this.input.readOnly = this.counted || this.none.checked
    this.input.name = this.input.readOnly ? "" : this.field
    const known = cost.kind === "known" ? cost.sum : "–"
    this.input.value = this.none.checked ? known : (points({ ...this.state, out: false }) ?? "")
    this.showCharge()
    this.gets.hidden = this.out || !this.none.checked
    this.gets.textContent = this.noScore
    const told = [...(fault ? [`say-${fault}`] : []), ...this.refusals.map(({ id }) => id)]
    this.input.setAttribute("aria-invalid", told.length > 0)
    this.input.setAttribute("aria-describedby", told.join(" "))
  }

  /** The charge of a ruling, and its sum with the points. */
  showCharge() {
    if (!this.charge) return
    const { charge } = this.charge.dataset
    const said = this.none.checked ? null : points(this.state)
    this.charge.textContent = said === null ? ` +${charge}` : ` +${charge} = ${said + Number(charge)}`
    this.charge.hidden = this.out
  }
}
