"""The runs that one suit can give (3.2 to 3.6, 3.12).

All choices of so many spans are tried. A span ends with natural cards, unless it is as short as a run may be;
more wild cards fit at its ends. Where there is no room for them a natural card may give way to a dearer wild
one, which is for `wide` searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise, product
from typing import Final, NamedTuple

from scorekeeper.rules.heap.deals import Dealer, Rows
from scorekeeper.rules.heap.spans import (
    BITS,
    FIRST_COPIES,
    LEVEL,
    WHOLE_SUIT,
    Column,
    Copies,
    Shape,
    Span,
    all_spans,
    at_most,
    copies_of,
    cover,
    without,
)

_HALF: Final = WHOLE_SUIT // 2
_LOWER: Final = (1 << _HALF) - 1
_RANKS: Final = (1 << WHOLE_SUIT) - 1
# What a span adds to those before it, and the span.
_Weighed = tuple[int, Span]


class LaidRun(NamedTuple):
    """A run: its first place, what fills it (True: a natural card), and the fewest and most wild cards.

    It grows at its ends until it has the most.
    """

    first: int
    filled: tuple[bool, ...]
    fewest: int
    most: int


class _Some(NamedTuple):
    """Some spans, all their cards and the natural ones, the wild ones that they need, and what they weigh.

    Wild cards in their own place are natural, but needed, too. `left` are the ranks that are left, `pairs`
    those of places of which there are natural cards left, if each had but one.
    """

    spans: tuple[Span, ...]
    size: int
    natural: int
    wild: int
    weight: int
    left: Copies
    pairs: Copies


class _Offer(NamedTuple):
    """The natural cards that runs have of those that count elsewhere too: the number of each rank.

    With them come all natural cards of the runs, those in their own place, wild cards needed, and
    `Choice.used`.
    """

    numbers: tuple[tuple[int, int], ...]
    natural: int
    own: int
    wild: int
    used: int


class Limit(NamedTuple):
    """The most wild cards that runs can have, and the most cards."""

    wild: int
    cards: int


class Choice(NamedTuple):
    """Runs of a suit: the cards that count elsewhere too, wild cards, and the weight of the others.

    `fewest` wild cards lie where no natural one does; `most` can be laid, with those in their own place;
    `wild` are needed at least, here and for cards that sets miss. Without `rows`, which tell where natural
    cards lie, any way to deal them out will do that has room for so many.
    """

    used: int
    fewest: int
    most: int
    weight: int
    wild: int = 0
    spans: tuple[Span, ...] = ()
    held: Copies = 0
    rows: Rows = ()


class Bound(NamedTuple):
    """The most that runs can weigh without wild cards, the most wild cards laid with them, and the fewest."""

    weight: int
    most: int
    fewest: int


_Floor = Callable[[int], int]
Known = dict[int, Sequence[Span]]


class SuitCards:
    """The cards of one suit and the spans of runs that they can fill, with at most `wild` wild cards.

    `known` are the spans by the ranks that are held, which suits in one search share.
    """

    def __init__(self, columns: Sequence[Column], shape: Shape, wild: int, known: Known) -> None:
        self.columns, self.shape, self.wild, self._known = columns, shape, wild, known
        self.places = sum(column.copies > 0 for column in columns)
        self.held = copies_of([column.copies for column in columns])
        # The ranks of which the natural cards are wild ones in their own place.
        self.pooled = sum([1 << at for at, column in enumerate(columns) if column.pooled])

    @cached_property
    def pairs(self) -> Copies:
        """The natural cards of each two places side by side, by the lower one; the last are king and ace."""
        copies = [column.copies for column in self.columns]
        return copies_of([one + other for one, other in pairwise([*copies, copies[0]])])

    @cached_property
    def sums(self) -> tuple[list[int], list[int]]:
        """What the columns of the lower and of the upper half weigh, by the ranks of each."""
        return _all_sums(self.columns[:_HALF]), _all_sums(self.columns[_HALF:])

    @cached_property
    def spans(self) -> list[Span]:
        """The shortest spans, and longer ones with a natural card at both ends."""
        held = self.held
        return [
            span
            for span in self.all_spans
            if span.size == self.shape.fewest
            or held >> span.first % WHOLE_SUIT & held >> (span.first + span.size - 1) % WHOLE_SUIT & 1
        ]

    @cached_property
    def least(self) -> int:
        """The fewest wild cards that a run needs."""
        held = self.held & ~self.pooled
        return min([span.size - (held & span.ranks).bit_count() for span in self.spans])

    @cached_property
    def longest(self) -> int:
        """The most natural cards that a run can have."""
        return max([(self.held & span.ranks).bit_count() for span in self.spans])

    @cached_property
    def all_spans(self) -> Sequence[Span]:
        """The spans that have enough natural cards, by place and size."""
        held = self.held & FIRST_COPIES
        if held not in self._known:
            self._known[held] = all_spans(self.shape, held, self.wild)
        return self._known[held]


class Suit:
    """The runs that one suit can give where sets want the cards in some of its places.

    Those cards have no weight in a run; the sets can do without so many of each as `wanted` says.
    """

    def __init__(self, cards: SuitCards, wanted: Mapping[int, int]) -> None:
        self.cards, self.shape, self.wild, self._wanted = cards, cards.shape, cards.wild, wanted
        self._bounds: dict[int, Bound | None] = {}
        self._choices: dict[tuple[int, bool], list[Choice]] = {}

    @cached_property
    def columns(self) -> list[Column]:
        """The columns of the suit, those that sets want, too, without their weight."""
        return [
            column._replace(weight=0, track=1 << BITS * at, spare=self._wanted[at])
            if at in self._wanted
            else column
            for at, column in enumerate(self.cards.columns)
        ]

    @cached_property
    def dealer(self) -> Dealer:
        return Dealer(self.columns, self.shape, self.wild)

    def bound(self, runs: int) -> Bound | None:
        """What so many runs can have at most, and need at least; None if there are too few cards."""
        if runs not in self._bounds:
            self._bounds[runs] = self._bound(runs)
        return self._bounds[runs]

    def _bound(self, runs: int) -> Bound | None:
        cards, shape = self.cards, self.shape
        taken = cards.held & (1 << LEVEL * runs) - 1
        natural = taken.bit_count()
        if not cards.spans or natural < shape.need(shape.fewest) * runs:
            return None
        own = sum([min(column.copies, runs) for column in cards.columns if column.pooled])
        fewest = max(shape.fewest * runs - natural + own, cards.least * runs)
        if fewest > self.wild:
            return None
        weight = sum([self._weight(taken >> LEVEL * copy) for copy in range(runs)])
        most = min(shape.most // 2 * runs, natural, cards.longest * runs) + own if shape.half else self.wild
        return Bound(min(weight, self._firsts[0][0] * runs), most, fewest)

    def _weight(self, ranks: int) -> int:
        """What one natural card of each of these ranks weighs."""
        low, high = self.cards.sums
        own = ranks & self._own
        return low[own & _LOWER] + high[own >> _HALF]

    @cached_property
    def _own(self) -> int:
        """The ranks that no set wants."""
        return _RANKS & ~sum([1 << at for at in self._wanted])

    @cached_property
    def _firsts(self) -> list[_Weighed]:
        """The spans with what each weighs, the most first."""
        held = self.cards.held
        return sorted([(self._weight(held & span.ranks), span) for span in self.cards.spans], reverse=True)

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
        cards, apart = self.cards, not self.shape.adjacent
        none = _Some((), 0, 0, 0, 0, cards.held, cards.pairs)
        for some in self._some(none, self._beside(none, self._firsts, runs, limit), runs, limit, floor):
            yield from self._filled(some, limit.wild, floor)
            if wide and apart:
                yield from self._filled(some, limit.wild, floor, drops=True)
        full = [(0, span) for span in cards.all_spans if wide and not apart and span.size == self.shape.most]
        for weight, span in self._beside(none, full, runs, limit):
            some = self._added(none, span, weight, last=False)
            among = self._beside(some, self._firsts, runs - 1, limit)
            for more in self._some(some, among, runs - 1, limit, floor):
                yield from self._filled(more, limit.wild, floor, drops=True)

    def _some(
        self, some: _Some, among: Sequence[_Weighed], runs: int, limit: Limit, floor: _Floor
    ) -> Iterator[_Some]:
        """So many more runs, of these spans with what each adds, the most first."""
        if not runs:
            yield some
            return
        least = floor(self.wild)
        for place, (weight, span) in enumerate(among):
            if some.weight + weight * runs <= least:
                return
            now = self._added(some, span, weight, last=runs == 1)
            if runs == 1:
                yield now
            else:
                yield from self._some(
                    now, self._beside(now, among[place:], runs - 1, limit), runs - 1, limit, floor
                )
            least = floor(self.wild)

    def _beside(self, some: _Some, among: Sequence[_Weighed], runs: int, limit: Limit) -> list[_Weighed]:
        """Which of these spans can be one of so many more runs, with what each adds, the most first."""
        left, pairs = some.left, some.pairs
        longest = limit.cards - some.size - self.shape.fewest * (runs - 1)
        wild, pooled = limit.wild - some.wild, self.cards.pooled
        found = []
        for _, span in among:
            there = left & span.ranks
            if (
                span.size <= longest
                and span.size - (there & ~pooled).bit_count() <= wild
                and not span.pairs & ~pairs
            ):
                found.append((self._weight(there), span))
        return sorted(found, reverse=True)

    def _added(self, some: _Some, span: Span, weight: int, *, last: bool) -> _Some:
        """These spans with one more; after the last one it is not asked what is left."""
        there = some.left & span.ranks
        return _Some(
            (*some.spans, span),
            some.size + span.size,
            some.natural + there.bit_count(),
            some.wild + span.size - (there & ~self.cards.pooled).bit_count(),
            some.weight + weight,
            some.left if last else without(some.left, span.ranks),
            without(some.pairs, span.pairs) if span.pairs and not last else some.pairs,
        )

    def _filled(self, some: _Some, wild: int, floor: _Floor, *, drops: bool = False) -> Iterator[Choice]:
        """The choices with these spans."""
        for offer in self._offers(some, wild):
            if self._may_beat(floor, some, offer, drops=drops):
                held = self.cards.held
                for at, number in offer.numbers:
                    held = at_most(held, at, number)
                if drops:
                    yield from self._dropped(some, offer, held, wild, floor)
                else:
                    yield from self._kept(some, offer, held, floor)

    def _kept(self, some: _Some, offer: _Offer, held: Copies, floor: _Floor) -> Iterator[Choice]:
        """The choice with all natural cards that there are, if it is one."""
        rows: Rows = ()
        if self.shape.adjacent:
            room = self.dealer.room(some.spans, held, offer.natural)
        else:
            room, rows = self.dealer.apart(some.spans, held, self.wild - offer.own)
        fewest, most = some.size - offer.natural, min(room + offer.own, self.wild)
        if room >= fewest and some.weight > floor(most):
            yield Choice(offer.used, fewest, most, some.weight, offer.wild, some.spans, held, rows)

    def _dropped(
        self, some: _Some, offer: _Offer, held: Copies, wild: int, floor: _Floor
    ) -> Iterator[Choice]:
        """The choices in which natural cards may give way to wild ones."""
        for deal in self.dealer.deals(some.spans, held, some.weight - floor(self.wild) - 1):
            needed = offer.wild + offer.natural - deal.cards
            weight, most = some.weight - deal.lost, min(deal.most + offer.own, self.wild)
            if needed <= wild and weight > floor(most):
                fewest = some.size - deal.cards
                yield Choice(offer.used, fewest, most, weight, needed, some.spans, held, deal.rows)

    def _offers(self, some: _Some, wild: int) -> Iterator[_Offer]:
        """All or fewer of the natural cards that count elsewhere, too, that need no more wild cards."""
        counted = [
            (at, column, min(column.copies, cover(some.spans, at)))
            for at, column in enumerate(self.columns)
            if column.track and column.copies
        ]
        for numbers in product(*[range(taken, -1, -1) for _, _, taken in counted]):
            natural, own, needed, used = some.natural, 0, some.wild, 0
            for (_, column, taken), number in zip(counted, numbers, strict=True):
                natural -= taken - number
                used += column.track * number
                if column.pooled:
                    own += number
                else:
                    needed += taken - number + max(0, number - column.spare)
            if needed <= wild:
                fewer = [
                    (at, number)
                    for (at, column, _), number in zip(counted, numbers, strict=True)
                    if number < column.copies
                ]
                yield _Offer(tuple(fewer), natural, own, needed, used)

    def _may_beat(self, floor: _Floor, some: _Some, offer: _Offer, *, drops: bool) -> bool:
        """Whether these runs may weigh more than the floor, with wild cards instead of some natural ones."""
        shape, runs, natural = self.shape, len(some.spans), offer.natural
        ends = 0 if shape.adjacent else sum([span.ends for span in some.spans])
        for less in range(1, min(self.wild, natural) + 1) if drops else (0,):
            room = shape.most * runs - natural + less
            if not shape.adjacent:
                room = min(room, some.size - natural + less + ends, natural - less + runs)
            if shape.half:
                room = min(room, natural - less)
            if some.weight - self._cheapest[less] > floor(min(room + offer.own, self.wild)):
                return True
        return False

    @cached_property
    def _cheapest(self) -> list[int]:
        """What the cards of least weight weigh, so many of them."""
        weights = sorted(one.weight for one in self.columns if one.weight for _ in range(one.copies))
        return [0, *accumulate(weights), *[sum(weights)] * self.wild]

    def laid(self, choice: Choice) -> Iterator[LaidRun]:
        """The runs of a choice."""
        deals = self.dealer.deals
        rows = choice.rows or max(deals(choice.spans, choice.held, 0), key=lambda deal: deal.most).rows
        for span, row in zip(choice.spans, rows, strict=True):
            filled = tuple([bool(row >> span.first + at & 1) for at in range(span.size)])
            yield LaidRun(span.first + 1, filled, filled.count(False), self.dealer.most_in(span, row))


def _all_sums(columns: Sequence[Column]) -> list[int]:
    """What any of these columns weigh together, by the columns as bits."""
    sums = [0]
    for column in columns:
        sums += [one + column.weight for one in sums]
    return sums


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
