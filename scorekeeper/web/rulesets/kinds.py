"""What kind of value a ruleset says: a number, a choice, points, contracts.

Each kind says its values in words. A kind that the form of house rules offers also makes the fields of
WTForms for a value, whose names begin with the name of the value, and reads what they hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from markupsafe import escape
from wtforms import BooleanField, IntegerField, RadioField, SelectMultipleField
from wtforms.validators import AnyOf, NumberRange, Optional

from scorekeeper.language import N_, NOTHING, Sentence, _, ngettext
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, Wins, by_players
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.card_names import ranks_name
from scorekeeper.web.rulesets.tiles import worded

# WTForms' fields without a form yet, which its types take for bound ones.
Inputs = dict[str, Any]
Data = Mapping[str, Any]
_MOST_HANDS: Final = 20
_SPARE_HANDS: Final = 2
_MOST_PLAYERS: Final = 12
_MOST_CARD_POINTS: Final = 500
_MOST_MELDS: Final = 10
_SIGNS: Final = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
_NOT_FROM_TO: Final = N_("Enter a whole number from {least} to {most}.")
_NO_CHOICE: Final = N_("Choose one of these.")
_NO_POINTS: Final = N_("You count the points of the cards yourselves")
_OFTEN: Final = (N_("never"), N_("once"), N_("twice"))


class Kind:
    """What all kinds have: `look` is how templates draw it; most have one input, with the value itself."""

    look = ""

    def inputs(self, name: str, rules: Ruleset) -> Inputs:
        """The fields for a value of these rules; none, where only a file changes it."""
        raise NotImplementedError

    def data(self, name: str, value: Any, _rules: Ruleset) -> Data:
        """What the fields hold for a value, as JSON has it."""
        return {name: value}

    def read(self, name: str, data: Data, _value: Any, _rules: Ruleset) -> Any:
        """The value that the fields hold, which were filled in for another one."""
        return data[name]

    def plain(self, value: Any, _rules: Ruleset) -> Any:
        """The value as it is compared and said: alike for all that means the same."""
        return value

    def words(self, value: Any, rules: Ruleset) -> str:
        """What a value is, in words that may need the label."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number; where `empty` is a sentence, the input may be empty, which means None.

    `usual` is a number that goes without saying.
    """

    least: int = 0
    most: int = 100_000
    empty: Sentence = NOTHING
    usual: int | None = None
    look = "whole"

    def inputs(self, name: str, _rules: Ruleset) -> Inputs:
        return {name: _whole(self.least, self.most, may_be_empty=bool(self.empty))}

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
class MostMelds(Whole):
    """The most melds of a turn, which do not limit a whole hand that is laid at once."""

    def words(self, value: int | None, rules: Ruleset) -> str:
        words = Whole.words(self, value, rules)
        if value is None or not any(contract.at_once for contract in rules.contracts):
            return words
        return _("{most}, unless you lay your whole hand at once").format(most=words)


@dataclass(frozen=True, slots=True)
class Bonus(Whole):
    """Points in favour of a player: off the total where the lowest wins."""

    def words(self, value: int | None, rules: Ruleset) -> str:
        if not value or rules.wins is not Wins.LOWEST:
            return Whole.words(self, value, rules)
        return ngettext("{count} point off", "{count} points off", value).format(count=value)


@dataclass(frozen=True, slots=True)
class Tick(Kind):
    """Yes or no; `otherwise` says what is so when it is not ticked, as the label does when it is."""

    otherwise: Sentence
    look = "tick"

    def inputs(self, name: str, _rules: Ruleset) -> Inputs:
        return {name: BooleanField()}


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of several values, each with the sentence that it means; "" is the value None."""

    options: Mapping[str, Sentence]
    look = "choice"

    def said(self, rules: Ruleset) -> list[tuple[str, str]]:
        """Each value that the pack knows with its sentence: nobody draws a card for the deal among tiles."""
        other = "-card" if rules.pack == "tiles" else "-tile"
        options = self.options.items()
        return [(value, worded(sentence, rules)) for value, sentence in options if not value.endswith(other)]

    def inputs(self, name: str, _rules: Ruleset) -> Inputs:
        is_one = AnyOf(list(self.options), _(_NO_CHOICE))
        return {name: RadioField(choices=dict(self.options), validators=[is_one], validate_choice=False)}

    def data(self, name: str, value: str | None, _rules: Ruleset) -> Data:
        return {name: value or ""}

    def read(self, name: str, data: Data, _value: Any, _rules: Ruleset) -> str | None:
        return data[name] or None

    def words(self, value: str | None, rules: Ruleset) -> str:
        return worded(self.options[value or ""], rules)


class Word(Kind):
    """A few words that people say."""

    def words(self, value: str, _rules: Ruleset) -> str:
        return f"“{_(value)}”"


class HandByHand(Kind):
    """A number for each hand, the last one for all later hands too; None if it never changes."""

    def words(self, value: Sequence[int] | None, _rules: Ruleset) -> str:
        return plain_row(value) if value else _("the same in every hand")


class ByHand(Kind):
    """Numbers for single hands, by the number of the hand as text."""

    def words(self, value: Mapping[str, int], _rules: Ruleset) -> str:
        limits = [(_("{most} in hand {hand}").format(hand=hand, most=most)) for hand, most in value.items()]
        return plain_row(limits) if limits else _("none")


class Cards(Kind):
    """Kinds of cards: joker, a rank, or one card of a suit. The red aces are offered, as tables play them."""

    look = "cards"

    def said(self, rules: Ruleset) -> list[tuple[str, str]]:
        """Each kind of card that is offered, with what people call it."""
        red_aces = ("AH", "AD") if rules.pack == "cards" else ()
        offered = dict.fromkeys((JOKER, *rules.ranks, *red_aces, *rules.wild.cards))
        return [(card, _kind_of_card(card)) for card in offered]

    def inputs(self, name: str, rules: Ruleset) -> Inputs:
        return {name: SelectMultipleField(choices=dict(self.said(rules)), validate_choice=False)}

    def read(self, name: str, data: Data, _value: Any, rules: Ruleset) -> list[str]:
        return [card for card, _name in self.said(rules) if card in data[name]]

    def plain(self, value: Sequence[str], rules: Ruleset) -> list[str]:
        return [card for card, _name in self.said(rules) if card in value]

    def words(self, value: Sequence[str], _rules: Ruleset) -> str:
        named = [_("jokers") if card == JOKER else _as_people_write(card) for card in value]
        return str(listed([escape(name) for name in named])) if value else _("none")


@dataclass(frozen=True, slots=True)
class ByPlayers(Kind):
    """One number, or pairs of players and numbers: the last pair not above the players counts.

    The form offers one number for all; empty means what the rules have without it.
    """

    least: int
    most: int
    look = "whole"

    def inputs(self, name: str, _rules: Ruleset) -> Inputs:
        return {name: _whole(self.least, self.most, may_be_empty=True)}

    def data(self, name: str, value: Any, _rules: Ruleset) -> Data:
        return {name: value if isinstance(value, int) else None}

    def plain(self, value: Any, _rules: Ruleset) -> int | Mapping[int, int]:
        pairs = value if isinstance(value, int) else tuple(map(tuple, value))
        numbers = {players: by_players(pairs, players=players) for players in range(2, _MOST_PLAYERS + 1)}
        return numbers if len({*numbers.values()}) > 1 else numbers[2]

    def words(self, value: int | Mapping[int, int], rules: Ruleset) -> str:
        """The numbers for the players of these rules: "10 for 2 players"."""
        if isinstance(value, int):
            return str(value)
        players = range(rules.players.fewest, rules.players.most + 1)
        same = groupby(players, key=value.__getitem__)
        return plain_row(_for_players(list(numbers), number) for number, numbers in same)


class Points(Kind):
    """The points of each rank of the pack and of the joker; all inputs empty means that nobody knows them."""

    look = "points"

    def inputs(self, name: str, rules: Ruleset) -> Inputs:
        ranks = (*rules.ranks, JOKER)
        return {f"{name}-{rank}": _whole(0, _MOST_CARD_POINTS, may_be_empty=True) for rank in ranks}

    def data(self, name: str, value: Mapping[str, int], _rules: Ruleset) -> Data:
        return {f"{name}-{rank}": points for rank, points in value.items()}

    def read(self, name: str, data: Data, _value: Any, rules: Ruleset) -> dict[str, int] | None:
        typed = {rank: data[f"{name}-{rank}"] for rank in (*rules.ranks, JOKER)}
        known = {rank: points for rank, points in typed.items() if points is not None}
        return by_class(known, rules=rules) or None

    def plain(self, value: Mapping[str, int] | None, rules: Ruleset) -> Mapping[str, int]:
        return points_of_ranks(value, rules=rules)

    def words(self, value: Mapping[str, int], rules: Ruleset) -> str:
        return points_row(rules) if value else worded(_NO_POINTS, rules)


class Contracts(Kind):
    """The contract of each hand; the form offers its sets and runs. A hand without any numbers is none."""

    look = "contracts"

    def inputs(self, name: str, rules: Ruleset) -> Inputs:
        rows = range(min(_MOST_HANDS, len(rules.contracts) + _SPARE_HANDS))
        names = [f"{name}-{row}-{part}" for row in rows for part in ("sets", "runs")]
        return {each: _whole(0, _MOST_MELDS, may_be_empty=True) for each in names}

    def data(self, name: str, value: Sequence[Data], _rules: Ruleset) -> Data:
        rows = enumerate(value)
        return {f"{name}-{row}-{part}": told[part] for row, told in rows for part in ("sets", "runs")}

    def read(self, name: str, data: Data, value: Sequence[Data], rules: Ruleset) -> list[Data]:
        hands: list[Data] = []
        for row in range(len(self.inputs(name, rules)) // 2):
            typed = {part: data[f"{name}-{row}-{part}"] for part in ("sets", "runs")}
            if any(number is not None for number in typed.values()):
                others = value[row] if row < len(value) else {}
                hands.append({**others, **{part: number or 0 for part, number in typed.items()}})
        return hands

    def words(self, value: Sequence[Any], _rules: Ruleset) -> str:
        return _("Each hand has its own contract") if value else _("Any sets and runs will do")


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


def by_class(known: Mapping[str, int], *, rules: Ruleset) -> dict[str, int]:
    """Points by class: ranks beside each other that are worth the same make one class."""
    classes: dict[str, int] = {}
    for value, same in groupby(rules.ranks, key=known.get):
        ranks = list(same)
        if value is not None:
            classes[ranks[0] if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"] = value
    return classes | ({JOKER: known[JOKER]} if JOKER in known else {})


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


def _whole(least: int, most: int, *, may_be_empty: bool) -> IntegerField:
    refusal = _(_NOT_FROM_TO).format(least=least, most=most)
    validators = [*([Optional()] if may_be_empty else []), NumberRange(least, most, refusal)]
    return IntegerField(validators=validators)


def _for_players(players: Sequence[int], value: int) -> str:
    few, many = players[0], players[-1]
    if few == many:
        said = ngettext("{value} for {number} player", "{value} for {number} players", many)
        return said.format(number=many, value=value)
    return _("{value} for {few} to {many} players").format(few=few, many=many, value=value)


def _kind_of_card(card: str) -> str:
    """A kind of card to tick: "jokers", "2s", "A♥"."""
    if card == JOKER:
        return _("jokers")
    return _as_people_write(card) if card[-1] in _SIGNS else ranks_name(card)


def _as_people_write(card: str) -> str:
    return card[:-1] + _SIGNS[card[-1]] if card[-1] in _SIGNS else card
