"""The form curve: the latest totals of a player, in units of the view box of its macro."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.web.games.charts import LEFT, WIDTH, Scale, Tick

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

    ticks: tuple[Tick, ...]
    dots: tuple[Dot, ...]


def draw_form(games: Sequence[Played], *, wins: Wins) -> Form:
    """The curve of the newest of these games; `games` newest first."""
    latest = [game.result for game in games[:MOST_GAMES]][::-1]
    scale = Scale.of((result.total for result in latest), wins=wins, tall=_CURVE)
    across = (_RIGHT - LEFT - 10) / max(1, len(latest) - 1)
    dots = (
        Dot(round(LEFT + 5 + place * across, 1), scale.height(result.total), result.posted)
        for place, result in enumerate(latest)
    )
    return Form(scale.ticks, tuple(dots))
