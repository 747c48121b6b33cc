"""Every value of a ruleset that a table may change, by its path, with its name and how its value is said.

`values.toml` declares them with their sentences; here are the words of those that are more than a number.
What pages say of rules is made from both, and so are the fields of the form of house rules (`forms`).
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import escape

from scorekeeper.language import N_, NOTHING, Sentence, _, ngettext
from scorekeeper.rules.rulesets.ruleset import JOKER, MayI, Ruleset, Wins, by_players
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.card_names import SIGNS, ranks_name, worded

_OFTEN: Final = (N_("never"), N_("once"), N_("twice"))
_NONE: Final = N_("none")


class RuleLine(NamedTuple):
    """A value of rules in words; a sentence that can stand alone has no label."""

    label: str
    words: str

    def __str__(self) -> str:
        return _("{what}: {value}").format(what=self.label, value=self.words) if self.label else self.words


@dataclass(frozen=True, slots=True)
class RuleValue:
    """One value of a ruleset by its path, such as "deal.cards"; `values.toml` says what its members mean."""

    path: str
    label: Sentence = NOTHING
    choices: Mapping[str, Sentence] = field(default_factory=dict)
    short: Mapping[str, Sentence] = field(default_factory=dict)
    otherwise: Sentence = NOTHING
    empty: Sentence = NOTHING
    span: Sentence = NOTHING
    hint: Sentence = NOTHING
    offered: bool = False
    open: bool = False
    by_clause: bool = False
    usual: bool = False
    always: bool = False

    @property
    def field_name(self) -> str:
        """The name of its field, such as "deal-cards"."""
        return self.path.replace(".", "-")

    def of(self, rules: Ruleset) -> Any:
        """The value in these rules, in the form in which it is compared; of claims without any, too."""
        match self.path.split("."):
            case ["may_i"]:
                return rules.may_i is not None
            case ["points"]:
                return points_of_ranks(rules) or None
            case ["wild", "cards"]:
                return [card for card in kinds_of_cards(rules) if card in rules.wild.cards]
            case ["may_i", last]:
                return getattr(rules.may_i or MayI(), last)
        return attrgetter(self.path)(rules)

    def words(self, value: Any, rules: Ruleset) -> str:
        """How these rules say a value."""
        return _WORDS[self.path](value, rules) if self.path in _WORDS else str(value)

    def line(self, rules: Ruleset) -> RuleLine:
        """Its name and its value by these rules."""
        value = self.of(rules)
        if self.otherwise:
            return RuleLine("", worded(self.label if value else self.otherwise, rules))
        if self.choices:
            return RuleLine("", worded(self.choices[value or ""], rules))
        if self.span:
            sizes = getattr(rules, self.path.partition(".")[0])
            return RuleLine(worded(self.span, rules), _from_to(sizes.fewest, sizes.most))
        if self.path == "ends.hands" and rules.ends.is_open:
            return RuleLine("", _("You choose when it ends"))
        words = worded(self.empty, rules) if value is None else self.words(value, rules)
        is_sentence = self.path == "contracts" or (self.path == "points" and value is None)
        return RuleLine("" if is_sentence else worded(self.label, rules), words)


def points_of_ranks(rules: Ruleset) -> dict[str, int]:
    """What each rank of the pack is worth, and the joker; empty if nobody knows."""
    points = rules.points or {}
    return {rank: points[key] for key, ranks in rules.classes.items() for rank in ranks or (key,)}


def kinds_of_cards(rules: Ruleset) -> dict[str, str]:
    """The kinds of cards that can be wild, with what people call them: joker, a rank, or one card of a suit.

    The red aces are offered, as tables play them.
    """
    names = {JOKER: _("jokers"), **{rank: ranks_name(rank) for rank in rules.ranks}}
    for card in (*(("AH", "AD") if rules.pack == "cards" else ()), *rules.wild.cards):
        names.setdefault(card, card[:-1] + SIGNS["cards"].get(card[-1], card[-1]))
    return names


def points_row(rules: Ruleset) -> str:
    """What the cards are worth, in a row: "2–9: their number, 10–K: 10, joker: 50"."""
    parts, points = [], rules.points or {}
    classes = [(key, points[key]) for key in rules.classes]
    for is_number, same in groupby(classes, key=lambda item: item[0] == str(item[1])):
        cards = list(same)
        if is_number and len(cards) > 1:
            parts.append(_("{cards}: their number").format(cards=f"{cards[0][0]}–{cards[-1][0]}"))
        else:
            parts += [f"{cards_name(key)}:\u00a0{value}" for key, value in cards]
    return plain_row(parts)


def cards_name(key: str) -> str:
    """The name of cards that count alike, by their key in the points of rules: "2–9", "joker"."""
    return _("joker") if key == JOKER else key.replace("-", "–")


def _wild_cards(cards: Sequence[str], rules: Ruleset) -> str:
    kinds = kinds_of_cards(rules)
    return str(listed([escape(kinds[card]) for card in cards])) if cards else _(_NONE)


def _often(times: int, _rules: Ruleset) -> str:
    return _(_OFTEN[times]) if times < len(_OFTEN) else _("{count} times").format(count=times)


def _most_melds(most: int, rules: Ruleset) -> str:
    """The most melds of a turn, which do not limit a whole hand that is laid at once."""
    if any(contract.at_once for contract in rules.contracts):
        return _("{most}, unless you lay your whole hand at once").format(most=most)
    return str(most)


def _bonus(points: int, rules: Ruleset) -> str:
    """Points in favour of a player: off the total where the lowest wins."""
    if not points or rules.wins is not Wins.LOWEST:
        return str(points)
    return ngettext("{count} point off", "{count} points off", points).format(count=points)


def _limits(limits: Mapping[str, int], rules: Ruleset) -> str:
    """How often in the hands that have a limit of their own: "never in hands 5, 6 and 7"."""
    parts = []
    for most, same in groupby(limits, key=limits.__getitem__):
        hands = [escape(hand) for hand in same]
        text = ngettext("{often} in hand {hands}", "{often} in hands {hands}", len(hands))
        parts.append(text.format(often=_often(most, rules), hands=listed(hands)))
    return plain_row(parts) if parts else _(_NONE)


def _by_players(value: int | tuple[tuple[int, int], ...], rules: Ruleset) -> str:
    """The number, or those for the players of these rules: "10 for 2 players, 7 for 3–4"."""
    if isinstance(value, int):
        return str(value)
    players = range(rules.players.fewest, rules.players.most + 1)
    parts: list[str] = []
    for number, same in groupby(players, key=lambda number: by_players(value, players=number)):
        group = list(same)
        text = ngettext("{value} for {number} player", "{value} for {number} players", group[-1])
        text = _("{value} for {number}") if parts else text
        span = f"{group[0]}–{group[-1]}" if group[1:] else str(group[0])
        parts.append(text.format(value=number, number=span))
    return plain_row(parts)


def _from_to(few: int, many: int | None) -> str:
    if many is None:
        return _("{number} or more").format(number=few)
    return str(few) if few == many else _("{few} to {many}").format(few=few, many=many)


_WORDS: Final[Mapping[str, Callable[[Any, Ruleset], str]]] = {
    "decks": _by_players,
    "deal.cards": _by_players,
    "deal.by_hand": lambda cards, _rules: plain_row(cards),
    "contracts": lambda contracts, _rules: (
        _("Each hand has its own contract") if contracts else _("Any sets and runs will do")
    ),
    "turn.melds": _most_melds,
    "stock.reuses": _often,
    "wild.cards": _wild_cards,
    "may_i.word": lambda word, _rules: f"“{_(word)}”",
    "may_i.limits": _limits,
    "points": lambda _points, rules: points_row(rules),
    "score.out_bonus": _bonus,
    "score.rummy_bonus": _bonus,
    "score.rummy_times": _often,
}


def _marked(member: Any) -> Any:
    """What the file says, its sentences marked."""
    if isinstance(member, dict):
        return {key: _marked(inner) for key, inner in member.items()}
    return Sentence(member) if isinstance(member, str) else member


_FILE: Final = _marked(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")))
# By their names, places where people look for values: heading and values.
GROUPS: Final[dict[str, tuple[Sentence, tuple[RuleValue, ...]]]] = {
    name: (heading, tuple(RuleValue(path, **members) for path, members in _FILE[name].items()))
    for name, heading in _FILE["headings"].items()
}
VALUES: Final = {value.path: value for _heading, values in GROUPS.values() for value in values}
