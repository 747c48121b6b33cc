"""The seasons of a league, and what one of them is set to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import Connection, bindparam, select

from scorekeeper.models import SeasonRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.ranking import Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.leagues.season_rows import ranking_of, table_sizes


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One season by name; `own` ones are set by organisers. `ends_on` is the first day after it."""

    name: str
    own: bool
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """How a season ranks; `sizes` are the numbers of players at its tables so far."""

    season: Season
    ranking: Ranking
    sizes: tuple[int, ...]


_SEASONS: Final = (
    select(SeasonRow.name, SeasonRow.own, SeasonRow.starts_on, SeasonRow.ends_on)
    .where(SeasonRow.league_id == bindparam("league_id"))
    .order_by(SeasonRow.starts_on.desc(), SeasonRow.name)
)
_ONE: Final = select(SeasonRow.__table__).where(
    SeasonRow.league_id == bindparam("league_id"), SeasonRow.name == bindparam("name")
)


def season_lines(league_id: int) -> tuple[SeasonLine, ...]:
    """All seasons of a league, newest first."""
    with reading() as connection:
        return read_seasons(connection, league_id)


def read_seasons(connection: Connection, league_id: int) -> tuple[SeasonLine, ...]:
    """All seasons of a league, newest first, read on this connection."""
    return tuple(SeasonLine(*row) for row in connection.execute(_SEASONS, {"league_id": league_id}))


def current(seasons: Sequence[SeasonLine], *, day: date) -> SeasonLine | None:
    """The season of that day: one that was set before a calendar year; else the newest that has begun."""
    on = [season for season in seasons if season.starts_on <= day < season.ends_on]
    begun = [season for season in seasons if season.starts_on <= day]
    return next((season for season in on if season.own), next(iter(on or begun or seasons), None))


def season_settings(league_id: int, name: str) -> SeasonSettings | None:
    """What a season is set to; None if the league has none of that name."""
    with reading() as connection:
        row = connection.execute(_ONE, {"league_id": league_id, "name": name}).mappings().first()
        if row is None:
            return None
        sizes = tuple(sorted(table_sizes(connection, row["id"])))
    season = Season(row["name"], row["starts_on"], row["ends_on"], row["own"])
    return SeasonSettings(season, ranking_of(row), sizes)
