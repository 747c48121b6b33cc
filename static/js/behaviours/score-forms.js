// The keypad of sheets unlike the plainest one: nobody can give no score, somebody can hold nothing, or the sheet writes
// more than the counts. Then who gets what is said while counts are typed, and the table's own sum is compared. Mirrors
// rules/score_forms.py; the server decides.

import { complete, points } from "../score-sheet.js"
import scorePad from "./score-pad.js"

export default (form) => scorePad(form, scoreForms)

/** Makes the flow of a scoring page (score-pad.js) that of such a sheet. */
export function scoreForms(flow) {
  for (const line of flow.lines) line.least = flow.least
  if (!flow.noScore) withoutNone(flow)
  if (flow.form.dataset.others) withScores(flow)
}

/** Stands in for the button and the boxes of no score, which are not on the page. */
function withoutNone(flow) {
  flow.noScore = document.createElement("button")
  flow.showNone = () => null
  for (const line of flow.lines) line.none = document.createElement("input")
}

function withScores(flow) {
  const { begin, form, lines, restore, show } = flow
  const { rummy, sum } = form.elements
  const scoring = JSON.parse(form.dataset.others)
  flow.show = () => {
    show.call(flow)
    const out = lines.findIndex((line) => line.out)
    const sheet = written(flow.states.map(countOf), { ...scoring, out, isRummy: Boolean(rummy?.checked) })
    if (rummy) rummy.disabled = flow.nobody
    if (sum) {
      sum.disabled = flow.nobody && scoring.block !== "differences"
      name(sum, { winner: lines[out]?.name, nobody: flow.nobody })
    }
    flow.more = { rummy: rummy?.checked, sum: sum?.value }
    tell(flow, sheet)
    compare(sum, sheet.pot)
  }
  flow.begin = (draft) => {
    begin.call(flow, draft)
    if (sum?.ariaInvalid) {
      sum.focus({ preventScroll: true })
      sum.closest(".own-sum").scrollIntoView({ block: "nearest" })
    }
  }
  flow.restore = (draft) => {
    restore.call(flow, draft)
    if (rummy) rummy.checked = draft.more?.rummy
    if (sum) sum.value = draft.more?.sum ?? ""
  }
  for (const field of [rummy, sum]) {
    field?.addEventListener("input", () => {
      flow.show()
      flow.keep()
    })
  }
}

/** Says in its label what the sum is: the score of who went out, or with nobody out what the lowest share. */
function name({ labels: [label] }, { winner, nobody }) {
  const kind = winner ? "out" : nobody ? "nobody" : undefined
  for (const words of label.children) words.hidden = words.dataset.of !== kind
  label.querySelector("[data-name]").textContent = winner ?? ""
}

const countOf = (line) => (complete(line) ? points(line) + line.charge : null)

/**
 * What the sheet writes: `gets` are pairs of a line and how its score is made, `scores` those of the other lines that
 * differ from the count, `pot` what all of it comes to. Counts are null until they are typed, `out` is -1 for nobody.
 */
export function written(counts, { out, isRummy, form, block, times, bonus, rummyBonus }) {
  if (out < 0) return blocked(counts, { form, block })
  const factor = isRummy ? times : 1
  const extra = (isRummy ? rummyBonus : null) ?? bonus
  const others = counts.filter((_, index) => index !== out)
  const known = others.filter((count) => count !== null)
  if (form === "held") {
    const gets = extra ? [[out, String(-extra)]] : []
    return { gets, scores: counts.map((count) => (factor > 1 ? signed(count, factor) : null)), pot: null }
  }
  const pot = known.length === others.length ? factor * added(known) + extra : null
  const gets = known.length ? [[out, sumOf(known, { factor, extra, isOpen: pot === null })]] : []
  return { gets, scores: counts.map((count) => (form === "zero-sum" ? signed(count, -factor) : null)), pot }
}

/** The sheet of a hand that nobody went out of; nothing until all counts are typed. */
function blocked(counts, { form, block }) {
  const nothing = { gets: [], scores: counts.map(() => null), pot: null }
  if (counts.includes(null) || block === "held") return nothing
  if (block === "lose") return { ...nothing, scores: counts.map((count) => signed(count, -1)) }
  const lowest = Math.min(...counts)
  const above = counts.map((count) => count - lowest)
  const over = above.filter(Boolean)
  const lucky = counts.flatMap((count, index) => (count === lowest ? [index] : []))
  const gets = over.length ? lucky.map((index) => [index, sumOf(over, { shares: lucky.length })]) : []
  return { gets, scores: above.map((more) => (form === "zero-sum" && more ? `-${more}` : null)), pot: added(over) }
}

/** The score of each line, exact, as it is written; null for all of them while a count is open. */
export function scoresOf(counts, { out, isRummy, form, block, times, bonus, rummyBonus }) {
  if (counts.includes(null)) return counts.map(() => null)
  const pays = form === "zero-sum" ? -1 : 0
  if (out >= 0) {
    const factor = isRummy ? times : 1
    const extra = (isRummy ? rummyBonus : null) ?? bonus
    const won = form === "held" ? -extra : factor * added(counts.filter((_, index) => index !== out)) + extra
    const lost = form === "held" ? factor : pays * factor
    return counts.map((count, index) => (index === out ? String(won) : signed(count, lost)))
  }
  if (block !== "differences") return counts.map((count) => signed(count, block === "lose" ? -1 : 1))
  const lowest = Math.min(...counts)
  const above = counts.map((count) => count - lowest)
  const share = shared(added(above), above.filter((more) => !more).length)
  return above.map((more) => (more ? signed(more, pays) : share))
}

/** A sum as people write it: "2 × (17 + 31) + 10 = 106"; without its result while counts are open. */
function sumOf(parts, { factor = 1, extra = 0, shares = 1, isOpen = false }) {
  const open = isOpen ? [...parts, "…"] : parts
  const inner = open.length > 1 && (factor > 1 || shares > 1) ? `(${open.join(" + ")})` : open.join(" + ")
  const text = `${factor > 1 ? `${factor} × ` : ""}${inner}${extra ? ` + ${extra}` : ""}${shares > 1 ? ` ÷ ${shares}` : ""}`
  const result = shared(factor * added(parts) + extra, shares)
  return isOpen || text === result ? text : `${text} = ${result}`
}

/** A share of a whole number, exact: "12", "12 1/2". */
export function shared(total, shares) {
  const rest = total % shares
  const whole = (total - rest) / shares
  const divisor = greatest(rest, shares)
  return [whole || !rest ? whole : "", rest ? `${rest / divisor}/${shares / divisor}` : ""].filter(String).join("\u00a0")
}

const greatest = (one, other) => (other ? greatest(other, one % other) : one)
const signed = (count, factor) => (count === null ? null : String(count * factor || 0))
const added = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/** Says who gets what above the save button, and what the other lines write beside them. */
function tell({ form, lines }, { gets, scores }) {
  const box = form.querySelector(".pays")
  const sentence = box.querySelector("template").content
  const said = gets.map(([index, text]) => {
    const one = sentence.cloneNode(true)
    one.querySelector("[data-name]").textContent = lines[index].name
    one.querySelector("[data-sum]").textContent = text
    return one
  })
  for (const old of box.querySelectorAll("p")) old.remove()
  box.append(...said)
  lines.forEach(({ item, out, none }, index) => {
    const place = item.querySelector(".gets")
    if (none.checked) return
    place.hidden = out || scores[index] === null
    place.textContent = `= ${scores[index]}`
  })
}

/** Names the difference between the table's own sum and that of the sheet. */
function compare(sum, pot) {
  if (!sum) return
  const difference = sum.disabled || pot === null || !/^\d+$/.test(sum.value.trim()) ? null : Number(sum.value) - pot
  const form = new Intl.PluralRules(document.documentElement.lang).select(Math.abs(difference))
  const kind = difference === null ? "" : difference ? `${difference > 0 ? "more" : "less"}-${form}` : "same"
  for (const sentence of document.querySelectorAll("[data-differs]")) {
    sentence.hidden = sentence.dataset.differs !== kind
    for (const place of sentence.querySelectorAll("b")) place.textContent = Math.abs(difference)
  }
}
