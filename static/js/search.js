// A plain search of the rulebook that this phone has kept, for where nothing answers. A clause counts each word of the
// question, or what the book says for it, that begins one of its words; a word that few clauses have counts for more.
// The server knows more: phrases, endings, other languages, what a table has agreed.

import { keptPage } from "./page-store.js"
import { parse } from "./reach.js"
import { filled } from "./templates.js"

const MOST = 3
const SHORTEST = 2

const pageAt = async (pathname) => parse((await keptPage({ pathname, search: "" })) ?? "")
const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase()
const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}.]+/gu) ?? []

/** The clauses that answer a question, the best first. */
export async function search(question) {
  const [book, tables] = await Promise.all(["/rules", "/ask"].map(pageAt))
  // Rows such as "player: mum dad" say what the book says for everyday words; the first one, what says nothing.
  const rows = (tables.getElementById("words")?.content.textContent ?? "").split("\n").map((row) => row.split(/: | /))
  const meant = (word) => rows.filter(([, ...others]) => others.includes(word)).map(([form]) => form)
  const asked = wordsOf(question).filter((word) => word.length >= SHORTEST && !meant(word).includes(""))
  const clauses = [...book.querySelectorAll(".clause")].map((clause) => ({ clause, words: wordsOf(clause.textContent) }))
  const scores = new Map()
  for (const word of asked) {
    const forms = [word, ...meant(word)]
    const found = clauses.filter(({ words }) => words.some((one) => forms.some((form) => one.startsWith(form))))
    for (const { clause } of found)
      scores.set(clause, (scores.get(clause) ?? 0) + Math.log(1 + clauses.length / found.length))
  }
  const best = [...scores].sort(([, one], [, other]) => other - one).slice(0, MOST)
  const textOf = (clause, part) => clause.querySelector(part).textContent.trim()
  return best.map(([clause]) =>
    filled(tables.getElementById("found"), { id: clause.id, number: textOf(clause, "dt"), text: textOf(clause, ".text") }))
}
