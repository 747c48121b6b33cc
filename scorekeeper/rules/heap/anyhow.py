"""The best lay-down by any rules: every meld that the cards can make, and the best choice of them.

It takes longer than the search for a contract of sets and runs, and knows what that one does not: sets of a
largest size or of different suits, runs round the corner, special runs, opening points, and any number of
melds. Cards are gone through rank by rank: each is left, or is the first card of some meld. What is best for
the cards that then remain is worked out once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.counted import Heap, LaidMeld
from scorekeeper.rules.heap.spans import WHOLE_SUIT
from scorekeeper.rules.melds import MeldKind
from scorekeeper.rules.rulesets.ruleset import Contract, SpecialRun

# All natural cards are counted in one number, a field for each, with a bit to borrow from.
_FIELD: Final = 6
_CARDS: Final = (1 << _FIELD - 1) - 1
_SETS, _RUNS, _FIRST_SPECIAL = range(3)


class _Meld(NamedTuple):
    """A meld with a natural card: its number of cards of each, wild cards beside them, and what it counts as.

    `ranks` are those of wild cards in their own place, `opening` the points that it makes. A run has its
    row, None for a wild card, its suit and its first place.
    """

    need: int
    natural: tuple[Card, ...]
    ranks: tuple[str, ...]
    wild: int
    weight: int
    slot: int
    opening: int
    row: tuple[Card | None, ...] = ()
    suit: str = ""
    first: int = 0

    @property
    def rank(self) -> str:
        """The rank of a set."""
        return self.natural[0].rank


class _Rest(NamedTuple):
    """What remains: cards, what is laid of wild ones, melds to make, and points to open with.

    `own_place` and `foreign` count, by rank, the wild cards that lie in their own place, and those in sets of
    that rank for which no wild card of this rank will do. `slots` are the sets, runs and special runs still
    to be made, and without a contract `melds` the most, None for any number.
    """

    at: int
    cards: int
    wild: int
    own_place: tuple[int, ...]
    foreign: tuple[int, ...]
    slots: tuple[int, ...]
    melds: int | None
    opening: int


class _End(NamedTuple):
    """The wild cards of a lay-down, the dearest of those that may be laid, and the sizes of sets of them."""

    picked: tuple[Card, ...]
    sets: tuple[int, ...]


_Chain: TypeAlias = "tuple[_Meld, _Chain] | _End"
# A weight, negative if there is no lay-down, and its melds.
_Best = tuple[int, _Chain]
_NONE: Final[_Best] = (-1, _End((), ()))


class AnySearch:
    """The search for the lay-down that weighs most, of any melds or those of a contract."""

    def __init__(self, heap: Heap, contract: Contract | None) -> None:
        self.heap, self.ruleset = heap, heap.ruleset
        self.special = contract.special if contract else ()
        self.named = contract is not None and bool(contract.sets or contract.runs or contract.special)
        self.slots = (
            (contract.sets, contract.runs, *(1 for _ in self.special)) if contract and self.named else ()
        )
        unlimited = self.named or (contract is not None and contract.at_once)
        self.melds = None if unlimited else self.ruleset.turn.melds
        self.opening = self.ruleset.opening or 0 if self.ruleset.points is not None else 0
        self.cards = [card for card in _by_rank(heap) if heap.naturals[card] or heap.own_place[card]]
        self.field = {card: _FIELD * at for at, card in enumerate(self.cards)}
        self.guard = sum(1 << field + _FIELD - 1 for field in self.field.values())
        self.ranks = tuple(heap.own_by_rank)
        self.strict = self.ruleset.sets.suits == "different"
        self._by_first: dict[int, list[_Meld]] = defaultdict(list)
        for meld in self._all_melds():
            self._by_first[min(map(self.cards.index, meld.natural))].append(meld)
        self._known: dict[_Rest, _Best] = {}
        self._picks: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[Card, ...] | None] = {}

    def solve(self) -> list[LaidMeld] | None:
        """The melds of the best lay-down; None if there is none."""
        held = sum(self._copies(card) << field for card, field in self.field.items())
        none = (0,) * len(self.ranks)
        weight, chain = self._best(_Rest(0, held, 0, none, none, self.slots, self.melds, self.opening))
        melds = []
        while not isinstance(chain, _End):
            melds.append(chain[0])
            chain = chain[1]
        return self._laid(melds, chain) if weight >= 0 and (melds or chain.sets) else None

    def _copies(self, card: Card) -> int:
        return self.heap.naturals[card] or self.heap.own_place[card]

    def _all_melds(self) -> Iterator[_Meld]:
        if not self.named or self.slots[_SETS]:
            for rank in self.heap.rules.place:
                yield from self._sets(rank)
        for suit in SUITS:
            yield from self._runs(suit)

    def _sets(self, rank: str) -> Iterator[_Meld]:
        """All sets of a rank."""
        heap = self.heap
        most = 1 if self.strict else len(heap.cards)
        cards = [Card(rank, suit) for suit in SUITS if Card(rank, suit) in self.field]
        for numbers in product(*(range(min(self._copies(card), most) + 1) for card in cards)):
            natural = [card for card, number in zip(cards, numbers, strict=True) for _ in range(number)]
            size = len(natural)
            largest = min(heap.most_wild(size), heap.rules.most[MeldKind.SET] - size, len(heap.pool))
            for wild in range(max(0, heap.rules.fewest[MeldKind.SET] - size), largest + 1) if size else ():
                yield self._meld(natural, wild, _SETS, (size + wild) * heap.points[rank])

    def _runs(self, suit: str) -> Iterator[_Meld]:
        """All runs of a suit."""
        row, reach = self.heap.rules.row[suit], self.heap.rules.reach
        for first, size in product(range(WHOLE_SUIT), range(2, WHOLE_SUIT + 1)):
            slots = list(self._slots(size, row[first].rank)) if first + size <= reach else []
            cards = [row[(first + at) % WHOLE_SUIT] for at in range(size)]
            opening = self.heap.points_of(cards)
            for filled in self._fillings(cards) if slots else ():
                natural = [card for card in filled if card]
                wild = size - len(natural)
                for slot, pure in slots:
                    if not (pure and wild) and not (slot == _RUNS and self._splits(filled)):
                        meld = self._meld(natural, wild, slot, opening)
                        yield meld._replace(row=filled, suit=suit, first=first)

    def _meld(self, natural: Sequence[Card], wild: int, slot: int, opening: int) -> _Meld:
        heap = self.heap
        need = sum(1 << self.field[card] for card in natural)
        ranks = tuple(card.rank for card in natural if card in heap.rules.wild)
        weight = sum(heap.weights[card.rank] for card in natural if card not in heap.rules.wild)
        return _Meld(need, tuple(natural), ranks, wild, weight, slot, opening)

    def _slots(self, size: int, start: str) -> Iterator[tuple[int, bool]]:
        """What a run of this size and first rank counts as, and whether it has to be pure."""
        rules = self.heap.rules
        if not rules.fewest[MeldKind.RUN] <= size <= rules.most[MeldKind.RUN]:
            return
        if not self.named or self.slots[_RUNS]:
            yield _RUNS, False
        for at, special in enumerate(self.special):
            if _is_special(special, size, start):
                yield _FIRST_SPECIAL + at, special.pure

    def _splits(self, filled: Sequence[Card | None]) -> bool:
        """Whether two runs are as good as this one, where there may be any number of them."""
        fewest = self.heap.rules.fewest[MeldKind.RUN]
        if self.named or self.heap.half or self.melds is not None:
            return False
        return any(any(filled[:at]) and any(filled[at:]) for at in range(fewest, len(filled) - fewest + 1))

    def _fillings(self, cards: Sequence[Card]) -> Iterator[tuple[Card | None, ...]]:
        """The ways to lay a row with natural cards, and wild ones (None) where they may be."""
        most = min(len(self.heap.pool), len(cards) // 2 if self.heap.half else len(cards) - 1)

        def fill(at: int, wild: int, done: tuple[Card | None, ...]) -> Iterator[tuple[Card | None, ...]]:
            if at == len(cards):
                yield done
                return
            if cards[at] in self.field:
                yield from fill(at + 1, wild, (*done, cards[at]))
            if wild < most and (self.heap.adjacent or not done or done[-1]):
                yield from fill(at + 1, wild + 1, (*done, None))

        return fill(0, 0, ())

    def _best(self, rest: _Rest) -> _Best:
        known = self._known.get(rest)
        if known is None:
            known = self._known[rest] = self._look(rest)
        return known

    def _look(self, rest: _Rest) -> _Best:
        """The best lay-down of what remains: the next card is left, or the first one of a meld."""
        at = rest.at
        while at < len(self.cards) and not rest.cards >> _FIELD * at & _CARDS:
            at += 1
        if at == len(self.cards):
            return max(
                (self._end(rest, number) for number in self._numbers(rest)), default=_NONE, key=_weight
            )
        best = self._best(rest._replace(at=at, cards=rest.cards - (1 << _FIELD * at)))
        for meld in self._by_first[at]:
            if (rest.cards | self.guard) - meld.need & self.guard == self.guard:
                after = self._after(meld, rest._replace(at=at))
                weight, chain = self._best(after) if after else _NONE
                if weight >= 0 and weight + meld.weight > best[0]:
                    best = weight + meld.weight, (meld, chain)
        return best

    def _after(self, meld: _Meld, rest: _Rest) -> _Rest | None:
        """What remains after a meld; None if it may not be made or there are too few wild cards."""
        own, foreign, slots = rest.own_place, rest.foreign, rest.slots
        if rest.wild + meld.wild + sum(own) + len(meld.ranks) > len(self.heap.pool):
            return None
        if self.named:
            if not slots[meld.slot]:
                return None
            slots = (*slots[: meld.slot], slots[meld.slot] - 1, *slots[meld.slot + 1 :])
        elif rest.melds == 0:
            return None
        if meld.ranks:
            own = tuple(n + meld.ranks.count(rank) for n, rank in zip(own, self.ranks, strict=True))
        if self.strict and meld.slot == _SETS:
            foreign = tuple(
                n + meld.wild * (rank == meld.rank) for n, rank in zip(foreign, self.ranks, strict=True)
            )
        melds = None if rest.melds is None else rest.melds - 1
        opening = max(0, rest.opening - meld.opening)
        wild = rest.wild + meld.wild
        return _Rest(rest.at, rest.cards - meld.need, wild, own, foreign, slots, melds, opening)

    def _numbers(self, rest: _Rest) -> Sequence[int]:
        """How many sets of wild cards there may be."""
        if self.named:
            return () if any(rest.slots[_RUNS:]) else (rest.slots[_SETS],)
        spare = len(self.heap.pool) - rest.wild - sum(rest.own_place)
        most = spare // self.heap.rules.fewest[MeldKind.SET]
        return range(min(most, most if rest.melds is None else rest.melds) + 1)

    def _end(self, rest: _Rest, number: int) -> _Best:
        """The lay-down with so many sets of wild cards, as large as they can be, if it opens."""
        heap = self.heap
        fewest, most = heap.rules.fewest[MeldKind.SET], heap.rules.most[MeldKind.SET]
        spare = len(heap.pool) - rest.wild - sum(rest.own_place)
        for size in range(min(spare, number * most), number * fewest - 1, -1):
            picked = self._picked(rest.wild + size, rest.own_place, rest.foreign)
            if picked is not None and heap.points_of(picked[:size]) >= rest.opening:
                weight = sum(heap.weights[card.rank] for card in picked)
                own = zip(self.ranks, rest.own_place, strict=True)
                weight += sum(heap.weights[rank] * n for rank, n in own)
                return weight, _End(picked, tuple(_sizes(size, number, most)))
        return _NONE

    def _picked(
        self, wild: int, own_place: tuple[int, ...], foreign: tuple[int, ...]
    ) -> tuple[Card, ...] | None:
        """So many wild cards, the dearest of which enough can lie in sets of other ranks than their own."""
        key = (wild, own_place, foreign)
        if key not in self._picks:
            left = dict(zip(self.ranks, own_place, strict=True))
            room = {rank: wild - n for rank, n in zip(self.ranks, foreign, strict=True)}
            picked: list[Card] = []
            for card in self.heap.pool:
                if left.get(card.rank):
                    left[card.rank] -= 1
                elif len(picked) < wild and room.get(card.rank, wild):
                    room[card.rank] = room.get(card.rank, wild) - 1
                    picked.append(card)
            self._picks[key] = tuple(picked) if len(picked) == wild else None
        return self._picks[key]

    def _laid(self, melds: Sequence[_Meld], end: _End) -> list[LaidMeld]:
        """The melds with their wild cards: sets of them have the dearest, then those that bar some."""
        pool = self._pool(melds, end)
        laid = [self.heap.laid_set("", (), [pool.pop(0) for _ in range(size)]) for size in end.sets]
        for meld in sorted(melds, key=lambda meld: not self._bars(meld)):
            barred = meld.rank if self._bars(meld) else ""
            wild = []
            for _ in range(meld.wild):
                wild.append(min(pool, key=lambda card: (card.rank == barred, bool(barred) and not card.suit)))
                pool.remove(wild[-1])
            laid.append(self._laid_meld(meld, wild))
        return laid

    def _bars(self, meld: _Meld) -> bool:
        """Whether wild cards of its own rank may not be added to a meld."""
        return self.strict and meld.slot == _SETS and meld.rank in self.ranks

    def _pool(self, melds: Sequence[_Meld], end: _End) -> list[Card]:
        """The wild cards picked, without those that lie in their own place."""
        spare = list(self.heap.pool)
        for meld in melds:
            for card in meld.natural:
                if card in self.heap.rules.wild:
                    spare.remove(card)
        pool = []
        for picked in end.picked:
            pool.append(next(card for card in spare if card.rank == picked.rank))
            spare.remove(pool[-1])
        return pool

    def _laid_meld(self, meld: _Meld, wild: Sequence[Card]) -> LaidMeld:
        if not meld.row:
            return self.heap.laid_set(meld.rank, meld.natural, wild)
        fill = iter(wild)
        return self.heap.laid_run(meld.suit, meld.first, [card or next(fill) for card in meld.row])


def _by_rank(heap: Heap) -> Iterator[Card]:
    for rank in heap.rules.place:
        for suit in SUITS:
            yield Card(rank, suit)


def _is_special(special: SpecialRun, size: int, start: str) -> bool:
    return special.cards == size and (not special.starts or start in special.starts)


def _weight(best: _Best) -> int:
    return best[0]


def _sizes(size: int, number: int, most: int) -> Iterator[int]:
    """So many cards as sets of nearly the same size, none above the most."""
    for left in range(number, 0, -1):
        part = min(most, -(-size // left))
        yield part
        size -= part
