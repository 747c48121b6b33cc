// Copies a text to the clipboard: the answer of an address (data-copy="/...") or the text of an element (data-copy="#id").
// Plain HTTP has no clipboard; there the old command copies a selection. If that fails too, the text stays selected.
// Texts are fetched beforehand: browsers allow copying only right after a tap.

import { announce } from "../app.js"

export default function copy(button) {
  const face = labelled(button)
  const source = button.dataset.copy
  const shown = source.startsWith("#") && document.querySelector(source)
  let text = shown ? shown.textContent : null
  if (!shown) fetched(source).then((answer) => (text = answer))
  button.addEventListener("click", async () => {
    announce("")
    text ??= await fetched(source)
    if (text === null) return
    if (await put(text)) return tellDone(face, button.dataset.done)
    select(shown || unfolded(button, text))
    face.textContent = button.dataset.failed
    announce(face.textContent)
  })
}

/** Shares the text that a link leads to (data-text is its address), or else copies it, or else follows the link. */
export async function passOn(link) {
  const text = await fetched(link.dataset.text)
  const isShared = text && (await navigator.share?.({ text }).then(() => true, ({ name }) => name === "AbortError"))
  if (isShared) return
  if (text && (await put(text))) tellDone(labelled(link), link.dataset.done)
  else location.assign(link.href)
}

/** Says for a moment what was done. The line for screen readers is emptied too: the next time, it changes again. */
function tellDone(face, word) {
  face.textContent = word
  announce(word)
  setTimeout(() => {
    face.textContent = face.dataset.label
    announce("")
  }, 2500)
}

/** The part with the words of a button or link, which keeps its label. */
function labelled(element) {
  const face = element.querySelector("span")
  face.dataset.label ??= face.textContent
  return face
}

const put = async (text) =>
  (await navigator.clipboard?.writeText(text).then(() => true, () => false)) || putBySelection(text)

/** The text of an address, null where it cannot be had. */
async function fetched(source) {
  const answer = await fetch(source).catch(() => null)
  return answer?.ok ? answer.text() : null
}

function putBySelection(text) {
  const hidden = { value: text, readOnly: true, className: "visually-hidden" }
  const area = Object.assign(document.createElement("textarea"), hidden)
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  return done
}

/** Shows the whole text below the button. */
function unfolded(button, text) {
  const box = Object.assign(document.createElement("pre"), { className: "scroll", tabIndex: 0, textContent: text })
  button.parentElement.after(box)
  return box
}

function select(element) {
  getSelection().selectAllChildren(element)
  element.scrollIntoView({ block: "nearest" })
}
