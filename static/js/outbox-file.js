// The outbox as a file, for a phone without a network to hand to one that has it: JSON with a version. Of an entry it holds
// what another phone needs to send it, the address without the host. It may hold what a scorer records, and nothing else.

const HEAD = { format: "scorekeeper-outbox", version: 1 }
const ID = /^[\w-]{22}$/
const RECORDING = "hands|undos|seats|departures|arrivals|suspension|resumption|rules|ending|agreements|rulings|duties|waiting"
const FORM = RegExp(String.raw`^/((nights/[\w-]+/)?games/new|games/[\w-]{16,}/(${RECORDING})(/[\w/-]+)?)$`)

/** The file of some entries. Browsers hand a text to other programs, but no JSON. */
export function fileOf(entries) {
  const sendable = entries.filter(({ state }) => state !== "unsure")
  const written = sendable.map(({ id, action, fields, previous, name, held, at }) => {
    const { pathname, search } = new URL(action)
    return { id, action: pathname + search, fields, previous, name, held, at }
  })
  return new File([JSON.stringify({ ...HEAD, entries: written })], "scorekeeper-outbox.txt", { type: "text/plain" })
}

/** The entries of a file, null if it is another one. */
export async function entriesOf(file) {
  try {
    const { format, version, entries } = JSON.parse(await file.text())
    return format === HEAD.format && version === HEAD.version && entries.length ? entries.map(checked) : null
  } catch {
    return null
  }
}

function checked({ id, action, fields, previous, name, held, at }) {
  const { origin, pathname, href } = new URL(action, location)
  const pairs = fields.map(([field, value]) => [field, value])
  const texts = [name, ...pairs.flat(), ...held.map((hand) => hand.name)]
  const isForm = origin === location.origin && FORM.test(pathname) && [id, previous ?? id].every((one) => ID.test(one))
  const isInWords = texts.every((text) => typeof text === "string")
  const isCounted = [at, ...held.map(({ points }) => points)].every(Number.isInteger)
  if (!isForm || !isInWords || !isCounted) throw TypeError()
  return { id, action: href, fields: pairs, previous, name, held, at }
}
