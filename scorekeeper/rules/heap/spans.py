"""The places that a run can take in its suit, and natural cards as bits (3.2 to 3.6).

A run is known by its span: natural cards lie there as far as there are any, wild ones in the other places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WHOLE_SUIT: Final = 13
# The natural cards of a rank that runs take are counted in one number, wild cards in their own place, too.
BITS: Final = 6
OWN_PLACE: Final = WHOLE_SUIT * BITS
# Ranks are bits: those that are there once or more, twice or more, and so on.
Ranks = tuple[int, ...]


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


def levels(copies: Sequence[int]) -> Ranks:
    """As bits what is there once or more, twice or more, and so on, by how many there are of each."""
    return tuple(
        [
            sum([1 << at for at, number in enumerate(copies) if number > level])
            for level in range(max(1, *copies))
        ]
    )


def cover(spans: Sequence[Span], at: int) -> int:
    """How many spans take a rank."""
    return sum([span.ranks >> at & 1 for span in spans])


def without(left: Ranks, ranks: int) -> Ranks:
    """The cards left after one of each of these ranks is taken."""
    return tuple([(one & ~ranks) | (other & ranks) for one, other in zip(left, (*left[1:], 0), strict=True)])


def at_most(held: Ranks, at: int, number: int) -> Ranks:
    """The cards with no more than so many of one rank."""
    return tuple([ranks if level < number else ranks & ~(1 << at) for level, ranks in enumerate(held)])
