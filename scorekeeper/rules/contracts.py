"""The seven hands and what each asks for (clause 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CARDS_PER_SET: Final = 3
CARDS_PER_RUN: Final = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds one hand asks for."""

    number: int
    sets: int
    runs: int

    @property
    def fewest_cards(self) -> int:
        """Fewest cards that open, from the smallest set (3.1) and run (3.2)."""
        return CARDS_PER_SET * self.sets + CARDS_PER_RUN * self.runs


CONTRACTS: Final = tuple(
    Contract(number, sets, runs)
    for number, (sets, runs) in enumerate(((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)), start=1)
)
LAST_HAND: Final = len(CONTRACTS)


def contract(number: int) -> Contract:
    """The contract of hand 1 to 7; IndexError outside."""
    if not 1 <= number <= LAST_HAND:
        raise IndexError(number)
    return CONTRACTS[number - 1]
