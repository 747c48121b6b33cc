"""The row of a season: the days and the ranking that it holds, and that it is closed."""

from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Row

from scorekeeper.models import SeasonRow
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.leagues.ranking import Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.codec import dumps


def season_of(row: SeasonRow | Row[*tuple[Any, ...]]) -> Season:
    """The name and the days that a season's row holds."""
    return Season(row.name, row.starts_on, row.ends_on, row.own)


def ranking_of(row: SeasonRow | Row[*tuple[Any, ...]], *, wins: Wins = Wins.LOWEST) -> Ranking:
    """How the season of this row ranks its players, in a league where this total `wins`."""
    return replace(msgspec.json.decode(row.ranking, type=Ranking), wins=wins)


def stored_ranking(ranking: Ranking) -> dict[str, Any]:
    """A ranking as JSON has it; which total wins is the league's."""
    values = msgspec.to_builtins(ranking, str_keys=True)
    return {name: value for name, value in sorted(values.items()) if name != "wins"}


def ranking_text(ranking: Ranking) -> str:
    """The text of a ranking in a season's row."""
    return dumps(stored_ranking(ranking))


def refuse_closed(row: SeasonRow) -> None:
    """Refuse (StateViolation) what changes a closed season."""
    if row.closed_at is not None:
        raise StateViolation(Fault(FaultCode.SEASON_CLOSED, "", values=(("name", row.name),)))
