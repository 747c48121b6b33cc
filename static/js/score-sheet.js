// What a half-entered hand says, as plain values: no page, no events. Mirrors the sheet rules of section 7 for showing
// faults while typing; the server decides.
//
// A line: { out, text, base, cards: [low, ten, ace, joker, missing] or null, worth, none, charge }; the next digit is added
// to `base`; `worth` are the points of a card of each kind; `charge` is what a ruling adds.

const LETTERS = 4

/** Points of a line, null while there are none (empty, or no score given). */
export function points({ out, text, cards, worth, none }) {
  if (out) return 0
  if (none) return null
  if (cards) return cards.reduce((sum, number, index) => sum + number * worth[index], 0)
  return text === "" ? null : Number(text)
}

/** Whether nothing more is needed for this line. */
export const complete = (line) => line.out || line.none || (points(line) !== null && points(line) + line.charge > 0)

/** What digits a text can be: no other letters, no leading zeros. */
export const digits = (text) => text.replace(/\D/g, "").replace(/^0+(?=\d)/, "").slice(0, LETTERS)

/** The fault of one line by the name of its sentence, "" for none. `nobody`: the stock ran out twice. */
export function faultOf(line, { nobody, pack }) {
  const worth = points(line)
  if (line.out || line.none || worth === null) return ""
  const over = packFault([line], { pack })
  if (over) return over
  if (worth % 5) return "fives"
  if (worth + line.charge > 0) return ""
  if (line.cards) return "count"
  return nobody ? "nobody-zero" : "zero"
}

/** The fault of all lines together: more points, or more cards of one value, than the pack holds. */
export function packFault(lines, { pack }) {
  if (added(lines.map(held)) > pack[0]) return "pack"
  const most = pack.slice(1)
  const cards = lines.flatMap((line) => line.cards ?? [])
  if (added(cards) > added(most)) return "cards"
  const over = most.some((limit, value) => lines.reduce((n, { cards }) => n + (cards?.[value] ?? 0), 0) > limit)
  return over ? "cards" : ""
}

/** The points of cards that are there: missing ones are no part of the pack's points. */
const held = (line) => points(line.cards ? { ...line, cards: line.cards.slice(0, 4) } : line) ?? 0

const added = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * What no score for one line costs (8.5): the two highest of the others added up, once two are known. `kind` is "known",
 * "least" while others are open, "open" before two are known, "again" when there will be no two (8.6).
 */
export function costOf(lines, index) {
  const others = lines.filter((_, other) => other !== index)
  const given = others.filter((line) => complete(line) && !line.none).map((line) => points(line) + line.charge)
  const waits = !others.every(complete)
  const [first, second] = given.sort((one, other) => other - one)
  if (second === undefined) return { kind: waits ? "open" : "again", sum: null }
  return { kind: waits ? "least" : "known", sum: first + second }
}

/** The index of the next line that still needs something, searching onwards and round; -1 when none does. */
export function nextOpen(lines, from) {
  const order = lines.map((_, step) => (from + 1 + step) % lines.length)
  return order.find((index) => index !== from && !complete(lines[index])) ?? -1
}

/** The two finished numbers that one key makes of what was typed, of nothing 10 and 5; "" for more than `most`. */
export function finishes(text, most) {
  const made = [(Number(text) || 1) + "0", (Number(text) || "") + "5"]
  return made.map((number) => (number > most ? "" : number))
}
