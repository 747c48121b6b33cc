"""What a ruleset says, value by value, in words; and where two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scorekeeper.language import N_, Sentence, _, ngettext
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, by_players
from scorekeeper.web.http.formats import plain_row
from scorekeeper.web.rulesets.contracts import contract_name

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Row:
    """One value in words, empty where the rules don't tell it; `topic` leads to a clause by `cites`."""

    label: str
    text: str
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Values that belong together, those that are told."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that two sets of rules tell differently, either of them perhaps not at all."""

    label: str
    here: str
    there: str
    topic: str


_YES_NO: Final = {True: N_("Yes"), False: N_("No")}
_PACK: Final = {
    "cards": N_("cards, ace to king in four suits"),
    "tiles": N_("tiles, 1 to 13 in four colours"),
}
_DEALER: Final = {True: N_("the deal moves round"), False: N_("nobody deals")}
_FIRST: Final = {
    "high-card": N_("the highest card"),
    "low-card": N_("the lowest card"),
    "high-tile": N_("the highest tile"),
    "random": N_("by chance"),
}
_DIRECTION: Final = {"clockwise": N_("clockwise"), "counterclockwise": N_("counterclockwise")}
_SUITS: Final = {"any": N_("any suits"), "different": N_("all different")}
_ACE: Final = {
    "low": N_("low"),
    "high-or-low": N_("low or high"),
    "around": N_("low, high or round the corner"),
}
_SWAP: Final = {
    "runs-to-table": N_("from a run, to be played at once"),
    "table": N_("to another place on the table"),
    "hand": N_("into the hand"),
    "meld": N_("into a new set or run at once"),
    "meld-both": N_("into a new set or run at once, for all the missing tiles"),
}
_MOST_WILD: Final = {"half": N_("no more than natural cards")}
_PRIORITY: Final = {
    "nearest-left": N_("the nearest on the left"),
    "first-caller": N_("the first to call"),
    "eldest": N_("the first from the dealer’s left"),
}
_DISCARD: Final = {
    "must": N_("you must discard your last card"),
    "may": N_("you can, but needn’t, discard your last card"),
    "never": N_("without a discard"),
}
_FORM: Final = {
    "held": N_("everyone scores what they hold"),
    "collect": N_("the winner collects what the others hold"),
    "zero-sum": N_("each loser pays the winner what they hold"),
}
_BLOCK: Final = {
    "held": N_("everyone scores what they hold"),
    "differences": N_("the lowest collects the differences"),
    "lose": N_("everyone loses what they hold"),
}
_WINS: Final = {"lowest": N_("the lowest total"), "highest": N_("the highest total")}
_INCOMPLETE: Final = {
    "posted": N_("a score is worked out from the others’"),
    "plain": N_("no score is made up"),
}


def groups_of(rules: Ruleset) -> tuple[Group, ...]:
    """The values of a ruleset by what they are about, without those that it doesn't tell."""
    told = ((title, tuple(row for row in rows(rules) if row.text)) for title, rows in _GROUPS)
    return tuple(Group(_(title), rows) for title, rows in told if rows)


def differences(here: Ruleset, there: Ruleset) -> tuple[Difference, ...]:
    """The values that two sets of rules tell differently, in the order of `groups_of`."""
    both = zip(_rows_of(here), _rows_of(there), strict=True)
    return tuple(
        Difference(mine.label, mine.text, other.text, mine.topic)
        for mine, other in both
        if mine.text != other.text
    )


def points_of(rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """The classes of cards by their names, with the points of each; none while they are not known."""
    points = rules.points or {}
    return tuple((class_name(key), points[key]) for key in rules.classes)


def class_name(key: str) -> str:
    """The name of a class of cards, such as "2-9", "A" or "joker"."""
    first, dash, last = key.partition("-")
    if key == JOKER:
        return _("Joker")
    if dash:
        return _("{first} to {last}").format(first=first, last=last)
    return _("Ace") if key == "A" else key


def _rows_of(rules: Ruleset) -> list[Row]:
    return [row for _title, rows in _GROUPS for row in rows(rules)]


def _said(texts: Mapping[str, Sentence] | Mapping[bool, Sentence], value: Value) -> str:
    """A value in words; empty for none."""
    return "" if value is None else _(texts[value])  # type: ignore[index]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _above(value: int | None, least: int) -> str:
    """A number that says something only above the usual one."""
    return str(value) if value is not None and value > least else ""


def _by_players(rules: Ruleset, value: int | tuple[tuple[int, int], ...]) -> str:
    """A value that depends on the number of players: "2 players: 10, 3 to 4 players: 7"."""
    if isinstance(value, int):
        return str(value)
    players = range(rules.players.fewest, rules.players.most + 1)
    same = groupby(players, key=lambda number: by_players(value, players=number))
    return plain_row(_for_players(list(numbers), number) for number, numbers in same)


def _for_players(players: list[int], value: int) -> str:
    few, many = players[0], players[-1]
    if few == many:
        said = ngettext("{number} player: {value}", "{number} players: {value}", many)
        return said.format(number=many, value=value)
    return _("{few} to {many} players: {value}").format(few=few, many=many, value=value)


def _size(fewest: int, most: int | None) -> str:
    if most is None:
        return _("{number} or more").format(number=fewest)
    return _("{few} to {many}").format(few=fewest, many=most)


def _pack(rules: Ruleset) -> Iterable[Row]:
    few, many = rules.players.fewest, rules.players.most
    yield Row(_("Players"), _("{few} to {many}").format(few=few, many=many), "players")
    yield Row(_("Pack"), _said(_PACK, rules.pack), "pack")
    yield Row(_("Decks"), _by_players(rules, rules.decks), "pack")
    yield Row(_("Jokers in each deck"), str(rules.jokers), "pack")


def _deal(rules: Ruleset) -> Iterable[Row]:
    deal = rules.deal
    by_hand = plain_row(map(str, deal.by_hand or ()))
    yield Row(_("Cards each"), "" if by_hand else _by_players(rules, deal.cards))
    yield Row(_("Cards each, hand by hand"), by_hand)
    yield Row(_("Extra cards for the player who goes first"), _above(deal.starter_extra, 0))
    yield Row(_("Dealer"), _said(_DEALER, deal.dealer))
    yield Row(_("Who starts the first hand"), _said(_FIRST, deal.first))
    yield Row(_("Direction"), _said(_DIRECTION, rules.direction))


def _melds(rules: Ruleset) -> Iterable[Row]:
    wild = rules.wild
    has_wild = bool(wild.cards)
    named = [(number, contract_name(contract)) for number, contract in enumerate(rules.contracts, start=1)]
    at_once = [str(number) for number, contract in enumerate(rules.contracts, start=1) if contract.at_once]
    yield Row(_("Contracts"), plain_row(f"{number} {name}" for number, name in named))
    yield Row(_("Laid down all at once in hand"), plain_row(at_once))
    yield Row(_("Cards in a set"), _size(rules.sets.fewest, rules.sets.most))
    yield Row(_("Suits or colours of a set"), _said(_SUITS, rules.sets.suits))
    yield Row(_("Cards in a run"), _size(rules.runs.fewest, rules.runs.most))
    yield Row(_("Ace in a run"), _said(_ACE, rules.runs.ace) if rules.pack == "cards" else "")
    yield Row(_("Wild cards"), plain_row(map(_wild_name, wild.cards)))
    yield Row(_("Natural in its own place"), _said(_YES_NO, wild.in_place) if has_wild else "")
    yield Row(_("Wild cards side by side"), _said(_YES_NO, wild.adjacent) if has_wild else "")
    yield Row(_("Wild cards in a set or run"), _said(_MOST_WILD, wild.most))
    yield Row(_("A swapped wild card goes"), _said(_SWAP, wild.swap))
    yield Row(_("Points that the first cards laid must make"), _number(rules.opening))


def _wild_name(card: str) -> str:
    if card == JOKER:
        return _("jokers")
    suits = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return card[:-1] + suits[card[-1]] if card[-1] in suits else card


def _turns(rules: Ruleset) -> Iterable[Row]:
    may_i, turn = rules.may_i, rules.turn
    limits = {} if may_i is None else may_i.limits
    by_hand = (_("hand {number}: {value}").format(number=hand, value=most) for hand, most in limits.items())
    yield Row(_("Claiming the discard"), _(may_i.word) if may_i else "")
    yield Row(_("Of several, the card goes to"), _said(_PRIORITY, may_i.priority) if may_i else "")
    yield Row(_("Penalty cards for a claim"), str(may_i.penalty) if may_i else "")
    yield Row(_("Your own discard can be claimed"), _said(_YES_NO, may_i.own_discard) if may_i else "")
    yield Row(_("Claims of a player in a hand, at most"), _number(may_i.most) if may_i else "")
    yield Row(_("Claims in single hands, at most"), plain_row(by_hand))
    yield Row(_("Sets and runs laid in one turn, at most"), _number(turn.melds))
    yield Row(_("The card just taken can be discarded"), _said(_YES_NO, turn.taken_card))
    yield Row(_("First turn to go out in"), _above(turn.out_from, 1))
    yield Row(_("Laying off only after your own meld"), _said(_YES_NO, turn.own_meld_first))
    yield Row(_("Seconds for a turn"), _number(turn.seconds))
    yield Row(_("The discard pile becomes the stock, at most"), _number(rules.stock.reuses))
    yield Row(_("The new stock is shuffled"), _said(_YES_NO, rules.stock.shuffle))
    yield Row(_("Going out"), _said(_DISCARD, rules.discard_to_go_out))


def _score(rules: Ruleset) -> Iterable[Row]:
    score = rules.score
    points = plain_row(f"{name}: {points}" for name, points in points_of(rules))
    yield Row(_("Points"), points, "count")
    yield Row(_("Each missing card"), _number(rules.missing_card), "missing")
    yield Row(_("Score"), _said(_FORM, score.form))
    yield Row(_("If nobody goes out"), _said(_BLOCK, score.block), "block")
    yield Row(_("Bonus for going out"), _above(score.out_bonus, 0))
    yield Row(_("Bonus for going rummy"), _number(score.rummy_bonus), "rummy")
    yield Row(_("Going rummy multiplies by"), _above(score.rummy_times, 1), "rummy")
    yield Row(_("Missing score, or leaving early"), _said(_INCOMPLETE, rules.incomplete), "given")


def _end(rules: Ruleset) -> Iterable[Row]:
    ends = rules.ends
    session = _("Yes") if ends.session else ""
    yield Row(_("Number of hands"), _number(ends.hands), "ends")
    yield Row(_("Ends at a total of"), _number(ends.target), "ends")
    yield Row(_("Ends when the table says so"), session, "ends")
    yield Row(_("Winner"), _said(_WINS, rules.wins))


_GROUPS: Final[tuple[tuple[Sentence, Callable[[Ruleset], Iterable[Row]]], ...]] = (
    (N_("Players and pack"), _pack),
    (N_("Deal"), _deal),
    (N_("Sets, runs and wild cards"), _melds),
    (N_("A turn"), _turns),
    (N_("Score"), _score),
    (N_("End"), _end),
)
