// The pages that this phone keeps, in HTML by their address, in one record for each game and one for what belongs to none.

import { PAGES, entries, soon } from "./store.js"

const MOST_GAMES = 10
const GAME = /^\/games\/([\w-]{16,})/
export const REFEREE = /^(\/games\/[\w-]+)?\/referee(?=\/|$)/
/** The page of the referee for a game that this phone has started, until there is one that knows who plays. */
export const NAMELESS = "referee"
const TABLE_AHEAD = /^\/games\/[\w-]+\?(undone|hand)=/

/** The pages of a game, in HTML by address. */
export const pagesOf = async (game) => (await soon("readonly", (games) => games.get(game), PAGES))?.pages
/** The id of the game that a path names, "" for none. */
export const gameOf = (path) => GAME.exec(path)?.[1] ?? ""
/** Whether something of the game waits that a path names: the server is not as far yet as this phone. */
export const isAhead = async (path) => (await entries())?.some(({ game }) => game && game === gameOf(path))

/** The answer of our server to what is fetched to be kept; null without one, or with that of a stranger. */
export async function ours(path) {
  const answer = await fetch(path, { priority: "low" }).catch(() => null)
  return answer?.ok && answer.headers.has("Scorekeeper") ? answer : null
}

/**
 * The kept page of an address, in HTML, with `files` in place of those of the release that has sent it; null without one.
 * Only what is ahead may differ by what follows its path; one page has all questions of the referee.
 */
export async function keptPage({ pathname, search }, files) {
  const pages = (await pagesOf(gameOf(pathname))) ?? {}
  const [referee] = REFEREE.exec(pathname) ?? []
  const page = pages[pathname + search] ?? (TABLE_AHEAD.test(pathname + search) ? null : pages[pathname])
  const found = page ?? (referee && (pages[`${referee}/offline`] ?? pages[NAMELESS])) ?? null
  return found && files ? found.replaceAll(/\/static\/\w+\//g, files) : found
}
export const forgetPages = () => soon("readwrite", (games) => games.clear(), PAGES)
export const dropPages = (game) => soon("readwrite", (games) => games.delete(game), PAGES)

/**
 * Adds pages to those of a game, whatever another tab adds meanwhile, and drops those of the games that nobody has looked
 * at for longest. Keys with a space are of games that may start (new-game.js).
 */
export const keepPages = (game, pages) =>
  soon("readwrite", (games) => {
    games.get(game).onsuccess = ({ target: { result: old } }) => {
      games.put({ game, at: Date.now(), pages: { ...old?.pages, ...pages } })
      games.index("at").getAllKeys().onsuccess = ({ target: { result: kept } }) => {
        for (const kind of [/^\S+$/, / /])
          for (const key of kept.filter((key) => kind.test(key)).slice(0, -MOST_GAMES)) games.delete(key)
      }
    }
  }, PAGES)
