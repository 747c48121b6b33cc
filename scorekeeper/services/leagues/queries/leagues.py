"""Leagues: the head with which each page of one begins, its organisers, and the list of all."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, func, select

from scorekeeper.models import AccountRow, GameRow, LeagueGameRow, LeagueRow, OrganiserRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.leagues.queries.games import STATES, State

MOST: Final = 200


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


@dataclass(frozen=True, slots=True)
class OrganiserLine:
    """One account that runs a league."""

    account_id: int
    name: str
    since: datetime


def organiser_lines(league_id: int) -> tuple[OrganiserLine, ...]:
    """The accounts that run a league, in the order in which they became so."""
    query = (
        select(AccountRow.id, AccountRow.name, OrganiserRow.since)
        .join(OrganiserRow, OrganiserRow.account_id == AccountRow.id)
        .where(OrganiserRow.league_id == league_id)
        .order_by(OrganiserRow.since, AccountRow.id)
    )
    with reading() as session:
        return tuple(OrganiserLine(*row) for row in session.execute(query))


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
