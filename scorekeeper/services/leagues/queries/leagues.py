"""Leagues: the head with which each page of one begins, its organisers, and the list of all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, select

from scorekeeper.models import AccountRow, GameRow, LeagueGameRow, LeagueRow, OrganiserRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.services.games.codec import decode_chosen

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


_HEAD: Final = select(
    LeagueRow.id,
    LeagueRow.key,
    LeagueRow.slug,
    LeagueRow.name,
    LeagueRow.visibility,
    LeagueRow.time_zone,
    LeagueRow.ruleset,
    LeagueRow.version,
)
_BY_SLUG: Final = _HEAD.where(LeagueRow.slug == bindparam("sought"))
_BY_ID: Final = _HEAD.where(LeagueRow.id == bindparam("sought"))
_RUNS: Final = select(OrganiserRow.league_id).where(
    OrganiserRow.league_id == bindparam("league_id"), OrganiserRow.account_id == bindparam("account_id")
)


def league_head(slug: str) -> LeagueHead | None:
    """The league with this slug; None if there is none."""
    return _found(_BY_SLUG, slug)


def league_by_id(league_id: int) -> LeagueHead | None:
    """The league with this id; None if there is none."""
    return _found(_BY_ID, league_id)


def runs(account_id: int, league_id: int) -> bool:
    """Whether an account is an organiser of a league."""
    with reading() as connection:
        found = connection.execute(_RUNS, {"league_id": league_id, "account_id": account_id}).first()
    return found is not None


def _found(query: Select[*tuple[Any, ...]], sought: object) -> LeagueHead | None:
    with reading() as connection:
        row = connection.execute(query, {"sought": sought}).first()
    if row is None:
        return None
    columns = row._asdict() | {
        "visibility": Visibility(row.visibility),
        "ruleset": decode_chosen(row.ruleset),
    }
    return LeagueHead(**columns)


@dataclass(frozen=True, slots=True)
class OrganiserLine:
    """One account that runs a league."""

    account_id: int
    name: str
    since: datetime


_ORGANISERS: Final = (
    select(AccountRow.id, AccountRow.name, OrganiserRow.since)
    .join(OrganiserRow, OrganiserRow.account_id == AccountRow.id)
    .where(OrganiserRow.league_id == bindparam("league_id"))
    .order_by(OrganiserRow.since, AccountRow.id)
)


def organiser_lines(league_id: int) -> tuple[OrganiserLine, ...]:
    """All organisers of a league, in the order in which they became so."""
    with reading() as connection:
        return tuple(OrganiserLine(*row) for row in connection.execute(_ORGANISERS, {"league_id": league_id}))


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """One league in a list; `games` are those that are not struck or deleted."""

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
    .where(
        LeagueGameRow.league_id == LeagueRow.id,
        LeagueGameRow.struck_at.is_(None),
        GameRow.deleted_at.is_(None),
    )
    .correlate(LeagueRow)
    .scalar_subquery()
)
_LINES: Final = (
    select(LeagueRow.id, LeagueRow.slug, LeagueRow.name, LeagueRow.visibility, LeagueRow.time_zone, _GAMES)
    .order_by(LeagueRow.name, LeagueRow.id)
    .limit(MOST)
)
_RUN: Final = select(OrganiserRow.league_id).where(OrganiserRow.account_id == bindparam("account_id"))
_MINE: Final = _LINES.where(LeagueRow.id.in_(_RUN))
_OTHERS: Final = _LINES.where(LeagueRow.visibility == Visibility.PUBLIC.value, LeagueRow.id.not_in(_RUN))


def leagues_page(account_id: int | None) -> LeaguesPage:
    """The leagues of an account and the public ones; None: of nobody."""
    return LeaguesPage(_lines(_MINE, account_id), _lines(_OTHERS, account_id))


def _lines(query: Select[Any], account_id: int | None) -> tuple[LeagueLine, ...]:
    with reading() as connection:
        rows = connection.execute(query, {"account_id": account_id or 0}).all()
    return tuple(LeagueLine(row[0], row[1], row[2], Visibility(row[3]), row[4], row[5]) for row in rows)
