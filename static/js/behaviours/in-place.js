// Follows the links of a part of the page without leaving it: the same part of the answer takes its place.
// Taps that come faster than answers wait in line; a link that cannot be reached this way is simply followed.

import { wire } from "../app.js"
import { pageOf } from "../reach.js"

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
  const fresh = (await pageOf(link.href)).page?.getElementById(id)
  if (!fresh) return location.assign(link.href)
  part.replaceWith(fresh)
  history.replaceState(null, "", link.href)
  wire(document)
  fresh.querySelector(`a[aria-label="${label}"]`)?.focus({ preventScroll: true })
}
