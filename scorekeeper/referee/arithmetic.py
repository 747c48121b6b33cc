"""What of a ruling is reckoned and not looked up: claims in order, points, the cards to hold (5.2, 8, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorekeeper.rules.cards import MISSING_CARD_POINTS
from scorekeeper.rules.incomplete import sum_of_two_highest
from scorekeeper.rules.names import key

CARDS_FOR_A_MAY_I: Final = 2


def claims_in_order(seats: Sequence[str], *, in_turn: str, claimants: Sequence[str]) -> tuple[str, ...]:
    """The claimants as they sit from the left of the player in turn; the first one gets the card (5.2).

    `seats` are in seating order, clockwise, and hold `in_turn` and every claimant.
    """
    at_table = [(key(name), name) for name in seats]
    turn = [own for own, _ in at_table].index(key(in_turn))
    wanting = {key(name) for name in claimants}
    return tuple(name for own, name in (*at_table[turn + 1 :], *at_table[:turn]) if own in wanting)


def charge_for_missing(cards: int) -> int:
    """Points for so many missing cards (12.5)."""
    return MISSING_CARD_POINTS * cards


def two_highest(values: Sequence[int]) -> int:
    """The sum of the two highest of at least two values (8.3, 8.5)."""
    posted = sum_of_two_highest(values)
    if posted is None:
        raise ValueError("fewer than two values")
    return posted


def cards_to_hold(*, dealt: int, may_is: int, laid: int) -> int:
    """How many cards a player should hold before the draw; one more after it (12.7a)."""
    return dealt + CARDS_FOR_A_MAY_I * may_is - laid
