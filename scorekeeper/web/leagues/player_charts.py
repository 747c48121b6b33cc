"""Where the form curve and the bars of finishing places lie, in units of their view boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from scorekeeper.rules.results import Result
from scorekeeper.web.games.charts import LEFT, TOP, WIDTH, Tick, ticks_to

MOST_GAMES: Final = 20
_RIGHT: Final = WIDTH - 10
_CURVE: Final = 130
_BARS: Final = 90
_STEP: Final = 44
_FEWEST: Final = 4


class Played(Protocol):
    """A game of one player, in a league or not."""

    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class Dot:
    """One game on the curve; `posted`: its total was posted by 8.3."""

    x: float
    y: float
    posted: bool


@dataclass(frozen=True, slots=True)
class Form:
    """The totals of the last games, oldest on the left, fewest points on top."""

    width: int
    height: int
    left: int
    right: int
    ticks: tuple[Tick, ...]
    points: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a player finished on one place."""

    place: int
    games: int
    x: float
    y: float
    width: float
    height: float
    middle: float


@dataclass(frozen=True, slots=True)
class Places:
    """All places up to the worst one."""

    width: int
    height: int
    floor: int
    bars: tuple[Bar, ...]


def draw_form(games: Sequence[Played]) -> Form:
    """The curve of the newest of these games; `games` newest first."""
    latest = games[:MOST_GAMES][::-1]
    most = max((game.result.total for game in latest), default=0) or 1
    across = (_RIGHT - LEFT - 10) / max(1, len(latest) - 1)

    def height(points: int) -> float:
        return round(TOP + points * _CURVE / most, 1)

    dots = tuple(
        Dot(round(LEFT + 5 + place * across, 1), height(game.result.total), game.result.posted)
        for place, game in enumerate(latest)
    )
    return Form(
        WIDTH,
        _CURVE + 2 * TOP,
        LEFT,
        _RIGHT,
        tuple(Tick(points, height(points)) for points in ticks_to(most)),
        " ".join(f"{dot.x:g},{dot.y:g}" for dot in dots),
        dots,
    )


def draw_places(games: Sequence[Played]) -> Places:
    """A bar for each place from the first to the worst of these games."""
    times = Counter(game.result.rank for game in games)
    worst, most = max(times, default=1), max(times.values(), default=1)
    floor = TOP + 12 + _BARS
    bars = []
    for place in range(1, worst + 1):
        height = round(times[place] * _BARS / most, 1)
        x = (place - 1) * _STEP + 2
        bars.append(
            Bar(
                place,
                times[place],
                x,
                round(floor - height, 1),
                _STEP - 4,
                height,
                x + _STEP / 2 - 2,
            )
        )
    return Places(_STEP * max(_FEWEST, worst), floor + 20, floor, tuple(bars))
