// Copies a text to the clipboard: the answer of an address (data-copy="/...") or the text of an element (data-copy="#id").
// A link to a page with the text shares it where the browser can.
// Plain HTTP has no clipboard; there the old command copies a selection. If that fails too, the text stays selected.
// Texts are fetched beforehand: browsers allow copying only right after a tap.

import { announce } from "../app.js"

export default function copy(button) {
  const face = button.querySelector("span")
  const label = face.textContent
  const source = button.dataset.copy
  const shown = source.startsWith("#") && document.querySelector(source)
  let answer = shown ? shown.textContent : fetched(source)
  /** The line for screen readers is emptied too: the next time, it changes again. */
  const rest = () => {
    face.textContent = label
    announce("")
  }
  button.addEventListener("click", async (event) => {
    event.preventDefault()
    announce("")
    const text = (await answer) ?? (await (answer = fetched(source)))
    if (text === null || (button.matches("a") && (await share(text)))) return
    const isPut = await navigator.clipboard?.writeText(text).then(() => true, () => false)
    const done = isPut || putBySelection(text)
    if (!done) select(shown || unfolded(button, text))
    face.textContent = done ? button.dataset.done : button.dataset.failed
    announce(face.textContent)
    if (done) setTimeout(rest, 2500)
  })
}

/** The text of an address, null where it cannot be had. */
async function fetched(source) {
  const answer = await fetch(source).catch(() => null)
  return answer?.ok ? answer.text() : null
}

/** Whether the text needs no copying: it was shared, or somebody chose not to share it. */
const share = (text) => navigator.share?.({ text }).then(() => true, ({ name }) => name === "AbortError")

function putBySelection(text) {
  const area = document.createElement("textarea")
  area.value = text
  area.readOnly = true
  area.className = "visually-hidden"
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  return done
}

/** Shows the whole text below the button. */
function unfolded(button, text) {
  const box = document.createElement("pre")
  box.className = "scroll"
  box.tabIndex = 0
  box.textContent = text
  button.closest("ul, div").after(box)
  return box
}

function select(element) {
  getSelection().selectAllChildren(element)
  element.scrollIntoView({ block: "nearest" })
}
