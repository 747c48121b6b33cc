"""The places that a run can take in its suit, and natural cards as bits (3.2 to 3.6).

A run is known by its span: natural cards lie there as far as there are any, wild ones in the other places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WHOLE_SUIT: Final = 13
# The natural cards of a rank that runs take are counted in one number, wild cards in their own place, too.
BITS: Final = 6
OWN_PLACE: Final = WHOLE_SUIT * BITS
# Cards are bits: those that are there once or more, above these those that are there twice, and so on.
Copies = int
LEVEL: Final = 4 * WHOLE_SUIT
FIRST_COPIES: Final = (1 << LEVEL) - 1
# No heap has more copies of a card.
_EVERY_COPY: Final = sum(1 << LEVEL * copy for copy in range(32))


@dataclass(frozen=True, slots=True)
class Shape:
    """What a run may be: `half`: no more wild than natural cards; `last`: one more than 13 for a high ace."""

    fewest: int
    most: int
    half: bool
    adjacent: bool
    last: int

    def need(self, size: int) -> int:
        """The fewest natural cards of a run of this size."""
        return -(-size // 2) if self.half else 1

    def most_wild(self, natural: int) -> int:
        """The most wild cards beside so many natural ones."""
        return min(self.most - natural, natural) if self.half else self.most - natural


class Column(NamedTuple):
    """One rank of a suit: its natural cards, the weight of each, and how they are counted.

    `track`: taking one adds this to `Choice.used`. A set may want the cards too, then, and they have no
    weight here; it can do without `spare` of them. Or, `pooled`, they are wild, and in their own place here.
    """

    copies: int = 0
    weight: int = 0
    track: int = 0
    spare: int = 0
    pooled: bool = False


class Span(NamedTuple):
    """The places of a run, the ranks there, and how many natural cards it needs.

    `ends` are those where there is a place for one card more. Of each of the `pairs` of places, given by the
    lower one, a card must be natural.
    """

    first: int
    size: int
    ranks: int
    need: int
    ends: int
    pairs: int

    @property
    def places(self) -> int:
        """The places as bits; that of the high ace is behind the king's."""
        return ((1 << self.size) - 1) << self.first


def all_spans(shape: Shape, held: int, wild: int) -> list[Span]:
    """The spans of runs that have enough natural cards of these ranks."""
    found = []
    for first in range(shape.last):
        ranks = gaps = 0
        before = 1
        for place in range(first, min(first + shape.most, shape.last)):
            at, size = place % WHOLE_SUIT, place - first + 1
            natural = held >> at & 1
            if not (natural or before or shape.adjacent):
                break
            before = natural
            gaps += not natural
            ranks |= 1 << at
            if size >= shape.fewest and gaps <= wild and size - gaps >= shape.need(size):
                ends = min((first > 0) + (place < shape.last - 1), shape.most - size)
                pairs = 0 if shape.adjacent else (1 << place) - (1 << first)
                found.append(Span(first, size, ranks, shape.need(size), ends, pairs))
    return found


def copies_of(numbers: Iterable[int]) -> Copies:
    """The cards as bits, by how many there are of each."""
    return sum([1 << at + LEVEL * copy for at, number in enumerate(numbers) for copy in range(number)])


def cover(spans: Sequence[Span], at: int) -> int:
    """How many spans take a rank."""
    return sum([span.ranks >> at & 1 for span in spans])


def without(left: Copies, cards: int) -> Copies:
    """The cards left after one of each of these is taken, as far as there is one."""
    some = left & every_copy(cards)
    return left ^ some ^ some >> LEVEL


def every_copy(cards: int) -> Copies:
    """All copies that there may be of these cards."""
    return cards * _EVERY_COPY


def copies_at(held: Copies, at: int) -> int:
    """How many there are of one card."""
    return (held & every_copy(1 << at)).bit_count()


def at_most(held: Copies, at: int, number: int) -> Copies:
    """The cards with no more than so many of one."""
    return held & ~(_EVERY_COPY << at + LEVEL * number)
