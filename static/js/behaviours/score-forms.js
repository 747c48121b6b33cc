// The keypad of sheets unlike the plainest one: nobody can give no score, somebody can hold nothing, or the sheet writes
// more than the counts. Then who gets what is said while counts are typed, and the table's own sum is compared. Mirrors
// rules/score_forms.py; the server decides.

import { complete, points, signed } from "../score-sheet.js"
import { fill, filled } from "../templates.js"
import scorePad from "./score-pad.js"

export default (form) => scorePad(form, scoreForms)

/** Makes the flow of a scoring page (score-pad.js) that of such a sheet. */
export function scoreForms(flow) {
  for (const line of flow.lines) line.least = flow.least
  if (flow.form.dataset.others) withScores(flow)
}

function withScores(flow) {
  const { begin, form, lines, show } = flow
  const { rummy, sum } = form.elements
  const scoring = JSON.parse(form.dataset.others)
  flow.show = () => {
    show.call(flow)
    const out = lines.findIndex((line) => line.out)
    const sheet = written(flow.states.map(countOf), { ...scoring, out, isRummy: Boolean(rummy?.checked) })
    if (rummy) rummy.disabled = flow.nobody
    tell(flow, sheet)
    if (sum) {
      sum.disabled = flow.nobody && scoring.block !== "differences"
      sum.closest(".own-sum").hidden = sheet.pot === null && !sum.value
    }
    compare(sum, sheet.pot)
  }
  flow.begin = () => {
    begin.call(flow)
    if (sum?.ariaInvalid) {
      sum.focus({ preventScroll: true })
      sum.closest(".own-sum").scrollIntoView({ block: "nearest" })
    }
  }
  for (const field of [rummy, sum]) field?.addEventListener("input", () => flow.show())
}

const countOf = (line) => (complete(line) ? points(line) + line.charge : null)

/**
 * What the sheet writes: the `scores`, exact, as text; `gets` are pairs of a line that collects and how its score is
 * made, `pot` what all of it comes to, `pays` by what the counts of the others are multiplied. Nothing while a count is
 * open (null). `out` is -1 for nobody.
 */
export function written(counts, { out, isRummy, form, block, times, bonus, rummyBonus }) {
  if (counts.includes(null)) return { scores: counts.map(() => null), gets: [], pot: null, pays: 0 }
  const isBlocked = out < 0
  const isHeld = !isBlocked && form === "held"
  const isSplit = isBlocked && block === "differences"
  const lowest = isSplit ? Math.min(...counts) : 0
  const above = counts.map((count) => count - lowest)
  const collects = (index) => (isBlocked ? isSplit && !above[index] : index === out)
  const shares = above.filter((_, index) => collects(index)).length
  const parts = above.filter((_, index) => !collects(index))
  const factor = !isBlocked && isRummy ? times : 1
  const extra = isBlocked ? 0 : ((isRummy ? rummyBonus : null) ?? bonus)
  const sum = isHeld ? -extra : factor * added(parts) + extra
  const pays = !shares ? (block === "lose" ? -1 : 1) : isHeld ? factor : form === "zero-sum" ? -factor : 0
  const scores = above.map((more, index) => (collects(index) ? shared(sum, shares) : String(more * pays || 0)))
  const text = isHeld ? String(sum) : sumOf(parts, { factor, extra, shares })
  const isSaid = isHeld ? extra : !isBlocked || parts.length
  const gets = isSaid ? above.flatMap((_, index) => (collects(index) ? [[index, text]] : [])) : []
  return { scores, gets, pot: shares && !isHeld ? sum : null, pays }
}

/** A sum as people write it: "2 × (17 + 31) + 10 = 106". */
function sumOf(parts, { factor, extra, shares }) {
  const sum = parts.join(" + ")
  const inner = parts.length > 1 && (factor > 1 || shares > 1) ? `(${sum})` : sum
  const text = `${factor > 1 ? `${factor} × ` : ""}${inner}${extra ? ` + ${extra}` : ""}${shares > 1 ? ` ÷ ${shares}` : ""}`
  const result = shared(factor * added(parts) + extra, shares)
  return text === result ? text : `${text} = ${result}`
}

/** A share of a whole number, exact: "12", "12 1/2". */
function shared(total, shares) {
  const rest = total % shares
  const whole = (total - rest) / shares
  const divisor = greatest(rest, shares)
  return [whole || !rest ? whole : "", rest ? `${rest / divisor}/${shares / divisor}` : ""].filter(String).join("\u00a0")
}

const greatest = (one, other) => (other ? greatest(other, one % other) : one)
const added = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/** Says who gets what above the save button, and what the other lines write beside them. */
function tell({ form, lines }, { gets, pays, scores }) {
  const box = form.querySelector(".pays")
  const sentence = box.querySelector("template")
  box.replaceChildren(sentence, ...gets.map(([index, text]) => filled(sentence, { name: lines[index].name, sum: signed(text) })))
  const isPaid = (index) => ![0, 1].includes(pays) && !gets.some(([line]) => line === index)
  lines.forEach(({ gets: place, none }, index) => {
    if (none.checked || !isPaid(index)) return
    place.hidden = false
    place.textContent = fill(box.dataset.gets, { points: signed(scores[index]) })
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
