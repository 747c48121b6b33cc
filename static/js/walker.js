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
  for (let step; node.kind && (step = (STEPS[node.kind] ?? tapped)(node, state)); node = step.node) {
    if (step.pairs[0][0] === "who-offender") continue
    state.steps.push({ text: step.text, href: address(state) })
    state.given.push(...step.pairs)
    Object.assign(state, step.known)
  }
  return { code, steps: state.steps, index: data.index, ...(node.kind ? question(node, state) : ruling(node, state)) }
}

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
  const answer = answers.find(isGiven)
  return answer && { text: answer[0], pairs: Object.entries(answer[1]), node: answer[2] }
}

function typed(node, { data, sent }) {
  const numbers = sent.getAll(node.fact).filter((text) => text.trim()).map(Number)
  if (!sent.has(node.fact) || faultOf(node, { sent })) return null
  const [highest, second] = [...numbers].sort((one, other) => other - one)
  const points = highest + second
  const enough = node.enough[new Intl.PluralRules(data.language).select(points)] ?? node.enough.other
  const pairs = (numbers.length ? numbers : [""]).map((number) => [node.fact, String(number)])
  return { text: numbers.join(data.comma) || node.none, pairs, node: second >= 0 ? enough : node.short, known: { points } }
}

/** Whose turn it is, and who claims. */
function claimsOf(node, { data, sent }) {
  const [turn, claimants] = [last(sent, "in_turn"), [...new Set(sent.getAll("claimants"))]]
  return { inTurn: isPlayer(data, turn) ? turn : "", claimants: claimants.filter((seat) => isPlayer(data, seat)) }
}

function claimed(node, state) {
  if (faultOf(node, state) !== "") return null
  const { inTurn, claimants } = claimsOf(node, state)
  const called = (seats) => (seats.join() ? listed(state.data, seats) : "")
  return {
    text: fill(node.step, { in_turn: called([inTurn]), claimants: called(claimants) }),
    pairs: [...(inTurn ? [["in_turn", inTurn]] : []), ...claimants.map((seat) => ["claimants", seat])],
    node: node.then,
    known: { inTurn, claims: node.order[inTurn].filter((seat) => claimants.includes(seat)) },
  }
}

/** What is wrong with what a form sent: nothing if it did not send any of it. */
function faultOf(node, { data, sent }) {
  if (node.fact) return sent.getAll(node.fact).every((text) => /^\s*\d{0,9}\s*$/.test(text)) ? "" : node.fault
  if (!node.order || !(sent.has("in_turn") || sent.has("claimants"))) return undefined
  const { inTurn, claimants } = claimsOf(node, { data, sent })
  if (!claimants.length || !(inTurn in node.order)) return node.incomplete
  return claimants.includes(inTurn) ? fill(node.fault, { in_turn: listed(data, [inTurn]) }) : ""
}

function question(node, state) {
  const { data, code, sent, given, roles, steps } = state
  const page = { ...node, fault: faultOf(node, state), back: steps.at(-1).href }
  const choice = ([text, values]) => ({ text, seat: values["who-offender"], href: address(state, ...Object.entries(values)) })
  if (!node.form) return { ...page, choices: node.answers.map(choice) }
  const field = ([name, value, label], index) => {
    const texts = sent.getAll(name)
    const isOn = texts.includes(value) || (node.kind === "switches" && !texts.length)
    return { index, name, value: value || texts[index], label, isOn }
  }
  const [action, query] = data.index.split("?")
  const kept = [...new URLSearchParams(query), ...given, ...roles]
  const [legend, legendOfOthers] = node.legends
  const [fields, others] = [node.fields.map(field), node.others.map(field)]
  return { ...page, form: { ...node.form, action: `${action}/${code}`, kept, fields, others, legend, legendOfOthers } }
}

function ruling(leaf, state) {
  const { data, code, sent, given, roles, claims = [] } = state
  const { known, unnamed } = data.irregularities[code]
  const [chosen, name, then, settled] = leaf.options.find(([option]) => option === sent.get("choice")) ?? []
  const pairs = chosen ? [["choice", chosen]] : []
  const meant = meantBy(leaf, state)
  const words = { points: state.points ?? leaf.points, hand: data.hand }
  for (const [who, forms] of Object.entries(unnamed))
    for (const [form, word] of data.roles[who].entries())
      words[word] = meant[who] ? listed(data, meant[who], Number(form === 1)) : forms[form]
  const say = (_key, value) => (typeof value === "string" ? fill(value, words) : value)
  const text = settled?.see ? then : settled && leaf.isSilent ? data.decided : leaf.text
  const decision = `${name}.${settled?.see ? "" : ` ${then}`}`
  // That the table decides is left to the options.
  const remedies = leaf.lines.filter(([remedy]) => chosen || !leaf.options.length || remedy !== "rules-silent")
  const lines = remedies.map(([remedy, who, text, isOffer]) => {
    return { remedy, who, text: isOffer && chosen ? decision : text, seats: meant[who] }
  })
  const now = JSON.parse(JSON.stringify({ ...leaf, ...settled, text, lines }), say)
  const [question, facts] = now.count ?? []
  const offender = roles.filter(([name]) => name === "who-offender")
  const linkTo = (next, facts) => {
    return { text: data.irregularities[next].headline, href: addressOf(data, next, [...Object.entries(facts), ...offender]) }
  }
  return {
    ...now,
    order: leaf.claims && claims.length > 1 && claims.map((seat) => data.players[seat][0]).join(data.comma),
    rows: now.rows.map(([name, question]) => ({ name, question, chips: chipsOf(name, state, pairs) })),
    options: now.options.map(([code, name, then]) => {
      return { name, then, href: `${address(state, ["choice", code])}#options`, isChosen: code === chosen }
    }),
    notes: now.notes.map(([number, question, choices]) => ({ number, question, choices })),
    lead: question && { question, ...linkTo("wrong-count", facts) },
    after: data.irregularities[now.see] && linkTo(now.see, known),
    record: data.mayWrite && recordOf(now, state, { meant, pairs: [...given, ...roles, ...pairs] }),
  }
}

/** The seats of each role, as far as players are named, and of those that follow from them. */
function meantBy(leaf, { data, roles, inTurn, claims }) {
  const meant = {}
  for (const [name, seat] of roles) if (leaf.rows.some(([row]) => row === name)) meant[name.slice("who-".length)] = [seat]
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
