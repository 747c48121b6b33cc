"""Adding a card to a meld on the table (3.6a, 3.7, 5.6).

Whose turn it is, and whether the player has gone down, is not asked here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.melds.readings import Reading, faults_of, read_run, read_set, size_faults
from scorekeeper.rules.melds.tables import ROUND, MeldFault, MeldFaultCode, MeldKind, MeldRules


class TableMeld(NamedTuple):
    """A meld on the table, read in one way."""

    cards: tuple[Card, ...]
    reading: Reading


class Placement(NamedTuple):
    """Where a card goes in a meld, and the meld with it.

    `at` is 0 before the first card, and the number of cards laid behind the last one. `stands_for` is None
    for a natural card, and for one in a set of wild cards.
    """

    at: int
    stands_for: Card | None
    meld: TableMeld


class LayOff(NamedTuple):
    """Every place where a card may be added to a meld, or why there is none.

    In the faults, the position of the card is the number of the cards laid before.
    """

    placements: tuple[Placement, ...]
    faults: tuple[MeldFault, ...]

    @property
    def legal(self) -> bool:
        """Whether the card may be added."""
        return not self.faults


def lay_off(card: Card, onto: TableMeld, rules: MeldRules) -> LayOff:
    """Where the card may be added; a run named in odd order is first put from low to high."""
    legal: list[Placement] = []
    refused: list[tuple[MeldFault, ...]] = []
    for placement, origins in _placements(card, onto, rules):
        faults = tuple(
            fault._replace(cards=tuple(sorted(origins[at] for at in fault.cards)))
            for fault in faults_of(placement.meld.cards, placement.meld.reading, rules)
        )
        if faults:
            refused.append(faults)
        else:
            legal.append(placement)
    if legal:
        return LayOff(tuple(legal), ())
    return LayOff((), min(refused, key=len) if refused else tuple(_misfits(card, onto, rules)))


def cards_to_lay_off(onto: TableMeld, rules: MeldRules) -> tuple[Card, ...]:
    """All cards that may be added: those at the ends of a run, or of the rank of a set, then wild ones."""
    reading = onto.reading
    if reading.kind is MeldKind.SET:
        fitting = [Card(reading.of, suit) for suit in SUITS if reading.of]
    else:
        ends = min(reading.places) - 1, max(reading.places) + 1
        fitting = [rules.row[reading.of][place % ROUND] for place in ends]
    wild = sorted(rules.wild, key=lambda card: (card.is_joker, card))
    return tuple(card for card in dict.fromkeys((*fitting, *wild)) if lay_off(card, onto, rules).legal)


def _placements(card: Card, onto: TableMeld, rules: MeldRules) -> Iterator[tuple[Placement, tuple[int, ...]]]:
    """The places that the card could take, right or not, with the positions of the cards before."""
    cards, reading = onto
    size = len(cards)
    if reading.kind is MeldKind.SET:
        meld = TableMeld((*cards, card), read_set((*cards, card), reading.of, rules))
        yield Placement(size, dict(meld.reading.stands_for).get(size), meld), tuple(range(size + 1))
        return
    low, high = min(reading.places), max(reading.places)
    falling = reading.places == tuple(range(high, low - 1, -1))
    rising = sorted(range(size), key=lambda at: reading.places[at])
    for place in (low - 1, high + 1):
        shown = rules.row[reading.of][place % ROUND]
        if card not in rules.wild and card != shown:
            continue
        at = size if (place < low) is falling else 0
        origins = rising[::-1] if falling else rising.copy()
        origins.insert(at, size)
        shift = ROUND if place < 0 else 0
        places = [shift + (place if origin == size else reading.places[origin]) for origin in origins]
        laid = tuple(card if origin == size else cards[origin] for origin in origins)
        meld = TableMeld(laid, read_run(laid, reading.of, places, rules))
        yield Placement(at, dict(meld.reading.stands_for).get(at), meld), tuple(origins)


def _misfits(card: Card, onto: TableMeld, rules: MeldRules) -> Iterator[MeldFault]:
    """Why a natural card is at neither end of a run."""
    at = (len(onto.cards),)
    yield from size_faults(len(onto.cards) + 1, MeldKind.RUN, rules)
    if rules.suit_of(card) != onto.reading.of:
        yield rules.fault(MeldFaultCode.MIXED_SUITS, MeldKind.RUN, at)
    elif rules.place[card.rank] in {place % ROUND for place in onto.reading.places}:
        yield rules.fault(MeldFaultCode.DUPLICATE, MeldKind.RUN, at)
    else:
        yield rules.fault(MeldFaultCode.GAP, MeldKind.RUN, at)
