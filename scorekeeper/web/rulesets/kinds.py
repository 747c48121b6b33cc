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

from scorekeeper.language import N_, NOTHING, Sentence, _, ngettext
from scorekeeper.rules.rulesets.ruleset import (
    JOKER,
    RANKS,
    Contract,
    Ruleset,
    SpecialRun,
    Wins,
    by_players,
)
from scorekeeper.web.http.fields import NotANumber, one_line, whole
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.contracts import DISCARDS
from scorekeeper.web.rulesets.tiles import worded

Form = Mapping[str, str]
Texts = dict[str, str]
MOST_HANDS: Final = 20
_MOST_LISTED: Final = 200
_SPARE_ROWS: Final = 2
_MOST_PLAYERS: Final = 12
_LONGEST_WORD: Final = 40
_SUITS: Final = {"♥": "H", "♦": "D", "♠": "S", "♣": "C"}
_NOT_FROM_TO: Final = N_("Enter a whole number from {least} to {most}.")
_EMPTY: Final = N_("Enter a number. This can’t be empty.")
_ORDER: Final = N_("Enter each number of players once, the smallest first.")
_NO_WORD: Final = N_("Type what people say, in up to 40 letters.")
_NO_CARD: Final = N_("Check “{card}”. Type cards like joker, 2 or A♥, with commas between them.")
_NO_CHOICE: Final = N_("Choose one of these.")
_NO_RANK: Final = N_("Check “{card}”. Type cards like A or 4, with commas between them.")
_NO_POINTS: Final = N_("You count the points of the cards yourselves")


class Unread(ValueError):
    """The inputs of a field hold no value; the message is a sentence for people about the input `at`."""

    def __init__(self, message: str, *, at: str) -> None:
        super().__init__(message)
        self.at = at


_OFTEN: Final = (N_("never"), N_("once"), N_("twice"))


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; where `empty` is a sentence, the input may be empty, which means None.

    `usual` is a number that goes without saying.
    """

    least: int = 0
    most: int = 500
    empty: Sentence = NOTHING
    usual: int | None = None
    look = "whole"

    def texts(self, name: str, value: int | None, _rules: Ruleset) -> Texts:
        return {name: "" if value is None else str(value)}

    def read(self, name: str, form: Form, _rules: Ruleset) -> int | None:
        if self.empty and not form.get(name, "").strip():
            return None
        return _number(form, name, least=self.least, most=self.most)

    def words(self, value: int | None, _rules: Ruleset) -> str:
        return _(self.empty) if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Often(Whole):
    """How often something happens."""

    def words(self, value: int | None, rules: Ruleset) -> str:
        if value is None:
            return Whole.words(self, value, rules)
        return _(_OFTEN[value]) if value < len(_OFTEN) else _("{count} times").format(count=value)


@dataclass(frozen=True, slots=True)
class Bonus(Whole):
    """Points in favour of a player: off the total where the lowest wins."""

    def words(self, value: int | None, rules: Ruleset) -> str:
        if not value or rules.wins is not Wins.LOWEST:
            return Whole.words(self, value, rules)
        return ngettext("{count} point off", "{count} points off", value).format(count=value)


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
            raise Unread(_(_NO_CHOICE), at=name)
        return chosen or None

    def words(self, value: str | None, rules: Ruleset) -> str:
        return worded(self.options[value or ""], rules)

    def said(self, rules: Ruleset) -> list[tuple[str, str]]:
        """Each value with its sentence, in the reader's language."""
        return [(value, worded(sentence, rules)) for value, sentence in self.options.items()]


@dataclass(frozen=True, slots=True)
class Word:
    """A few words that people say."""

    look = "text"

    def texts(self, name: str, value: str, _rules: Ruleset) -> Texts:
        return {name: value}

    def read(self, name: str, form: Form, _rules: Ruleset) -> str:
        word = one_line(form.get(name))
        if not 0 < len(word) <= _LONGEST_WORD:
            raise Unread(_(_NO_WORD), at=name)
        return word

    def words(self, value: str, _rules: Ruleset) -> str:
        return f"“{_(value)}”"


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
        parts = _parts(form, name)
        return [_whole(part, name, least=self.least, most=self.most) for part in parts] or None

    def words(self, value: Sequence[int] | None, _rules: Ruleset) -> str:
        return plain_row(value) if value else _(self.empty)


@dataclass(frozen=True, slots=True)
class Cards:
    """Kinds of cards with commas between them: joker, a rank, or one card of a suit."""

    look = "text"

    def texts(self, name: str, value: Sequence[str], _rules: Ruleset) -> Texts:
        return {name: ", ".join(_as_people_write(card) for card in value)}

    def read(self, name: str, form: Form, rules: Ruleset) -> list[str]:
        text = form.get(name, "")
        for word in (_("jokers"), _("joker")):
            text = re.sub(re.escape(word), JOKER, text, flags=re.IGNORECASE)
        return list(dict.fromkeys(_card(part, name, rules=rules) for part in _parts({name: text}, name)))

    def words(self, value: Sequence[str], _rules: Ruleset) -> str:
        named = [_("jokers") if card == JOKER else _as_people_write(card) for card in value]
        return str(listed([escape(name) for name in named])) if value else _("none")


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One number, or pairs of players and numbers: the last pair not above the players counts."""

    least: int
    most: int
    look = "pairs"

    def texts(self, name: str, value: Any, rules: Ruleset) -> Texts:
        pairs = [(rules.players.fewest, value)] if isinstance(value, int) else value
        return _rows(name, pairs, spare=_SPARE_ROWS)

    def read(self, name: str, form: Form, _rules: Ruleset) -> Any:
        pairs = [
            [
                _number(form, at, least=2, most=_MOST_PLAYERS),
                _number(form, number, least=self.least, most=self.most),
            ]
            for at, number in _typed_rows(name, form)
        ]
        if not pairs:
            raise Unread(_(_EMPTY), at=name)
        if any(low >= high for (low, _one), (high, _other) in pairwise(pairs)):
            raise Unread(_(_ORDER), at=name)
        return pairs[0][1] if len(pairs) == 1 else pairs

    def words(self, value: Any, rules: Ruleset) -> str:
        """The numbers for the players of these rules, and for more if some are told: "10 for 2 players"."""
        if isinstance(value, int):
            return str(value)
        most = _MOST_PLAYERS if value[-1][0] > rules.players.most else rules.players.most
        players, pairs = range(rules.players.fewest, most + 1), tuple((at, number) for at, number in value)
        same = groupby(players, key=lambda number: by_players(pairs, players=number))
        return plain_row(_for_players(list(numbers), value) for value, numbers in same)


@dataclass(frozen=True, slots=True)
class ByHand:
    """Numbers for single hands, by the number of the hand as text."""

    look = "pairs"

    def texts(self, name: str, value: Mapping[str, int], _rules: Ruleset) -> Texts:
        return _rows(name, sorted((int(hand), most) for hand, most in value.items()), spare=_SPARE_ROWS)

    def read(self, name: str, form: Form, _rules: Ruleset) -> dict[str, int]:
        return {
            str(_number(form, hand, least=1, most=200)): _number(form, most, least=0, most=99)
            for hand, most in _typed_rows(name, form)
        }

    def words(self, value: Mapping[str, int], _rules: Ruleset) -> str:
        limits = [(_("{most} in hand {hand}").format(hand=hand, most=most)) for hand, most in value.items()]
        return plain_row(limits) if limits else _("none")


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each rank of the pack and of the joker; all inputs empty means that nobody knows them."""

    look = "points"

    def texts(self, name: str, value: Mapping[str, int] | None, rules: Ruleset) -> Texts:
        known = points_of_ranks(value, rules=rules)
        return {f"{name}-{rank}": str(known.get(rank, "")) for rank in (*rules.ranks, JOKER)}

    def read(self, name: str, form: Form, rules: Ruleset) -> dict[str, int] | None:
        inputs = {rank: f"{name}-{rank}" for rank in (*rules.ranks, JOKER)}
        known = {
            rank: _number(form, at, least=0, most=500)
            for rank, at in inputs.items()
            if form.get(at, "").strip()
        }
        return _classes(known, rules=rules) or None

    def words(self, value: Mapping[str, int] | None, rules: Ruleset) -> str:
        return worded(_NO_POINTS, rules) if value is None else points_row(rules)


@dataclass(frozen=True, slots=True)
class Contracts:
    """The contract of each hand; a row without any numbers is no hand."""

    look = "contracts"

    def texts(self, name: str, value: Sequence[Mapping[str, Any]], _rules: Ruleset) -> Texts:
        texts = {f"{name}-rows": str(min(MOST_HANDS, len(value) + _SPARE_ROWS))}
        for row, told in enumerate(value):
            at = f"{name}-{row}"
            texts |= {
                f"{at}-sets": str(told["sets"]),
                f"{at}-runs": str(told["runs"]),
                f"{at}-longs": str(len(told["special"])),
                f"{at}-discard": told["discard"] or "",
            }
            texts |= {f"{at}-at_once": "1"} if told["at_once"] else {}
            for index, meld in enumerate(told["special"]):
                texts |= {f"{at}-long-{index}": str(meld["cards"])}
                texts |= {f"{at}-starts-{index}": ", ".join(meld["starts"])}
                texts |= {f"{at}-pure-{index}": "1"} if meld["pure"] else {}
        return texts

    def read(self, name: str, form: Form, rules: Ruleset) -> list[dict[str, Any]]:
        hands = (self._hand(f"{name}-{row}", form, rules) for row in range(MOST_HANDS))
        return [msgspec.to_builtins(hand) for hand in hands if hand is not None]

    def words(self, value: Sequence[Any], _rules: Ruleset) -> str:
        return _("Each hand has its own contract") if value else _("Any sets and runs will do")

    def discards(self) -> list[tuple[str, str]]:
        """What a hand can say of the last card, with the words."""
        return [("", _("As in the other hands")), *((value, _(words)) for value, words in DISCARDS.items())]

    def _hand(self, name: str, form: Form, rules: Ruleset) -> Contract | None:
        special = tuple(_special(name, form, rules))
        if not special and not any(form.get(f"{name}-{part}", "").strip() for part in ("sets", "runs")):
            return None
        sets, runs = (_number(form, f"{name}-{part}", least=0, most=10, empty=0) for part in ("sets", "runs"))
        discard: Any = form.get(f"{name}-discard") or None
        if discard not in (None, *DISCARDS):
            raise Unread(_(_NO_CHOICE), at=f"{name}-discard")
        return Contract(sets, runs, special, bool(form.get(f"{name}-at_once")), discard)


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


def points_row(rules: Ruleset) -> str:
    """What the cards are worth, in a row: "2–9: their number, 10–K: 10, joker: 50"."""
    parts, points = [], rules.points or {}
    told = [(key, points[key]) for key in rules.classes]
    for is_number, same in groupby(told, key=lambda item: item[0] == str(item[1])):
        cards = list(same)
        if is_number and len(cards) > 1:
            parts.append(_("{cards}: their number").format(cards=f"{cards[0][0]}–{cards[-1][0]}"))
        else:
            parts += [f"{cards_name(key)}:\u00a0{value}" for key, value in cards]
    return plain_row(parts)


def cards_name(key: str) -> str:
    """The name of cards that count alike, by their key in the points of rules: "2–9", "joker"."""
    return _("joker") if key == JOKER else key.replace("-", "–")


def same_points(one: Any, other: Any, *, rules: Ruleset) -> bool:
    """Whether two points of classes give every rank the same."""
    return points_of_ranks(one, rules=rules) == points_of_ranks(other, rules=rules)


def same_pairs(one: Any, other: Any) -> bool:
    """Whether two values by players are the same for every number of players."""
    told = [value if isinstance(value, int) else tuple(map(tuple, value)) for value in (one, other)]
    return [by_players(told[0], players=number) for number in range(2, 13)] == [
        by_players(told[1], players=number) for number in range(2, 13)
    ]


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
    """The names of both inputs of each row in which something is typed."""
    for row in range(MOST_HANDS):
        at, number = f"{name}-{row}-at", f"{name}-{row}-number"
        if form.get(at, "").strip() or form.get(number, "").strip():
            yield at, number


def _special(name: str, form: Form, rules: Ruleset) -> Iterator[SpecialRun]:
    """The runs of a size of their own of one hand."""
    for index in range(_MOST_LISTED):
        size = f"{name}-long-{index}"
        if form.get(size, "").strip():
            yield SpecialRun(
                cards=_number(form, size, least=2, most=14),
                starts=tuple(_ranks(form, f"{name}-starts-{index}", rules)),
                pure=bool(form.get(f"{name}-pure-{index}")),
            )


def _ranks(form: Form, name: str, rules: Ruleset) -> Iterator[str]:
    for part in _parts(form, name):
        if part.upper() not in rules.ranks:
            raise Unread(_(_NO_RANK).format(card=part), at=name)
        yield part.upper()


def _parts(form: Form, name: str) -> list[str]:
    """The parts of a text with commas or spaces between them."""
    parts = re.split(r"[\s,;]+", form.get(name, "").strip())[:_MOST_LISTED]
    return [part[:_LONGEST_WORD] for part in parts if part]


def _number(form: Form, name: str, *, least: int, most: int, empty: int | None = None) -> int:
    text = form.get(name, "").strip()
    if not text and empty is not None:
        return empty
    return _whole(text, name, least=least, most=most)


def _whole(text: str, name: str, *, least: int, most: int) -> int:
    if not text:
        raise Unread(_(_EMPTY), at=name)
    try:
        number = whole(text)
    except NotANumber:
        number = least - 1
    if not least <= number <= most:
        raise Unread(_(_NOT_FROM_TO).format(least=least, most=most), at=name)
    return number


def _for_players(players: Sequence[int], value: int) -> str:
    few, many = players[0], players[-1]
    if few == many:
        said = ngettext("{value} for {number} player", "{value} for {number} players", many)
        return said.format(number=many, value=value)
    return _("{value} for {few} to {many} players").format(few=few, many=many, value=value)


def _as_people_write(card: str) -> str:
    letters = {letter: suit for suit, letter in _SUITS.items()}
    if card == JOKER:
        return _("joker")
    return card[:-1] + letters[card[-1]] if card[-1] in letters else card


def _card(text: str, name: str, *, rules: Ruleset) -> str:
    """The kind of card that somebody typed, as rulesets write it; Unread."""
    if text.casefold() in (JOKER, "jk"):
        return JOKER
    card = text.upper()
    for suit, letter in _SUITS.items():
        card = card.replace(suit, letter)
    if card in rules.ranks or (card[:-1] in RANKS["cards"] and card[-1] in _SUITS.values()):
        return card
    raise Unread(_(_NO_CARD).format(card=text), at=name)
