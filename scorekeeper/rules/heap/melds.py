"""The cards of a heap, and all melds that they can make, by any rules.

A meld is listed once for each choice of its natural cards, with wild cards in its other places. Which wild
cards those are is settled at the end, for the best lay-down alone (`search`). So there are as many runs as
ways to fill a row of places: two for each place that has a natural card, as far as there are wild cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.melds.readings import read_run, read_set
from scorekeeper.rules.melds.tables import ROUND
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset

# No question takes more: about half a second.
MOST_STEPS: Final = 200_000
# A point outweighs all cards of a heap, of which there are fewer.
POINT: Final = 1 << 10
# What a meld counts as; each special run of a contract has a number of its own from the last one on.
SETS, RUNS, FIRST_SPECIAL = range(3)


class Budget:
    """The steps that all searches for one question may take together."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take so many steps; RuleViolation where there are none left."""
        self.left -= steps
        if self.left < 0:
            raise RuleViolation(Fault(FaultCode.TOO_MANY_WAYS, "/cards"))


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld as it is laid; `stands_for` names what the wild cards stand for, as in `melds.Reading`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    stands_for: tuple[tuple[int, Card], ...]


class Heap:
    """The cards of a heap, the dearest first.

    `pool` are its wild cards, `own_place` how many of each of them may count as natural in their own place.
    """

    def __init__(self, cards: Sequence[Card], rules: MeldRules) -> None:
        self.rules, self.ruleset = rules, rules.rules
        points = self.ruleset.points or {}
        values = {rank: points[key] for key, ranks in self.ruleset.classes.items() for rank in ranks}
        self.points = {rank: values.get(rank, 0) for rank in (*rules.place, JOKER)}
        self.weights = {rank: worth * POINT + 1 for rank, worth in self.points.items()}
        self.cards = sorted(cards, key=lambda card: (-self.points[card.rank], card.rank, card.suit))
        self.pool = [card for card in self.cards if card in rules.wild]
        self.naturals = Counter(card for card in self.cards if card not in rules.wild)
        self.own_place = Counter(card for card in self.pool if card.suit and self.ruleset.wild.in_place)
        self.half = self.ruleset.wild.most == "half"
        self.adjacent = self.ruleset.wild.adjacent

    def copies(self, card: Card) -> int:
        """How many there are of a card that count as natural."""
        return self.naturals[card] or self.own_place[card]

    def points_of(self, cards: Iterable[Card]) -> int:
        """The points of cards held."""
        return sum(self.points[card.rank] for card in cards)

    def weight_of(self, cards: Iterable[Card]) -> int:
        """What it is worth to lay these cards."""
        return sum(self.weights[card.rank] for card in cards)

    def most_wild(self, natural: int) -> int:
        """The most wild cards of a set with so many natural ones."""
        if self.half:
            return natural
        return len(self.pool) if self.adjacent else natural + 1

    def laid_set(self, rank: str, natural: Sequence[Card], wild: Sequence[Card]) -> LaidMeld:
        """A set of this rank, or of wild cards if it is empty."""
        cards = (*natural, *wild)
        return LaidMeld(MeldKind.SET, cards, read_set(cards, rank, self.rules).stands_for)

    def laid_run(self, suit: str, first: int, cards: Sequence[Card]) -> LaidMeld:
        """A run from this place on, 0 for the low ace."""
        reading = read_run(cards, suit, range(first, first + len(cards)), self.rules)
        return LaidMeld(MeldKind.RUN, tuple(cards), reading.stands_for)


class Aim:
    """The melds to lay: any, or as many sets, runs and special runs as a contract names.

    `slots` are the numbers of each that it names, `sizes` the fewest cards of each. `melds` is the most of
    any melds, None for any number, and `opening` the points that all of them must make.
    """

    def __init__(self, contract: Contract | None, rules: Ruleset) -> None:
        contract = contract or Contract()
        self.special = contract.special
        self.is_named = contract.is_named
        self.slots = (contract.sets, contract.runs, *(1 for _ in self.special)) if self.is_named else ()
        self.sizes = (rules.sets.fewest, rules.runs.fewest, *(special.cards for special in self.special))
        self.melds = None if self.is_named or contract.at_once else rules.turn.melds
        self.opening = rules.opening or 0 if rules.points is not None else 0

    @property
    def fewest_cards(self) -> int:
        """The fewest cards of all melds that it names."""
        return sum(number * size for number, size in zip(self.slots, self.sizes, strict=False))

    def wants(self, slot: int) -> bool:
        """Whether sets, or runs that are not special, are wanted at all."""
        return not self.is_named or self.slots[slot] > 0


class Meld(NamedTuple):
    """A meld with a natural card: its natural cards, how many wild ones beside them, and what it counts as.

    `opening` are the points that it makes. A run has its row, None for a wild card, its suit and first place.
    """

    natural: tuple[Card, ...]
    wild: int
    slot: int
    opening: int
    row: tuple[Card | None, ...] = ()
    suit: str = ""
    first: int = 0

    @property
    def rank(self) -> str:
        """The rank of a set."""
        return self.natural[0].rank

    @property
    def name(self) -> tuple[MeldKind, str]:
        """Its kind, and its rank or suit."""
        return (MeldKind.RUN, self.suit) if self.row else (MeldKind.SET, self.rank)


class Melds:
    """The melds that a heap can make for an aim; with `lent`, those with one more of this natural card."""

    def __init__(self, heap: Heap, aim: Aim, budget: Budget, *, lent: Card | None = None) -> None:
        self.heap, self.aim, self.budget, self.lent = heap, aim, budget, lent

    def __iter__(self) -> Iterator[Meld]:
        lent, rules = self.lent, self.heap.rules
        if self.aim.wants(SETS):
            for rank in [lent.rank] if lent else rules.place:
                yield from self._sets(rank)
        for suit in lent.suit if lent else SUITS:
            yield from self._runs(suit)

    def _copies(self, card: Card) -> int:
        return self.heap.copies(card) + (card == self.lent)

    def _sets(self, rank: str) -> Iterator[Meld]:
        """All sets of a rank."""
        heap = self.heap
        most = 1 if heap.ruleset.sets.suits == "different" else len(heap.cards) + 1
        cards = [card for suit in SUITS if self._copies(card := Card(rank, suit))]
        numbers = (range(card == self.lent, min(self._copies(card), most) + 1) for card in cards)
        for number in product(*numbers):
            self.budget.spend()
            natural = tuple(card for card, copies in zip(cards, number, strict=True) for _ in range(copies))
            size = len(natural)
            largest = min(heap.most_wild(size), heap.rules.most[MeldKind.SET] - size, len(heap.pool))
            for wild in range(max(0, heap.rules.fewest[MeldKind.SET] - size), largest + 1) if size else ():
                self.budget.spend()
                yield Meld(natural, wild, SETS, (size + wild) * heap.points[rank])

    def _runs(self, suit: str) -> Iterator[Meld]:
        """All runs of a suit."""
        for first, cards in self._rows(suit):
            slots = list(self._slots(len(cards), cards[0].rank))
            opening = self.heap.points_of(cards)
            for filled in self._fillings(cards) if slots else ():
                natural = tuple(card for card in filled if card)
                wild = len(cards) - len(natural)
                for slot, pure in slots:
                    if not (pure and wild) and not (slot == RUNS and self._splits(filled)):
                        yield Meld(natural, wild, slot, opening, filled, suit, first)

    def _rows(self, suit: str) -> Iterator[tuple[int, list[Card]]]:
        """The rows that a run can lie in, by the first place, as far as there are cards for all places."""
        rules = self.heap.rules
        for first in range(ROUND):
            row: list[Card] = []
            missing = 0
            for place in range(first, min(first + rules.most[MeldKind.RUN], rules.reach)):
                self.budget.spend()
                row.append(rules.row[suit][place % ROUND])
                missing += not self._copies(row[-1])
                if missing > len(self.heap.pool):
                    break
                if len(row) >= rules.fewest[MeldKind.RUN] and self.lent in (None, *row):
                    yield first, list(row)

    def _slots(self, size: int, start: str) -> Iterator[tuple[int, bool]]:
        """What a run of this size and first rank counts as, and whether it has to be pure."""
        if self.aim.wants(RUNS):
            yield RUNS, False
        for at, special in enumerate(self.aim.special):
            if special.cards == size and (not special.starts or start in special.starts):
                yield FIRST_SPECIAL + at, special.pure

    def _splits(self, filled: Sequence[Card | None]) -> bool:
        """Whether two runs are as good as this one, where there may be any number of them."""
        fewest = self.heap.rules.fewest[MeldKind.RUN]
        if self.aim.is_named or self.heap.half or self.aim.melds is not None or self.lent:
            return False
        return any(any(filled[:at]) and any(filled[at:]) for at in range(fewest, len(filled) - fewest + 1))

    def _fillings(self, cards: Sequence[Card]) -> Iterator[tuple[Card | None, ...]]:
        """The ways to lay a row with natural cards, and wild ones (None) where they may be."""
        most = min(len(self.heap.pool), len(cards) // 2 if self.heap.half else len(cards) - 1)

        def fill(at: int, wild: int, done: tuple[Card | None, ...]) -> Iterator[tuple[Card | None, ...]]:
            self.budget.spend()
            if at == len(cards):
                yield done
                return
            if self._copies(cards[at]):
                yield from fill(at + 1, wild, (*done, cards[at]))
            if wild < most and cards[at] != self.lent and (self.heap.adjacent or not done or done[-1]):
                yield from fill(at + 1, wild + 1, (*done, None))

        too_few = sum(not self._copies(card) for card in cards) > most
        return iter(()) if too_few else fill(0, 0, ())
