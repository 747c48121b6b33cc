"""One run of a suit, place by place: what it may hold next, and when it ends (3.2 to 3.6).

A run is a number that tells what matters of it, so that runs alike are worked out once. It is of one of
three kinds, each with a range of numbers of its own. A lean run takes every natural card that it can, and
wild cards only in its gaps; how many more fit is known when it ends. A full run has as many cards as a run
may have, and any of them may be wild. A mixed run has at each place a natural or a wild card, as it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

CLOSED: Final = -1
WAITS: Final = -2
FULL: Final = 1 << 20
MIXED: Final = 1 << 21
# Places are counted from 1, the low ace; the ace above the king has this one.
HIGH_ACE: Final = 14
WHOLE_SUIT: Final = 13
# A mixed run knows by how many its natural cards are ahead, from one behind to two.
_EVEN: Final = 2
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """What a run may be; `half`: no more wild than natural cards; `last`: the highest place, 13 or 14."""

    fewest: int
    most: int
    half: bool
    adjacent: bool
    last: int

    @property
    def need(self) -> int:
        """The fewest natural cards of a run."""
        return -(-self.fewest // 2) if self.half else 1

    @property
    def most_wild(self) -> int:
        """The most wild cards of a run that has all its cards."""
        return self.most // 2 if self.half else self.most - 1


class Step(NamedTuple):
    """What becomes of a run in a place: what it was and is, the card, and the wild cards now certain.

    Of steps in one place the number tells which; equal runs choose theirs in rising order.
    """

    before: int
    after: int
    natural: bool
    fewest: int
    most: int
    number: int


_After = tuple[int, int, int]


def lean(code: int) -> tuple[int, int, int]:
    """The natural cards of a lean run, its gaps, and the places without a card since the last one."""
    return code >> 9, code >> 5 & 15, code >> 1 & 15


def full(code: int) -> tuple[int, int]:
    """The natural cards of a full run, and all its cards so far."""
    return code >> 5 & 31, code & 31


class Steps:
    """The steps of runs of one shape, with at most so many wild cards.

    Without `wide` runs are lean. With it, they may be full, too; where wild cards may not lie side by side,
    all are mixed instead.
    """

    def __init__(self, shape: Shape, wild: int, *, wide: bool) -> None:
        self.shape, self.wild, self.wide = shape, wild, wide
        self._length_known = shape.fewest if shape.most == WHOLE_SUIT else shape.most
        self._known: dict[tuple[int, int, bool], list[Step]] = {}

    def of(self, code: int, place: int, bridge: bool) -> list[Step]:
        """All ways to go on in a place; `bridge`: a lean run may go on without a card of this place."""
        known = self._known.get((code, place, bridge))
        if known is None:
            after = [(False, one) for one in self._without(code, place, bridge=bridge)]
            after += [(True, one) for one in self._with_card(code, place)]
            known = [
                Step(code, one[0], natural, one[1], one[2], at) for at, (natural, one) in enumerate(after)
            ]
            self._known[code, place, bridge] = known
        return known

    def starts(self, place: int, barred: bool) -> list[Step]:
        """To wait, and all ways to begin in a place; `barred`: no lean run begins here."""
        after = [
            (natural, one) for natural in (False, True) for one in self._begun(place, natural, barred=barred)
        ]
        begun = [
            Step(WAITS, one[0], natural, one[1], one[2], at) for at, (natural, one) in enumerate(after, 1)
        ]
        return [Step(WAITS, WAITS, False, 0, 0, 0), *begun]

    def end(self, code: int, *, high: bool = True) -> _After | None:
        """How a run ends that has no more cards; `high`: the last place may have one of them."""
        shape = self.shape
        if code >= MIXED:
            right = (code >> 6 & 31) >= shape.fewest and not (shape.half and (code >> 2 & 15) < _EVEN)
            return (CLOSED, 0, 0) if right else None
        if code >= FULL:
            return None
        cards, gaps, trailing = lean(code)
        fewest, most = max(gaps, shape.fewest - cards), min(shape.most - cards, self.wild)
        if shape.half:
            most = min(most, cards)
        if not shape.adjacent:
            most = min(most, gaps + 2 - (code & 1) - (high and not trailing))
        return (CLOSED, fewest, most) if fewest <= most else None

    def _with_card(self, code: int, place: int) -> Iterator[_After]:
        if code >= MIXED:
            yield from self._mixed(code, place, natural=True)
        elif code >= FULL:
            yield from self._full(code, natural=True)
        else:
            cards, gaps, trailing = lean(code)
            low = code & 1
            if not (low and place == HIGH_ACE) and cards + gaps + trailing < self.shape.most:
                yield (cards + 1) << 9 | (gaps + trailing) << 5 | low, 0, 0

    def _without(self, code: int, place: int, *, bridge: bool) -> Iterator[_After]:
        if code >= MIXED:
            yield from self._mixed(code, place, natural=False)
        elif code >= FULL:
            yield from self._full(code, natural=False)
        elif bridge and self._can_bridge(code, place):
            yield code + 2, 0, 0
            return
        ended = self.end(code, high=False)
        if ended:
            yield ended

    def _can_bridge(self, code: int, place: int) -> bool:
        """Whether a lean run can have a wild card in this place, and a natural one in a later place."""
        shape = self.shape
        cards, gaps, trailing = lean(code)
        wild = gaps + trailing + 1
        return (
            wild <= self.wild
            and cards + wild < shape.most
            and (shape.adjacent or not trailing)
            and (not shape.half or wild <= cards + shape.last - place)
            and place < shape.last - (shape.last == HIGH_ACE and code & 1)
        )

    def _begun(self, place: int, natural: bool, *, barred: bool) -> Iterator[_After]:
        low = int(place == 1)
        if self.wide and not self.shape.adjacent:
            yield from self._mixed(MIXED | _EVEN << 2 | low, place, natural=natural)
            return
        if natural and not barred:
            yield 1 << 9 | low, 0, 0
        if self.wide and place + self.shape.most - 1 <= self.shape.last:
            yield from self._full(FULL, natural=natural)

    def _full(self, code: int, *, natural: bool) -> Iterator[_After]:
        cards, size = full(code)
        cards, size = cards + natural, size + 1
        wild = size - cards
        if wild <= min(self.wild, self.shape.most_wild):
            yield (CLOSED, wild, wild) if size == self.shape.most else (FULL | cards << 5 | size, 0, 0)

    def _mixed(self, code: int, place: int, *, natural: bool) -> Iterator[_After]:
        length, ahead, after_wild, low = code >> 6 & 31, code >> 2 & 15, code >> 1 & 1, code & 1
        too_long = length == self.shape.most or (low and place == HIGH_ACE)
        if not too_long and (natural or not after_wild):
            ahead = min(ahead + (1 if natural else -1), _EVEN + _AHEAD)
            length = min(length + 1, self._length_known)
            wild = int(not natural)
            yield MIXED | length << 6 | ahead << 2 | wild << 1 | low, wild, wild
