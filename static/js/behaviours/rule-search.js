// Searches the book while somebody types, in the page itself: what is found is copied from the book below.
// The index is fetched when the field is first used. Without it, the form asks the server.

import { searchOf } from "../search.js"

const MOST_OTHERS = 6

export default function ruleSearch(form) {
  const field = form.elements.q
  let search = null

  async function prepare() {
    if (search) return
    try {
      const answer = await fetch(form.dataset.index)
      if (answer.ok) search = searchOf(await answer.json())
    } catch {
      // Out of reach: the form is sent instead.
    }
  }

  field.addEventListener("focus", prepare)
  field.addEventListener("input", async () => {
    await prepare()
    if (search) show(field.value.trim(), search)
  })
  form.addEventListener("submit", (event) => {
    if (!search) return
    event.preventDefault()
    show(field.value.trim(), search)
    field.blur()
  })
}

function show(query, search) {
  const place = document.getElementById("found")
  place.replaceChildren(...(query ? parts(search(query).map((hit) => hit.number)) : []))
  history.replaceState(null, "", address(query))
  document.getElementById("news").textContent = place.querySelector(".nothing, .best dt")?.textContent ?? ""
}

/** The same page with another query, and the game it was opened from. */
function address(query) {
  const said = new URLSearchParams(location.search)
  if (query) said.set("q", query)
  else said.delete("q")
  return said.size ? `?${said}` : location.pathname
}

/** What the server would show of these clauses, in its own template. */
function parts([best, ...others]) {
  const made = document.getElementById("found-parts").content.cloneNode(true)
  const nothing = made.querySelector(".nothing")
  if (!best) return [nothing]
  nothing.remove()
  made.querySelector(".best dl").replaceChildren(row(best))
  fillOthers(made.querySelector(".others"), others.slice(0, MOST_OTHERS))
  const section = document.getElementById(`c${best}`).closest("section")
  made.querySelector(".whole h2 span").textContent = section.querySelector("h2").textContent
  const all = [...section.querySelectorAll(".clause")].map((clause) => row(clause.id.slice(1)))
  all.find((clause) => clause.querySelector("dt").textContent === best).classList.add("hit")
  made.querySelector(".whole dl").replaceChildren(...all)
  return [...made.children]
}

function fillOthers(place, numbers) {
  if (!numbers.length) return place.remove()
  const pattern = place.querySelector("li")
  place.querySelector("ul").replaceChildren(...numbers.map((number) => other(number, pattern.cloneNode(true))))
}

function other(number, item) {
  item.querySelector("a").href = `#c${number}`
  item.querySelector("b").textContent = number
  item.querySelector(".list-note").textContent = document.getElementById(`c${number}`).querySelector(".text").textContent
  return item
}

/** A copy of a clause of the book, without its address. */
function row(number) {
  const copy = document.getElementById(`c${number}`).cloneNode(true)
  copy.removeAttribute("id")
  return copy
}
