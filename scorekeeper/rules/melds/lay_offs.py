"""Adding a card to a meld on the table (3.6a, 3.7, 5.6).

Whose turn it is, and whether the player has gone down, is not asked here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.melds.readings import Reading, faults_of, read_run, read_set
from scorekeeper.rules.melds.tables import ROUND, MeldKind, MeldRules


class TableMeld(NamedTuple):
    """A meld on the table, read in one way."""

    cards: tuple[Card, ...]
    reading: Reading


def cards_to_lay_off(onto: TableMeld, rules: MeldRules) -> tuple[Card, ...]:
    """All cards that may be added: those at the ends of a run, or of the rank of a set, then wild ones."""
    reading = onto.reading
    if reading.kind is MeldKind.SET:
        fitting = [Card(reading.of, suit) for suit in SUITS if reading.of]
    else:
        ends = min(reading.places) - 1, max(reading.places) + 1
        fitting = [rules.row[reading.of][place % ROUND] for place in ends]
    wild = sorted(rules.wild, key=lambda card: (card.is_joker, card))
    return tuple(card for card in dict.fromkeys((*fitting, *wild)) if _may_be_added(card, onto, rules))


def _may_be_added(card: Card, onto: TableMeld, rules: MeldRules) -> bool:
    return any(
        next(faults_of(longer.cards, longer.reading, rules), None) is None
        for longer in _longer(card, onto, rules)
    )


def _longer(card: Card, onto: TableMeld, rules: MeldRules) -> Iterator[TableMeld]:
    """The set with the card, or the run with it at each end where it can lie, right or not."""
    cards, reading = onto
    if reading.kind is MeldKind.SET:
        yield TableMeld((*cards, card), read_set((*cards, card), reading.of, rules))
        return
    for place in (min(reading.places) - 1, max(reading.places) + 1):
        if card in rules.wild or card == rules.row[reading.of][place % ROUND]:
            laid = sorted(zip((*reading.places, place), (*cards, card), strict=True))
            shift = ROUND if place < 0 else 0
            row = tuple(each for _, each in laid)
            yield TableMeld(row, read_run(row, reading.of, [shift + at for at, _ in laid], rules))
