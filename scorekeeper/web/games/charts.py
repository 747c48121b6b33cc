"""The chart of the running totals: its geometry, in units of the view box of the chart macro."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scorekeeper.services.games.queries.table import HandScores, SeatStanding
from scorekeeper.web.games.short_names import badges_of, short, width

WIDTH: Final = 360
LEFT: Final = 36
FARTHEST_RIGHT: Final = 286
TOP: Final = 10
# The height of the lines: at least so much, and so much for each player.
LOWEST: Final = 150
PER_PLAYER: Final = 40
LABEL_STEP: Final = 17
MOST_LETTERS: Final = 12
LETTER_HEIGHT: Final = 14
LABEL_GAP: Final = 7
# How far below the end of its line a label has its letters' feet.
DROP: Final = 4
TICK_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class Tick:
    """One horizontal line of the grid."""

    points: int
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals as a polyline; the label is beside its end without covering another.

    `label` is the name, cut if it is long, with the mark of a total that is not the end of the line because
    the player left; `colour` is that of its badge; `rings` is a path like `dots`, of the points after
    the first that the dot of a later line covers.
    """

    name: str
    label: str
    colour: int
    points: str
    end_x: float
    end_y: float
    label_y: float
    rings: str

    @property
    def label_moved(self) -> bool:
        """Whether another label keeps this one from the height of the end of its line."""
        return round(self.label_y - self.end_y, 1) != DROP

    @property
    def dots(self) -> str:
        """A path with a stroke of no length at each point, which round ends turn into a dot."""
        return _dots(self.points.split())


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart, in view-box units; fewest points are on top, like the leader of the standings."""

    width: int
    height: int
    left: int
    right: int
    ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]


def draw(seats: Sequence[SeatStanding], hands: Sequence[HandScores]) -> Chart:
    """The chart of running totals; `scores` of each hand in the order of `seats`, None where not played."""
    totals = [_totals(seat, index=index, hands=hands) for index, seat in enumerate(seats)]
    most = max((total for _, line in totals for total in line), default=0) or 1
    bottom = TOP + max(LOWEST, PER_PLAYER * len(seats))
    names = [seat.name for seat in seats]
    marks = badges_of(seats)
    shorter = short(names, most=MOST_LETTERS)
    texts = [f"{cut} †" if seat.posted else cut for cut, seat in zip(shorter, seats, strict=True)]
    right = _right(texts)
    across = (right - LEFT) / max(1, len(hands))

    def place(first: int, line: Sequence[int]) -> list[tuple[float, float]]:
        return [
            (round(LEFT + (first + step) * across, 1), round(TOP + total * (bottom - TOP) / most, 1))
            for step, total in enumerate(line)
        ]

    paths = [place(first, line) for first, line in totals]
    wanted = [path[-1][1] + DROP for path in paths]
    labels = _spread(wanted, lowest=bottom + 4)
    lines = tuple(
        Line(
            name,
            text,
            marks[name].colour,
            " ".join(map(_point, path)),
            *path[-1],
            label,
            _dots(_point(point) for point in path[1:] if any(point in later for later in paths[index + 1 :])),
        )
        for index, (name, text, path, label) in enumerate(zip(names, texts, paths, labels, strict=True))
    )
    ticks = tuple(Tick(points, round(TOP + points * (bottom - TOP) / most, 1)) for points in ticks_to(most))
    return Chart(WIDTH, bottom + TOP, LEFT, right, ticks, lines)


def _point(place: tuple[float, float]) -> str:
    return "{:g},{:g}".format(*place)


def _dots(points: Iterable[str]) -> str:
    return "".join(f"M{point}h0" for point in points)


def _totals(seat: SeatStanding, *, index: int, hands: Sequence[HandScores]) -> tuple[int, list[int]]:
    scores = [hand.scores[index] for hand in hands]
    played = [score.points for score in scores if score is not None]
    return seat.first_hand - 1, list(accumulate(played, initial=seat.start_score or 0))


def _right(names: Sequence[str]) -> int:
    """The right end of the lines, so that the longest name has room beside them."""
    broadest = max(map(width, names), default=0)
    return min(FARTHEST_RIGHT, int(WIDTH - LABEL_GAP - LETTER_HEIGHT * broadest))


def ticks_to(most: int) -> range:
    """Round numbers of points from 0 to at most `most`, five or six of them."""
    step = next((step for step in TICK_STEPS if most / step <= MOST_TICKS), TICK_STEPS[-1])
    return range(0, most + 1, step)


def _spread(wanted: Sequence[float], *, lowest: float) -> list[float]:
    """The wanted heights moved apart until no two labels touch, in their order, none below `lowest`."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    above = -LABEL_STEP + TOP + 4.0
    for index in order:
        above = placed[index] = max(wanted[index], above + LABEL_STEP)
    below = lowest + LABEL_STEP
    for index in reversed(order):
        below = placed[index] = min(placed[index], below - LABEL_STEP)
    return [round(height, 1) for height in placed]
