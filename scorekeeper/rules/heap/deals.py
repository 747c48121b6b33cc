"""Which run has a natural card that two of them want (3.2 to 3.6, 3.12).

Each run can have as many natural cards as it needs if any few of the runs find enough of them together
(Hall's theorem). Where two wild cards may not lie side by side, or a natural card gives way to a wild one, it
matters where the cards lie, and they are dealt out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from operator import add, or_
from typing import Final, NamedTuple

from scorekeeper.rules.heap.spans import WHOLE_SUIT, Column, Copies, Shape, Span, copies_at, cover, without

# A run whose natural cards are ahead of its wild ones by so many stays ahead, with two more at its ends.
_AHEAD: Final = 3
# The places of each run where a natural card lies.
Rows = tuple[int, ...]
# Any few spans, and what they find together.
_Shares = list[tuple[tuple[Span, ...], int]]
# What is lost, and where natural cards lie.
_Lost = tuple[int, Rows]


class Deal(NamedTuple):
    """Natural cards dealt out to runs: how many, where they lie, and what those weigh that give way.

    `most` wild cards can be laid with them.
    """

    lost: int
    cards: int
    most: int
    rows: Rows


class _State(NamedTuple):
    """What matters of natural cards dealt out so far: the number that each run has, and all of them.

    Also the ends of each run where a wild card fits, and as bits the runs that have one in this place, and as
    a high ace.
    """

    natural: tuple[int, ...]
    ends: tuple[int, ...]
    wild: int
    high: int
    cards: int


class _Way(NamedTuple):
    """What the cards of one rank change if some runs have them."""

    lost: int
    cards: int
    rows: Rows
    natural: tuple[int, ...]
    ends: tuple[int, ...]
    wild: int
    high: int


class Dealer:
    """Deals the natural cards of one suit out to runs, with at most `wild` wild cards."""

    def __init__(self, columns: Sequence[Column], shape: Shape, wild: int) -> None:
        self.columns, self.shape, self.wild = columns, shape, wild

    def room(self, spans: Sequence[Span], held: Copies, natural: int) -> int:
        """The most wild cards in runs that have so many natural ones; -1 if some have too few of these.

        Wild cards may lie side by side here.
        """
        shape, shares = self.shape, _shares(spans, held)
        if any(found < sum([span.need for span in few]) for few, found in shares):
            return -1
        if not shape.half:
            return shape.most * len(spans) - natural
        # A natural card makes room for two cards, the last one of an odd number for one, and then for none.
        # A full run has no room to gain: it just must have as many as it needs.
        most, odd = divmod(shape.most, 2)
        full = sum([span.size == shape.most for span in spans])
        pairs = self._most_found(shares, most)
        last = self._most_found(shares, most + 1) - pairs - full if odd else 0
        return 2 * pairs + last - natural

    def _most_found(self, shares: _Shares, most: int) -> int:
        """The natural cards that runs find if none has more than so many, and full ones what they need."""
        full = self.shape.most
        each = [sum([span.need if span.size == full else most for span in few]) for few, _ in shares]
        return each[-1] + min([found - number for (_, found), number in zip(shares, each, strict=True)])

    def most_in(self, span: Span, row: int) -> int:
        """The most wild cards in a run with natural cards in these places; -1 if it has too few of those."""
        shape, natural = self.shape, row.bit_count()
        most, gaps, last = shape.most_wild(natural), span.size - natural, span.first + span.size - 1
        if gaps > most:
            return -1
        if shape.adjacent:
            return most
        ends = (span.first > 0) * (row >> span.first & 1) + (last < shape.last - 1) * (row >> last & 1)
        return min(most, gaps + ends)

    def apart(self, spans: Sequence[Span], held: Copies, enough: int) -> tuple[int, Rows]:
        """The most wild cards in runs where no two lie side by side, and where natural cards lie; -1 if none.

        Any way to deal the cards out is as good as the best one if there is room for `enough` in it.
        """
        here = held & (1 << WHOLE_SUIT) - 1
        here |= here << WHOLE_SUIT
        rows = tuple([span.places & here for span in spans])
        if any(map(_has_neighbours, spans, rows)):
            return -1, rows
        best = -1, rows
        for dealt in self._dealt(spans, held, _contested(spans, held), rows):
            each = list(map(self.most_in, spans, dealt))
            if min(each) >= 0 and sum(each) > best[0]:
                best = sum(each), dealt
                if best[0] >= enough:
                    break
        return best

    def _dealt(self, spans: Sequence[Span], held: Copies, contested: int, rows: Rows) -> Iterator[Rows]:
        """All ways to deal out the contested cards, without wild cards side by side."""
        if not contested:
            yield rows
            return
        at = contested.bit_length() - 1
        copies = copies_at(held, at)
        there = [run for run, span in enumerate(spans) if span.ranks >> at & 1]
        for losers in combinations(there, len(there) - copies):
            now = list(rows)
            for run in losers:
                now[run] &= ~(1 << at | 1 << at + WHOLE_SUIT)
            if not any(_has_neighbours(spans[run], now[run]) for run in losers):
                yield from self._dealt(spans, held, contested ^ 1 << at, tuple(now))

    def deals(self, spans: Sequence[Span], held: Copies, spare: int) -> Iterator[Deal]:
        """The ways to deal natural cards out to runs; of those alike, the one that loses least.

        They lose no more than is to spare, and none if there is nothing to spare.
        """
        none = (0,) * len(spans)
        states: dict[_State, _Lost] = {_State(none, none, 0, 0, 0): (0, none)}
        places = 0
        for at in range(WHOLE_SUIT):
            if not (taken := cover(spans, at)):
                continue
            ways = self._ways(spans, held, at, drops=bool(spare))
            places += taken
            states = self._after(states, ways, at, spare=spare, cards=places - self.wild)
        for state, (lost, rows) in states.items():
            most = self._most_beside(state, spans)
            if most is not None:
                yield Deal(lost, state.cards, most, rows)

    def _after(
        self, states: dict[_State, _Lost], ways: Sequence[_Way], at: int, *, spare: int, cards: int
    ) -> dict[_State, _Lost]:
        """The states after one more rank that lose no more than is to spare and have so many cards."""
        after: dict[_State, _Lost] = {}
        enough = self._counted_up_to
        for state, (lost, rows) in states.items():
            high = state.high if at == WHOLE_SUIT - 1 else 0
            for way in ways:
                less, all_cards = lost + way.lost, state.cards + way.cards
                if less > spare or all_cards < cards or way.wild & (state.wild | high):
                    continue
                natural = tuple(
                    [min(had + has, enough) for had, has in zip(state.natural, way.natural, strict=True)]
                )
                ends = tuple(map(add, state.ends, way.ends))
                now = _State(natural, ends, way.wild, state.high or way.high, all_cards)
                if now not in after or less <= after[now][0]:
                    after[now] = less, tuple(map(or_, rows, way.rows))
        return after

    def _ways(self, spans: Sequence[Span], held: Copies, at: int, *, drops: bool) -> list[_Way]:
        """The ways to deal out the natural cards of one rank."""
        column, apart = self.columns[at], not self.shape.adjacent
        there = [run for run, span in enumerate(spans) if span.ranks >> at & 1]
        copies = min(len(there), copies_at(held, at))
        fewest = 0 if drops and self._drops(spans, at) else copies
        high = sum([1 << run for run in there if at == 0 and spans[run].first]) if apart else 0
        both = 1 << at | 1 << at + WHOLE_SUIT
        none = [0] * len(spans)
        ways = []
        for number in range(copies, fewest - 1, -1):
            for who in combinations(there, number):
                natural, ends, rows, wild = [*none], [*none], [*none], 0
                for run in there:
                    span = spans[run]
                    if run in who:
                        natural[run], rows[run] = 1, both & span.places
                        ends[run] = apart and self._is_open_end(span, at)
                    elif apart:
                        wild |= 1 << run
                        natural[run] = -self.shape.half
                lost = column.weight * (copies - number)
                ways.append(
                    _Way(lost, number, tuple(rows), tuple(natural), tuple(ends), wild & ~high, wild & high)
                )
        return ways

    @cached_property
    def _counted_up_to(self) -> int:
        """Up to how many natural cards of a run matter; those ahead of wild ones, where these are apart."""
        if not self.shape.half:
            return 1
        return WHOLE_SUIT if self.shape.adjacent else _AHEAD

    def _most_beside(self, state: _State, spans: Sequence[Span]) -> int | None:
        """The most wild cards in runs; None if one has too few natural cards."""
        shape = self.shape
        if shape.adjacent:
            if any(number < span.need for number, span in zip(state.natural, spans, strict=True)):
                return None
            if shape.half:
                return sum(map(shape.most_wild, state.natural))
            return shape.most * len(spans) - state.cards
        if min(state.natural) < (0 if shape.half else 1):
            return None
        most = sum(span.size for span in spans) - state.cards
        for number, end, span in zip(state.natural, state.ends, spans, strict=True):
            end = min(end, shape.most - span.size)
            most += min(end, number) if shape.half else end
        return most

    def _drops(self, spans: Sequence[Span], at: int) -> bool:
        """Whether runs may leave out natural cards of this rank: of full ones if these need not be apart."""
        column, shape = self.columns[at], self.shape
        return not (column.track and column.copies) and (
            not shape.adjacent or any(span.size == shape.most and span.ranks >> at & 1 for span in spans)
        )

    def _is_open_end(self, span: Span, at: int) -> bool:
        """Whether a wild card fits beside the natural card of this rank: it is at an end."""
        last = span.first + span.size - 1
        return (at == span.first % WHOLE_SUIT and span.first > 0) or (
            at == last % WHOLE_SUIT and last < self.shape.last - 1
        )


def _shares(spans: Sequence[Span], held: Copies) -> _Shares:
    """How many natural cards any few of these spans find together; none of them first, all of them last."""
    shares: list[tuple[tuple[Span, ...], int, Copies]] = [((), 0, held)]
    for number, span in enumerate(spans, 1):
        shares += [
            (
                (*few, span),
                found + (left & span.ranks).bit_count(),
                without(left, span.ranks) if number < len(spans) else left,
            )
            for few, found, left in shares
        ]
    return [(few, found) for few, found, _ in shares]


def _contested(spans: Sequence[Span], held: Copies) -> int:
    """The ranks of which there are fewer natural cards than runs that want them."""
    lacking, left = 0, held
    for span in spans if len(spans) > 1 else ():
        lacking |= span.ranks & ~left
        left = without(left, span.ranks)
    return lacking & held


def _has_neighbours(span: Span, row: int) -> bool:
    """Whether two wild cards lie side by side in a run with natural cards in these places."""
    gaps = span.places & ~row
    return bool(gaps & gaps >> 1)
