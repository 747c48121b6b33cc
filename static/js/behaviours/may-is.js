// Counts claims of the discard, one tap each, up to `data-most` for each player. Only this phone keeps them, under the key
// of the hand in `data-kept`: the next one begins with none. Each tap can be taken back, the last one first.

import { announce } from "../app.js"
import { recall, remember } from "../store.js"

export default async function mayIs(part) {
  const { count, kept, most, over } = part.dataset
  const buttons = [...part.querySelectorAll("button")]
  const undo = buttons.pop()
  const { taps } = (await recall(kept)) ?? { taps: [] }

  function show() {
    for (const button of buttons) {
      const number = taps.filter((seat) => seat === button.value).length
      button.disabled = number >= most
      button.lastElementChild.textContent = (button.disabled ? over : count).replaceAll("{most}", most).replace("{number}", number)
    }
    undo.disabled = !taps.length
  }

  part.addEventListener("click", ({ target }) => {
    const button = target.closest("button")
    if (!button) return
    if (button === undo) taps.pop()
    else taps.push(button.value)
    remember(kept, { taps })
    show()
    announce(button === undo ? "" : button.textContent)
  })
  show()
}
