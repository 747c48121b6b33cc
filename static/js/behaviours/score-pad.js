// The keypad of the scoring page, over its plain fields: what taps, keys and the browser's own buttons do to its flow.

import { dropDrafts, readDraft } from "../drafts.js"
import { ScoreFlow } from "../score-flow.js"

const RETRY_AFTER = 8000

export default async function scorePad(form) {
  const { game, place } = form.dataset
  dropDrafts(game, place)
  const flow = new ScoreFlow(form)
  flow.begin(await readDraft(game, place))
  listenToTaps(form, flow)
  listenToLines(flow)
  form.addEventListener("keydown", (event) => typed(event, flow))
  saveOnce(form)
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
  flow.save.addEventListener("click", (event) => {
    if (flow.open < 0) return
    event.preventDefault()
    flow.next()
  })
}

function listenToLines(flow) {
  flow.lines.forEach((line, index) => {
    line.input.addEventListener("focus", () => flow.at !== index && flow.go(index))
    line.input.addEventListener("input", () => flow.change(() => line.type(line.input.value)))
  })
}

/** A tap on a name goes on at once; arrow keys only choose. */
function chosen({ target, detail, pointerType }, flow) {
  if (!target.matches("input")) return
  if (detail || pointerType) flow.start()
  else flow.show()
}

/** Enter goes on; a digit begins anew where the number was counted or is not given. */
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

/** One save for each page; a page brought back by the back button after its save is fetched anew. */
function saveOnce(form) {
  let sent = false
  form.addEventListener("submit", (event) => {
    if (sent) return event.preventDefault()
    sent = form.dataset.sent = true
    form.classList.add("is-sent")
    setTimeout(() => {
      sent = false
      form.classList.remove("is-sent")
    }, RETRY_AFTER)
  })
  addEventListener("pageshow", (event) => event.persisted && form.dataset.sent && location.reload())
}
