"""The runs that one suit can give (3.2 to 3.6, 3.12).

A run is known by its span, the places that it takes: natural cards lie there as far as there are any, wild
ones in the other places. All choices of so many spans are tried. A span ends with natural cards, unless it is
as short as a run may be; more wild cards fit at its ends. Where there is no room for them a natural card may
give way to a dearer wild one, which is for `wide` searches.

Which run has a card that two of them want is settled last: each can have as many natural cards as it needs
if any few of the runs find enough of them together (Hall's theorem).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, combinations, pairwise, product
from operator import add
from typing import Final, NamedTuple

WHOLE_SUIT: Final = 13
_HALF: Final = WHOLE_SUIT // 2
_LOWER: Final = (1 << _HALF) - 1
# A run whose natural cards are ahead of its wild ones by so many stays ahead, with two more at its ends.
_AHEAD: Final = 3


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
    weight here; or, `pooled`, they are wild, and in their own place here.
    """

    copies: int = 0
    weight: int = 0
    track: int = 0
    pooled: bool = False


class LaidRun(NamedTuple):
    """A run: its first place, what fills it (True: a natural card), and the fewest and most wild cards.

    It grows at its ends until it has the most.
    """

    first: int
    filled: tuple[bool, ...]
    fewest: int
    most: int


class _Span(NamedTuple):
    """The places of a run, the ranks there, what the natural cards weigh at most, and how many it needs.

    `ends` are those where there is a place for one card more. Of each of the `pairs` of places, given by the
    lower one, a card must be natural.
    """

    weight: int
    first: int
    size: int
    ranks: int
    need: int
    ends: int
    pairs: int


# Ranks are bits: those that are there once or more, twice or more, and so on.
_Ranks = tuple[int, ...]


class _Some(NamedTuple):
    """Some spans, all their cards and the natural ones, what these weigh, and the ranks still left.

    `pairs` are those of places of which there are still natural cards left, if each had but one.
    """

    spans: tuple[_Span, ...]
    size: int
    natural: int
    weight: int
    left: _Ranks
    pairs: _Ranks


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
    """What the cards of one rank change if these runs have them."""

    lost: int
    who: tuple[int, ...]
    natural: tuple[int, ...]
    ends: tuple[int, ...]
    wild: int
    high: int


class Limit(NamedTuple):
    """The most wild cards that runs can have, and the most cards."""

    wild: int
    cards: int


class _Deal(NamedTuple):
    """How natural cards go to the runs: what the others weigh, and for each rank the runs that have one."""

    lost: int
    cards: int
    most: int
    who: dict[int, tuple[int, ...]]


class Choice(NamedTuple):
    """Runs of a suit: the cards that count elsewhere too, wild cards, and the weight of the others.

    `fewest` wild cards are needed; `most` can be laid, with those that lie in their own place.
    """

    used: int
    fewest: int
    most: int
    weight: int
    spans: tuple[_Span, ...] = ()
    held: _Ranks = ()
    deal: _Deal | None = None


class Bound(NamedTuple):
    """The most that runs can weigh without wild cards, the most wild cards laid with them, and the fewest."""

    weight: int
    most: int
    fewest: int


_Floor = Callable[[int], int]
Known = dict[int, Sequence[_Span]]
# What is lost, and who has the cards.
_Lost = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]


class Suit:
    """The runs that the columns of one suit give, with at most `wild` wild cards.

    `known` are the spans by the ranks that are held, which suits in one search share.
    """

    def __init__(self, columns: Sequence[Column], shape: Shape, wild: int, known: Known) -> None:
        self.columns, self.shape, self.wild, self._known = columns, shape, wild, known
        self.places = sum(column.copies > 0 for column in columns)
        self._bounds: dict[int, Bound | None] = {}
        self._choices: dict[tuple[int, bool], list[Choice]] = {}

    def bound(self, runs: int) -> Bound | None:
        """What so many runs can have at most, and need at least; None if there are too few cards."""
        if runs not in self._bounds:
            self._bounds[runs] = self._bound(runs)
        return self._bounds[runs]

    def _bound(self, runs: int) -> Bound | None:
        shape, columns = self.shape, self.columns
        taken = [min(column.copies, runs) for column in columns]
        own = sum(number for number, column in zip(taken, columns, strict=True) if column.pooled)
        fewest = max(shape.fewest * runs - sum(taken) + own, 0)
        if sum(taken) < shape.need(shape.fewest) * runs or fewest > self.wild:
            return None
        weight = sum(number * column.weight for number, column in zip(taken, columns, strict=True))
        most = min(shape.most // 2 * runs, sum(taken)) + own if shape.half else self.wild
        return Bound(weight, most, fewest)

    def all_choices(self, runs: int, cards: int, floor: int, *, wide: bool) -> list[Choice]:
        """The choices of so many runs of so many cards that weigh more than the floor, which never falls.

        Those that another one equals or beats in every respect are left out.
        """
        if (runs, wide) not in self._choices:
            found = self.choices(runs, Limit(self.wild, cards), lambda _most: floor, wide=wide)
            self._choices[runs, wide] = _undominated(list(found))
        return self._choices[runs, wide]

    def choices(self, runs: int, limit: Limit, floor: _Floor, *, wide: bool) -> Iterator[Choice]:
        """The choices of so many runs within limits that weigh more than the floor.

        The floor, which may rise meanwhile, goes by the wild cards that can be laid.
        """
        none, apart = _Some((), 0, 0, 0, self._held, self._pairs), not self.shape.adjacent
        for some in self._some(none, 0, runs, limit, floor):
            yield from self._filled(some, limit.wild, floor)
            if wide and apart:
                yield from self._filled(some, limit.wild, floor, drops=True)
        for span in self._full_spans if wide and not apart else ():
            for some in self._some(self._added(none, span), 0, runs - 1, limit, floor):
                yield from self._filled(some, limit.wild, floor, drops=True)

    @cached_property
    def _held(self) -> _Ranks:
        return levels([column.copies for column in self.columns])

    @cached_property
    def _pairs(self) -> _Ranks:
        copies = [column.copies for column in self.columns]
        return levels([one + other for one, other in pairwise([*copies, copies[0]])])

    @cached_property
    def _sums(self) -> tuple[list[int], list[int]]:
        """What the columns of the lower and of the upper half weigh, by the ranks of each."""
        return _all_sums(self.columns[:_HALF]), _all_sums(self.columns[_HALF:])

    @cached_property
    def _spans(self) -> list[_Span]:
        """Every span that a run can have by itself, the weightiest first."""
        held = self._held[0]
        return [
            span
            for span in self._all_spans
            if span.size == self.shape.fewest
            or held >> span.first % WHOLE_SUIT & held >> (span.first + span.size - 1) % WHOLE_SUIT & 1
        ]

    @cached_property
    def _full_spans(self) -> list[_Span]:
        return [span for span in self._all_spans if span.size == self.shape.most]

    @cached_property
    def _all_spans(self) -> list[_Span]:
        """The places of which there are enough natural cards, the weightiest first."""
        held, low, high = self._held[0], *self._sums
        if held not in self._known:
            self._known[held] = _all_spans(self.shape, held, self.wild)
        spans = [
            span._replace(weight=low[held & span.ranks & _LOWER] + high[(held & span.ranks) >> _HALF])
            for span in self._known[held]
        ]
        return sorted(spans, reverse=True)

    def _some(self, some: _Some, at: int, runs: int, limit: Limit, floor: _Floor) -> Iterator[_Some]:
        """So many more runs, of the spans from this one on."""
        if not runs:
            yield some
            return
        least = floor(self.wild)
        for place in range(at, len(self._spans)):
            span = self._spans[place]
            if some.weight + span.weight * runs <= least:
                return
            size, natural = some.size + span.size, some.natural + (some.left[0] & span.ranks).bit_count()
            too_many = size + self.shape.fewest * (runs - 1) > limit.cards
            if too_many or size - natural > limit.wild or span.pairs & ~some.pairs[0]:
                continue
            now = self._added(some, span)
            if runs > 1 or now.weight > least:
                yield from self._some(now, place, runs - 1, limit, floor)
                least = floor(self.wild)

    def _added(self, some: _Some, span: _Span) -> _Some:
        """These spans with one more."""
        low, high = self._sums
        found = some.left[0] & span.ranks
        return _Some(
            (*some.spans, span),
            some.size + span.size,
            some.natural + found.bit_count(),
            some.weight + low[found & _LOWER] + high[found >> _HALF],
            _without(some.left, span.ranks),
            _without(some.pairs, span.pairs) if span.pairs else some.pairs,
        )

    def _filled(self, some: _Some, wild: int, floor: _Floor, *, drops: bool = False) -> Iterator[Choice]:
        """The choices with these spans."""
        spans, shape = some.spans, self.shape
        for held, left, used, own in self._offers(spans):
            natural = some.natural - left
            fewest = some.size - natural
            if fewest > wild or not self._may_beat(floor, some, natural, own, drops=drops):
                continue
            if not _go_round(spans, held):
                continue
            if drops or (len(spans) > 1 and not shape.adjacent):
                spare = some.weight - floor(self.wild) - 1 if drops else 0
                for deal in self._deals(spans, held, spare):
                    fewest, weight = some.size - deal.cards, some.weight - deal.lost
                    most = min(deal.most + own, self.wild)
                    if fewest <= wild and weight > floor(most):
                        yield Choice(used, fewest, most, weight, spans, held, deal)
            else:
                room = self._most(spans, held, natural)
                most = min(room + own, self.wild)
                if room >= fewest and some.weight > floor(most):
                    yield Choice(used, fewest, most, some.weight, spans, held)

    def _may_beat(self, floor: _Floor, some: _Some, natural: int, own: int, *, drops: bool) -> bool:
        """Whether these runs may weigh more than the floor, with wild cards instead of some natural ones."""
        shape, runs = self.shape, len(some.spans)
        ends = 0 if shape.adjacent else sum([span.ends for span in some.spans])
        for less in range(1, min(self.wild, natural) + 1) if drops else (0,):
            room = shape.most * runs - natural + less
            if not shape.adjacent:
                room = min(room, some.size - natural + less + ends, natural - less + runs)
            if shape.half:
                room = min(room, natural - less)
            if some.weight - self._cheapest[less] > floor(min(room + own, self.wild)):
                return True
        return False

    @cached_property
    def _cheapest(self) -> list[int]:
        """What the cards of least weight weigh, so many of them."""
        weights = sorted(one.weight for one in self.columns if one.weight for _ in range(one.copies))
        return [0, *accumulate(weights), *[sum(weights)] * self.wild]

    def _offers(self, spans: Sequence[_Span]) -> Iterator[tuple[_Ranks, int, int, int]]:
        """The natural cards with all or fewer of those that count elsewhere, too.

        With them comes how many these are fewer, `Choice.used`, and how many of them lie in their own place.
        """
        counted = [
            (at, column, min(column.copies, _cover(spans, at)))
            for at, column in enumerate(self.columns)
            if column.track and column.copies
        ]
        for numbers in product(*(range(taken, -1, -1) for _, _, taken in counted)):
            held, left, used, own = self._held, 0, 0, 0
            for (at, column, taken), number in zip(counted, numbers, strict=True):
                if number < column.copies:
                    held = _at_most(held, at, number)
                left += taken - number
                used += column.track * number
                own += number if column.pooled else 0
            yield held, left, used, own

    def _most(self, spans: Sequence[_Span], held: _Ranks, natural: int) -> int:
        """The most wild cards in runs that have so many natural ones."""
        shape = self.shape
        if not shape.adjacent:
            return self._most_apart(spans[0], held, natural)
        if not shape.half:
            return shape.most * len(spans) - natural
        # A natural card makes room for two cards, the last one of an odd number for one, and then for none.
        # A full run has no room to gain: it just must have as many as it needs.
        most, odd = divmod(shape.most, 2)
        full = sum(span.size == shape.most for span in spans)
        pairs = self._most_found(spans, held, most)
        return 2 * pairs + odd * (self._most_found(spans, held, most + 1) - pairs - full) - natural

    def _most_found(self, spans: Sequence[_Span], held: _Ranks, most: int) -> int:
        """The natural cards that runs find if none has more than so many, and full ones what they need."""
        each = {span: span.need if span.size == self.shape.most else most for span in spans}
        total = sum(each[span] for span in spans)
        found = (_found(some, held) - sum([each[span] for span in some]) for some in _any_of(spans))
        return total + min(0, *found)

    def _most_apart(self, span: _Span, held: _Ranks, natural: int) -> int:
        """The most wild cards in a run where no two lie side by side; -1 if some do."""
        cards = held[0] & span.ranks
        row = (cards | cards << WHOLE_SUIT) >> span.first & (1 << span.size) - 1
        gaps = ~row & (1 << span.size) - 1
        if gaps & gaps >> 1:
            return -1
        ends = (span.first > 0) * (row & 1)
        ends += (span.first + span.size < self.shape.last) * (row >> span.size - 1)
        return min(self.shape.most_wild(natural), gaps.bit_count() + ends)

    def _deals(self, spans: Sequence[_Span], held: _Ranks, spare: int) -> Iterator[_Deal]:
        """The ways to deal natural cards out to runs; of those alike, the one that loses least.

        They lose no more than is to spare, and none if there is nothing to spare.
        """
        none = (0,) * len(spans)
        states: dict[_State, _Lost] = {_State(none, none, 0, 0, 0): (0, ())}
        places = 0
        for at in range(WHOLE_SUIT):
            if not (cover := _cover(spans, at)):
                continue
            ways = self._ways(spans, held, at, drops=bool(spare))
            places += cover
            states = self._after(states, ways, at, spare=spare, cards=places - self.wild)
        for state, (lost, row) in states.items():
            most = self._most_beside(state, spans)
            if most is not None:
                yield _Deal(lost, state.cards, most, dict(row))

    def _after(
        self, states: dict[_State, _Lost], ways: Sequence[_Way], at: int, *, spare: int, cards: int
    ) -> dict[_State, _Lost]:
        """The states after one more rank that lose no more than is to spare and have so many cards."""
        after: dict[_State, _Lost] = {}
        for state, (lost, row) in states.items():
            high = state.high if at == WHOLE_SUIT - 1 else 0
            for way in ways:
                less, all_cards = lost + way.lost, state.cards + len(way.who)
                if less > spare or all_cards < cards or way.wild & (state.wild | high):
                    continue
                natural = [
                    min(one + more, self._told) for one, more in zip(state.natural, way.natural, strict=True)
                ]
                ends = tuple(map(add, state.ends, way.ends))
                now = _State(tuple(natural), ends, way.wild, state.high or way.high, all_cards)
                if now not in after or less <= after[now][0]:
                    after[now] = less, (*row, (at, way.who))
        return after

    def _ways(self, spans: Sequence[_Span], held: _Ranks, at: int, *, drops: bool) -> list[_Way]:
        """The ways to deal out the natural cards of one rank."""
        column, apart = self.columns[at], not self.shape.adjacent
        there = [run for run, span in enumerate(spans) if span.ranks >> at & 1]
        copies = min(len(there), sum([ranks >> at & 1 for ranks in held]))
        fewest = 0 if drops and self._drops(spans, at) else copies
        high = sum([1 << run for run in there if at == 0 and spans[run].first]) if apart else 0
        ways = []
        for number in range(copies, fewest - 1, -1):
            for who in combinations(there, number):
                wild = sum([1 << run for run in there if run not in who]) if apart else 0
                natural = [(run in who) - (self.shape.half and wild >> run & 1) for run in range(len(spans))]
                ends = [
                    apart and run in who and self._is_open_end(span, at) for run, span in enumerate(spans)
                ]
                lost = column.weight * (copies - number)
                ways.append(_Way(lost, who, tuple(natural), tuple(ends), wild & ~high, wild & high))
        return ways

    @cached_property
    def _told(self) -> int:
        """Up to how many natural cards of a run matter; those ahead of wild ones, where these are apart."""
        if not self.shape.half:
            return 1
        return WHOLE_SUIT if self.shape.adjacent else _AHEAD

    def _most_beside(self, state: _State, spans: Sequence[_Span]) -> int | None:
        """The most wild cards in runs; None if one has too few natural cards."""
        shape = self.shape
        if shape.adjacent:
            if any(
                number < (span.need if shape.half else 1)
                for number, span in zip(state.natural, spans, strict=True)
            ):
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

    def _drops(self, spans: Sequence[_Span], at: int) -> bool:
        """Whether runs may leave out natural cards of this rank: of full ones if these need not be apart."""
        column, shape = self.columns[at], self.shape
        return not (column.track and column.copies) and (
            not shape.adjacent or any(span.size == shape.most and span.ranks >> at & 1 for span in spans)
        )

    def _is_open_end(self, span: _Span, at: int) -> bool:
        """Whether a wild card fits beside the natural card of this rank: it is at an end."""
        last = span.first + span.size - 1
        return (at == span.first % WHOLE_SUIT and span.first > 0) or (
            at == last % WHOLE_SUIT and last < self.shape.last - 1
        )

    def laid(self, choice: Choice) -> Iterator[LaidRun]:
        """The runs of a choice."""
        spans, shape = choice.spans, self.shape
        deal = choice.deal or max(self._deals(spans, choice.held, 0), key=lambda one: one.most)
        for run, span in enumerate(spans):
            places = range(span.first, span.first + span.size)
            filled = tuple([run in deal.who[place % WHOLE_SUIT] for place in places])
            natural = sum(filled)
            most = shape.most_wild(natural)
            if not shape.adjacent:
                ends = sum(
                    [
                        self._is_open_end(span, place % WHOLE_SUIT)
                        for place, one in zip(places, filled, strict=True)
                        if one
                    ]
                )
                most = min(most, span.size - natural + ends)
            yield LaidRun(span.first + 1, filled, span.size - natural, most)


def _all_spans(shape: Shape, held: int, wild: int) -> list[_Span]:
    """The spans of runs that have enough natural cards of these ranks, not weighed."""
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
                found.append(_Span(0, first, size, ranks, shape.need(size), ends, pairs))
    return found


def levels(copies: Sequence[int]) -> _Ranks:
    """As bits what is there once or more, twice or more, and so on, by how many there are of each."""
    return tuple(
        [
            sum([1 << at for at, number in enumerate(copies) if number > level])
            for level in range(max(1, *copies))
        ]
    )


def _all_sums(columns: Sequence[Column]) -> list[int]:
    """What any of these columns weigh together, by the columns as bits."""
    sums = [0]
    for column in columns:
        sums += [one + column.weight for one in sums]
    return sums


def _cover(spans: Sequence[_Span], at: int) -> int:
    """How many spans take a rank."""
    return sum([span.ranks >> at & 1 for span in spans])


def _without(left: _Ranks, ranks: int) -> _Ranks:
    """The cards left after one of each of these ranks is taken."""
    return tuple([(one & ~ranks) | (other & ranks) for one, other in zip(left, (*left[1:], 0), strict=True)])


def _at_most(held: _Ranks, at: int, number: int) -> _Ranks:
    """The cards with no more than so many of one rank."""
    return tuple([ranks if level < number else ranks & ~(1 << at) for level, ranks in enumerate(held)])


def _go_round(spans: Sequence[_Span], held: _Ranks) -> bool:
    """Whether every run can have as many natural cards as it needs."""
    return all(_found(some, held) >= sum([span.need for span in some]) for some in _any_of(spans))


def _any_of(spans: Sequence[_Span]) -> Iterator[tuple[_Span, ...]]:
    return chain.from_iterable(combinations(spans, number) for number in range(1, len(spans) + 1))


def _found(spans: Sequence[_Span], held: _Ranks) -> int:
    """The natural cards that these runs find together."""
    found = 0
    for span in spans:
        found += (held[0] & span.ranks).bit_count()
        held = _without(held, span.ranks)
    return found


def _undominated(choices: list[Choice]) -> list[Choice]:
    """The choices without those that another one equals or beats in every respect."""
    choices.sort(key=lambda choice: (choice[0], choice[1], -choice[2], -choice[3]))
    best: list[Choice] = []
    start, used = 0, -1
    for choice in choices:
        if choice[0] != used:
            used, start = choice[0], len(best)
        if not any(other[2] >= choice[2] and other[3] >= choice[3] for other in best[start:]):
            best.append(choice)
    return best
