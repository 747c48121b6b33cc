"""The list of leagues: the public ones, and those that an account runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, select

from scorekeeper.models import GameRow, LeagueGameRow, LeagueRow, OrganiserRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import Visibility

MOST: Final = 200


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """One league in a list; `games` are those that are not struck or deleted."""

    slug: str
    name: str
    visibility: Visibility
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
    select(LeagueRow.slug, LeagueRow.name, LeagueRow.visibility, _GAMES)
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
    return tuple(LeagueLine(row[0], row[1], Visibility(row[2]), row[3]) for row in rows)
