// A plain search of the rulebook that this phone has kept, for where nothing answers. A clause counts each word of the
// question, or what the book says for it, that begins one of its words; a word that few clauses have counts for more.
// The server knows more: phrases, endings, other languages, what a table has agreed.

import { keptPage } from "./page-store.js"

const MOST = 3
const SHORTEST = 2

const parse = (text) => new DOMParser().parseFromString(text, "text/html")
const pageAt = async (pathname) => parse((await keptPage({ pathname, search: "" })) ?? "")
const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase()
const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}.]+/gu) ?? []

/** The clauses that answer a question, as paragraphs, the best first. */
export async function search(question) {
  const [book, tables] = await Promise.all(["/rules", "/ask"].map(pageAt))
  const meant = meanings(tables.getElementById("words")?.content.textContent ?? "")
  const asked = wordsOf(question).filter((word) => word.length >= SHORTEST && !meant.get(word)?.includes(""))
  const clauses = [...book.querySelectorAll(".clause")].map((clause) => ({ clause, words: wordsOf(clause.textContent) }))
  const scores = new Map()
  for (const word of asked) {
    const forms = [word, ...(meant.get(word) ?? [])]
    const found = clauses.filter(({ words }) => words.some((one) => forms.some((form) => one.startsWith(form))))
    for (const { clause } of found)
      scores.set(clause, (scores.get(clause) ?? 0) + Math.log(1 + clauses.length / found.length))
  }
  return [...scores].sort(([, one], [, other]) => other - one).slice(0, MOST).map(([clause]) => answer(clause))
}

/** What the book says for each everyday word, from rows such as "player: mum dad": nothing for those that say nothing. */
function meanings(table) {
  const meant = new Map()
  for (const row of table.split("\n")) {
    const [word, others] = row.split(": ")
    for (const other of others?.split(" ") ?? []) meant.set(other, [...(meant.get(other) ?? []), word])
  }
  return meant
}

function answer(clause) {
  const text = clause.querySelector(".text").textContent.trim()
  const found = document.createElement("p")
  const textContent = clause.querySelector("dt").textContent.trim()
  found.append(Object.assign(document.createElement("a"), { className: "chip", href: `/rules#${clause.id}`, textContent }), ` ${text}`)
  return found
}
