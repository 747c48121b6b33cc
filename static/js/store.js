// What this phone keeps: records of what somebody typed, each by a key, until they are sent or some days old; in the
// outbox, in the order in which it was sent, what the server has not recorded (outbox.js); and pages (page-store.js).
//
// IndexedDB has a record on disk after milliseconds, over plain HTTP too; each write is committed at once. Where it is
// busy, a reload right behind a key would lose it, and localStorage, which browsers write down when they find time, loses
// the last minute of a killed one: the newest record is in both. Where nothing can be stored, nothing is kept.

const DRAFTS = "drafts"
const OUTBOX = "outbox"
export const PAGES = "pages"
const OLDEST = 14 * 24 * 3600 * 1000
const SOON = 1000
let database
let isLasting

/** The record of a key, null if there is none or the store does not answer soon. */
export async function recall(key) {
  let record = await soon("readonly", (records) => records.get(key))
  try {
    const newest = JSON.parse(localStorage.newest)
    if (newest.key === key && !(newest.at < record?.at)) record = newest
  } catch {}
  return record?.fields ?? null
}
export function remember(key, fields) {
  const record = { key, at: Date.now(), fields }
  try {
    localStorage.newest = JSON.stringify(record)
  } catch {}
  // In WebKit a transaction may not say that it is complete.
  return soon("readwrite", (records) => records.put(record, key))
}
/** Leaves a record without fields, which is newer than a copy of the last one. */
export const forget = (key) => remember(key)

/** Asks the browser once a page not to clear the store when it needs room, where it can be asked (over https). */
export const keepForGood = () => (isLasting ??= navigator.storage?.persist?.().catch(() => null))

/** All entries of the outbox, the first one first; null if the store does not answer. */
export const entries = () => soon("readonly", (all) => all.getAll(), OUTBOX)
/** Adds an entry behind the others, or with its `order` replaces that one; its order, null if it cannot be stored. */
export function save(entry) {
  keepForGood()
  return soon("readwrite", (all) => all.put(entry), OUTBOX)
}
/** Removes an entry, unless another one has taken its place. */
export const remove = ({ order, id }) =>
  soon("readwrite", (all) => {
    all.get(order).onsuccess = ({ target }) => target.result?.id === id && all.delete(order)
  }, OUTBOX)

/** The answer of the store; null where it has none, or none soon. */
export function soon(mode, act, store) {
  const late = new Promise((resolve) => setTimeout(resolve, SOON, null))
  return Promise.race([inStore(mode, act, store).catch(() => null), late])
}

/** Answers to a write once it is on disk. What reads and then writes in one transaction returns no request. */
async function inStore(mode, act, store = DRAFTS) {
  database ??= opened()
  const transaction = (await database).transaction(store, mode, { durability: "strict" })
  const request = act(transaction.objectStore(store))
  const written = new Promise((resolve, reject) => Object.assign(transaction, { oncomplete: resolve, onabort: reject }))
  if (request) transaction.commit?.()
  // In Chromium a large record may come after its transaction is complete.
  return (await Promise.all([request && answered(request), written]))[0]
}

async function opened() {
  const request = indexedDB.open("scorekeeper", 3)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) request.result.createObjectStore(DRAFTS)
    if (oldVersion < 2) request.result.createObjectStore(OUTBOX, { keyPath: "order", autoIncrement: true })
    request.result.createObjectStore(PAGES, { keyPath: "game" }).createIndex("at", "at")
  }
  const found = await answered(request)
  // The page of another release may need another store.
  found.onversionchange = () => found.close()
  found.transaction(DRAFTS, "readwrite").objectStore(DRAFTS).openCursor().onsuccess = dropOld
  return found
}

function dropOld({ target: { result: cursor } }) {
  if (!cursor) return
  if (!(cursor.value?.at > Date.now() - OLDEST)) cursor.delete()
  cursor.continue()
}

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
