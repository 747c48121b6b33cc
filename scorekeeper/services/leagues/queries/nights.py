"""A league night and its tables, for its organisers and for the scorers who were let in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select

from scorekeeper.models import GameRow, LeagueGameRow, NightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules import names
from scorekeeper.rules.game import Status
from scorekeeper.services.leagues.queries.games import LeagueGame, of_night


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
    with reading() as connection:
        return of_night(connection, league_id, night=night_id, struck=True)[::-1]


def playing_now(night_id: int) -> frozenset[str]:
    """Who sits at a table of the night that is being played, as `names.key` knows a name."""
    with reading() as connection:
        return frozenset(map(names.key, connection.scalars(_PLAYING, {"night_id": night_id})))


def night_lines(league_id: int) -> tuple[NightLine, ...]:
    """The nights of a league, the newest first: 100 of them."""
    with reading() as connection:
        return tuple(NightLine(*row) for row in connection.execute(_NIGHTS, {"league_id": league_id}))
