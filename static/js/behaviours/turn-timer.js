// A line that shrinks while a turn lasts; each tap starts the next turn. At the end the button turns amber, and a phone
// that can vibrates once. data-styles are the style sheets, data-over the sentence for the end.
// The seconds that were chosen stay on this phone; nothing else is kept.

import { announce } from "../app.js"

const KEPT = "turn-timer"
const USUAL = "60"
const BUZZ = 300
const STEPS = 12

export default function turnTimer(part) {
  const button = part.querySelector("button")
  const line = button.appendChild(document.createElement("i"))
  const choices = [...part.querySelectorAll("input")]
  let turn

  part.dataset.styles.split(" ").forEach(addStyles)
  const choice = (seconds) => choices.find(({ value }) => value === seconds)
  const chosen = choice(kept()) ?? choice(USUAL)
  chosen.checked = true

  function stop() {
    turn?.cancel()
    button.classList.remove("over")
  }

  function start() {
    stop()
    const seconds = choices.find((choice) => choice.checked).value
    const easing = matchMedia("(prefers-reduced-motion: reduce)").matches ? `steps(${STEPS})` : "linear"
    turn = line.animate({ inlineSize: ["100%", "0"] }, { duration: seconds * 1000, easing })
    turn.onfinish = () => {
      if (!button.isConnected) return
      button.classList.add("over")
      navigator.vibrate?.(BUZZ)
      announce(part.dataset.over)
    }
  }

  button.addEventListener("click", start)
  part.addEventListener("toggle", () => part.open || stop())
  part.addEventListener("change", ({ target }) => {
    keep(target.value)
    stop()
  })
}

function addStyles(href) {
  if (document.querySelector(`link[href="${href}"]`)) return
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }))
}

function kept() {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

function keep(seconds) {
  try {
    localStorage.setItem(KEPT, seconds)
  } catch {
    // The browser allows no storage, so the choice lasts as long as the page.
  }
}
