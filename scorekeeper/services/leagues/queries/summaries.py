"""What the list of leagues says of each: who leads its season, and when its next night is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, RowMapping, bindparam, case, func, select

from scorekeeper.models import NightRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.leaders import lead_of
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.leagues.queries.leagues import LeagueLine
from scorekeeper.services.leagues.queries.seasons import current, season_rows, standings_of
from scorekeeper.services.leagues.season_rows import season_of


@dataclass(frozen=True, slots=True)
class LeagueSummary:
    """Who leads the season of a league, whether a night is open, else when the next one opens."""

    leaders: tuple[str, ...]
    is_open: bool
    next_night: datetime | None


_AHEAD: Final = (
    select(
        NightRow.league_id,
        func.max(case((NightRow.opened_at <= bindparam("now"), 1), else_=0)),
        func.min(case((NightRow.opened_at > bindparam("now"), NightRow.opened_at))),
    )
    .where(
        NightRow.league_id.in_(bindparam("leagues", expanding=True)),
        NightRow.ended_at.is_(None),
        NightRow.closes_at > bindparam("now"),
    )
    .group_by(NightRow.league_id)
)


def summaries(leagues: Sequence[LeagueLine], *, now: datetime) -> dict[int, LeagueSummary]:
    """The summaries of these leagues, by their ids."""
    sought = {"leagues": [league.id for league in leagues], "now": now}
    with reading() as connection:
        nights = {row[0]: (bool(row[1]), row[2]) for row in connection.execute(_AHEAD, sought)}
        played = [league for league in leagues if league.games]
        rows = season_rows(connection, *(league.id for league in played))
        leaders = {league.id: _leaders(connection, league, rows, now=now) for league in played}
    return {
        league.id: LeagueSummary(leaders.get(league.id, ()), *nights.get(league.id, (False, None)))
        for league in leagues
    }


def _leaders(
    connection: Connection, league: LeagueLine, rows: Sequence[RowMapping], *, now: datetime
) -> tuple[str, ...]:
    seasons = {season_of(row): row for row in rows if row["league_id"] == league.id}
    season = current(tuple(seasons), day=local_day(now, time_zone=league.time_zone))
    standings = None if season is None else standings_of(connection, seasons[season])
    lead = None if standings is None else lead_of(standings.lines)
    if standings is None or lead is None:
        return ()
    return tuple(standings.people[line.player].name for line in lead.leaders)
