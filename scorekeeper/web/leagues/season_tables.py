"""The lines of a season's table in the order and with the names that somebody asks for. Ranks stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from scorekeeper.rules.leagues.ranking import Line
from scorekeeper.rules.names import folded
from scorekeeper.services.leagues.queries.roster import matches
from scorekeeper.services.leagues.queries.standings import SeasonStandings

_LAST: Final = float("inf")

# In the order in which they are offered; the first one is how the table comes.
SORTS: Final[Mapping[str, Callable[[Line], Any] | None]] = {
    "rank": None,
    "name": None,
    "games": lambda line: -line.tally.games,
    "won": lambda line: -line.tally.won,
    "average": lambda line: line.tally.average_total,
    "best": lambda line: _LAST if line.tally.best is None else line.tally.best,
    "hand": lambda line: _LAST if line.tally.average_per_hand is None else line.tally.average_per_hand,
    "outs": lambda line: -line.tally.outs,
    "beaten": lambda line: -line.tally.share_beaten,
    "streak": lambda line: -line.tally.streak,
}


def shown(table: SeasonStandings, *, sort: str, sought: str) -> tuple[Line, ...]:
    """The lines whose names contain `sought`, best first by `sort`; equal ones as the season ranks them."""
    lines = [line for line in table.lines if matches(table.people[line.player].name, sought)]
    key = SORTS[sort]
    if sort == "name":
        lines.sort(key=lambda line: folded(table.people[line.player].name))
    elif key is not None:
        lines.sort(key=key)
    return tuple(lines)
