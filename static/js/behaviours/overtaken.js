// Tells a scorer who is half way through a hand that another phone has saved it, and leads to the scores. What is typed
// stays to be seen. It asks for the table page by its ETag, as live.js does; a save of its own needs no telling.

import { announce } from "../app.js"
import { pageOf } from "../reach.js"

const PAUSE = 4000

export default function overtaken(form) {
  const note = form.querySelector(".overtaken")
  const hand = Number(form.dataset.kept.split(":")[1])
  let tag = ""
  let isSent = false

  async function ask() {
    const options = { headers: { "If-None-Match": tag }, cache: "no-store" }
    const isIdle = document.hidden || form.inert
    const { status, page } = isIdle ? {} : await pageOf(note.querySelector("a").pathname, options)
    if (isSent) return
    // A table page says its state and its hand, if it has changed since the tag.
    const { etag = tag, kept } = (status === 200 && page?.getElementById("main")?.dataset) || {}
    tag = etag
    const next = kept?.split(":")[1]
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
