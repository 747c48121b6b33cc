// Tells a scorer who is half way through a hand that another phone has saved it, and leads to the scores. What is typed
// stays to be seen. It asks for the table page by its ETag, as live.js does; a save of its own needs no telling.

import { announce } from "../app.js"
import { answerOf } from "../reach.js"

const PAUSE = 4000

export default function overtaken(form) {
  const note = form.querySelector(".overtaken")
  const hand = Number(form.dataset.kept.split(":")[1])
  let tag = ""
  let isSent = false

  async function ask() {
    const page = document.hidden || form.inert ? null : await changed(note.querySelector("a").pathname, tag)
    if (isSent) return
    tag = page?.etag ?? tag
    const next = page?.kept.split(":")[1]
    if (next === "" || Number(next) > hand) {
      note.hidden = false
      form.querySelector(".pad").hidden = true
      note.scrollIntoView({ block: "nearest" })
      announce(note.textContent)
    } else setTimeout(ask, PAUSE)
  }

  form.addEventListener("submit", () => (isSent = true))
  ask()
}

/** What the table page says of itself, if it has changed since this tag. */
async function changed(path, tag) {
  const answer = await answerOf(path, { headers: { "If-None-Match": tag }, cache: "no-store" })
  if (answer?.status !== 200) return null
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main")?.dataset
}
