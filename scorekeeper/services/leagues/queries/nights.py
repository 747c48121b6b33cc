"""A league night and its tables, for its organisers and for the scorers who were let in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, exists, func, select

from scorekeeper.models import GameRow, HandRow, LeagueGameRow, NightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules import names
from scorekeeper.rules.game import Status


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a night: names in seating order, those who lead or won, and what is played now."""

    game_id: str
    status: Status
    hand: int | None
    struck: bool
    names: tuple[str, ...]
    leaders: tuple[str, ...]


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


_TABLES: Final = (
    select(
        GameRow.id,
        GameRow.status,
        GameRow.hand_number,
        LeagueGameRow.struck_at.is_not(None).label("struck"),
        exists().where(HandRow.game_id == GameRow.id).label("played"),
    )
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .where(LeagueGameRow.night_id == bindparam("night_id"), GameRow.deleted_at.is_(None))
    .order_by(GameRow.created_at, GameRow.id)
)
_SEATS: Final = (
    select(SeatRow.game_id, SeatRow.name, SeatRow.rank)
    .join(LeagueGameRow, LeagueGameRow.game_id == SeatRow.game_id)
    .where(LeagueGameRow.night_id == bindparam("night_id"))
    .order_by(SeatRow.game_id, SeatRow.position)
)
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


def tables_of(night_id: int) -> tuple[TableLine, ...]:
    """The tables of a night in the order in which they began."""
    with reading() as connection:
        tables = connection.execute(_TABLES, {"night_id": night_id}).all()
        seats = connection.execute(_SEATS, {"night_id": night_id}).all()
    return tuple(
        TableLine(
            row.id,
            Status(row.status),
            row.hand_number,
            row.struck,
            names=tuple(seat.name for seat in seats if seat.game_id == row.id),
            leaders=tuple(
                seat.name for seat in seats if seat.game_id == row.id and row.played and seat.rank == 1
            ),
        )
        for row in tables
    )


def playing_now(night_id: int) -> frozenset[str]:
    """Who sits at a table of the night that is being played, as `names.key` knows a name."""
    with reading() as connection:
        return frozenset(map(names.key, connection.scalars(_PLAYING, {"night_id": night_id})))


def night_lines(league_id: int) -> tuple[NightLine, ...]:
    """The nights of a league, the newest first: 100 of them."""
    with reading() as connection:
        return tuple(NightLine(*row) for row in connection.execute(_NIGHTS, {"league_id": league_id}))
