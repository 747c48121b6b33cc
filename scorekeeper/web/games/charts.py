"""The chart of the running totals: its geometry, in units of the view box of the chart macro."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain
from math import ceil, floor
from textwrap import shorten
from typing import Final

from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.games.queries.table import HandScores, SeatStanding
from scorekeeper.web.games.badges import badges_of

WIDTH: Final = 360
LEFT: Final = 36
FARTHEST_RIGHT: Final = 286
TOP: Final = 10
# The height of the lines: at least so much, and so much for each player.
LOWEST: Final = 150
PER_PLAYER: Final = 40
LABEL_STEP: Final = 17
MOST_LETTERS: Final = 12
LETTER_WIDTH: Final = 10
LABEL_GAP: Final = 7
# How far below the end of its line a label has its letters' feet.
DROP: Final = 4
TICK_STEPS: Final = tuple(10**zeros * step for zeros in range(1, 5) for step in (1, 2, 5))
MOST_TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player's totals as a line of points "x,y", whose label stands beside its end and covers no other.

    `label` is the name, cut if it is long, with the mark of a total that is not the end of the line because
    the player left; `colour` is that of its badge. `is_over`: who left, labelled beside the posted
    total, or below the others if there is none.
    """

    name: str
    label: str
    colour: int
    points: tuple[str, ...]
    label_y: float
    is_over: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart, in view-box units; the best total is on top, like the leader of the standings.

    `ticks` are the horizontal lines of the grid: how far down each number of points is.
    """

    width: int
    height: int
    left: int
    right: int
    ticks: Mapping[int, float]
    lines: tuple[ChartLine, ...]


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
        return round(TOP + float(Fraction(below * self.tall) / (self.highest - self.lowest)))

    @property
    def ticks(self) -> dict[int, float]:
        """Round numbers of points within the scale with their heights, 0 among them, six of them at most."""
        span = self.highest - self.lowest
        step = next((step for step in TICK_STEPS if span / step <= MOST_TICKS), TICK_STEPS[-1])
        within = range(ceil(Fraction(self.lowest) / step), floor(Fraction(self.highest) / step) + 1)
        return {step * times: self.height(step * times) for times in within}


def draw_chart(
    seats: Sequence[SeatStanding], hands: Sequence[HandScores], *, wins: Wins = Wins.LOWEST
) -> Chart:
    """The chart of running totals; `scores` of each hand in the order of `seats`, None where not played."""
    totals = [_totals(seat, index=index, hands=hands) for index, seat in enumerate(seats)]
    finals = [seat.total if seat.posted else line[-1] for seat, line in zip(seats, totals, strict=True)]
    # A posted total is far below the others, which keep the room that they need.
    rows = len(seats) + 2 * any(seat.posted for seat in seats)
    bottom = TOP + max(LOWEST, PER_PLAYER * rows)
    scale = Scale.of(chain(finals, *totals), wins=wins, tall=bottom - TOP)
    marks, names = badges_of(seats), [short_name(seat.name) for seat in seats]
    # Names that are the same when cut are told apart by their badges.
    labels = [
        (marks[seat.name].text if names.count(name) > 1 else name) + " †" * seat.posted
        for seat, name in zip(seats, names, strict=True)
    ]
    right = min(FARTHEST_RIGHT, WIDTH - LABEL_GAP - LETTER_WIDTH * max(map(len, labels), default=0))
    across = (right - LEFT) / max(1, len(hands))
    gone = [seat.left_after is not None for seat in seats]
    ends = [
        bottom + 1 if over and not seat.posted else scale.height(final)
        for seat, over, final in zip(seats, gone, finals, strict=True)
    ]
    feet = _spread([end + DROP for end in ends], lowest=bottom + DROP)
    lines = (
        ChartLine(
            seat.name,
            label,
            marks[seat.name].colour,
            tuple(
                f"{LEFT + place * across:.0f},{scale.height(total):g}"
                for place, total in enumerate(line, start=seat.first_hand - 1)
            ),
            foot,
            over,
        )
        for seat, label, line, foot, over in zip(seats, labels, totals, feet, gone, strict=True)
    )
    return Chart(WIDTH, bottom + TOP, LEFT, right, scale.ticks, tuple(lines))


def _totals(seat: SeatStanding, *, index: int, hands: Sequence[HandScores]) -> list[Exact]:
    """The start score of a seat and its total after each hand that it played."""
    scores = [hand.scores[index] for hand in hands]
    start: Exact = seat.start_score or 0
    return list(accumulate((score.points for score in scores if score is not None), initial=start))


def short_name(name: str, most: int = MOST_LETTERS) -> str:
    """The name in so many letters, cut to whole words if it can be."""
    if len(name) <= most:
        return name
    words = shorten(name, most, placeholder="", break_long_words=False)
    return words.rstrip("-") or f"{name[: most - 1]}…"


def longest_word(names: str) -> int:
    """The letters of the longest part that stays on one line; names break at spaces and hyphens."""
    return max(map(len, names.replace("-", " ").split()), default=0)


def _spread(heights: Sequence[float], *, lowest: float) -> list[float]:
    """The wanted heights moved apart until no two labels touch, in their order, none below `lowest`."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = [0.0] * len(heights)
    above = -LABEL_STEP + TOP + 4.0
    for index in order:
        above = placed[index] = max(heights[index], above + LABEL_STEP)
    below = lowest + LABEL_STEP
    for index in reversed(order):
        below = placed[index] = min(placed[index], below - LABEL_STEP)
    return [round(height, 1) for height in placed]
