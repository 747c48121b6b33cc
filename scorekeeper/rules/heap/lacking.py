"""Which single card a heap lacks to meet a contract of some sets and runs (4.1), if it does not meet it.

Only the smallest melds count for that. Which meld has a card that two of them want need not be tried: the
natural cards can be dealt out so that each meld has as many as it needs if any few of the melds find enough
of them together (Hall's theorem), and what is lacking then is for wild cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.counted import Heap
from scorekeeper.rules.heap.spans import levels
from scorekeeper.rules.melds import MeldKind

# Cards are bits. Of any number of cards the first mask has those that are there at least once, the next one
# those that are there at least twice, and so on.
_Cards = Sequence[int]
# The kind of a meld, and its rank or suit.
_Name = tuple[MeldKind, str]
# The cards of which one more would do, by the meld that it would be in.
Lacking = dict[_Name, list[Card]]


class _Run(NamedTuple):
    """A smallest run: its cards, of which the heap lacks some, and those of which so many must be natural.

    `spare` are the natural ones beyond that.
    """

    lack: int
    cards: int
    some: int
    spare: int
    row: tuple[Card, ...]


class _Runs(NamedTuple):
    """Some runs, all their cards, what they lack, and of any few of them what a run has by itself."""

    runs: tuple[_Run, ...]
    cards: _Cards
    lack: int
    few: tuple[tuple[_Cards, int], ...]


# How many sets of each rank; of no rank are those of wild cards.
_Sets = dict[str, int]


class LackSearch:
    """The search for the smallest melds of a contract that lack no more than one card."""

    def __init__(self, heap: Heap, sets: int, runs: int) -> None:
        self.heap, self.sets, self.runs = heap, sets, runs
        self.size, self.need, self.wild = heap.ruleset.sets.fewest, heap.set_need, len(heap.pool)
        row = [card for suit in SUITS for card in heap.rules.row[suit]]
        self.bit = {card: 1 << at for at, card in enumerate(row)}
        self.ranks = {rank: sum(self.bit[Card(rank, suit)] for suit in SUITS) for rank in heap.rules.place}
        self.natural = levels([heap.naturals[card] for card in row])
        self.held = levels([heap.naturals[card] + heap.own_place[card] for card in row])
        self.windows = sorted(self._windows())
        self.of_rank = {rank: heap.by_rank[rank] + heap.own_by_rank[rank] for rank in self.ranks}
        self.lack = {rank: max(0, self.size - heap.by_rank[rank]) for rank in self.ranks}
        self.least = sets * min(self.size, *self.lack.values())
        self.wild_cards = sum(self.bit[card] for card in heap.rules.wild if card in self.bit)
        self.found: dict[Card, _Name] = {}
        # The cards not found yet.
        self.open = (1 << len(row)) - 1 & ~(0 if heap.ruleset.wild.in_place else self.wild_cards)
        self.wild_will_do = self.wild_set_will_do = False

    def lacking(self) -> Lacking | None:
        """The cards that would do, by the meld that each would be in; None if the contract is met.

        A joker, or the first wild card, is in all of them if any wild card would do.
        """
        for runs in self._some_runs(_Runs((), (0,), 0, (((0,), 0),)), 0, self.runs):
            for sets, lack in self._some_sets(self.sets, runs):
                if self._meets(runs, sets, lack):
                    return None
        wild = self.heap.rules.first_wild
        by_meld: Lacking = defaultdict(list)
        for card in sorted(self.found, key=self.bit.__getitem__):
            if not (self.wild_will_do and card in self.heap.rules.wild):
                by_meld[self.found[card]].append(card)
        if wild and self.wild_will_do:
            for name in {*by_meld, *([(MeldKind.SET, "")] if self.wild_set_will_do else [])}:
                by_meld[name].append(wild)
        return by_meld

    def _windows(self) -> Iterator[_Run]:
        """The runs of the smallest size; of an even one more if half of its cards may be wild."""
        heap, rules = self.heap, self.heap.ruleset.runs
        for size in {rules.fewest, min(heap.shape.most, rules.fewest + (heap.half and rules.fewest % 2))}:
            need = -(-size // 2) if heap.half else 1
            several = heap.adjacent or not self.wild
            natural = [(need, range(size))] if several else list(_never_adjacent(size, need))
            for suit, first in product(SUITS, range(heap.shape.last - size + 1)):
                row = (heap.rules.row[suit] * 2)[first : first + size]
                cards = sum([self.bit[card] for card in row])
                lack = size - _both(self.natural, (cards,))
                for need, places in natural if lack <= self.wild + 1 else ():
                    some = sum([self.bit[row[place]] for place in places])
                    spare = (self.held[0] & some).bit_count() - need
                    if spare >= -1:
                        yield _Run(lack, cards, some, spare, row)

    def _some_runs(self, runs: _Runs, at: int, left: int) -> Iterator[_Runs]:
        """So many more runs, of those from a window on."""
        if not left:
            yield runs
            return
        for place in range(at, len(self.windows)):
            run = self.windows[place]
            if runs.lack + run.lack * left + self.least > self.wild + 1:
                return
            lack = runs.lack + run.lack + self._clash(self.natural, runs.cards, run.cards)
            if lack + self.least > self.wild + 1:
                continue
            few = list(runs.few)
            for some, spare in runs.few:
                spare += run.spare - self._clash(self.held, some, run.some)
                if spare < -1:
                    break
                few.append((_added(some, run.some), spare))
            else:
                cards = _added(runs.cards, run.cards)
                now = _Runs((*runs.runs, run), cards, lack, tuple(few))
                if lack <= self.wild or not self.wild_will_do or self._new(now, {}, lack):
                    yield from self._some_runs(now, place, left - 1)

    def _clash(self, held: _Cards, some: _Cards, cards: int) -> int:
        """How many of these cards are held, but taken by some runs."""
        both = some[0] & cards
        return (
            _both(held, some) + (held[0] & cards).bit_count() - _both(held, _added(some, cards))
            if both
            else 0
        )

    def _some_sets(self, left: int, runs: _Runs) -> Iterator[tuple[_Sets, int]]:
        """So many sets of ranks, or of wild cards, and what they and the runs lack."""
        spare = self.wild + 1 - runs.lack
        able = [rank for rank, lack in self.lack.items() if lack <= spare] if left else []
        left_by_runs = {rank: self._left(rank, runs) for rank in able}

        def pick(at: int, left: int, sets: _Sets, lack: int, short: int) -> Iterator[tuple[_Sets, int]]:
            if lack + left * self.size <= spare:
                yield (sets | {"": left} if left else sets), runs.lack + lack + left * self.size
            for place, rank in enumerate(able[at:] if left else (), at + 1):
                for number in range(1, left + 1):
                    more = lack + max(0, self.size * number - left_by_runs[rank])
                    natural = short + max(0, self.need * number - self.of_rank[rank])
                    if more > spare or natural > 1:
                        break
                    yield from pick(place, left - number, sets | {rank: number}, more, natural)

        return pick(0, left, {}, 0, 0)

    def _left(self, rank: str, runs: _Runs) -> int:
        """The natural cards of a rank that these runs leave."""
        return self.heap.by_rank[rank] - self._taken(rank, self.natural, runs.cards)

    def _taken(self, rank: str, held: _Cards, runs: _Cards) -> int:
        """The cards held of a rank that runs take."""
        cards = self.ranks[rank]
        return _both(held, [one & cards for one in runs]) if runs[0] & cards else 0

    def _meets(self, runs: _Runs, sets: _Sets, lack: int) -> bool:
        """Whether these melds can be laid; if not, the cards that would do are found."""
        new = self._new(runs, sets, lack)
        if lack > self.wild and self.wild_will_do and not new:
            return False
        wanted = self._wanted(runs, sets)
        if wanted is None:
            if lack <= self.wild:
                return True
            self.wild_will_do = True
            self.wild_set_will_do |= "" in sets
        elif new & wanted == 0:
            return False
        for card, name in self._names(runs, sets):
            bit = self.bit[card]
            if bit & new and (wanted is None or bit & wanted):
                self.found[card] = name
                self.open &= ~bit
                new &= ~bit
        return False

    def _new(self, runs: _Runs, sets: _Sets, lack: int) -> int:
        """The cards not found yet that might do: where too many lack, one that is lacking, or a wild one."""
        if lack <= self.wild:
            return self.open
        some = 0 if self.wild_will_do else self.wild_cards
        natural = (*self.natural, *[0] * len(runs.cards))
        for held, cards in zip(natural, runs.cards, strict=False):
            some |= cards & ~held
        for rank, number in sets.items():
            if rank and self.size * number > self._left(rank, runs):
                some |= self.ranks[rank]
        return some & self.open

    def _wanted(self, runs: _Runs, sets: _Sets) -> int | None:
        """The cards any of which would give each meld the natural ones that it needs; None if it has them."""
        wanted = None
        for some, more in runs.few:
            short = 0
            for rank, number in sets.items():
                spare = (
                    self.of_rank[rank] - self._taken(rank, self.held, some) - self.need * number
                    if rank
                    else 0
                )
                if spare < 0:
                    more += spare
                    short |= self.ranks[rank]
            if more < 0:
                for level, cards in enumerate(some):
                    short |= cards & ~self.held[level] if level < len(self.held) else cards
                wanted = (short if wanted is None else wanted & short) if more == -1 else 0
                if not wanted:
                    return 0
        return wanted

    def _names(self, runs: _Runs, sets: _Sets) -> Iterator[tuple[Card, _Name]]:
        """The cards that these melds can have, each with its meld."""
        for run in runs.runs:
            for card in run.row:
                yield card, (MeldKind.RUN, card.suit)
        for rank in sets:
            for suit in SUITS if rank else ():
                yield Card(rank, suit), (MeldKind.SET, rank)


def _added(cards: _Cards, more: int) -> _Cards:
    added = []
    for one in cards:
        added.append(one | more)
        more &= one
    return (*added, more) if more else tuple(added)


def _both(held: _Cards, cards: _Cards) -> int:
    """How many of these cards are held."""
    return sum([(one & other).bit_count() for one, other in zip(held, cards, strict=False)])


def _never_adjacent(size: int, need: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The fewest places of a run that must be natural, lest two wild cards lie side by side; and how many."""
    found: list[tuple[int, ...]] = []
    for number in range(need, size):
        for some in combinations(range(size), number):
            apart = all(at in some or at + 1 in some for at in range(size - 1))
            if apart and not any({*one} <= {*some} for one in found):
                found.append(some)
                yield number, some
