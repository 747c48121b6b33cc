"""The head of a league, with which each of its pages begins, and its organisers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, bindparam, select

from scorekeeper.models import AccountRow, LeagueRow, OrganiserRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.games.codec import decode_house_rules


@dataclass(frozen=True, slots=True)
class LeagueHead:
    """One league. `version` rises with every change that its pages could show."""

    id: int
    key: str
    slug: str
    name: str
    visibility: Visibility
    time_zone: str
    house_rules: HouseRules
    version: int


_HEAD: Final = select(
    LeagueRow.id,
    LeagueRow.key,
    LeagueRow.slug,
    LeagueRow.name,
    LeagueRow.visibility,
    LeagueRow.time_zone,
    LeagueRow.house_rules,
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
    return None if row is None else _head(row)


def _head(row: Row[Any]) -> LeagueHead:
    return LeagueHead(
        row.id,
        row.key,
        row.slug,
        row.name,
        Visibility(row.visibility),
        row.time_zone,
        decode_house_rules(row.house_rules),
        row.version,
    )


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
