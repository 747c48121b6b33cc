"""Which single card a heap lacks to meet a contract of some sets and runs (4.1), if it does not meet it.

Only the smallest melds count for that. Which meld has a card that two of them want need not be tried: the
natural cards can be dealt out so that each meld has as many as it needs if any few of the melds find enough
of them together (Hall's theorem), and what is lacking then is for wild cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.counted import Heap
from scorekeeper.rules.heap.spans import Copies, copies_of, every_copy, without
from scorekeeper.rules.melds import MeldKind

# The kind of a meld, and its rank or suit.
_Name = tuple[MeldKind, str]
# The cards of which one more would do, by the meld that it would be in.
Lacking = dict[_Name, list[Card]]


class _Run(NamedTuple):
    """A smallest run: its cards, of which the heap lacks some, and those of which so many must be natural."""

    lack: int
    cards: int
    some: int
    need: int
    size: int
    row: tuple[Card, ...]


class _Few(NamedTuple):
    """A few runs: the cards that count as natural left by them, how many they can spare, and which lack."""

    left: Copies
    spare: int
    short: int


class _Runs(NamedTuple):
    """Some runs: how many cards they lack and which, all their cards, and the natural ones left.

    Also any few of them, and how many cards those can spare that can spare least; if these are one short,
    `wanted` are the cards any of which would do, else all.
    """

    lack: int
    lacking: int
    cards: int
    left: Copies
    few: tuple[_Few, ...]
    spare: int = 0
    wanted: int = -1
    runs: tuple[_Run, ...] = ()


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
        self.every = {rank: every_copy(cards) for rank, cards in self.ranks.items()}
        self.natural = copies_of([heap.naturals[card] for card in row])
        self.held = copies_of([heap.naturals[card] + heap.own_place[card] for card in row])
        self.none = _Runs(0, 0, 0, self.natural, (_Few(self.held, 0, 0),))
        self.of_rank = {rank: heap.by_rank[rank] + heap.own_by_rank[rank] for rank in self.ranks}
        self.lack = {rank: max(0, self.size - heap.by_rank[rank]) for rank in self.ranks}
        self.least = sets * min(self.size, *self.lack.values())
        # The cards of the sets that lack at most so many; those that may lack none bring no card.
        self.of_sets = [0] + [
            sum([self.ranks[rank] for rank, lack in self.lack.items() if sets and lack <= most])
            for most in range(1, self.wild + 2)
        ]
        self.windows = {suit: sorted(self._windows(suit)) for suit in SUITS} if runs else {}
        self.shortest = min((run.lack for some in self.windows.values() for run in some), default=0)
        self.wild_cards = sum(self.bit[card] for card in heap.rules.wild if card in self.bit)
        self.found: dict[Card, _Name] = {}
        # The cards not found yet.
        self.open = (1 << len(row)) - 1 & ~(0 if heap.ruleset.wild.in_place else self.wild_cards)
        # The melds that any wild card would do in.
        self.wild_will_do: set[_Name] = set()
        self._in_suit = cache(self._of_suit)

    def lacking(self) -> Lacking:
        """The cards that would do, by the meld that each would be in, if the contract is not met.

        A joker, or the first wild card, stands for all wild cards if any of them would do.
        """
        deals = [Counter(suits) for suits in combinations_with_replacement(SUITS, self.runs)]
        for deal in sorted(deals, key=lambda deal: max(deal.values(), default=0)):
            one = (
                self._some_runs(self.none, self.windows[next(iter(deal))], self.runs)
                if len(deal) == 1
                else None
            )
            for runs in one or self._together([self._in_suit(*each) for each in deal.items()]):
                for sets, lack in self._some_sets(self.sets, runs):
                    self._look_at(runs, sets, lack)
        wild = self.heap.rules.first_wild
        by_meld: Lacking = defaultdict(list)
        for card in sorted(self.found, key=self.bit.__getitem__):
            if not (self.wild_will_do and card in self.heap.rules.wild):
                by_meld[self.found[card]].append(card)
        if wild:
            for name in self.wild_will_do:
                by_meld[name].append(wild)
        return by_meld

    def _windows(self, suit: str) -> Iterator[_Run]:
        """The runs of the smallest size, and one place longer where that needs no more natural cards."""
        heap, rules = self.heap, self.heap.ruleset.runs
        for size in {rules.fewest, min(heap.shape.most, rules.fewest + (heap.half and rules.fewest % 2))}:
            need = -(-size // 2) if heap.half else 1
            # A single gap has no neighbour.
            anywhere = heap.adjacent or not self.wild
            natural = [(need, range(size))] if anywhere else list(_never_adjacent(size, need))
            for first in range(heap.shape.last - size + 1):
                row = (heap.rules.row[suit] * 2)[first : first + size]
                cards = sum([self.bit[card] for card in row])
                lack = size - (self.natural & cards).bit_count()
                for need, places in natural if lack <= self.wild + 1 else ():
                    some = sum([self.bit[row[place]] for place in places])
                    if (self.held & some).bit_count() >= need - 1:
                        yield _Run(lack, cards, some, need, size, row)

    def _of_suit(self, suit: str, number: int) -> list[_Runs]:
        """So many runs of a suit, those that lack least first."""
        found = sorted(self._some_runs(self.none, self.windows[suit], number), key=lambda runs: runs.lack)
        if self.sets:
            return found
        # Without sets it does not matter which cards must be natural if enough of them are.
        good = {runs[:4]: runs for runs in found if runs.spare >= 0}
        return [runs for runs in found if good.get(runs[:4], runs) is runs]

    def _some_runs(self, runs: _Runs, windows: Sequence[_Run], number: int) -> Iterator[_Runs]:
        """So many more runs of these."""
        if not number:
            yield runs
            return
        others = self.runs - len(runs.runs) - number
        most = self.wild + 1 - self.least - self.shortest * others
        is_last = number == 1 and not self.sets
        left, lack_before, enough = runs.left, runs.lack, 0
        for place, run in enumerate(windows):
            if lack_before + run.lack * number > most:
                return
            if run.cards == enough:
                continue
            there = left & run.cards
            lack = lack_before + run.size - there.bit_count()
            if lack > most:
                continue
            lacking = runs.lacking | run.cards & ~there
            if not others and self._is_known(lack, lacking, number - 1):
                continue
            added = self._few_with(runs, run, is_last=is_last)
            if added:
                few, wanted = added
                now = _Runs(
                    lack,
                    lacking,
                    runs.cards | run.cards,
                    without(left, run.cards),
                    (*few, *runs.few),
                    min(runs.spare, *[one.spare for one in few]),
                    wanted,
                    (*runs.runs, run),
                )
                # After the last run it does not matter which cards of it must be natural.
                enough = run.cards if is_last and wanted == -1 else 0
                yield from self._some_runs(now, windows[place:], number - 1)

    def _few_with(self, runs: _Runs, run: _Run, *, is_last: bool) -> tuple[list[_Few], int] | None:
        """Any few of the runs together with one more, and the cards that they all want.

        None if some of them lack more than one natural card, or one that is found already.
        """
        few, wanted = [], runs.wanted
        for one in runs.few:
            natural = one.left & run.some
            spare = one.spare + natural.bit_count() - run.need
            short = one.short | run.some & ~natural
            if spare == -1:
                wanted &= short
            if spare < -1 or not wanted & self.open:
                return None
            few.append(_Few(one.left if is_last else without(one.left, run.some), spare, short))
        return few, wanted

    def _is_known(self, lack: int, lacking: int, others: int) -> bool:
        """Whether runs bring no card that is not found yet, nor do sets and other runs beside them."""
        if not self.wild_will_do or (others and lack <= self.wild):
            return False
        return not (lacking | self.of_sets[self.wild + 1 - lack]) & self.open

    def _together(self, parts: Sequence[Sequence[_Runs]]) -> Iterator[_Runs]:
        """Runs of several suits that lack no more than one card beside the wild ones.

        Without sets one card more can only be for one suit, and the others are as good as can be.
        """
        choices = [parts]
        if not self.sets:
            best = [[runs for runs in part if runs.spare >= 0][:1] for part in parts]
            choices = [[*best[:at], part, *best[at + 1 :]] for at, part in enumerate(parts)]
        for some in choices:
            if all(some):
                for runs in some[0] if some else [self.none]:
                    yield from self._with_others(runs, some[1:])

    def _with_others(self, runs: _Runs, parts: Sequence[Sequence[_Runs]]) -> Iterator[_Runs]:
        """These runs together with some of each other suit."""
        if not parts:
            yield runs
            return
        rest = self.least + sum([part[0].lack for part in parts[1:]])
        for other in parts[0]:
            lack = runs.lack + other.lack
            if lack + rest > self.wild + 1:
                return
            wanted = runs.wanted & other.wanted
            if runs.spare + other.spare < -1 or not wanted & self.open:
                continue
            if not self._is_known(lack, (runs.lacking | other.lacking) & wanted, len(parts) - 1):
                yield from self._with_others(_joined(runs, other), parts[1:])

    def _some_sets(self, left: int, runs: _Runs) -> Iterator[tuple[_Sets, int]]:
        """So many sets of ranks, or of wild cards, and what they and the runs lack.

        Without those that bring no card that is not found yet.
        """
        spare = self.wild + 1 - runs.lack
        ranks = [rank for rank, lack in self.lack.items() if left and lack <= spare]
        open_ranks = [place for place, rank in enumerate(ranks) if self.ranks[rank] & self.open]

        def pick(
            at: int, left: int, sets: _Sets, lack: int, short: int, new: int
        ) -> Iterator[tuple[_Sets, int]]:
            if lack + left * self.size <= spare and (new or not self.wild_will_do):
                yield (sets | {"": left} if left else sets), runs.lack + lack + left * self.size
            every = left > 1 or new or not self.wild_will_do
            for place in range(at, len(ranks)) if every else [one for one in open_ranks if one >= at]:
                rank = ranks[place]
                if lack + self.lack[rank] > spare:
                    continue
                its_new = new or self.ranks[rank] & self.open
                its_own = self._left(rank, runs)
                for number in range(1, left + 1):
                    more = lack + max(0, self.size * number - its_own)
                    natural = short + max(0, self.need * number - self.of_rank[rank])
                    if more > spare or natural > 1:
                        break
                    if number < left:
                        yield from pick(
                            place + 1, left - number, sets | {rank: number}, more, natural, its_new
                        )
                    elif its_new or not self.wild_will_do:
                        yield sets | {rank: number}, runs.lack + more

        return pick(0, left, {}, 0, max(0, -runs.spare), runs.lacking & runs.wanted & self.open)

    def _count(self, rank: str, left: Copies) -> int:
        """How many cards of a rank are left."""
        return (left & self.every[rank]).bit_count()

    def _left(self, rank: str, runs: _Runs) -> int:
        """The natural cards of a rank that these runs leave."""
        return self._count(rank, runs.left) if runs.cards & self.ranks[rank] else self.heap.by_rank[rank]

    def _look_at(self, runs: _Runs, sets: _Sets, lack: int) -> None:
        """Find the cards that these melds lack."""
        new = self._new(runs, sets, lack)
        if self.wild_will_do and not new:
            return
        wanted = self._wanted(runs, sets)
        if wanted is None:
            self.wild_will_do |= self._short(runs, sets)
        elif new & wanted == 0:
            return
        for card, name in self._names(runs, sets):
            bit = self.bit[card]
            if bit & new and (wanted is None or bit & wanted):
                self.found[card] = name
                if wanted is None:
                    self.wild_will_do.add(name)
                self.open &= ~bit
                new &= ~bit

    def _short(self, runs: _Runs, sets: _Sets) -> set[_Name]:
        """The melds that lack a card."""
        some = {(MeldKind.RUN, card.suit) for card, bit in self.bit.items() if bit & runs.lacking}
        return some | {
            (MeldKind.SET, rank)
            for rank, number in sets.items()
            if not rank or self.size * number > self._left(rank, runs)
        }

    def _new(self, runs: _Runs, sets: _Sets, lack: int) -> int:
        """The cards not found yet that might do: where too many lack, one that is lacking, or a wild one."""
        enough, some = lack <= self.wild, runs.lacking
        if not (enough or self.wild_will_do):
            some |= self.wild_cards
        for rank, number in sets.items():
            if rank and (enough or self.size * number > self._left(rank, runs)):
                some |= self.ranks[rank]
        return some & runs.wanted & self.open

    def _wanted(self, runs: _Runs, sets: _Sets) -> int | None:
        """The cards any of which would give each meld the natural ones that it needs; None if it has them."""
        wanted = None
        for left, spare, lacking in runs.few:
            short = 0
            for rank, number in sets.items():
                more = self._count(rank, left) - self.need * number if rank else 0
                if more < 0:
                    spare += more
                    short |= self.ranks[rank]
            if spare < 0:
                short |= lacking
                wanted = (short if wanted is None else wanted & short) if spare == -1 else 0
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


def _joined(runs: _Runs, other: _Runs) -> _Runs:
    """Runs of different suits."""
    few = [
        _Few(one.left & two.left, one.spare + two.spare, one.short | two.short)
        for one, two in product(runs.few, other.few)
    ]
    return _Runs(
        runs.lack + other.lack,
        runs.lacking | other.lacking,
        runs.cards | other.cards,
        runs.left & other.left,
        tuple(few),
        runs.spare + other.spare,
        runs.wanted & other.wanted,
        runs.runs + other.runs,
    )


def _never_adjacent(size: int, need: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The fewest places of a run that must be natural, lest two wild cards lie side by side; and how many."""
    found: list[tuple[int, ...]] = []
    for number in range(need, size):
        for some in combinations(range(size), number):
            apart = all(at in some or at + 1 in some for at in range(size - 1))
            if apart and not any({*one} <= {*some} for one in found):
                found.append(some)
                yield number, some
