"""What goes on in leagues: the first page of one, its nights and their tables, and who leads each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, case, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, NightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules import names
from scorekeeper.rules.game import Status
from scorekeeper.rules.leagues.ranking import lead_of
from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.services.leagues.night_addresses import ahead
from scorekeeper.services.leagues.queries.games import LeagueGame, State, newest, of_night
from scorekeeper.services.leagues.queries.leagues import LeagueHead, LeagueLine
from scorekeeper.services.leagues.queries.seasons import (
    SeasonStandings,
    current,
    season_rows,
    season_standings,
    shown,
    standings_of,
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
    """What goes on in a league: `standings` of the season that is on, or of the last in which a game counts.

    `next_night` is when the next planned night opens.
    """

    season: Season | None
    standings: SeasonStandings | None
    games: tuple[LeagueGame, ...]
    running: tuple[LeagueGame, ...]
    tonight: Tonight | None
    next_night: datetime | None


def league_home(league: LeagueHead, *, now: datetime) -> LeagueHome:
    """The first page of a league at this moment."""
    with reading() as session:
        seasons = season_rows(session, league.id)
        nights = ahead(league.id, now=now)
        night = next((night for night in reversed(nights) if night.is_open(now)), None)
        tables = () if night is None else of_night(session, league.id, night=night.id)
        games = newest(session, league.id, state=State.COUNTED, most=LAST_GAMES)
        running = newest(session, league.id, state=State.RUNNING, most=LAST_GAMES)
    today = local_day(now, time_zone=league.time_zone)
    season = shown(seasons, day=today)
    at_tables = {game.id for game in tables}
    return LeagueHome(
        season=current(seasons, day=today),
        standings=None if season is None else season_standings(league.id, season.name, today=today),
        games=tuple(game for game in games if game.id not in at_tables),
        running=tuple(game for game in running if game.id not in at_tables),
        tonight=None if night is None else Tonight(night.closes_at, tables),
        next_night=next((night.opened_at for night in nights if night.is_planned(now)), None),
    )


@dataclass(frozen=True, slots=True)
class NightLine:
    """One night in a list; `over_at` is when it ended or will, before it opened if it was cancelled."""

    key: str
    opened_at: datetime
    over_at: datetime
    tables: int

    @property
    def cancelled(self) -> bool:
        return self.over_at < self.opened_at


_PLAYING: Final = (
    select(SeatRow.name)
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .where(
        LeagueGameRow.night_id == bindparam("night_id"),
        LeagueGameRow.struck_at.is_(None),
        GameRow.status == Status.PLAYING.value,
        GameRow.deleted_at.is_(None),
        SeatRow.left_after.is_(None),
    )
)
_NIGHTS: Final = (
    select(
        NightRow.key,
        NightRow.opened_at,
        func.coalesce(NightRow.ended_at, NightRow.closes_at),
        func.count(GameRow.id),
    )
    .outerjoin(LeagueGameRow, LeagueGameRow.night_id == NightRow.id)
    .outerjoin(GameRow, (GameRow.id == LeagueGameRow.game_id) & GameRow.deleted_at.is_(None))
    .where(NightRow.league_id == bindparam("league_id"))
    .group_by(NightRow.id, NightRow.key, NightRow.opened_at, NightRow.ended_at, NightRow.closes_at)
    .order_by(NightRow.opened_at.desc(), NightRow.id.desc())
    .limit(100)
)


def tables_of(league_id: int, night_id: int) -> tuple[LeagueGame, ...]:
    """The tables of a night in the order in which they began, struck ones too."""
    with reading() as session:
        return of_night(session, league_id, night=night_id, struck=True)[::-1]


def playing_now(night_id: int) -> frozenset[str]:
    """Who sits at a table of the night that is being played, as `names.key` knows a name."""
    with reading() as session:
        return frozenset(map(names.key, session.scalars(_PLAYING, {"night_id": night_id})))


def night_lines(league_id: int) -> tuple[NightLine, ...]:
    """The nights of a league, the newest first: 100 of them."""
    with reading() as session:
        return tuple(NightLine(*row) for row in session.execute(_NIGHTS, {"league_id": league_id}))


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
    parameters = {"leagues": [league.id for league in leagues], "now": now}
    with reading() as session:
        nights = {row[0]: (bool(row[1]), row[2]) for row in session.execute(_AHEAD, parameters)}
        played = [league for league in leagues if league.games]
        rows = season_rows(session, *(league.id for league in played))
        leaders = {league.id: _leaders(session, league, rows, now=now) for league in played}
    return {
        league.id: LeagueSummary(leaders.get(league.id, ()), *nights.get(league.id, (False, None)))
        for league in leagues
    }


def _leaders(
    session: Session, league: LeagueLine, rows: Sequence[Row[*tuple[Any, ...]]], *, now: datetime
) -> tuple[str, ...]:
    seasons = {season_of(row): row for row in rows if row.league_id == league.id}
    today = local_day(now, time_zone=league.time_zone)
    season = shown(seasons.values(), day=today)
    standings = None if season is None else standings_of(session, seasons[season], today=today)
    lead = None if standings is None else lead_of(standings.lines)
    if standings is None or lead is None:
        return ()
    return tuple(standings.people[line.player].name for line in lead.leaders)
