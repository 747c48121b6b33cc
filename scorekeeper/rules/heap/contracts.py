"""The best lay-down for a contract of some sets and runs (4.1), with wild cards where they fit (3.5 to 3.8).

Sets may be of any size here, runs do not go round the corner. The answer is exact: all ranks of the sets and
all ways to deal the runs out to the suits are tried, in the order of the most that they can come to, until
none can come to more than the best one found. A wild card goes wherever there is room for one, so only the
fewest and the most of each meld matter, and the dearest of them are laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.counted import Heap, LaidMeld
from scorekeeper.rules.heap.spans import BITS, OWN_PLACE, WHOLE_SUIT, Column
from scorekeeper.rules.heap.suits import Choice, Known, LaidRun, Limit, Suit, SuitCards

_MASK: Final = (1 << BITS) - 1


class _Fit(NamedTuple):
    """How sets take the cards that the runs leave: the weight of all wild cards laid, and the room for them.

    `own_place` are the wild cards of each rank that count as natural in a set.
    """

    weight: int
    most: int
    own_place: Mapping[str, int]


class _Sets:
    """Sets of some ranks, whose natural cards all lie in them or in runs; None is a set of wild cards."""

    def __init__(self, heap: Heap, ranks: Sequence[str | None]) -> None:
        self.heap = heap
        self.size = heap.ruleset.sets.fewest
        self.number = Counter(rank for rank in ranks if rank)
        self.only_wild = sum(rank is None for rank in ranks)
        self.weight = sum(heap.by_rank[rank] * heap.weights[rank] for rank in self.number)
        lacking = [self.size * number - heap.by_rank[rank] for rank, number in self.number.items()]
        self.fewest = self.size * self.only_wild + sum(max(0, one) for one in lacking)
        held = {rank: heap.by_rank[rank] + heap.own_by_rank[rank] for rank in self.number}
        self.room = self._most(held) + sum(heap.own_by_rank[rank] for rank in self.number)

    def _most(self, held: Mapping[str, int]) -> int:
        """The most wild cards in all sets, with so many natural cards of each rank."""
        if self.only_wild or (self.number and not self.heap.half and self.heap.adjacent):
            return len(self.heap.pool)
        more = 0 if self.heap.half else 1
        return sum(held[rank] + more * number for rank, number in self.number.items())

    def fit(self, choice: Choice) -> _Fit | None:
        """The best use of all wild cards beside these runs; None if there are too few for the sets.

        A wild card in its own place in a set makes room for one more, so as many are laid so as can be.
        """
        heap = self.heap
        in_runs = {
            rank: choice.used >> (OWN_PLACE + BITS * heap.rules.place[rank]) & _MASK
            for rank in heap.own_by_rank
        }
        free = len(heap.pool) - sum(in_runs.values())
        most, fewest = choice.most - sum(in_runs.values()), choice.fewest + self.size * self.only_wild
        own: dict[str, int] = {}
        held: dict[str, int] = {}
        for rank, number in self.number.items():
            natural = heap.by_rank[rank] - (choice.used >> (BITS * heap.rules.place[rank]) & _MASK)
            own[rank] = max(0, heap.set_need * number - natural)
            if own[rank] > heap.own_by_rank[rank] - in_runs.get(rank, 0):
                return None
            held[rank] = natural + own[rank]
            fewest += max(0, self.size * number - held[rank])
        spare = free - sum(own.values()) - fewest
        if spare < 0:
            return None
        for rank, number in self.number.items():
            while own[rank] < heap.own_by_rank[rank] - in_runs.get(rank, 0):
                spare -= held[rank] >= self.size * number
                if spare < 0:
                    break
                own[rank] += 1
                held[rank] += 1
        most = min(most + self._most(held), len(heap.pool))
        fixed = {rank: number + own.get(rank, 0) for rank, number in in_runs.items()}
        return _Fit(self._laid(fixed, most), most, own)

    def _laid(self, fixed: Mapping[str, int], most: int) -> int:
        """The weight of wild cards laid: those fixed in their own place, and the dearest of the others."""
        heap, left = self.heap, dict(fixed)
        weight = sum(heap.weights[rank] * number for rank, number in left.items())
        for card in heap.pool:
            if left.get(card.rank):
                left[card.rank] -= 1
            elif most > 0:
                most -= 1
                weight += heap.weights[card.rank]
        return weight


class _Found(NamedTuple):
    """A way to meet the contract."""

    sets: _Sets
    runs: tuple[tuple[str, Suit, Choice], ...]
    fit: _Fit


class _Try(NamedTuple):
    """What to try: ranks of the sets, and how many runs in each suit; and the most that it can come to."""

    bound: int
    sets: _Sets
    suits: tuple[Suit, ...]
    runs: tuple[int, ...]


class _Partial(NamedTuple):
    """Choices of runs in some suits, put together."""

    choice: Choice
    picked: tuple[tuple[str, Suit, Choice], ...]


class ContractSearch:
    """The search for the lay-down of so many sets and runs that weighs most."""

    def __init__(self, heap: Heap, sets: int, runs: int) -> None:
        self.heap, self.sets, self.runs = heap, sets, runs
        self.shape = heap.shape
        self.best = -1
        self.found: _Found | None = None
        known: Known = {}
        self._cards = {
            suit: SuitCards(
                [self._column(card) for card in heap.rules.row[suit]], self.shape, len(heap.pool), known
            )
            for suit in (SUITS if runs else ())
        }
        self._suits: dict[tuple[str, tuple[tuple[int, int], ...]], Suit] = {}
        self._top = [0]
        for card in heap.pool:
            self._top.append(self._top[-1] + heap.weights[card.rank])

    def solve(self) -> list[LaidMeld] | None:
        """The melds of the best lay-down; None if the contract cannot be met."""
        for one in sorted(self._tries(), key=lambda one: (-one.bound, max(one.runs))):
            if one.bound > self.best:
                self._try(one, wide=False)
            if one.bound > self.best >= 0 and not self._is_lean(one):
                self._try(one, wide=True)
        return None if self.found is None else list(_laid(self.heap, self.found))

    def _tries(self) -> Iterator[_Try]:
        """All ranks of the sets with all ways to deal the runs out to the suits."""
        some = combinations_with_replacement(SUITS, self.runs)
        deals = [tuple(map(suits.count, SUITS)) for suits in some]
        for ranks in _ranks(self.heap, self.sets):
            sets = _Sets(self.heap, ranks)
            if sets.fewest > len(self.heap.pool):
                continue
            suits = tuple(self._suit(suit, sets) for suit in SUITS) if self.runs else ()
            for runs in deals:
                bound = self._bound(sets, suits, runs)
                if bound >= 0:
                    yield _Try(bound, sets, suits, runs)

    def _is_lean(self, one: _Try) -> bool:
        """Whether no natural card need give way to a wild one: all have room, or no run can be full."""
        if not self.runs or one.sets.only_wild or (self.sets and not self.heap.half and self.heap.adjacent):
            return True
        others = self.shape.fewest * (self.runs - 1) + one.sets.size * self.sets
        longest = max(suit.cards.places for suit, number in zip(one.suits, one.runs, strict=True) if number)
        return self.shape.adjacent and (
            len(self.heap.cards) < self.shape.most + others
            or longest + len(self.heap.pool) <= self.shape.most
        )

    def _bound(self, sets: _Sets, suits: Sequence[Suit], runs: Sequence[int]) -> int:
        """The most that these runs and sets can come to; -1 if there are too few cards for them."""
        weight, room, fewest = sets.weight, sets.room, sets.fewest
        for suit, number in zip(suits, runs, strict=False):
            if not number:
                continue
            bound = suit.bound(number)
            if bound is None:
                return -1
            weight += bound.weight
            room += bound.most
            fewest += bound.fewest
        if fewest > len(self.heap.pool):
            return -1
        return weight + self._top[min(room, len(self.heap.pool))]

    def _suit(self, suit: str, sets: _Sets) -> Suit:
        """The runs of a suit; it is the same one for all sets that want none of its cards."""
        naturals, by_rank, place = self.heap.naturals, self.heap.by_rank, self.heap.rules.place
        wanted = tuple(
            [
                (place[rank], max(0, by_rank[rank] - sets.size * number))
                for rank, number in sets.number.items()
                if Card(rank, suit) in naturals
            ]
        )
        if (suit, wanted) not in self._suits:
            self._suits[suit, wanted] = Suit(self._cards[suit], dict(wanted))
        return self._suits[suit, wanted]

    def _column(self, card: Card) -> Column:
        """The cards of one rank; wild ones in their own place are counted apart."""
        heap = self.heap
        if heap.own_place[card]:
            track = 1 << (OWN_PLACE + BITS * heap.rules.place[card.rank])
            return Column(heap.own_place[card], 0, track, pooled=True)
        return Column(heap.naturals[card], heap.weights[card.rank])

    def _try(self, one: _Try, *, wide: bool) -> None:
        """Look at all choices of these runs, those of the suit with the most runs within limits."""
        suits = sorted(
            (item for item in zip(one.runs, SUITS, one.suits, strict=False) if item[0]),
            key=lambda item: item[:2],
        )
        partial = [_Partial(Choice(0, 0, 0, 0), ())]
        wild = len(self.heap.pool) - one.sets.fewest
        cards = len(self.heap.cards) - one.sets.size * self.sets - self.shape.fewest * self.runs
        for number, suit, solver in suits[:-1]:
            bound = solver.bound(number)
            floor = self.best - one.bound + (bound.weight if bound else 0)
            partial = self._joined(
                wild,
                partial,
                suit,
                solver,
                solver.all_choices(number, cards + self.shape.fewest * number, floor, wide=wide),
            )
        if not suits:
            self._weigh(one.sets, partial)
        elif partial:
            number, suit, solver = suits[-1]
            gain = self._gain(one.sets, partial)
            left = wild - min(each.choice.wild for each in partial)
            limit = Limit(left, cards + self.shape.fewest * number)
            for choice in solver.choices(number, limit, lambda most: self.best - gain[most], wide=wide):
                self._weigh(one.sets, self._joined(wild, partial, suit, solver, [choice]))

    def _joined(
        self, wild: int, partial: Sequence[_Partial], suit: str, solver: Suit, choices: Sequence[Choice]
    ) -> list[_Partial]:
        """The choices together with those of one more suit, the best of those that take the same cards.

        They need no more than so many wild cards.
        """
        pool = len(self.heap.pool)
        best: dict[tuple[int, int, int], _Partial] = {}
        for one, picked in partial:
            for other in choices:
                if one.wild + other.wild > wild:
                    continue
                key = (one.used + other.used, one.fewest + other.fewest, min(one.most + other.most, pool))
                weight = one.weight + other.weight
                if key not in best or best[key].choice.weight < weight:
                    choice = Choice(*key, weight, one.wild + other.wild)
                    best[key] = _Partial(choice, (*picked, (suit, solver, other)))
        return list(best.values())

    def _weigh(self, sets: _Sets, partial: Sequence[_Partial]) -> None:
        """Keep the best one, if it weighs more than the best one found."""
        for one in sorted(partial, key=lambda one: -one.choice.weight):
            weight = sets.weight + one.choice.weight
            if weight + self._top[-1] <= self.best:
                break
            fit = sets.fit(one.choice)
            if fit and weight + fit.weight > self.best:
                self.best = weight + fit.weight
                self.found = _Found(sets, one.picked, fit)

    def _gain(self, sets: _Sets, partial: Sequence[_Partial]) -> tuple[int, ...]:
        """The most that sets, the other runs and wild cards weigh, by the room for these in the last suit."""
        wild = len(self.heap.pool)
        best: dict[int, int] = {}
        for one, _ in partial:
            best[one.most] = max(best.get(one.most, 0), one.weight)
        return tuple(
            max(
                sets.weight + weight + self._top[min(wild, room + most + sets.room)]
                for most, weight in best.items()
            )
            for room in range(wild + 1)
        )


def _ranks(heap: Heap, number: int) -> Iterator[tuple[str | None, ...]]:
    """The ranks of so many sets that the heap may have the cards for; None for a set of wild cards."""
    most: dict[str | None, int] = {
        rank: (heap.by_rank[rank] + heap.own_by_rank[rank]) // heap.set_need for rank in heap.rules.place
    }
    most[None] = len(heap.pool) // heap.ruleset.sets.fewest

    def pick(ranks: tuple[str | None, ...], number: int) -> Iterator[tuple[str | None, ...]]:
        if not number:
            yield ()
        elif ranks:
            for times in range(min(most[ranks[0]], number), -1, -1):
                for rest in pick(ranks[1:], number - times):
                    yield ranks[:1] * times + rest

    return pick(tuple(rank for rank, times in most.items() if times), number)


class _Part(NamedTuple):
    """A meld to be laid: its natural cards, where they lie, and the fewest and most wild cards."""

    natural: list[Card]
    fewest: int
    most: int
    suit: str = ""
    run: LaidRun | None = None


def _laid(heap: Heap, found: _Found) -> Iterator[LaidMeld]:
    """The melds of a way to meet the contract, the dearest wild cards in them."""
    spare = list(heap.cards)
    parts = [*_run_parts(heap, found, spare), *_set_parts(heap, found, spare)]
    pool = [card for card in spare if card in heap.rules.wild]
    wild = [part.fewest for part in parts]
    more = len(pool) - sum(wild)
    for at, part in enumerate(parts):
        extra = min(part.most - part.fewest, more)
        wild[at] += extra
        more -= extra
    for part, number in zip(parts, wild, strict=True):
        cards, pool = pool[:number], pool[number:]
        if part.run:
            yield _laid_run(heap, part.suit, part.run, part.natural, cards)
        else:
            yield heap.laid_set(part.natural[0].rank if part.natural else "", part.natural, cards)


def _run_parts(heap: Heap, found: _Found, spare: list[Card]) -> Iterator[_Part]:
    for suit, solver, choice in found.runs:
        for run in solver.laid(choice):
            places = [run.first - 1 + at for at, natural in enumerate(run.filled) if natural]
            natural = [heap.rules.row[suit][place % WHOLE_SUIT] for place in places]
            for card in natural:
                spare.remove(card)
            yield _Part(natural, run.fewest, run.most, suit, run)


def _set_parts(heap: Heap, found: _Found, spare: list[Card]) -> Iterator[_Part]:
    """All natural cards of the ranks, dealt out evenly to the sets of each; then sets of wild cards."""
    size = found.sets.size
    for rank, number in found.sets.number.items():
        natural = [card for card in spare if card.rank == rank and card not in heap.rules.wild]
        own = [card for card in spare if card.rank == rank and card in heap.rules.wild]
        natural += own[: found.fit.own_place[rank]]
        for card in natural:
            spare.remove(card)
        for at in range(number):
            cards = natural[at::number]
            yield _Part(cards, max(0, size - len(cards)), heap.most_wild(len(cards)))
    for _ in range(found.sets.only_wild):
        yield _Part([], size, len(heap.pool))


def _laid_run(heap: Heap, suit: str, run: LaidRun, natural: Sequence[Card], wild: Sequence[Card]) -> LaidMeld:
    """The run with wild cards in its gaps, then above it and, where there is no place, below it.

    Where wild cards may not lie side by side, one goes above it and one below.
    """
    cards, jokers = iter(natural), iter(wild)
    row = [next(cards if is_natural else jokers) for is_natural in run.filled]
    first, last = run.first, run.first + len(run.filled) - 1
    side_by_side = heap.adjacent
    above = side_by_side or run.filled[-1]
    for card in jokers:
        above = above and last < heap.shape.last and not (first == 1 and last == WHOLE_SUIT)
        if above:
            row.append(card)
            last += 1
            above = side_by_side
        else:
            row.insert(0, card)
            first -= 1
    return heap.laid_run(suit, first - 1, row)
