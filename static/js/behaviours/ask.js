// Asks while somebody types: the answers of /ask come below the box, and the words stay in the address. Only the newest
// answer counts. Without a connection a search of the kept rulebook answers (../search.js); where it finds nothing, what
// stands there stays, and says which question it answers.

import { announce } from "../app.js"
import { pageOf } from "../reach.js"

const PAUSE = 200

export default function ask(form) {
  const field = form.elements.q
  const answers = form.lastElementChild
  let asking

  async function show(pause) {
    asking?.abort()
    asking = new AbortController()
    const { signal } = asking
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (signal.aborted) return
    remember(field.value.trim())
    if (!field.value.trim()) return answers.replaceChildren()
    // The first question that a server hears takes it a while.
    const { page } = await pageOf(`${form.action}?${new URLSearchParams(new FormData(form))}`, { signal })
    if (signal.aborted) return
    // The page of an error has no box.
    const answered = page?.getElementById("ask")
    if (answered) put(page, answered)
    else failed(await plain(field.value))
  }

  /** Shows the answers of a page. */
  function put(page, answered) {
    for (const style of page.querySelectorAll("link[rel=stylesheet]")) {
      if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style)
    }
    form.dataset.answers = answered.dataset.answers
    answers.replaceChildren(...answered.lastElementChild.childNodes)
    bringIntoSight()
    announce(answers.querySelector(".says, .nothing, .button")?.textContent ?? "")
  }

  /** Puts the box at the top of the view where its answers would begin below the middle, or behind a keyboard. */
  function bringIntoSight() {
    const visible = (visualViewport ?? window).height ?? innerHeight
    if (answers.firstElementChild && answers.getBoundingClientRect().top > visible / 2) form.scrollIntoView()
  }

  function failed(found) {
    answers.querySelector(".failed")?.remove()
    const kept = found.length ? "plain" : answers.firstElementChild ? "answers" : "failed"
    const said = Object.assign(document.createElement("p"), { className: "failed", textContent: form.dataset[kept] })
    if (found.length) answers.replaceChildren(said, ...found)
    else answers.prepend(said)
    announce(said.textContent)
  }

  field.addEventListener("input", () => show(PAUSE))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    field.blur()
    show()
  })
  addEventListener("online", () => answers.querySelector(".failed") && show())
  field.value ||= new URLSearchParams(location.search).get("q") ?? ""
  if (field.value && !answers.firstElementChild) show()
}

/** What a search of the kept rulebook finds, if this phone has both. */
const plain = (words) => import("../search.js").then(({ search }) => search(words)).catch(() => [])

function remember(words) {
  const address = new URL(location)
  if (words) address.searchParams.set("q", words)
  else address.searchParams.delete("q")
  history.replaceState(null, "", address)
}
