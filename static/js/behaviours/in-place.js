// Follows the links of a part of the page without leaving it: the same part of the answer takes its place.
// Taps that come faster than answers wait in line; a link that cannot be reached this way is simply followed.

import { released, wire } from "../app.js"

let queue = Promise.resolve()

export default function inPlace(part) {
  part.addEventListener("click", (event) => {
    const link = event.target.closest("a[aria-label]")
    if (!link) return
    event.preventDefault()
    const label = link.getAttribute("aria-label")
    queue = queue.then(() => follow(part.id, label))
  })
}

/** Follows the link of that name in the part as it is by then; does nothing if the link is gone. */
async function follow(id, label) {
  const part = document.getElementById(id)
  const link = part.querySelector(`a[aria-label="${label}"]`)
  if (!link) return
  try {
    const answer = await fetch(link.href)
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    const fresh = page.getElementById(id)
    await released()
    part.replaceWith(fresh)
    history.replaceState(null, "", link.href)
    wire(document)
    fresh.querySelector(`a[aria-label="${label}"]`)?.focus({ preventScroll: true })
  } catch {
    location.assign(link.href)
  }
}
