"""The best lay-down of some cards by any rules: the search behind `answers`.

What goes in are the cards of a heap, what is to be laid, and the steps that may be taken. Out come the melds
of a lay-down that weighs most. A card weighs its points and, after them, one for itself: the heaviest
lay-down leaves the fewest points and, of those, the fewest cards.

The idea: the melds that the natural cards can make are listed (`melds`). Then these cards are gone through
rank by rank. All copies of a card stay in hand, or some are the first cards of melds. What is then left to
decide (`_Rest`) depends on nothing else: which cards remain, which melds are still to be made, and how many
wild cards are gone. So the best for each such rest is worked out once and remembered (dynamic programming).
Which wild cards lie where makes no difference, but for two things that a rest counts as well: those in their
own place, which are natural there (3.5a), and, where a set has each suit once, those beside cards of their
own rank. The others are handed out at the end: the dearest are laid, in sets of their own where there is no
other room.

Invariants: no lay-down weighs more than all cards of its rest, so none is looked for that cannot be heavier
than the best one so far, and a rest with fewer cards than its melds need is given up at once. What is
remembered for a rest is the best of all, or that nothing is heavier than what was asked for. A card that is
missing (`lacking`) is in a meld of every lay-down that it makes possible, or it would not be missing. So only
the melds with this card are tried, each with what then remains of the same heap, which is remembered from
before.

The cost is the number of rests times that of melds for each. It doubles with a card that fits in several
melds, and with a wild card that fits in many places; some heaps of twenty cards have millions of rests.
Whatever multiplies is therefore paid from one `Budget`, and a question that needs more is given up. Where the
search can be wrong is in its bounds; brute force is the proof, for small heaps and all rules.

An example: 7S 7H 7D 8S 9S 10S for a set or a run of four. With 7S first there are two melds, {7S 7H 7D} and
{7S 8S 9S 10S}. After the first 27 points stay, after the second 14, so the run is laid.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap.melds import POINT, RUNS, SETS, Aim, Budget, Heap, LaidMeld, Meld, Melds
from scorekeeper.rules.melds import MeldKind

# All natural cards are counted in one number, a field for each, with a bit to borrow from.
_FIELD: Final = 6
_CARDS: Final = (1 << _FIELD - 1) - 1
# What one step does: list a meld of so many natural cards, or go through so many melds to find those for
# which there are cards.
_LISTED: Final = 4
_SIFTED: Final = 16


class Stay(NamedTuple):
    """How many cards may stay in hand."""

    fewest: int
    most: int


class _Option(NamedTuple):
    """A meld, its number of cards of each, the ranks of its wild cards in their own place, and its weight."""

    meld: Meld
    need: int
    ranks: tuple[str, ...]
    weight: int


class _Rest(NamedTuple):
    """What remains: cards, what is laid of wild ones, melds to make, and points to open with.

    `weight` is that of the natural cards that remain, `stay` how many stay already, where that is limited.
    `own_place` and `foreign` count, by rank, the wild cards that lie in their own place, and those in sets of
    that rank for which no wild card of this rank will do. `slots` are the sets, runs and special runs still
    to be made, and without a contract `melds` the most, None for any number.
    """

    at: int
    cards: int
    weight: int
    stay: int
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


_Chain: TypeAlias = "tuple[Meld, _Chain] | _End"
# A weight, negative if there is no lay-down, and its melds.
_Best = tuple[int, _Chain]
_NONE: Final[_Best] = (-1, _End((), ()))


class Search:
    """The search for the lay-down that weighs most; with `stay`, of those that leave so many cards."""

    def __init__(self, heap: Heap, aim: Aim, budget: Budget, *, stay: Stay | None = None) -> None:
        self.heap, self.aim, self.budget, self.stay = heap, aim, budget, stay
        self.cards = [card for card in _by_rank(heap) if heap.copies(card)]
        self.field = {card: _FIELD * at for at, card in enumerate(self.cards)}
        self.guard = sum(1 << field + _FIELD - 1 for field in self.field.values())
        self.pool_weight = heap.weight_of(heap.pool)
        self.ranks = tuple(dict.fromkeys(card.rank for card in heap.own_place))
        self.strict = heap.ruleset.sets.suits == "different"
        self._by_first: dict[int, list[_Option]] = defaultdict(list)
        for meld in Melds(heap, aim, budget):
            budget.spend(len(meld.natural) // _LISTED)
            self._by_first[min(map(self.cards.index, meld.natural))].append(self._option(meld, meld.natural))
        for options in self._by_first.values():
            options.sort(key=lambda option: -option.weight)
        # The best, or none above that weight.
        self._known: dict[_Rest, tuple[_Best, int]] = {}
        self._picks: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[Card, ...] | None] = {}

    def solve(self) -> list[LaidMeld] | None:
        """The melds of the best lay-down; None if there is none."""
        weight, chain = self._best(self._whole())
        melds = []
        while not isinstance(chain, _End):
            melds.append(chain[0])
            chain = chain[1]
        return self._laid(melds, chain) if weight >= 0 and (melds or chain.sets) else None

    def lacking(self, card: Card) -> tuple[MeldKind, str] | None:
        """The meld that one more of a natural card would be in, where nothing can be laid without it."""
        best, name = -1, None
        for meld in Melds(self.heap, self.aim, self.budget, lent=card):
            self.budget.spend()
            held = list(meld.natural)
            held.remove(card)
            option = self._option(meld, held)
            after = self._after(option, self._whole())
            weight = self._best(after)[0] if after else -1
            if weight >= 0 and weight + option.weight > best:
                best, name = weight + option.weight, meld.name
        return name

    def _whole(self) -> _Rest:
        """All cards."""
        held = sum(self.heap.copies(card) << field for card, field in self.field.items())
        weight = self.heap.weight_of(self.heap.naturals.elements())
        none = (0,) * len(self.ranks)
        return _Rest(0, held, weight, 0, 0, none, none, self.aim.slots, self.aim.melds, self.aim.opening)

    def _option(self, meld: Meld, held: Sequence[Card]) -> _Option:
        """A meld of which these natural cards are held."""
        wild = self.heap.rules.wild
        need = sum(1 << self.field[card] for card in held)
        ranks = tuple(card.rank for card in held if card in wild)
        return _Option(meld, need, ranks, self.heap.weight_of(card for card in held if card not in wild))

    def _best(self, rest: _Rest, *, above: int = -1) -> _Best:
        """The best lay-down of what remains; none if it does not weigh more than `above`."""
        best, sought = self._known.get(rest, (_NONE, above + 1))
        if best is _NONE and sought > above:
            best = self._look(rest, above=above)
            self._known[rest] = best, above
        return best

    def _look(self, rest: _Rest, *, above: int) -> _Best:
        """The best lay-down of what remains: a card stays, or is the first one of a meld."""
        self.budget.spend()
        if not self._may_do(rest):
            return _NONE
        at = rest.at
        while at < len(self.cards) and not rest.cards >> _FIELD * at & _CARDS:
            at += 1
        if at == len(self.cards) or (self.aim.is_named and not any(rest.slots)):
            return self._end(rest)
        best, rest = (above, _NONE[1]), rest._replace(at=at)
        self.budget.spend(len(self._by_first[at]) // _SIFTED)
        for option in self._by_first[at]:
            if (rest.cards | self.guard) - option.need & self.guard == self.guard:
                self.budget.spend()
                after = self._after(option, rest)
                weight, chain = self._best(after, above=max(-1, best[0] - option.weight)) if after else _NONE
                if weight >= 0 and weight + option.weight > best[0]:
                    best = weight + option.weight, (option.meld, chain)
                    if best[0] == rest.weight + self.pool_weight:
                        return best
        without = self._without(rest)
        if without.weight + self.pool_weight > best[0]:
            best = max(best, self._best(without, above=best[0]), key=_weight)
        return best if best[0] > above else _NONE

    def _may_do(self, rest: _Rest) -> bool:
        """Whether there may be cards enough for the melds still to be made, and few enough of them stay."""
        if self.stay and rest.stay > self.stay.most:
            return False
        needed = sum(number * size for number, size in zip(rest.slots, self.aim.sizes, strict=False))
        return needed <= rest.weight % POINT + self._spare(rest)

    def _spare(self, rest: _Rest) -> int:
        """How many wild cards are not laid."""
        return len(self.heap.pool) - rest.wild - sum(rest.own_place)

    def _without(self, rest: _Rest) -> _Rest:
        """What remains where all copies of the next card stay that are in no meld so far."""
        card, number = self.cards[rest.at], rest.cards >> _FIELD * rest.at & _CARDS
        after = rest._replace(at=rest.at + 1, cards=rest.cards - (number << _FIELD * rest.at))
        if card in self.heap.rules.wild:
            return after
        weight = rest.weight - number * self.heap.weights[card.rank]
        return after._replace(weight=weight, stay=rest.stay + number if self.stay else 0)

    def _after(self, option: _Option, rest: _Rest) -> _Rest | None:
        """What remains after a meld; None if it may not be made or there are too few wild cards."""
        meld, places, foreign, slots = option.meld, rest.own_place, rest.foreign, rest.slots
        if meld.wild + len(option.ranks) > self._spare(rest) or rest.melds == 0:
            return None
        if self.aim.is_named:
            if not slots[meld.slot]:
                return None
            slots = (*slots[: meld.slot], slots[meld.slot] - 1, *slots[meld.slot + 1 :])
        if option.ranks:
            places = tuple(n + option.ranks.count(rank) for n, rank in zip(places, self.ranks, strict=True))
        if self.strict and meld.slot == SETS:
            foreign = tuple(
                n + meld.wild * (rank == meld.rank) for n, rank in zip(foreign, self.ranks, strict=True)
            )
        return rest._replace(
            cards=rest.cards - option.need,
            weight=rest.weight - option.weight,
            wild=rest.wild + meld.wild,
            own_place=places,
            foreign=foreign,
            slots=slots,
            melds=None if rest.melds is None else rest.melds - 1,
            opening=max(0, rest.opening - meld.opening),
        )

    def _end(self, rest: _Rest) -> _Best:
        """The best lay-down where all natural cards that remain stay."""
        return max((self._ended(rest, number) for number in self._numbers(rest)), default=_NONE, key=_weight)

    def _numbers(self, rest: _Rest) -> Sequence[int]:
        """How many sets of wild cards there may be."""
        rules = self.heap.rules
        most = self._spare(rest) // rules.fewest[MeldKind.SET] if rules.has_wild_sets else 0
        if self.aim.is_named:
            number = rest.slots[SETS]
            return () if any(rest.slots[RUNS:]) or number > most else (number,)
        return range(min(most, most if rest.melds is None else rest.melds) + 1)

    def _ended(self, rest: _Rest, number: int) -> _Best:
        """The lay-down with so many sets of wild cards, as large as they can be, if it opens."""
        heap, spare = self.heap, self._spare(rest)
        fewest, most = heap.rules.fewest[MeldKind.SET], heap.rules.most[MeldKind.SET]
        for size in range(min(spare, number * most), number * fewest - 1, -1):
            self.budget.spend()
            if not self._may_stay(rest.stay + rest.weight % POINT + spare - size):
                continue
            picked = self._picked(rest.wild + size, rest.own_place, rest.foreign)
            if picked is not None and heap.points_of(picked[:size]) >= rest.opening:
                places = zip(self.ranks, rest.own_place, strict=True)
                weight = heap.weight_of(picked) + sum(heap.weights[rank] * n for rank, n in places)
                return weight, _End(picked, tuple(_sizes(size, number, most)))
        return _NONE

    def _may_stay(self, number: int) -> bool:
        return self.stay is None or self.stay.fewest <= number <= self.stay.most

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

    def _laid(self, melds: Sequence[Meld], end: _End) -> list[LaidMeld]:
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

    def _bars(self, meld: Meld) -> bool:
        """Whether wild cards of its own rank may not be added to a meld."""
        return self.strict and meld.slot == SETS and meld.rank in self.ranks

    def _pool(self, melds: Sequence[Meld], end: _End) -> list[Card]:
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

    def _laid_meld(self, meld: Meld, wild: Sequence[Card]) -> LaidMeld:
        if not meld.row:
            return self.heap.laid_set(meld.rank, meld.natural, wild)
        fill = iter(wild)
        return self.heap.laid_run(meld.suit, meld.first, [card or next(fill) for card in meld.row])


def _by_rank(heap: Heap) -> Iterator[Card]:
    for rank in heap.rules.place:
        for suit in SUITS:
            yield Card(rank, suit)


def _weight(best: _Best) -> int:
    return best[0]


def _sizes(size: int, number: int, most: int) -> Iterator[int]:
    """So many cards as sets of nearly the same size, none above the most."""
    for left in range(number, 0, -1):
        part = min(most, -(-size // left))
        yield part
        size -= part
