// Half-entered hands, kept on this phone by game and place ("hand:attempt").
// localStorage takes each keystroke at once, but browsers write it to disk only seconds later; IndexedDB, asked to be
// strict, is on disk after milliseconds. So both are kept: the first outlives a reload in mid-keystroke, the second a
// killed browser. A draft of another release, or a damaged one, counts as none.

const STORE = "drafts"
const SOON = 700
let opened

/** The newest copy, or null. If the database does not answer soon, `late` is called with its copy if that is newer. */
export async function readDraft(game, place, late = () => null) {
  const key = keyOf(game, place)
  const local = readLocal(key)
  const newer = (copy) => (copy && !(copy.kept <= local?.kept) ? copy : local)
  const stored = inStore("readonly", (store) => store.get(key)).then((copy) => newer(valid(copy)), () => local)
  const soon = await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, SOON, false))])
  if (soon !== false) return soon
  stored.then((copy) => copy !== local && late(copy))
  return local
}

export function writeDraft(game, place, draft) {
  const key = keyOf(game, place)
  const stamped = { ...draft, kept: Date.now() }
  try {
    localStorage.setItem(key, JSON.stringify(stamped))
  } catch {
    // Full or forbidden: the other copy remains.
  }
  inStore("readwrite", (store) => store.put(stamped, key)).catch(() => null)
}

/** Drop a game's drafts of hands before the place that is now to be scored, and of other attempts at it. A later hand
 * is half entered when another phone takes back the one before: its turn comes again. Places sort
 * in the order of hands (sheet_form.draft_place). */
export function dropDrafts(game, place) {
  const [first, own, end] = ["", place, place.split(":")[0] + ";"].map((from) => keyOf(game, from))
  try {
    const stale = (key) => key >= first && key < end && key !== own
    for (const key of Object.keys(localStorage).filter(stale)) localStorage.removeItem(key)
  } catch {
    // Forbidden: nothing is kept there.
  }
  inStore("readwrite", (store) => {
    store.delete(IDBKeyRange.bound(first, own, false, true))
    return store.delete(IDBKeyRange.bound(own, end, true))
  }).catch(() => null)
}

const keyOf = (game, place) => `draft:${game}:${place}`

/** A draft in the shape that score-pad.js keeps; null for anything else. */
function valid(draft) {
  const { winner, at, stage, lines } = draft ?? {}
  const isOurs = isText(winner) && isText(at) && isText(stage) && Array.isArray(lines) && lines.every(isLine)
  return isOurs ? draft : null
}

function isLine(line) {
  const { seat, text, counts, none } = line ?? {}
  const isCounted = counts === null || (Array.isArray(counts) && counts.every(isText))
  return isText(seat) && isText(text) && isCounted && typeof none === "boolean"
}

const isText = (value) => typeof value === "string"

function readLocal(key) {
  try {
    return valid(JSON.parse(localStorage.getItem(key)))
  } catch {
    return null
  }
}

async function inStore(mode, ask) {
  opened ??= promised(open())
  const request = ask((await opened).transaction(STORE, mode, { durability: "strict" }).objectStore(STORE))
  return promised(request)
}

function open() {
  const request = indexedDB.open("scorekeeper", 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return request
}

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
