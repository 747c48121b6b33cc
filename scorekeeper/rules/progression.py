"""Who deals and who plays first (clauses 2.2, 2.2a, 2.5, 8.6a)."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def next_seat(order: Sequence[int], *, after: int, playing: Collection[int]) -> int:
    """The next seat clockwise that is still in the game; `after` itself comes last.

    ValueError when nobody plays.
    """
    start = order.index(after)
    for number in (*order[start + 1 :], *order[: start + 1]):
        if number in playing:
            return number
    raise ValueError("nobody is playing")


def dealer(order: Sequence[int], *, first: int, last: int | None, playing: Collection[int]) -> int:
    """The dealer of the next hand: `first` for hand 1, else the seat after the `last` dealer (2.2, 2.2a).

    Nothing moves while a hand is played again, because its void attempt leaves `last` alone (8.6a).
    """
    if last is None:
        return first if first in playing else next_seat(order, after=first, playing=playing)
    return next_seat(order, after=last, playing=playing)
