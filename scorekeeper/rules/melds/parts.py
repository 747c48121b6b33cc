"""The largest part of some cards that is a meld, when superfluous ones go back (14.1).

Cards are taken out without moving those that stay, and wild cards keep the values of their places (3.9). So a
part that only makes a run in another order has no wild cards, unless no other part is a run.

The parts are tried one after another, the largest first. A dozen cards of one suit or rank have some four
thousand: that takes a tenth of a second. Of more cards than that, a part may not be found that lacks many.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import combinations, groupby, islice
from typing import Final

from scorekeeper.rules.cards import Card
from scorekeeper.rules.melds.readings import Reading, run_readings, set_readings
from scorekeeper.rules.melds.tables import MeldKind, MeldRules

Positions = tuple[int, ...]
MOST_PARTS: Final = 1 << 12


def largest_set(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest set among the cards, of equal ones the earliest; empty without any."""
    parts = _parts(cards, MeldKind.SET, lambda card: card.rank, rules)
    return next((part for part in parts if any(set_readings([cards[at] for at in part], rules))), ())


def largest_run(cards: Sequence[Card], rules: MeldRules) -> Positions:
    """The positions of the largest run among the cards; empty without any.

    Of equal ones it is that with the fewest wild cards, then the earliest: a wild card takes no place for
    which a natural one is there.
    """
    in_odd_order: Positions = ()
    for _size, parts in groupby(_parts(cards, MeldKind.RUN, rules.suit_of, rules), key=len):
        readings = [
            (len(reading.stands_for), part, _moves_wild(reading))
            for part in parts
            for reading in run_readings([cards[at] for at in part], rules)[:1]
        ]
        for _wild, part, moves_wild in sorted(readings):
            if not moves_wild:
                return part
            in_odd_order = in_odd_order or part
    return in_odd_order


def _parts(
    cards: Sequence[Card], kind: MeldKind, group_of: Callable[[Card], str], rules: MeldRules
) -> Iterator[Positions]:
    """The positions of cards of one rank or suit, with wild ones, largest and then earliest parts first."""
    groups = dict.fromkeys(("", *(group_of(card) for card in cards if rules.suit_of(card))))
    members = [
        [at for at, card in enumerate(cards) if card in rules.wild or group_of(card) == group]
        for group in groups
    ]
    most = min(rules.most[kind], max(map(len, members)))
    sizes = range(most, rules.fewest[kind] - 1, -1)
    parts = (part for size in sizes for part in merge(*(combinations(each, size) for each in members)))
    return islice(parts, MOST_PARTS)


def _moves_wild(reading: Reading) -> bool:
    """Whether wild cards got their values although the cards are in no order."""
    step = reading.places[1] - reading.places[0]
    in_order = range(reading.places[0], reading.places[0] + step * len(reading.places), step)
    return bool(reading.stands_for) and reading.places != tuple(in_order)
