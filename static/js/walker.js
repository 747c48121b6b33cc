// Follows the referee's questions through the data of one venue (scorekeeper/web/referee/offline.py): from an irregularity and
// the values of an address to the page that they lead to, as values for its template. Nothing here knows a rule.

import { fill } from "./templates.js"

/** The page of an irregularity: that of the first question without a whole answer among what was `sent`, or the ruling. */
export function pageOf(data, code, sent) {
  const { headline, hands, offenderFirst } = data.irregularities[code]
  const roles = [...sent].filter(([name, seat]) => name.startsWith("who-") && isPlayer(data, seat))
  const state = { data, code, sent, roles, given: [], steps: [{ text: headline, href: data.index }] }
  const [, offender] = (offenderFirst && roles.find(([name]) => name === "who-offender")) || []
  if (offender) {
    const text = fill(offenderFirst, { offender: listed(data, [offender]) })
    state.steps.push({ text, href: addressOf(data, code) })
  }
  let node = hands.findLast(([from]) => from <= data.hand)[1]
  let step
  for (; node.kind && (step = (STEPS[node.kind] ?? tapped)(node, state)).node; node = step.node) {
    if (step.pairs[0][0] === "who-offender") continue
    state.steps.push({ text: step.text, href: address(state) })
    state.given.push(...step.pairs)
    Object.assign(state, step.known)
  }
  const page = node.kind ? question(node, state, step.fault) : ruling(node, state)
  return { code, steps: state.steps, index: data.index, ...page }
}

// What an answer to each kind of question leads to; no node without an answer, or with a fault of what a form sent.
const STEPS = { numbers: typed, claims: claimed }
const isPlayer = (data, seat) => Object.hasOwn(data.players, seat)
const last = (sent, name) => sent.getAll(name).at(-1)

function addressOf(data, code, pairs = []) {
  const [path, query] = data.index.split("?")
  const values = new URLSearchParams([...new URLSearchParams(query), ...pairs])
  return [`${path}/${code}`, ...(pairs.length || query ? [values] : [])].join("?")
}

/** The address of the answers given, the players named, and more. */
const address = ({ data, code, given, roles }, ...more) => addressOf(data, code, [...given, ...roles, ...more])

/** Players by their seats as they are read out; `form` 1 is for the beginning of a sentence. */
function listed(data, seats, form = 0) {
  return fill(data.lists[seats.length], seats.map((seat, place) => data.players[seat][place ? 0 : form]))
}

function tapped({ answers }, { sent }) {
  const isGiven = ([, given]) => Object.entries(given).every(([name, value]) => last(sent, name) === value)
  const [text, given, node] = answers.find(isGiven) ?? []
  return node ? { text, pairs: Object.entries(given), node } : {}
}

function typed(node, { data, sent }) {
  const texts = sent.getAll(node.fact)
  if (!texts.every((text) => /^\s*\d{0,9}\s*$/.test(text))) return { fault: node.fault }
  if (!texts.length) return {}
  const numbers = texts.filter((text) => text.trim()).map(Number)
  const [highest, second] = [...numbers].sort((one, other) => other - one)
  const points = highest + second
  const enough = node.enough[new Intl.PluralRules(data.language).select(points)] ?? node.enough.other
  const pairs = (numbers.length ? numbers : [""]).map((number) => [node.fact, String(number)])
  return { text: numbers.join(data.comma) || node.none, pairs, node: second >= 0 ? enough : node.short, known: { points } }
}

/** By whose turn it is, and who claims. */
function claimed(node, { data, sent }) {
  const inTurn = isPlayer(data, last(sent, "in_turn")) ? last(sent, "in_turn") : ""
  const claimants = [...new Set(sent.getAll("claimants"))].filter((seat) => isPlayer(data, seat))
  if (!sent.has("in_turn") && !sent.has("claimants")) return {}
  if (!claimants.length || !(inTurn in node.order)) return { fault: node.incomplete }
  const names = { in_turn: inTurn && listed(data, [inTurn]), claimants: listed(data, claimants) }
  if (claimants.includes(inTurn)) return { fault: fill(node.fault, names) }
  return {
    text: fill(node.step, names),
    pairs: [...(inTurn ? [["in_turn", inTurn]] : []), ...claimants.map((seat) => ["claimants", seat])],
    node: node.then,
    known: { inTurn, claims: node.order[inTurn].filter((seat) => claimants.includes(seat)) },
  }
}

function question(node, state, fault) {
  const { sent, steps } = state
  const page = { ...node, fault, back: steps.at(-1).href }
  const choice = ([text, values]) => ({ text, seat: values["who-offender"], href: address(state, ...Object.entries(values)) })
  if (!node.form) return { ...page, choices: node.answers.map(choice) }
  const field = (shown, index) => {
    const texts = sent.getAll(shown.name)
    const isOn = texts.includes(shown.value) || (node.kind === "switches" && !texts.length)
    return { ...shown, index, value: shown.value || texts[index], isOn }
  }
  const [action, query] = address(state).split("?")
  const kept = [...new URLSearchParams(query)]
  return { ...page, form: { ...node.form, action, kept, fields: node.fields.map(field), others: node.others.map(field) } }
}

function ruling(leaf, state) {
  const { data, code, sent, given, roles, claims = [] } = state
  const { known, unnamed } = data.irregularities[code]
  const chosen = leaf.options.find((option) => option.code === sent.get("choice"))
  const pairs = chosen ? [["choice", chosen.code]] : []
  const meant = meantBy(leaf, state)
  const words = { points: state.points ?? leaf.points, hand: data.hand }
  for (const [who, forms] of Object.entries(unnamed))
    for (const [form, word] of data.roles[who].entries())
      words[word] = meant[who] ? listed(data, meant[who], Number(form === 1)) : forms[form]
  const say = (_key, value) => (typeof value === "string" ? fill(value, words) : value)
  const now = JSON.parse(JSON.stringify({ ...leaf, ...chosen?.settled }), say)
  const offender = roles.filter(([name]) => name === "who-offender")
  const linkTo = (next, facts) => {
    return { text: data.irregularities[next].headline, href: addressOf(data, next, [...Object.entries(facts), ...offender]) }
  }
  return {
    ...now,
    order: leaf.claims && claims.length > 1 && claims.map((seat) => data.players[seat][0]).join(data.comma),
    lines: now.lines.map((line) => ({ ...line, seats: meant[line.who] })),
    rows: now.rows.map((row) => ({ ...row, chips: chipsOf(row.name, state, pairs) })),
    options: now.options.map(({ code, name, then }) => {
      return { name, then, href: `${address(state, ["choice", code])}#options`, isChosen: code === chosen?.code }
    }),
    lead: now.count && { question: now.count[0], ...linkTo("wrong-count", now.count[1]) },
    after: data.irregularities[now.see] && linkTo(now.see, known),
    record: data.mayWrite && recordOf(now, state, { meant, pairs: [...given, ...roles, ...pairs] }),
  }
}

/** The seats of each role, as far as players are named, and of those that follow from them. */
function meantBy(leaf, { data, roles, inTurn, claims }) {
  const meant = {}
  for (const [name, seat] of roles) if (leaf.rows.some((row) => row.name === name)) meant[name.slice("who-".length)] = [seat]
  if (leaf.claims) Object.assign(meant, { claimant: [claims[0]], ...(inTurn && { "in-turn": [inTurn] }) })
  for (const [who, by] of Object.entries(leaf.meant)) {
    const seats = data.seats[who]?.[by.map((role) => `${role}=${meant[role]}`).join(" ")]
    if (seats) meant[who] = seats
  }
  return meant
}

/** The players to tap for a role; not one who is named for another. */
function chipsOf(name, { data, given, code, roles }, pairs) {
  const others = roles.filter(([role]) => role !== name)
  const [, chosen] = roles.find(([role]) => role === name) ?? []
  return Object.entries(data.players).map(([seat, [text]]) => {
    const isOther = others.some(([, other]) => other === seat)
    const href = `${addressOf(data, code, [...given, ...others, [name, seat], ...pairs])}#${name}`
    return { seat, text, href: isOther ? "" : href, isChosen: seat === chosen }
  })
}

/** The form that saves a ruling: with the same fields as that of the server's page. */
function recordOf({ unnamed, offers }, { data, code }, { meant, pairs }) {
  const nobody = unnamed.filter((who) => !meant[who])
  return {
    isUnnamed: nobody.length === 1,
    areUnnamed: nobody.length > 1,
    kept: `${code}:${data.version}:${new URLSearchParams(pairs)}`,
    fields: !nobody.length && [["irregularity", code], ["seen", String(data.version)], ...pairs],
    offers: offers.filter(([who]) => !who || meant[who]).map(([, text]) => text),
  }
}
