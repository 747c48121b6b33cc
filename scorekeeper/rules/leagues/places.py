"""Points for places: the lists for each number of players, and how equal totals share them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.leagues.results import PARTS

Points = tuple[int, ...]
PlacePoints = Mapping[int, Points]

# Best place first, by the number of players.
PRESETS: Final[PlacePoints] = {3: (10, 6, 2), 4: (11, 7, 4, 2), 5: (12, 8, 5, 3, 2)}
MOST_POINTS: Final = 1_000


def points_of(points: Points, *, rank: int, sharers: int) -> Fraction:
    """What a place is worth: whoever shares it gets an equal part of the points of all places taken up."""
    return Fraction(points_in_parts(points, rank=rank, sharers=sharers), PARTS)


@cache
def points_in_parts(points: Points, *, rank: int, sharers: int) -> int:
    """The same as a whole number of `PARTS`."""
    return sum(points[rank - 1 : rank - 1 + sharers]) * (PARTS // sharers)


def place_faults(lists: PlacePoints) -> Iterator[Fault]:
    """Everything that makes lists unusable; a pointer is `/place_points/<players>`."""
    for seats, points in lists.items():
        pointer = f"/place_points/{seats}"
        if len(points) != seats or not all(0 <= number <= MOST_POINTS for number in points):
            yield Fault(
                FaultCode.PLACE_POINTS_UNREADABLE, pointer, values=(("players", seats), ("most", MOST_POINTS))
            )
        elif _rises(points):
            yield Fault(FaultCode.PLACE_POINTS_RISING, pointer)


def _rises(points: Sequence[int]) -> bool:
    return any(worse > better for better, worse in pairwise(points))
