// What a half-entered hand says, as plain values: no page, no events. Mirrors what the server refuses, for showing faults
// while typing; the server decides.
//
// A line: { out, text, base, cards: numbers of each class and of missing ones, or null, worth, least, none, charge }; the
// next digit is added to `base`; `worth` are the points of a card of each class; `least` is 0 if somebody who did not go
// out can hold nothing; `charge` is what a ruling adds. `step`: every count is a multiple of it. `pack`: the points
// of all cards, then how many there are of each class.

const LETTERS = 4

/** Points of a line, null while there are none (empty, or no score given). */
export function points({ out, text, cards, worth, none }) {
  if (out) return 0
  if (none) return null
  if (cards) return cards.reduce((sum, number, index) => sum + number * worth[index], 0)
  return text === "" ? null : Number(text)
}

/** Whether nothing more is needed for this line. */
export const complete = (line) => line.out || line.none || (points(line) !== null && points(line) + line.charge >= (line.least ?? 1))

/** What digits a text can be: no other letters, no leading zeros. */
export const digits = (text) => text.replace(/\D/g, "").replace(/^0+(?=\d)/, "").slice(0, LETTERS)

/** The fault of one line by the name of its sentence, "" for none. `nobody`: nobody went out. */
export function faultOf(line, { nobody, pack, step }) {
  const worth = points(line)
  if (line.out || line.none || worth === null) return ""
  const over = packFault([line], { pack })
  if (over) return over
  if (worth % step) return "fives"
  if (line.cards && !added(line.cards)) return "count"
  if (complete(line)) return ""
  return nobody ? "nobody-zero" : "zero"
}

/** The fault of all lines together: more points, or more cards of one class, than the pack holds. */
export function packFault(lines, { pack: [all, ...most] }) {
  // Missing cards are no part of the pack's points.
  const held = (line) => points(line.cards ? { ...line, cards: line.cards.slice(0, most.length) } : line)
  if (added(lines.map(held)) > all) return "pack"
  const cards = lines.flatMap((line) => line.cards ?? [])
  if (added(cards) > added(most)) return "cards"
  const over = most.some((limit, value) => lines.reduce((n, { cards }) => n + (cards?.[value] ?? 0), 0) > limit)
  return over ? "cards" : ""
}

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

/** A number or a sum as people read it, with a real minus. */
export const signed = (text) => text.replaceAll("-", "−")

/** The index of the next line that still needs something, searching onwards and round; -1 when none does. */
export function nextOpen(lines, from) {
  const order = lines.map((_, step) => (from + 1 + step) % lines.length)
  return order.find((index) => index !== from && !complete(lines[index])) ?? -1
}

/**
 * The two finished numbers that one key makes of what was typed, of nothing 10 and 5; "" for more than `most`, and once
 * the number is finished: 5 and 10 are not, as they have keys of their own.
 */
export function finishes(text, most) {
  const isFinished = text > 10 && text % 5 === 0
  const made = [(Number(text) || 1) + "0", (Number(text) || "") + "5"]
  return made.map((number) => (isFinished || number > most ? "" : number))
}
