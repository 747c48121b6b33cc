// A game that is started where nothing answers has the id of its form. Its pages come from those that the server draws for
// the form of a new game, by its rules and for two to eight players (/games/new/ahead): with one letter for each name, and
// another one for the number of each seat, counted from the dealer.

import { NEW, folded, mark, valuesOf } from "./outbox.js"
import { NAMELESS, dropPages, keepPages, ours, pagesOf } from "./page-store.js"
import { forget, recall, remember } from "./store.js"

const FILES = new URL("..", import.meta.url).href
const RULES = ["ruleset", "variant", "changes", "hands", "target", "session", "values"]
// The id of a game that may start; the name of a seat, or what its badge says; the number of a seat.
const LETTERS = /game-that-is-still-to-be-started|(data-text=")?([\uE000-\uE007\uE010-\uE017])/g

/** Which pages of games that may start were asked for. */
const asked = new Set()

/** Keeps the pages of the games that may start by the rules of a form. */
export async function keepNew(fields) {
  const key = newKey(fields)
  if (asked.has(key) || (await pagesOf(key))) return
  asked.add(key)
  const rules = key.split(" ").at(-1)
  const paths = [`${NEW}/ahead?${rules}`, `${NEW}/referee/offline?${rules}`]
  const [pages, referee] = await Promise.all(paths.map(ours))
  if (pages && referee) await keepPages(key, { ...(await pages.json()), [NAMELESS]: await referee.text() })
}

/** The key of what this release draws for these rules in this language; its last word are the rules. */
function newKey(fields) {
  const { lang, className } = document.documentElement
  return [FILES, lang, className, new URLSearchParams(fields.filter(([name]) => RULES.includes(name)))].join(" ")
}

/** Who plays by the form of a new game, with a name that is still in the field for new ones. */
function playersOf(fields) {
  const names = ["player", "new_name"].flatMap((name) => valuesOf(fields, name))
  return names.map((name) => name.trim().replace(/\s+/g, " ")).filter(Boolean)
}

/** The pages of the games that a form may start, by the number of players, with letters for names and numbers. */
const lettered = (fields) => pagesOf(newKey(fields))

/** What to say of a form where nothing answers: "alone" if this phone can go on with the game that it starts. */
export async function standing(fields) {
  const names = playersOf(fields).map(folded)
  if (names.length < 2) return "offline"
  if (new Set(names).size < names.length) return "twice"
  const drawn = await lettered(fields)
  return drawn?.[names.length] ? "alone" : drawn ? "many" : "unkept"
}

/** Keeps the pages of a game that waits to be started, with the draft of its form, which is free for another one. */
export async function keepStarted(entry) {
  const { id, fields, kept } = entry
  const players = playersOf(fields)
  const { [players.length]: drawn, [NAMELESS]: referee } = (await lettered(fields)) ?? {}
  if (!drawn) return
  const dealer = Number(valuesOf(fields, "dealer")[0] ?? 0)
  const fill = (_text, badge, letter) => {
    if (!letter) return id
    const seat = ((letter.charCodeAt() & 7) + dealer) % players.length
    if (letter >= "\uE010") return seat
    return badge ? badge + escaped([...players[seat]][0].toUpperCase()) : escaped(players[seat])
  }
  const pages = Object.entries({ ...drawn, [NAMELESS]: referee }).map((page) => page.map((text) => text.replace(LETTERS, fill)))
  await keepPages(id, { ...Object.fromEntries(pages), [NEW]: { kept, draft: await recall(kept) } })
  await forget(kept)
  await mark(entry, { kept: null })
}

/** Drops the pages of a game whose start is taken back, and brings back the draft of its form. */
export async function dropStarted({ id }) {
  const { kept, draft } = (await pagesOf(id))?.[NEW] ?? {}
  await dropPages(id)
  if (draft) await remember(kept, { ...draft, isTakenBack: true })
}

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt()};`)
