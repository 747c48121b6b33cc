// Counts down a turn on the button, with a line that shrinks; each tap starts the next turn. At the end the button turns
// amber and says so, and a phone that can vibrates once. data-over are the words for the end.
// The seconds that were chosen stay on this phone; nothing else is kept. Its styles come with it, for few tables use it.

import { announce, chosen } from "../app.js"

const KEPT = "turn-timer"
const BUZZ = 300
const STEPS = 12
const TICK = 200
for (const path of ["shared/name-chips.css", "timer.css"]) {
  const styles = { rel: "stylesheet", href: new URL(`../../css/${path}`, import.meta.url) }
  document.head.append(Object.assign(document.createElement("link"), styles))
}

export default function turnTimer(part) {
  const button = part.querySelector("button")
  const line = button.appendChild(document.createElement("i"))
  const clock = button.querySelector("b")
  const seconds = () => part.querySelector(":checked").value
  let turn, ticks

  part.querySelector(`[value="${chosen(KEPT)}"]`)?.click()
  stop()

  function show() {
    const left = Math.ceil(seconds() - (turn?.currentTime ?? 0) / 1000)
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
  }

  function stop() {
    turn?.cancel()
    clearInterval(ticks)
    button.classList.remove("over")
    show()
  }

  function start() {
    stop()
    const easing = matchMedia("(prefers-reduced-motion: reduce)").matches ? `steps(${STEPS})` : "linear"
    turn = line.animate({ inlineSize: ["100%", "0"] }, { duration: seconds() * 1000, easing })
    ticks = setInterval(show, TICK)
    turn.onfinish = () => {
      clearInterval(ticks)
      if (!button.isConnected) return
      button.classList.add("over")
      clock.textContent = part.dataset.over
      navigator.vibrate?.(BUZZ)
      announce(part.dataset.over)
    }
  }

  button.addEventListener("click", start)
  part.addEventListener("toggle", () => (part.open ? part.parentElement.scrollIntoView({ block: "nearest" }) : stop()))
  part.addEventListener("change", ({ target }) => {
    chosen(KEPT, target.value)
    stop()
  })
}
