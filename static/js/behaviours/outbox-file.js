// Reads the file of another phone's outbox, and puts what is in it into the outbox of this one, which sends it as it is.

import { entriesOf } from "../outbox-file.js"
import * as outbox from "../outbox.js"
import { gameOf } from "../page-store.js"
import { filled } from "../templates.js"
import "./outbox.js"

export default function outboxFile(section) {
  const [input, list, button] = section.querySelectorAll("input, ul, button")
  const template = list.querySelector("template")
  const show = (name, isSo) => (section.querySelector(`[data-say=${name}]`).hidden = !isSo)
  let sendable
  // A file that is chosen again is read again.
  input.onclick = () => (input.value = "")
  input.onchange = async () => {
    const [file] = input.files
    const entries = await entriesOf(file)
    const may = await outbox.mayRecord(entries ?? [])
    // Another one was chosen meanwhile.
    if (file !== input.files[0]) return
    sendable = entries?.filter((_entry, index) => may[index])
    list.replaceChildren(template, ...(entries ?? []).map((entry, index) => row(template, entry, may[index])))
    list.hidden = !entries
    show("wrong", !entries)
    show("unheard", may.includes(null))
    show("foreign", may.includes(false))
    for (const result of ["saved", "unsaved"]) show(result, false)
    button.hidden = !sendable?.length || may.includes(null)
  }
  // Somebody may have been faster than this script.
  if (input.files.length) input.onchange()
  button.onclick = async () => {
    button.hidden = true
    await outbox.take(sendable)
    dispatchEvent(new Event("heard"))
    await outbox.sendAll()
    const waiting = await outbox.entries()
    const isSaved = !sendable.some(({ id }) => waiting.some((entry) => entry.id === id))
    show(isSaved ? "saved" : "unsaved", true)
  }
}

function row(template, entry, may) {
  const game = gameOf(new URL(entry.action).pathname)
  const format = { dateStyle: "long", timeStyle: "short", hourCycle: "h23" }
  const time = new Date(entry.at).toLocaleString(document.documentElement.lang, format)
  return filled(template, { ...entry, words: outbox.inWords(entry), time, game, isForeign: may === false })
}
