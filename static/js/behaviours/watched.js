// Lists the games that this phone watches on its first page. Its browser alone remembers them. On the page of a game that
// is gone, it forgets that one.

import { recall, remember } from "../store.js"
import { filled } from "../templates.js"

const KEY = "watched"
const MOST = 3
const noted = async () => (await recall(KEY)) ?? []

export default async function watched(section) {
  if (section.matches("main")) return note(section, true)
  const row = section.querySelector("template")
  for (const game of await noted()) {
    // A game that this phone scores as well is in the lists of the server.
    if (document.querySelector(`a[href="${CSS.escape(game.path)}"]`)) continue
    row.before(filled(row, game))
    section.hidden = false
  }
}

/** Notes the game of a table page before the others, or drops one that is gone. */
export async function note(main, isGone) {
  const path = location.pathname
  const names = [...main.querySelectorAll(".standings bdi")].map((name) => name.textContent).join(", ")
  const game = { path, names, state: document.title.split(" - ")[0] }
  const others = (await noted()).filter((other) => other.path !== path)
  return remember(KEY, [...(isGone ? [] : [game]), ...others].slice(0, MOST))
}
