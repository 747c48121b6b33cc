"""Leagues: the head with which each page of one begins, its organisers, the list of all, and what goes on in
them: the first page of one, its nights and their tables, and who leads each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, case, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import AccountRow, GameRow, LeagueGameRow, LeagueRow, NightRow, OrganiserRow
from scorekeeper.models.engine import reading
from scorekeeper.rules import names
from scorekeeper.rules.game import Status
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import lead_of
from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.leagues.night_addresses import ahead
from scorekeeper.services.leagues.queries.games import STATES, LeagueGame, State, newest, of_night
from scorekeeper.services.leagues.queries.seasons import (
    SeasonStandings,
    current,
    season_rows,
    season_standings,
    shown,
    standings_of,
)
from scorekeeper.services.leagues.season_rows import season_of

MOST: Final = 200
LAST_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class LeagueHead:
    """One league. `version` rises with every change that its pages could show."""

    id: int
    key: str
    slug: str
    name: str
    visibility: Visibility
    time_zone: str
    ruleset: Chosen
    version: int


def league_head(slug: str) -> LeagueHead | None:
    """The league with this slug; None if there is none."""
    return _head(LeagueRow.slug == slug)


def league_by_id(league_id: int) -> LeagueHead | None:
    """The league with this id; None if there is none."""
    return _head(LeagueRow.id == league_id)


def _head(where: ColumnElement[bool]) -> LeagueHead | None:
    columns = (getattr(LeagueRow, field.name) for field in fields(LeagueHead))
    with reading() as session:
        row = session.execute(select(*columns).where(where)).mappings().first()
    if row is None:
        return None
    visibility, ruleset = Visibility(row["visibility"]), decode_chosen(row["ruleset"])
    return LeagueHead(**{**row, "visibility": visibility, "ruleset": ruleset})


def runs(account_id: int, league_id: int) -> bool:
    """Whether an account is an organiser of a league."""
    query = select(OrganiserRow).filter_by(league_id=league_id, account_id=account_id)
    with reading() as session:
        return session.execute(query).first() is not None


def organiser_lines(league_id: int) -> Sequence[Row[int, str, datetime]]:
    """The accounts that run a league, in the order in which they became so: `account_id`, `name`, `since`."""
    query = (
        select(OrganiserRow.account_id, AccountRow.name, OrganiserRow.since)
        .join(OrganiserRow, OrganiserRow.account_id == AccountRow.id)
        .where(OrganiserRow.league_id == league_id)
        .order_by(OrganiserRow.since, AccountRow.id)
    )
    with reading() as session:
        return session.execute(query).all()


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """One league in a list; `games` are those that count."""

    id: int
    slug: str
    name: str
    visibility: Visibility
    time_zone: str
    games: int


@dataclass(frozen=True, slots=True)
class LeaguesPage:
    """`mine` are the leagues that the account runs, `public` all other public ones."""

    mine: tuple[LeagueLine, ...]
    public: tuple[LeagueLine, ...]


_GAMES: Final = (
    select(func.count())
    .select_from(LeagueGameRow)
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .where(LeagueGameRow.league_id == LeagueRow.id, GameRow.deleted_at.is_(None), STATES[State.COUNTED])
    .correlate(LeagueRow)
    .scalar_subquery()
)


def leagues_page(account_id: int | None) -> LeaguesPage:
    """The leagues of an account and the public ones; None: of nobody."""
    runs = LeagueRow.id.in_(select(OrganiserRow.league_id).where(OrganiserRow.account_id == account_id))
    return LeaguesPage(_lines(runs), _lines(~runs, LeagueRow.visibility == Visibility.PUBLIC.value))


def _lines(*where: ColumnElement[bool]) -> tuple[LeagueLine, ...]:
    columns = (getattr(LeagueRow, member.name) for member in fields(LeagueLine)[:-1])
    query = select(*columns, _GAMES).where(*where).order_by(LeagueRow.name, LeagueRow.id).limit(MOST)
    with reading() as session:
        rows = session.execute(query).all()
    return tuple(LeagueLine(row[0], row[1], row[2], Visibility(row[3]), row[4], row[5]) for row in rows)


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


_NIGHTS: Final = (
    select(
        NightRow.key,
        NightRow.opened_at,
        func.coalesce(NightRow.ended_at, NightRow.closes_at).label("over_at"),
        func.coalesce(NightRow.ended_at < NightRow.opened_at, False).label("cancelled"),
        func.count(GameRow.id).label("tables"),
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


def playing_now(league_id: int, night_id: int) -> frozenset[str]:
    """Who sits at a table of the night that is being played, as `names.key` knows a name."""
    with reading() as session:
        tables = of_night(session, league_id, night=night_id)
    seats = (seat for game in tables if game.status is Status.PLAYING for seat in game.seats)
    return frozenset(names.key(seat.name) for seat in seats if not seat.left)


def night_lines(league_id: int) -> Sequence[Row[str, datetime, datetime, bool, int]]:
    """The nights of a league, the newest first: 100 of them.

    A night has `key`, `opened_at`, `over_at`, when it ended or will, `cancelled` and the number of `tables`.
    """
    with reading() as session:
        return session.execute(_NIGHTS, {"league_id": league_id}).all()


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
