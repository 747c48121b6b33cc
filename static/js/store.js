// What this phone keeps: records of what somebody typed, each by a key, until they are sent or some days old.
//
// IndexedDB has a record on disk after milliseconds, over plain HTTP too; each write is committed at once, so that a
// reload right behind a key loses nothing. (localStorage, which browsers write down when they find time, lost the last
// minute of a killed one.) Where nothing can be stored, nothing is kept.

const STORE = "drafts"
const OLDEST = 14 * 24 * 3600 * 1000
const SOON = 1000
let database

/** The record of a key, null if there is none or the store does not answer soon. */
export function recall(key) {
  const late = new Promise((resolve) => setTimeout(resolve, SOON, null))
  const record = inStore("readonly", (records) => records.get(key)).then((found) => found?.fields ?? null)
  return Promise.race([record.catch(() => null), late])
}

export const remember = (key, fields) => write((records) => records.put({ at: Date.now(), fields }, key))
export const forget = (key) => write((records) => records.delete(key))
const write = (act) => inStore("readwrite", act).catch(() => null)

async function inStore(mode, act) {
  database ??= opened()
  const transaction = (await database).transaction(STORE, mode, { durability: "strict" })
  const answer = answered(act(transaction.objectStore(STORE)))
  transaction.commit?.()
  return answer
}

async function opened() {
  const request = indexedDB.open("scorekeeper", 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  const found = await answered(request)
  found.transaction(STORE, "readwrite").objectStore(STORE).openCursor().onsuccess = dropOld
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

/** A choice that stays on this phone if it can; `value` is the new one. */
export function chosen(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value)
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
