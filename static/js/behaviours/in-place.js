// Follows the links of a part of the page without leaving it: the same part of the answer takes the place of its content.
// Taps that come faster than answers wait in line; a link that cannot be reached this way is simply followed.

import { pageOf } from "../reach.js"

export default function inPlace(part) {
  let queue = Promise.resolve()
  const linkOf = (label) => part.querySelector(`a[aria-label="${label}"]`)

  /** Follows the link of that name in the part as it is by then; does nothing if the link is gone. */
  async function follow(label) {
    const link = linkOf(label)
    if (!link) return
    const fresh = (await pageOf(link.href)).page?.getElementById(part.id)
    if (!fresh) return location.assign(link.href)
    part.replaceChildren(...fresh.childNodes)
    history.replaceState(null, "", link.href)
    linkOf(label)?.focus({ preventScroll: true })
  }

  part.addEventListener("click", (event) => {
    const link = event.target.closest("a[aria-label]")
    if (!link) return
    event.preventDefault()
    queue = queue.then(() => follow(link.getAttribute("aria-label")))
  })
}
