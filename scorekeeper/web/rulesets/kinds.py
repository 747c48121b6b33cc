"""How a form shows and reads one value of a ruleset: a number, a choice, points, contracts.

Each kind turns a value, as JSON would hold it, into the texts of its inputs, reads it back, and says it in
words. The name of a field begins the names of its inputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, Final

import msgspec
from markupsafe import escape

from scorekeeper.language import N_, NOTHING, Plural, Sentence, _
from scorekeeper.rules.rulesets.ruleset import (
    JOKER,
    RANKS,
    Contract,
    Ruleset,
    SpecialRun,
    by_players,
)
from scorekeeper.web.http.fields import NotANumber, one_line, whole
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.contracts import contract_name

Form = Mapping[str, str]
Texts = dict[str, str]
MOST_HANDS: Final = 20
_MOST_LISTED: Final = 200
_SPARE_ROWS: Final = 2
_LONGEST_WORD: Final = 40
_SUITS: Final = {"♥": "H", "♦": "D", "♠": "S", "♣": "C"}
_NOT_FROM_TO: Final = N_("Enter a whole number from {least} to {most}.")
_EMPTY: Final = N_("Enter a number. This can’t be empty.")
_ORDER: Final = N_("Put each number of players once, the smaller ones first.")
_NO_WORD: Final = N_("Type what people say, in up to 40 letters.")
_NO_CARD: Final = N_("Check “{card}”. Type cards like joker, 2 or A♥, with commas between them.")
_NO_CHOICE: Final = N_("Choose one of these.")
_ANY: Final = N_("no limit")


class Unread(ValueError):
    """The inputs of a field hold no value; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; where `empty` is a sentence, the input may be empty, which means None."""

    least: int = 0
    most: int = 500
    empty: Sentence = NOTHING
    look = "whole"

    def texts(self, name: str, value: int | None, _rules: Ruleset) -> Texts:
        return {name: "" if value is None else str(value)}

    def read(self, name: str, form: Form, _rules: Ruleset) -> int | None:
        text = form.get(name, "").strip()
        if not text and self.empty:
            return None
        return _number(text, least=self.least, most=self.most)

    def words(self, value: int | None) -> str:
        return _(self.empty) if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Tick:
    """Yes or no; `otherwise` says what is so when it is not ticked."""

    otherwise: Sentence
    look = "tick"

    def texts(self, name: str, value: bool, _rules: Ruleset) -> Texts:
        return {name: "1"} if value else {}

    def read(self, name: str, form: Form, _rules: Ruleset) -> bool:
        return bool(form.get(name))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values, each with the sentence that it means; "" is the value None."""

    options: Mapping[str, Sentence]
    look = "choice"

    def texts(self, name: str, value: str | None, _rules: Ruleset) -> Texts:
        return {name: value or ""}

    def read(self, name: str, form: Form, _rules: Ruleset) -> str | None:
        chosen = form.get(name, "")
        if chosen not in self.options:
            raise Unread(_(_NO_CHOICE))
        return chosen or None

    def words(self, value: str | None) -> str:
        chosen = value or ""
        return _(self.options[chosen])

    def said(self) -> list[tuple[str, str]]:
        """Each value with its sentence, in the reader's language."""
        return [(value, _(sentence)) for value, sentence in self.options.items()]


@dataclass(frozen=True, slots=True)
class Word:
    """A few words that people say."""

    look = "text"

    def texts(self, name: str, value: str, _rules: Ruleset) -> Texts:
        return {name: value}

    def read(self, name: str, form: Form, _rules: Ruleset) -> str:
        word = one_line(form.get(name))
        if not 0 < len(word) <= _LONGEST_WORD:
            raise Unread(_(_NO_WORD))
        return word

    def words(self, value: str) -> str:
        return f"“{value}”"


@dataclass(frozen=True, slots=True)
class WholeList:
    """Numbers with commas between them, the first for hand 1; empty means None."""

    least: int
    most: int
    empty: Sentence
    look = "text"

    def texts(self, name: str, value: Sequence[int] | None, _rules: Ruleset) -> Texts:
        return {name: ", ".join(map(str, value or ()))}

    def read(self, name: str, form: Form, _rules: Ruleset) -> list[int] | None:
        parts = re.split(r"[\s,;]+", form.get(name, "").strip())[:_MOST_LISTED]
        return [_number(part, least=self.least, most=self.most) for part in parts if part] or None

    def words(self, value: Sequence[int] | None) -> str:
        return plain_row(value) if value else _(self.empty)


@dataclass(frozen=True, slots=True)
class Cards:
    """Kinds of cards with commas between them: joker, a rank, or one card of a suit."""

    look = "text"

    def texts(self, name: str, value: Sequence[str], _rules: Ruleset) -> Texts:
        return {name: ", ".join(_as_people_write(card) for card in value)}

    def read(self, name: str, form: Form, rules: Ruleset) -> list[str]:
        parts = [part for part in re.split(r"[\s,;]+", form.get(name, "").strip()) if part]
        return list(dict.fromkeys(_card(part[:_LONGEST_WORD], rules=rules) for part in parts[:_MOST_LISTED]))

    def words(self, value: Sequence[str]) -> str:
        return str(listed([escape(_as_people_write(card)) for card in value])) if value else _("none")


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One number, or pairs of players and numbers: the last pair not above the players counts."""

    least: int
    most: int
    each: Plural
    look = "pairs"

    def texts(self, name: str, value: Any, rules: Ruleset) -> Texts:
        pairs = [(rules.players.fewest, value)] if isinstance(value, int) else value
        return _rows(name, pairs, spare=_SPARE_ROWS)

    def read(self, name: str, form: Form, _rules: Ruleset) -> Any:
        pairs = [
            [_number(at, least=2, most=12), _number(number, least=self.least, most=self.most)]
            for at, number in _typed_rows(name, form)
        ]
        if not pairs:
            raise Unread(_(_EMPTY))
        if any(low >= high for (low, _one), (high, _other) in pairwise(pairs)):
            raise Unread(_(_ORDER))
        return pairs[0][1] if len(pairs) == 1 else pairs

    def words(self, value: Any) -> str:
        if isinstance(value, int):
            return str(value)
        return plain_row(self.each.of(at).format(value=number, players=at) for at, number in value)


@dataclass(frozen=True, slots=True)
class ByHand:
    """Numbers for single hands, by the number of the hand as text."""

    look = "pairs"

    def texts(self, name: str, value: Mapping[str, int], _rules: Ruleset) -> Texts:
        return _rows(name, sorted((int(hand), most) for hand, most in value.items()), spare=_SPARE_ROWS)

    def read(self, name: str, form: Form, _rules: Ruleset) -> dict[str, int]:
        return {
            str(_number(hand, least=1, most=200)): _number(most, least=0, most=99)
            for hand, most in _typed_rows(name, form)
        }

    def words(self, value: Mapping[str, int]) -> str:
        limits = [(_("hand {hand}: {most}").format(hand=hand, most=most)) for hand, most in value.items()]
        return plain_row(limits) if limits else _(_ANY)


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each rank of the pack and of the joker; all inputs empty means that nobody knows them."""

    look = "points"

    def texts(self, name: str, value: Mapping[str, int] | None, rules: Ruleset) -> Texts:
        known = points_of_ranks(value, rules=rules)
        return {f"{name}-{rank}": str(known.get(rank, "")) for rank in (*rules.ranks, JOKER)}

    def read(self, name: str, form: Form, rules: Ruleset) -> dict[str, int] | None:
        typed = [(rank, form.get(f"{name}-{rank}", "").strip()) for rank in (*rules.ranks, JOKER)]
        known = {rank: _number(text, least=0, most=500) for rank, text in typed if text}
        return _classes(known, rules=rules) or None


@dataclass(frozen=True, slots=True)
class Contracts:
    """The contract of each hand; a row without sets and runs ends the list."""

    look = "contracts"

    def texts(self, name: str, value: Sequence[Mapping[str, Any]], _rules: Ruleset) -> Texts:
        texts = {f"{name}-rows": str(min(MOST_HANDS, len(value) + _SPARE_ROWS))}
        for row, told in enumerate(value):
            long = told["special"][0] if told["special"] else None
            texts |= {
                f"{name}-{row}-sets": str(told["sets"]),
                f"{name}-{row}-runs": str(told["runs"]),
                f"{name}-{row}-long": str(long["cards"]) if long else "",
                f"{name}-{row}-discard": told["discard"] or "",
            }
            texts |= {f"{name}-{row}-at_once": "1"} if told["at_once"] else {}
            texts |= {f"{name}-{row}-pure": "1"} if long and long["pure"] else {}
        return texts

    def read(self, name: str, form: Form, rules: Ruleset) -> list[dict[str, Any]]:
        read = []
        for row in range(MOST_HANDS):
            texts = [form.get(f"{name}-{row}-{part}", "").strip() for part in ("sets", "runs", "long")]
            if not any(texts):
                break
            sets, runs = (_number(text or "0", least=0, most=10) for text in texts[:2])
            known = rules.contracts[row] if row < len(rules.contracts) else Contract()
            contract = Contract(
                sets=sets,
                runs=runs,
                special=_special(known, texts[2], pure=bool(form.get(f"{name}-{row}-pure"))),
                at_once=bool(form.get(f"{name}-{row}-at_once")),
                discard=_discard(form.get(f"{name}-{row}-discard", "")),
            )
            read.append(msgspec.to_builtins(contract))
        return read


Kind = Whole | Tick | Choice | Word | WholeList | Cards | ByPlayers | ByHand | Points | Contracts


def points_of_ranks(points: Mapping[str, int] | None, *, rules: Ruleset) -> dict[str, int]:
    """What each rank of the pack is worth, the joker last, by points of classes; none if nobody knows."""
    by_rank: dict[str, int] = {}
    for key, value in (points or {}).items():
        first, dash, last = key.partition("-")
        if key == JOKER:
            by_rank[JOKER] = value
        elif {first, last if dash else first} <= set(rules.ranks):
            low, high = rules.ranks.index(first), rules.ranks.index(last if dash else first)
            by_rank |= dict.fromkeys(rules.ranks[low : high + 1], value)
    return {rank: by_rank[rank] for rank in (*rules.ranks, JOKER) if rank in by_rank}


def points_lines(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """The points of the cards that were worth something else before, in words."""
    old, new = (points_of_ranks(rules.points, rules=rules) for rules in (before, after))
    if new or not old:
        yield from _changed_points(old, new, after)
    else:
        yield _("You count the points of the cards yourselves")


def _changed_points(old: Mapping[str, int], new: Mapping[str, int], rules: Ruleset) -> Iterator[str]:
    order = (*rules.ranks, JOKER)
    for (then, now), same in groupby(order, key=lambda rank: (old.get(rank), new.get(rank))):
        ranks = [_("joker") if rank == JOKER else rank for rank in same]
        if now is None or then == now:
            continue
        cards = ranks[0] if len(ranks) == 1 else f"{ranks[0]}–{ranks[-1]}"
        if then is None:
            yield _("Points of {cards}: {points}").format(cards=cards, points=now)
        else:
            yield _("Points of {cards}: {points} instead of {before}").format(
                cards=cards, points=now, before=then
            )


def contract_lines(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """The contract of each hand that has another one now."""
    for hand in range(max(len(before.contracts), len(after.contracts))):
        then, now = (rules.contracts[hand : hand + 1] for rules in (before, after))
        if then == now:
            continue
        if now:
            yield _("Hand {number}: {contract}").format(number=hand + 1, contract=_contract_words(now[0]))
        else:
            yield _("Hand {number} has no contract").format(number=hand + 1)


def same_points(one: Any, other: Any, *, rules: Ruleset) -> bool:
    """Whether two points of classes give every rank the same."""
    return points_of_ranks(one, rules=rules) == points_of_ranks(other, rules=rules)


def same_pairs(one: Any, other: Any) -> bool:
    """Whether two values by players are the same for every number of players."""
    told = [value if isinstance(value, int) else tuple(map(tuple, value)) for value in (one, other)]
    return [by_players(told[0], players=number) for number in range(2, 13)] == [
        by_players(told[1], players=number) for number in range(2, 13)
    ]


def _contract_words(contract: Contract) -> str:
    words = [contract_name(contract)]
    words += [_("laid down all at once")] if contract.at_once else []
    words += [_("without wild cards")] if any(meld.pure for meld in contract.special) else []
    words += [_(_DISCARDS[contract.discard])] if contract.discard else []
    return plain_row(words)


_DISCARDS: Final = {
    "must": N_("you must discard to go out"),
    "may": N_("you can discard to go out"),
    "never": N_("you go out without a discard"),
}


def _discard(text: str) -> Any:
    return text if text in _DISCARDS else None


def _special(known: Contract, text: str, *, pure: bool) -> tuple[SpecialRun, ...]:
    """The run of a size of its own; where it starts is kept from the contract that the hand has."""
    if not text:
        return ()
    cards = _number(text, least=2, most=14)
    starts = known.special[0].starts if known.special else ()
    return (SpecialRun(cards=cards, starts=starts, pure=pure), *known.special[1:])


def _classes(known: Mapping[str, int], *, rules: Ruleset) -> dict[str, int]:
    """Points by class: ranks beside each other that are worth the same make one class."""
    classes: dict[str, int] = {}
    for value, same in groupby(rules.ranks, key=known.get):
        ranks = list(same)
        if value is not None:
            classes[ranks[0] if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"] = value
    return classes | ({JOKER: known[JOKER]} if JOKER in known else {})


def _rows(name: str, pairs: Sequence[Sequence[int]], *, spare: int) -> Texts:
    texts = {f"{name}-rows": str(len(pairs) + spare)}
    for row, (at, number) in enumerate(pairs):
        texts |= {f"{name}-{row}-at": str(at), f"{name}-{row}-number": str(number)}
    return texts


def _typed_rows(name: str, form: Form) -> Iterator[tuple[str, str]]:
    for row in range(MOST_HANDS):
        at, number = (form.get(f"{name}-{row}-{part}", "").strip() for part in ("at", "number"))
        if at or number:
            yield at, number


def _number(text: str, *, least: int, most: int) -> int:
    if not text:
        raise Unread(_(_EMPTY))
    try:
        number = whole(text)
    except NotANumber:
        number = least - 1
    if not least <= number <= most:
        raise Unread(_(_NOT_FROM_TO).format(least=least, most=most))
    return number


def _as_people_write(card: str) -> str:
    letters = {letter: suit for suit, letter in _SUITS.items()}
    if card == JOKER:
        return _("joker")
    return card[:-1] + letters[card[-1]] if card[-1] in letters else card


def _card(text: str, *, rules: Ruleset) -> str:
    """The kind of card that somebody typed, as rulesets write it; Unread."""
    if text.casefold() in (JOKER, "jk", _("joker").casefold()):
        return JOKER
    card = text.upper()
    for suit, letter in _SUITS.items():
        card = card.replace(suit, letter)
    if card in rules.ranks or (card[:-1] in RANKS["cards"] and card[-1] in _SUITS.values()):
        return card
    raise Unread(_(_NO_CARD).format(card=text))
