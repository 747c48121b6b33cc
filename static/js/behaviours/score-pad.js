// The keypad of the scoring page, over its plain fields: what taps, keys and the browser's own buttons do to its flow.

import { dropDrafts, readDraft } from "../drafts.js"
import { ScoreFlow } from "../score-flow.js"

const LONGEST_SAVE = 12000

export default async function scorePad(form) {
  const { game, place } = form.dataset
  dropDrafts(game, place)
  const flow = new ScoreFlow(form)
  let touched = false
  flow.begin(await readDraft(game, place, (late) => touched || flow.begin(late)))
  for (const kind of ["pointerdown", "keydown"]) form.addEventListener(kind, () => (touched = true), true)
  listenToTaps(form, flow)
  listenToLines(flow)
  form.addEventListener("keydown", (event) => typed(event, flow))
  saveOnce(form, flow)
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

/** Sends the form; whether the server was reached. What it refuses is sent once more for its page: nothing changed. */
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
