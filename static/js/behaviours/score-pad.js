// The scoring page as a keypad over its plain fields: who went out, each line in turn, what is wrong, what the keypad
// says. Every change is kept as a draft of this game, hand and attempt.
//
// `ScoreFlow` is the course of the page, `Line` is one player's fields; the sheet's rules are in score-sheet.js.

import { forgive } from "../app.js"
import { dropDrafts, readDraft, writeDraft } from "../drafts.js"
import { complete, costOf, digits, faultOf, finishes, nextOpen, packFault, points } from "../score-sheet.js"

const LONGEST_SAVE = 12000
// The second tap of two comes within this time (ms) and distance (px).
const SECOND_TAP = { time: 500, distance: 24 }

export default async function scorePad(form) {
  const { game, place } = form.dataset
  dropDrafts(game, place)
  const flow = new ScoreFlow(form)
  let touched = false
  flow.begin(await readDraft(game, place, (late) => touched || flow.begin(late)))
  for (const kind of ["pointerdown", "keydown"]) form.addEventListener(kind, () => (touched = true), true)
  answerOnce(flow)
  listenToTaps(form, flow)
  listenToLines(flow)
  form.addEventListener("keydown", (event) => typed(event, flow))
  saveOnce(form, flow)
}

/** Keeps the second tap on an answer about no score from the key that is there once the question is gone. */
function answerOnce(flow) {
  let answer = null
  const isSecond = ({ timeStamp, clientX, clientY }) =>
    answer &&
    timeStamp - answer.timeStamp < SECOND_TAP.time &&
    Math.hypot(clientX - answer.clientX, clientY - answer.clientY) < SECOND_TAP.distance
  const listen = (event) => {
    if (flow.asking) answer = event
    else if (isSecond(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  flow.pad.addEventListener("click", listen, true)
}

function listenToTaps(form, flow) {
  flow.pad.addEventListener("pointerdown", (event) => event.target.closest("button") && event.preventDefault())
  flow.pad.addEventListener("click", ({ target }) => {
    const { act, value } = target.closest("[data-act]")?.dataset ?? {}
    if (act) flow.press(act, value)
  })
  form.querySelector(".who").addEventListener("click", (event) => chosen(event, flow))
  flow.goOn.addEventListener("click", () => flow.start())
  flow.went.addEventListener("click", () => flow.ask())
  flow.noScore.addEventListener("click", () => flow.askNone())
  flow.save.addEventListener("click", (event) => {
    if (flow.open < 0) return
    event.preventDefault()
    flow.next()
  })
}

function listenToLines(flow) {
  flow.lines.forEach((line, index) => {
    line.input.addEventListener("focus", () => flow.at !== index && flow.go(index, { back: true }))
    line.input.addEventListener("input", () => flow.change(() => line.type(line.input.value)))
  })
}

/** A tap on a name goes on at once; arrow keys only choose. */
function chosen({ target, detail, pointerType }, flow) {
  if (!target.matches("input")) return
  if (detail || pointerType) flow.start()
  else flow.show()
}

/** Enter goes on; a digit starts a new number where cards were counted or no score was given. */
function typed(event, flow) {
  const { key, target } = event
  if (key === "Enter" && !target.matches("button, a")) {
    event.preventDefault()
    if (flow.stage === "points") flow.next()
    else if (flow.winner) flow.start()
  } else if (target.readOnly && (/^\d$/.test(key) || key === "Backspace")) {
    event.preventDefault()
    flow.change((line) => line.type(key.replace("Backspace", "")))
  }
}

/** One save at a time; a page brought back by the back button after its save is fetched anew. */
function saveOnce(form, flow) {
  let sent = false
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (sent) return
    sent = form.dataset.sent = true
    form.classList.add("is-sent")
    if (await send(form)) return
    sent = false
    delete form.dataset.sent
    form.classList.remove("is-sent")
    flow.tell("unsent")
  })
  addEventListener("pageshow", (event) => event.persisted && form.dataset.sent && location.reload())
}

/** Sends the form; true if the server was reached. A refused form is sent again, to show the page of the refusal. */
async function send(form) {
  const body = new URLSearchParams(new FormData(form))
  try {
    const signal = AbortSignal.timeout?.(LONGEST_SAVE)
    const { redirected, url } = await fetch(form.action, { method: "POST", body, signal })
    if (redirected) location.assign(url)
    else form.submit()
    return true
  } catch {
    return false
  }
}

/** From who went out through each line to the save. */
class ScoreFlow {
  at = 0
  stage = "who"
  asking = false

  constructor(form) {
    const part = (name) => form.querySelector(name)
    Object.assign(this, { form, pad: part(".pad"), save: part("#save"), say: part(".say") })
    Object.assign(this, { went: part(".went"), goOn: part(".go-on"), noScore: part(".no-score") })
    this.lines = [...form.querySelectorAll(".line")].map((item) => new Line(item, form.dataset))
    this.pack = form.dataset.pack.split(",").map(Number)
  }

  begin(draft) {
    if (draft) this.restore(draft)
    this.form.classList.add("is-on")
    if (this.winner && draft?.stage !== "who") draft && !this.lines[this.at].out ? this.go(this.at) : this.start()
    else this.show()
  }

  /** Fills the lines from a draft, by seat: somebody may have left or joined since. */
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

  /** The index of the line that "next" leads to; -1 when it saves. */
  get open() {
    return nextOpen(this.states, this.at)
  }

  /** Whether no score stands here yet. */
  get untouched() {
    return this.states.every((state) => state.out || (state.text === "" && !state.cards && !state.none))
  }

  markOut() {
    for (const line of this.lines) line.out = line.seat === this.winner
  }

  show() {
    this.markOut()
    const { states, at, pack, nobody, stage } = this
    const faults = states.map((state) => faultOf(state, { nobody, pack }))
    const over = packFault(states, { pack })
    const fault = faults[at] || faults.find(Boolean) || over
    const goesOn = finishes(states[at].text, { pack }).some(Boolean)
    const unfinished = faults[at] === "count" || (faults[at] === "fives" && goesOn)
    if (unfinished) faults[at] = ""
    const hint = fault || !this.untouched ? "" : "start"
    this.tell(this.asking ? "" : fault || hint)
    this.say.classList.toggle("unfinished", unfinished || Boolean(hint))
    this.say.ariaLive = unfinished || hint ? "off" : "polite"
    this.lines.forEach((line, index) => {
      const current = index === at && stage === "points"
      line.show({ current, fault: faults[index] || (current ? over : ""), cost: costOf(states, index) })
    })
    showKeys(this.pad, { state: states[at], last: this.open < 0, nobody, fault, pack })
    this.showWinner()
    this.showNone()
  }

  /** Shows one sentence until the next change. */
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

  /** The button for no score stands beside the line that is open; pressed, it asks first and says what it costs. */
  showNone() {
    const { lines, at, asking, noScore, pad } = this
    noScore.hidden = asking || lines[at].out || lines[at].none.checked
    if (noScore.nextElementSibling !== lines[at].input) lines[at].input.before(noScore)
    if (!asking) return
    pad.dataset.mode = "ask"
    const { kind, sum } = costOf(this.states, at)
    for (const sentence of pad.querySelectorAll("[data-cost]")) sentence.hidden = sentence.dataset.cost !== kind
    for (const place of pad.querySelectorAll("[data-sum]")) place.textContent = sum
    for (const place of pad.querySelectorAll("[data-name]")) place.textContent = lines[at].name
  }

  change(act) {
    this.asking = false
    const line = this.lines[this.at]
    act(line)
    forgive(this.form, line.refusals.splice(0))
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
    this.asking = false
    this.stage = "who"
    this.show()
    this.form.querySelector(".who :checked").focus()
  }

  askNone() {
    this.asking = true
    this.show()
    this.pad.querySelector("[data-act=cancel]").focus()
  }

  start() {
    this.markOut()
    const open = nextOpen(this.states, -1)
    this.go(open < 0 ? this.lines.findIndex((line) => !line.out) : open, { back: true })
  }

  go(index, { back = false } = {}) {
    if (back) this.lines[index].comeBack()
    this.asking = false
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

  /** Does what one key of the pad says, by its name. */
  press(name, value) {
    if (name === "cancel") return this.go(this.at)
    const acts = {
      digit: (line) => line.type(line.base + value),
      finish: (line) => line.type(line.base + value),
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
    else if (name === "none") this.go(this.at)
  }
}

/** Labels and enables the keys by the state of the sheet. `last`: no other line is open, so that "next" saves. */
function showKeys(pad, { state, last, nobody, fault, pack }) {
  const made = state.cards || state.none ? [null, null] : finishes(state.base, { pack })
  pad.querySelectorAll(".finish").forEach((key, index) => {
    const [number, word] = key.children
    number.textContent = made[index] ?? number.dataset.empty
    word.textContent = made[index] ? (last ? "" : word.dataset.next) : word.dataset.empty
    key.disabled = !made[index]
  })
  pad.dataset.mode = state.cards ? "cards" : "points"
  pad.querySelectorAll("output").forEach((output, index) => (output.value = state.cards?.[index] ?? 0))
  const next = pad.querySelector("#save")
  next.textContent = last ? next.dataset.save : next.dataset.next
  next.disabled = !complete(state) || Boolean(last ? fault : faultOf(state, { nobody, pack }))
}

/** One player's line: what its fields hold as a plain value, and back. */
class Line {
  out = false
  anew = false

  constructor(item, { noScore }) {
    this.item = item
    this.seat = item.dataset.seat
    this.name = item.querySelector("label bdi").textContent
    this.refusals = [...item.querySelectorAll(".faults")]
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

  /** The digits that the next one is added to: none, once somebody comes back to a finished number. */
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
  show({ current, fault, cost }) {
    this.item.classList.toggle("is-out", this.out)
    this.item.classList.toggle("is-current", current)
    for (const field of [this.input, this.none, ...this.counts]) field.disabled = this.out
    this.input.readOnly = this.counted || this.none.checked
    this.input.name = this.input.readOnly ? "" : this.field
    this.input.value = this.none.checked ? this.noScore : (points({ ...this.state, out: false }) ?? "")
    this.showCharge()
    this.showCost(cost)
    const told = [...(fault ? [`say-${fault}`] : []), ...this.refusals.map(({ id }) => id)]
    this.tie(told.join(" "))
  }

  /** Ties the field to the sentences that refuse its score, by their ids. */
  tie(told) {
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", told]]) {
      if (told) this.input.setAttribute(name, value)
      else this.input.removeAttribute(name)
    }
  }

  /** Shows what no score costs, once all other scores are known. */
  showCost({ kind, sum }) {
    const gets = this.item.querySelector(".gets")
    gets.hidden = !this.none.checked || this.out || kind !== "known"
    gets.querySelector("[data-sum]").textContent = sum
  }

  /** Shows the charge of a ruling and its sum with the points, so that nobody need add it. */
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
    const counts = this.counted ? this.counts.map(({ value }) => value) : null
    return { seat, text, counts, none: this.none.checked && !this.ruled }
  }

  set draft({ text, counts, none }) {
    this.type(text)
    this.counted = counts?.length === this.counts.length
    if (this.counted) counts.forEach((value, index) => (this.counts[index].value = value))
    this.none.checked = none || (this.ruled && text === "" && !counts)
  }
}
