"""The form curve: the latest totals of a player, in units of the view box of its macro."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.web.games.charts import LEFT, WIDTH, Scale, Tick

MOST_GAMES: Final = 20
_MARGIN: Final = 5
_RIGHT: Final = WIDTH - 10
_TALL: Final = 130


@dataclass(frozen=True, slots=True)
class FormCurve:
    """The totals of the last games as points "x,y", oldest on the left, the best total on top."""

    ticks: tuple[Tick, ...]
    points: tuple[str, ...]


def draw_curve(results: Iterable[Result], *, wins: Wins) -> FormCurve:
    """The curve of the newest of these results, which are newest first."""
    totals = [result.total for result in islice(results, MOST_GAMES)][::-1]
    scale = Scale.of(totals, wins=wins, tall=_TALL)
    across = (_RIGHT - LEFT - 2 * _MARGIN) / max(1, len(totals) - 1)
    return FormCurve(
        scale.ticks,
        tuple(
            f"{LEFT + _MARGIN + place * across:.4g},{scale.height(total):g}"
            for place, total in enumerate(totals)
        ),
    )
