"""The first page of a league: its table, its last games and what is played tonight."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select

from scorekeeper.models import NightRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.services.leagues.queries.games import LeagueGame, State, newest, of_night
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import (
    SeasonStandings,
    current,
    season_rows,
    season_standings,
)
from scorekeeper.services.leagues.season_rows import season_of

LAST_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class Tonight:
    """A night that is open now, with its tables."""

    closes_at: datetime
    games: tuple[LeagueGame, ...]


@dataclass(frozen=True, slots=True)
class LeagueHome:
    """What goes on in a league. `seasons` newest first; `standings` of the one that is on, or the last.

    `next_night` is when the next planned night opens.
    """

    seasons: tuple[Season, ...]
    standings: SeasonStandings | None
    games: tuple[LeagueGame, ...]
    running: tuple[LeagueGame, ...]
    tonight: Tonight | None
    next_night: datetime | None


_OPEN: Final = (
    select(NightRow.id, NightRow.closes_at)
    .where(
        NightRow.league_id == bindparam("league_id"),
        NightRow.ended_at.is_(None),
        NightRow.opened_at <= bindparam("now"),
        NightRow.closes_at > bindparam("now"),
    )
    .order_by(NightRow.opened_at.desc())
    .limit(1)
)
_NEXT: Final = select(func.min(NightRow.opened_at)).where(
    NightRow.league_id == bindparam("league_id"),
    NightRow.ended_at.is_(None),
    NightRow.opened_at > bindparam("now"),
)


def league_home(league: LeagueHead, *, now: datetime) -> LeagueHome:
    """The first page of a league at this moment."""
    with reading() as connection:
        seasons = tuple(map(season_of, season_rows(connection, league.id)))
        moment = {"league_id": league.id, "now": now}
        night = connection.execute(_OPEN, moment).first()
        next_night = connection.scalar(_NEXT, moment)
        tonight = night and Tonight(night.closes_at, of_night(connection, league.id, night=night.id))
        games = newest(connection, league.id, state=State.COUNTED, most=LAST_GAMES)
        running = newest(connection, league.id, state=State.RUNNING, most=LAST_GAMES)
    season = current(seasons, day=local_day(now, time_zone=league.time_zone))
    shown = {game.id for game in tonight.games} if tonight else set()
    return LeagueHome(
        seasons=seasons,
        standings=None if season is None else season_standings(league.id, season.name),
        games=tuple(game for game in games if game.id not in shown),
        running=tuple(game for game in running if game.id not in shown),
        tonight=tonight,
        next_night=next_night,
    )
