// While somebody types, lists the headlines that match, best first, and folds the others below them; the server does the
// same with ?q=.

import { errorsForgiven, LETTERS_FOR_ONE, typingErrors } from "../search.js"

export default function headlines(box) {
  const hits = box.querySelector("[data-hits]")
  const kinds = [...box.querySelectorAll("[data-listed]")]
  const others = box.querySelector(".others")
  const clear = box.querySelector("a.button")
  const field = box.querySelector("[type=search]")
  const nothing = box.querySelector("[data-nothing]")
  const idle = new Set(box.dataset.idle.split(" "))
  const lines = [...box.querySelectorAll("[data-find]")].sort((one, other) => one.dataset.place - other.dataset.place)
  const finds = lines.map((line) => line.dataset.find)
  const known = [...new Set(finds.flatMap(words))]

  /** The texts to look for: the word as a beginning; if no word begins so, words that it may be mistyped for. */
  function likely(word) {
    if (word.length < LETTERS_FOR_ONE || finds.some((find) => find.includes(` ${word}`))) return [` ${word}`]
    const most = errorsForgiven(word)
    return known.filter((other) => mayBe(word, other, most)).map((other) => ` ${other}`)
  }

  function show() {
    const typed = words(field.value)
    const each = [...new Set(typed)]
    const telling = each.filter((word) => !idle.has(word))
    const looked = (telling.length ? telling : each).map(likely)
    const beside = typed.slice(1).map((word, before) => ` ${typed[before]} ${word}`)
    const counted = lines.map((line) => {
      const { find } = line.dataset
      const matches = looked.filter((like) => like.some((word) => find.includes(word))).length
      return { line, matches, pairs: beside.filter((pair) => find.includes(pair)).length }
    })
    counted.sort((one, other) => other.matches - one.matches || other.pairs - one.pairs)
    const isFound = counted[0].matches > 0
    for (const kind of kinds) kind.hidden = isFound
    for (const { line, matches } of counted) {
      const part = isFound ? (matches ? hits : others) : kinds[line.dataset.kind]
      part.querySelector("ul").append(line)
    }
    hits.hidden = !isFound
    others.hidden = !others.querySelector("li")
    nothing.hidden = !typed.length || isFound
    clear.hidden = !field.value
  }

  field.addEventListener("input", show)
  show()
}

function mayBe(word, other, most) {
  return Math.abs(other.length - word.length) <= most && typingErrors(word, other) <= most
}

function words(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
  return letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}
