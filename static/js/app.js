// Wires behaviours to the elements that ask for them: data-behaviour="score-pad" loads behaviours/score-pad.js.
// A part with data-lazy waits until it is unfolded, or somebody comes into it.

// Milliseconds after which a change of a new page is heard.
const SETTLED = 200
// A tap on a touch screen becomes a click a moment after the finger is up.
const CLICK_FOLLOWS = 50
// Until then a page is still loading what it shows.
const LOADED = 1000
/** The page as the server sent it, or nearly so. */
export const html = `<!doctype html>${document.documentElement.outerHTML}`
const wired = new WeakSet()
const loaded = new Map()
let pressed = Promise.resolve()
let isByPointer = false
let isPlain = false

export function wire(root) {
  for (const element of root.querySelectorAll("[data-behaviour]")) {
    if (wired.has(element)) continue
    wired.add(element)
    const start = () => element.dataset.behaviour.split(" ").forEach((name) => behave(name, element))
    const sign = element.matches("details") ? "toggle" : "focusin"
    if ("lazy" in element.dataset) element.addEventListener(sign, start, { once: true })
    else start()
  }
}

/** Whether a finger or a mouse was used last, and no key: the click that a label passes on does not tell in WebKit. */
export const isTap = () => isByPointer

/** Waits until no press is on its way to a click: an answer that moves what is pressed loses the tap. */
export async function released() {
  for (let press; press !== pressed; await press) press = pressed
}

function hold({ target }) {
  isByPointer = true
  // Its list is the browser's own, which may keep the release to itself.
  if (target.closest?.("select")) return
  pressed = new Promise((resolve) => {
    const release = () => setTimeout(resolve, CLICK_FOLLOWS)
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, { once: true })
  })
}

/** Lets screen readers say a text. They hear this line change, but not a label, nor what a new page begins with. */
export function announce(text) {
  document.getElementById("news").textContent = text
}

/** A choice that stays on this phone if it can; `value` is the new one. */
export function chosen(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value)
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps the screen on while a page with data-awake is shown, where the browser can (secure contexts only). */
function stayAwake() {
  if (!document.hidden && document.querySelector("[data-awake]")) navigator.wakeLock?.request("screen").catch(() => null)
}

/** What a scorer sends goes by way of the outbox; if that cannot be loaded, as on a page without scripts. */
async function post(event) {
  const { target, submitter } = event
  if (isPlain || event.defaultPrevented || !(submitter ?? target).closest("[data-outbox]")) return
  event.preventDefault()
  const outbox = await loadOutbox().catch(() => null)
  if (outbox) return outbox.submit(target, submitter)
  isPlain = true
  target.requestSubmit(submitter)
}

const loadOutbox = () => import("./behaviours/outbox.js")

/**
 * The outbox is there before the network may go; on the pages of a hand, and where nothing is sent, once they stand or
 * with the first tap: a killed browser may have lost the mark that something waits. Then this phone keeps the page.
 */
function prepareOutbox() {
  const load = () => loadOutbox().catch(() => null)
  const isForm = document.querySelector("[data-outbox]") && !document.querySelector("[data-awake]")
  setTimeout(() => load().then(() => keepPage()), LOADED)
  if (chosen("outbox") || isForm) return load()
  for (const sign of ["click", "input"]) addEventListener(sign, load, { capture: true, once: true })
}

/** Keeps this page, or what it is by now, for when nothing answers. */
export const keepPage = (text = html) => import("./pages.js").then((pages) => pages.keep(text), () => null)

/** Runs a behaviour, at once if its module is loaded: a part that replaced another must hear the very next tap. */
function behave(name, element) {
  if (loaded.has(name)) return loaded.get(name)(element)
  import(`./behaviours/${name}.js`).then((module) => {
    loaded.set(name, module.default)
    module.default(element)
  })
}

addEventListener("pointerdown", hold, true)
addEventListener("keydown", () => (isByPointer = false), true)
document.addEventListener("submit", post)
document.addEventListener("visibilitychange", stayAwake)
document.documentElement.classList.add("js")
wire(document)
prepareOutbox()
stayAwake()
const said = document.getElementById("said")
if (said) setTimeout(() => announce(said.textContent), SETTLED)
