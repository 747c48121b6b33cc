"""The cards of a heap, counted: natural cards, wild ones, and what each is worth to lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.cards import Card
from scorekeeper.rules.heap.spans import WHOLE_SUIT, Shape
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.melds.readings import read_run, read_set
from scorekeeper.rules.rulesets.ruleset import JOKER

# No heap is larger: a point outweighs all its cards.
_POINT = 1 << 10


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld as it is laid; `stands_for` names what the wild cards stand for, as in `melds.Reading`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    stands_for: tuple[tuple[int, Card], ...]


class Heap:
    """A heap, by the dearest cards first.

    `pool` are its wild cards, `own_place` how many of each of them may count as natural in their own place.
    The weight of a card is its points, and after them the card itself.
    """

    def __init__(self, cards: Sequence[Card], rules: MeldRules) -> None:
        self.rules, self.ruleset = rules, rules.rules
        points = self.ruleset.points or {}
        values = {rank: points[key] for key, ranks in self.ruleset.classes.items() for rank in ranks}
        self.points = {rank: values.get(rank, 0) for rank in (*rules.place, JOKER)}
        self.weights = {rank: worth * _POINT + 1 for rank, worth in self.points.items()}
        self.cards = sorted(cards, key=lambda card: (-self.points[card.rank], card.rank, card.suit))
        self.pool = [card for card in self.cards if card in rules.wild]
        self.naturals = Counter(card for card in self.cards if card not in rules.wild)
        self.own_place = Counter(card for card in self.pool if card.suit and self.ruleset.wild.in_place)
        self.by_rank = _by_rank(self.naturals)
        self.own_by_rank = _by_rank(self.own_place)
        self.weight = sum(self.weights[card.rank] for card in self.cards)
        self.half = self.ruleset.wild.most == "half"
        self.adjacent = self.ruleset.wild.adjacent

    @property
    def shape(self) -> Shape:
        """What runs may be, except those round the corner."""
        runs = self.ruleset.runs
        return Shape(
            fewest=runs.fewest,
            most=self.rules.most[MeldKind.RUN],
            half=self.half,
            adjacent=self.adjacent,
            last=WHOLE_SUIT + (runs.ace == "high-or-low"),
        )

    @property
    def set_need(self) -> int:
        """The fewest natural cards of a set that has any."""
        size = self.ruleset.sets.fewest
        if self.half:
            return -(-size // 2)
        return 1 if self.adjacent else max(1, size // 2)

    def points_of(self, cards: Sequence[Card]) -> int:
        """The points of cards held."""
        return sum(self.points[card.rank] for card in cards)

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


def _by_rank(cards: Counter[Card]) -> Counter[str]:
    ranks: Counter[str] = Counter()
    for card, number in cards.items():
        ranks[card.rank] += number
    return ranks
