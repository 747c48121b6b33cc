// Picks cards by thumb: a rank, then a suit; the suit again is the same card again. Taps write into the text field, which
// the form sends: what is typed there and what is tapped is one text.

import { announce } from "../app.js"
import { filled } from "../templates.js"

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
  const cards = new Map(JSON.parse(form.querySelector("script").textContent).map((card) => [card.code, card]))
  const cardOf = (code) => cards.get(code.toUpperCase())
  const wild = keys("card").map((key) => cardOf(key.dataset.card))
  const full = form.querySelector(".no-more")
  let rank = ""
  let then

  /** What a word says as a card of this game. */
  function read(word) {
    const sign = (typed) => "SHDC"["♠♥♦♣".indexOf(typed[0])]
    return cardOf(word.replace(/[♠♥♦♣]\uFE0E?\uFE0F?/g, sign).replace(/^(?:joker|★|🃏)$/iu, "JK"))
  }

  /** How many more cards can be checked, as far as each word is a card. */
  function room() {
    const { most, noMore } = form.querySelector("[name=as]:checked").dataset
    full.textContent = noMore
    return most - field.value.split(/[\s,/;|]+/).filter(Boolean).length
  }

  /** Adds a card; whether there was room for it. */
  function add(card) {
    const isRoom = room() > 0
    if (isRoom) field.value = `${field.value.trimEnd()} ${card.code}`.trimStart()
    announce(isRoom ? card.name : full.textContent)
    return isRoom
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
      if (add(then)) rank = then.rank
    },
  }

  function show() {
    const melds = field.value.split(/[\n/;|]+/).map((meld) => meld.split(/[\s,]+/).filter(Boolean).map(read))
    full.hidden = room() > 0
    const laid = melds.map((meld) => meld.filter(Boolean)).filter((meld, at) => meld.length || (at && at === melds.length - 1))
    picked.classList.toggle("many", laid.flat().length > ROOMY)
    picked.replaceChildren(...laid.map((meld) => filled(template, { cards: meld })))
    picked.scrollTop = picked.scrollHeight
    for (const key of ranks) key.ariaPressed = String(key.dataset.rank === rank)
    for (const key of suits) {
      key.disabled = !rank
      key.firstChild.textContent = rank
      if (rank) key.ariaLabel = cardOf(rank + key.dataset.suit).name
    }
    for (const key of keys("card")) key.classList.toggle("doubled", cardOf(key.dataset.card).rank === rank)
    then = follower(melds.at(-1))
    next.hidden = !then
    if (!then) return
    next.className = then.kind
    next.ariaLabel = next.dataset.name.replace("…", then.name)
    next.lastChild.textContent = then.rank + then.sign
  }

  /** The card that would lengthen a run at its end; none where there is no such card, or no run. */
  function follower(meld) {
    const isNatural = (card) => card && !wild.includes(card)
    const at = meld.findLastIndex(isNatural)
    if (at < 0) return null
    const { rank: of, kind } = meld[at]
    const natural = meld.filter(isNatural)
    const isTwice = ({ rank }) => meld.filter((other) => other?.rank === rank).length > 1
    if (natural.some((card) => card.kind !== kind || isTwice(card)) || (of === "A" && at > 0)) return null
    const before = meld[at - 1]
    const place = order.indexOf(of)
    const step = before?.kind === kind && order.indexOf(before.rank) === place + 1 ? -1 : 1
    const beyond = order[place + step * (meld.length - at)] ?? (of === "K" && step > 0 && at === meld.length - 1 ? "A" : "")
    return natural.some(({ rank }) => rank === beyond) ? null : cardOf(beyond + kind)
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
    const { rank: tapped, suit, card, act } = key.dataset
    if (tapped) rank = tapped
    else if (suit || card) add(cardOf(card ?? rank + suit))
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
  typed.open = typed.querySelector(".refused") || matchMedia("(min-width: 44rem)").matches
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
