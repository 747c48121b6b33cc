"""The points of cards, the pack, and the cards that a player still holds (clauses 2.1, 7.1, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice, repeat
from typing import Final


class CardValue(StrEnum):
    """The four values of 7.1, named as a scorer says them."""

    LOW = "2-9"
    TEN = "10-K"
    ACE = "A"
    JOKER = "joker"


POINTS: Final = {CardValue.LOW: 5, CardValue.TEN: 10, CardValue.ACE: 20, CardValue.JOKER: 50}
PER_DECK: Final = {CardValue.LOW: 32, CardValue.TEN: 16, CardValue.ACE: 4, CardValue.JOKER: 2}
POINTS_PER_DECK: Final = sum(POINTS[value] * number for value, number in PER_DECK.items())
CARDS_PER_DECK: Final = sum(PER_DECK.values())
JOKERS_PER_DECK: Final = PER_DECK[CardValue.JOKER]
MISSING_CARD_POINTS: Final = 10


@dataclass(frozen=True, slots=True)
class HeldCards:
    """How many cards of each value one player still holds."""

    low: int = 0
    ten: int = 0
    ace: int = 0
    joker: int = 0

    def by_value(self) -> dict[CardValue, int]:
        """Numbers of cards, in the order of 7.1."""
        return dict(zip(CardValue, (self.low, self.ten, self.ace, self.joker), strict=True))

    @property
    def count(self) -> int:
        return sum(self.by_value().values())

    @property
    def points(self) -> int:
        """Penalty points by 7.1."""
        return sum(POINTS[value] * number for value, number in self.by_value().items())


def most_points(cards: int, *, decks: int) -> int:
    """The points of so many cards of the pack, if they are its dearest ones (2.1, 7.1)."""
    dearest = sorted(CardValue, key=lambda value: POINTS[value], reverse=True)
    pack = chain.from_iterable(repeat(POINTS[value], PER_DECK[value] * decks) for value in dearest)
    return sum(islice(pack, cards))


def decks_for(players: int) -> int:
    """Decks for so many players: half of them, rounded up, never fewer than two (2.1a)."""
    return max(2, (players + 1) // 2)
