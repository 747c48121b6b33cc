"""Replacing a wild card on the table by what it stands for (3.9-3.11).

Whose turn it is, whether the player has gone down, and whether the freed card has a place on the table, is
not asked here.
"""

from typing import Final

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.melds.lay_offs import TableMeld
from scorekeeper.rules.melds.readings import faults_of, read_set
from scorekeeper.rules.melds.tables import MeldKind, MeldRules

_SET_OF_THREE: Final = 3


def forbidding_topics(meld: TableMeld, rules: MeldRules) -> tuple[str, ...]:
    """The topics of a ruleset's `cites` by which no wild card of this meld may be taken at all."""
    if rules.rules.wild.swap is None:
        return ("swap",)
    if rules.rules.wild.swap == "runs-to-table" and meld.reading.kind is MeldKind.SET:
        return ("swap-set", "swap")
    return ()


def cards_to_swap(meld: TableMeld, rules: MeldRules) -> dict[int, tuple[Card, ...]]:
    """The cards that a wild card may be taken for, each by itself, by the position of the wild card."""
    if forbidding_topics(meld, rules):
        return {}
    payable: dict[int, tuple[Card, ...]] = {}
    for at, value in meld.reading.stands_for:
        cards = (value,) if value.suit else tuple(Card(value.rank, suit) for suit in SUITS)
        payable[at] = tuple(card for card in cards if value.suit or _fits_in_set(card, at, meld, rules))
    return {at: cards for at, cards in payable.items() if cards}


def _fits_in_set(card: Card, at: int, meld: TableMeld, rules: MeldRules) -> bool:
    """Whether a set is right with this natural card in place of a wild one.

    In a set of three, tournaments of Rummikub ask for both cards that are missing.
    """
    if card in rules.wild or (rules.rules.wild.swap == "meld-both" and len(meld.cards) == _SET_OF_THREE):
        return False
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    return next(faults_of(cards, read_set(cards, meld.reading.of, rules), rules), None) is None
