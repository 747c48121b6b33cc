// Picks cards by thumb: a rank, then a suit; the suit again is the same card again. Taps write into the text field, which
// the form sends: what is typed there and what is tapped is one text.

import { announce } from "../app.js"
import { filled } from "../templates.js"

const CARD = /^(?:(10|[2-9]|1[1-3]?|[AJQK])([SHDC])|JK)$/
// Cards that fit above the keys in full size.
const ROOMY = 12

export default function cardPicker(form) {
  const field = form.elements.cards
  const picked = form.querySelector("[data-picked]")
  const template = form.querySelector("template")
  const keys = (name) => [...form.querySelectorAll(`[data-${name}]`)]
  const [ranks, suits] = [keys("rank"), keys("suit")]
  const next = form.querySelector("[data-act=next]")
  const order = ranks.map((key) => key.dataset.rank)
  const signs = Object.fromEntries(suits.map((key) => [key.dataset.suit.toUpperCase(), key.lastChild.textContent]))
  const wild = new Set(keys("card").map((key) => key.dataset.card.toUpperCase()))
  const full = form.querySelector(".no-more")
  let rank = ""
  let then = ""

  /** What a word says as a card of this game: rank and suit behind the whole, neither for a joker. */
  function read(word) {
    const sign = (typed) => "SHDC"["♠♥♦♣".indexOf(typed[0])]
    const code = word.toUpperCase().replace(/[♠♥♦♣]\uFE0E?\uFE0F?/g, sign).replace(/^(?:JOKER|★|🃏)$/u, "JK")
    const found = CARD.exec(code)
    return found && (found[1] ? order.includes(found[1]) : wild.has(found[0])) ? found : null
  }

  /** The spoken name of a card: that of its own key, or of its suit's key with the rank in it. */
  function name(card) {
    const own = keys("card").find((key) => key.dataset.card === card.toLowerCase())
    if (own) return own.ariaLabel
    const [, of, suit] = CARD.exec(card)
    return suits.find((key) => key.dataset.suit === suit.toLowerCase()).dataset.name.replace("…", ranks[order.indexOf(of)].ariaLabel)
  }

  /** How many more cards can be checked, as far as each word is a card. */
  function room() {
    const { most, noMore } = form.querySelector("[name=as]:checked").dataset
    full.textContent = noMore
    return most - field.value.split(/[\s,/;|]+/).filter(Boolean).length
  }

  function add(card) {
    if (room() < 1) {
      announce(full.textContent)
      return rank
    }
    field.value = `${field.value.trimEnd()} ${card}`.trimStart()
    announce(name(card))
    return CARD.exec(card)[1] ?? rank
  }

  const acts = {
    undo: () => {
      field.value = field.value.trimEnd().replace(/[^\s/]+$|\/$/, "").trimEnd()
      announce(picked.dataset.undone)
    },
    meld: () => {
      const text = field.value.trimEnd()
      if (text && !text.endsWith("/")) field.value = `${text} /`
    },
    next: () => {
      rank = add(then)
    },
  }

  function show() {
    const melds = field.value.split(/[\n/;|]+/).map((meld) => meld.split(/[\s,]+/).filter(Boolean).map(read))
    full.hidden = room() > 0
    const laid = melds.map((meld) => meld.filter(Boolean)).filter((meld, at) => meld.length || (at && at === melds.length - 1))
    picked.classList.toggle("many", laid.flat().length > ROOMY)
    picked.replaceChildren(...laid.map((meld) => filled(template, { cards: meld.map(drawn) })))
    picked.scrollTop = picked.scrollHeight
    for (const key of ranks) key.ariaPressed = String(key.dataset.rank === rank)
    for (const key of suits) {
      key.disabled = !rank
      key.firstChild.textContent = rank
      if (rank) key.ariaLabel = name(rank + key.dataset.suit.toUpperCase())
    }
    for (const key of keys("card")) key.classList.toggle("doubled", CARD.exec(key.dataset.card.toUpperCase())[1] === rank)
    then = follower(melds.at(-1))
    next.hidden = !then
    if (!then) return
    next.className = then.at(-1).toLowerCase()
    next.ariaLabel = next.dataset.name.replace("…", name(then))
    next.lastChild.textContent = CARD.exec(then)[1] + signs[then.at(-1)]
  }

  const drawn = ([card, rank = "★", suit]) => ({ rank, kind: suit?.toLowerCase() ?? "wild", sign: signs[suit], name: name(card) })

  /** The card that would lengthen a run at its end; none where there is no such card, or no run. */
  function follower(meld) {
    const isNatural = (card) => card && !wild.has(card[0])
    const at = meld.findLastIndex(isNatural)
    if (at < 0) return ""
    const [, of, suit] = meld[at]
    const natural = meld.filter(isNatural)
    const isTwice = (card) => meld.some((other) => other && other !== card && other[1] === card[1])
    if (natural.some((card) => card[2] !== suit || isTwice(card)) || (of === "A" && at > 0)) return ""
    const before = meld[at - 1]
    const place = order.indexOf(of)
    const step = before?.[2] === suit && order.indexOf(before[1]) === place + 1 ? -1 : 1
    const beyond = order[place + step * (meld.length - at)] ?? (of === "K" && step > 0 && at === meld.length - 1 ? "A" : "")
    return natural.some((card) => card[1] === beyond) ? "" : beyond && beyond + suit
  }

  /** A change drops the verdict; the keys stay where the thumb is. */
  function changed() {
    const top = form.querySelector(".picker").getBoundingClientRect().top
    document.getElementById("verdict")?.remove()
    form.querySelector(".refused")?.remove()
    field.removeAttribute("aria-invalid")
    remember(form)
    show()
    scrollBy({ top: form.querySelector(".picker").getBoundingClientRect().top - top, behavior: "instant" })
  }

  form.addEventListener("click", ({ target }) => {
    const key = target.closest(".picker button")
    if (!key) return
    const { rank: tapped, suit = "", card = "", act } = key.dataset
    if (tapped) rank = tapped
    else if (suit) add(rank + suit.toUpperCase())
    else if (card) add(card.toUpperCase())
    else acts[act]()
    if (tapped) show()
    else changed()
  })
  field.addEventListener("input", changed)
  form.addEventListener("change", ({ target }) => {
    if (target === field) return
    remember(form)
    show()
  })
  const typed = field.closest("details")
  typed.open = form.querySelector(".refused") || matchMedia("(min-width: 44rem)").matches
  field.value ||= new URLSearchParams(location.search).get("picked") ?? ""
  show()
}

/** Keeps the cards in the address: a reload and the way back find them there, and nobody has asked about them. */
function remember(form) {
  const asked = new URLSearchParams(new FormData(form))
  if (asked.get("cards").trim()) asked.set("picked", asked.get("cards"))
  asked.delete("cards")
  history.replaceState(null, "", `?${asked}`)
}
