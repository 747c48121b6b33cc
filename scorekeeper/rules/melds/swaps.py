"""Replacing a wild card on the table by what it stands for, and playing the freed one (3.9-3.11).

Whose turn it is, and whether the player has gone down, is not asked here.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.melds.lay_offs import Placement, TableMeld, lay_off
from scorekeeper.rules.melds.readings import faults_of, read_run, read_set
from scorekeeper.rules.melds.tables import MeldKind, MeldRules

_SET_OF_THREE: Final = 3


class SwapFaultCode(StrEnum):
    """Why a wild card may not be taken for other cards."""

    NO_SWAP = "no-swap"
    WILD_IN_SET = "wild-in-set"
    NOT_WILD = "not-wild"
    OTHER_CARD = "other-card"
    SAME_RUN = "same-run"
    NO_PLACE = "no-place"


# The topics of a ruleset's `cites` that tell the clause, before the one on swaps altogether.
_TOPICS: Final = {
    SwapFaultCode.WILD_IN_SET: "swap-set",
    SwapFaultCode.SAME_RUN: "swap-back",
    SwapFaultCode.NO_PLACE: "swap-nowhere",
}


_Place = tuple[int | None, Placement]


class SwapFault(NamedTuple):
    """One reason against a swap, and the clause that says so, if one does."""

    code: SwapFaultCode
    clause: str | None


class Swap(NamedTuple):
    """A wild card taken for other cards: the meld after it, and where on the table the freed card may go.

    `places` are pairs of a meld and a placement; melds count from 0 in the order given, and the one that the
    card came from is None. It is empty where the freed card goes into the hand or into a new meld.
    """

    meld: TableMeld | None
    places: tuple[tuple[int | None, Placement], ...]
    faults: tuple[SwapFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the wild card may be taken."""
        return not self.faults


def swap_wild(
    paid: Sequence[Card], at: int, meld: TableMeld, others: Sequence[TableMeld], rules: MeldRules
) -> Swap:
    """Take the wild card at this position of a meld for the cards paid, mostly one.

    `others` are the other melds on the table, where the freed card may have to be played.
    """
    code = _refusal(at, meld, rules)
    after = None if code else _paid(tuple(paid), at, meld, rules)
    if after is None:
        return Swap(None, (), (_fault(code or SwapFaultCode.OTHER_CARD, rules),))
    if rules.rules.wild.swap not in ("runs-to-table", "table"):
        return Swap(after, (), ())
    freed = meld.cards[at]
    back = [(None, spot) for spot in lay_off(freed, after, rules).placements]
    places = [(no, spot) for no, meld in enumerate(others) for spot in lay_off(freed, meld, rules).placements]
    if rules.rules.wild.swap == "table":
        return _played(after, [*places, *back], [], rules)
    return _played(after, places, back, rules)


def cards_to_swap(meld: TableMeld, rules: MeldRules) -> dict[int, tuple[Card, ...]]:
    """The cards that a wild card may be taken for, each by itself, by the position of the wild card.

    Whether the freed card has a place on the table is not asked here (3.10d).
    """
    payable: dict[int, tuple[Card, ...]] = {}
    for at, value in meld.reading.stands_for:
        cards = (value,) if value.suit else tuple(Card(value.rank, suit) for suit in SUITS)
        if _refusal(at, meld, rules) is None:
            payable[at] = tuple(card for card in cards if _paid((card,), at, meld, rules))
    return {at: cards for at, cards in payable.items() if cards}


def _played(
    after: TableMeld, places: Sequence[_Place], forbidden: Sequence[_Place], rules: MeldRules
) -> Swap:
    """The swap if the freed card has a place on the table; not even then where that is a forbidden one."""
    codes = [] if places else [SwapFaultCode.NO_PLACE]
    if forbidden and not places:
        codes.insert(0, SwapFaultCode.SAME_RUN)
    return Swap(after, tuple(places), tuple(_fault(code, rules) for code in codes))


def _refusal(at: int, meld: TableMeld, rules: MeldRules) -> SwapFaultCode | None:
    """Why nothing at all can be paid for this card."""
    if rules.rules.wild.swap is None:
        return SwapFaultCode.NO_SWAP
    if rules.rules.wild.swap == "runs-to-table" and meld.reading.kind is MeldKind.SET:
        return SwapFaultCode.WILD_IN_SET
    return None if at in dict(meld.reading.stands_for) else SwapFaultCode.NOT_WILD


def _paid(paid: tuple[Card, ...], at: int, meld: TableMeld, rules: MeldRules) -> TableMeld | None:
    """The meld with the cards paid in place of the wild one; None if they are not what it stands for.

    In a set of three, tournaments of Rummikub ask for both cards that are missing.
    """
    cards = (*meld.cards[:at], *paid[:1], *meld.cards[at + 1 :], *paid[1:])
    if meld.reading.kind is MeldKind.RUN:
        if paid != (dict(meld.reading.stands_for)[at],):
            return None
        return TableMeld(cards, read_run(cards, meld.reading.of, meld.reading.places, rules))
    both = rules.rules.wild.swap == "meld-both" and len(meld.cards) == _SET_OF_THREE
    if len(paid) != 1 + both or any(card in rules.wild for card in paid):
        return None
    after = TableMeld(cards, read_set(cards, meld.reading.of, rules))
    return after if next(faults_of(after.cards, after.reading, rules), None) is None else None


def _fault(code: SwapFaultCode, rules: MeldRules) -> SwapFault:
    return SwapFault(code, rules.clause(_TOPICS.get(code, "swap"), "swap"))
