"""The chart of the running totals: its geometry, in units of the view box of the chart macro."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from typing import Final

from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
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
TICK_STEPS: Final = tuple(10**zeros * step for zeros in range(1, 5) for step in (1, 2, 5))
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
    """A whole chart, in view-box units; the best total is on top, like the leader of the standings."""

    width: int
    height: int
    left: int
    right: int
    ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Heights of totals over `tall` units: those from the lowest to the highest, and 0; the best on top."""

    lowest: Exact
    highest: Exact
    wins: Wins
    tall: int

    @classmethod
    def of(cls, totals: Iterable[Exact], *, wins: Wins, tall: int) -> Scale:
        """The scale on which all of these totals can be drawn."""
        seen = (0, *totals)
        lowest, highest = min(seen), max(seen)
        return cls(lowest, highest if highest > lowest else lowest + 1, wins, tall)

    def height(self, total: Exact) -> float:
        """The distance from the top of the chart, rounded only here."""
        below = total - self.lowest if self.wins is Wins.LOWEST else self.highest - total
        return round(TOP + float(Fraction(below * self.tall) / (self.highest - self.lowest)), 1)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Round numbers of points within the scale, 0 among them, six of them at most."""
        span = self.highest - self.lowest
        step = next((step for step in TICK_STEPS if span / step <= MOST_TICKS), TICK_STEPS[-1])
        within = range(ceil(Fraction(self.lowest) / step), floor(Fraction(self.highest) / step) + 1)
        return tuple(Tick(step * times, self.height(step * times)) for times in within)


def draw(seats: Sequence[SeatStanding], hands: Sequence[HandScores], *, wins: Wins = Wins.LOWEST) -> Chart:
    """The chart of running totals; `scores` of each hand in the order of `seats`, None where not played."""
    totals = [_totals(seat, index=index, hands=hands) for index, seat in enumerate(seats)]
    bottom = TOP + max(LOWEST, PER_PLAYER * len(seats))
    scale = Scale.of((total for _, line in totals for total in line), wins=wins, tall=bottom - TOP)
    names = [seat.name for seat in seats]
    marks = badges_of(seats)
    shorter = short(names, most=MOST_LETTERS)
    texts = [f"{cut} †" if seat.posted else cut for cut, seat in zip(shorter, seats, strict=True)]
    right = _right(texts)
    across = (right - LEFT) / max(1, len(hands))

    def place(first: int, line: Sequence[Exact]) -> list[tuple[float, float]]:
        return [
            (round(LEFT + (first + step) * across, 1), scale.height(total)) for step, total in enumerate(line)
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
    return Chart(WIDTH, bottom + TOP, LEFT, right, scale.ticks, lines)


def _point(place: tuple[float, float]) -> str:
    return "{:g},{:g}".format(*place)


def _dots(points: Iterable[str]) -> str:
    return "".join(f"M{point}h0" for point in points)


def _totals(seat: SeatStanding, *, index: int, hands: Sequence[HandScores]) -> tuple[int, list[Exact]]:
    scores = [hand.scores[index] for hand in hands]
    played = (score.points for score in scores if score is not None)
    start: Exact = seat.start_score or 0
    return seat.first_hand - 1, list(accumulate(played, initial=start))


def _right(names: Sequence[str]) -> int:
    """The right end of the lines, so that the longest name has room beside them."""
    broadest = max(map(width, names), default=0)
    return min(FARTHEST_RIGHT, int(WIDTH - LABEL_GAP - LETTER_HEIGHT * broadest))


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
