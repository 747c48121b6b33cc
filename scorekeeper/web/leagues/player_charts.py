"""The form curve, in units of its view box, and the bars of finishing places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.web.games.charts import LEFT, TOP, WIDTH, Scale, Tick

MOST_GAMES: Final = 20
_RIGHT: Final = WIDTH - 10
_CURVE: Final = 130


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
    """The totals of the last games, oldest on the left, the best total on top."""

    width: int
    height: int
    left: int
    right: int
    ticks: tuple[Tick, ...]
    points: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a player finished on one place; `percent` is of the longest bar."""

    place: int
    games: int
    percent: float


def draw_form(games: Sequence[Played], *, wins: Wins = Wins.LOWEST) -> Form:
    """The curve of the newest of these games; `games` newest first."""
    latest = games[:MOST_GAMES][::-1]
    scale = Scale.of((game.result.total for game in latest), wins=wins, tall=_CURVE)
    across = (_RIGHT - LEFT - 10) / max(1, len(latest) - 1)

    dots = tuple(
        Dot(round(LEFT + 5 + place * across, 1), scale.height(game.result.total), game.result.posted)
        for place, game in enumerate(latest)
    )
    return Form(
        WIDTH,
        _CURVE + 2 * TOP,
        LEFT,
        _RIGHT,
        scale.ticks,
        " ".join(f"{dot.x:g},{dot.y:g}" for dot in dots),
        dots,
    )


def draw_places(games: Sequence[Played]) -> tuple[Bar, ...]:
    """A bar for each place from the first to the worst of these games."""
    times = Counter(game.result.rank for game in games)
    most = max(times.values(), default=1)
    return tuple(
        Bar(place, times[place], round(100 * times[place] / most, 1))
        for place in range(1, max(times, default=0) + 1)
    )
