"""My games on this phone: those that its device may write to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, func, select

from scorekeeper.models import GameRow, HandRow, ScorerRightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.contracts import LAST_HAND
from scorekeeper.rules.game import Status


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list. `names` in seating order; `winners` only once all hands are played (8.4a)."""

    id: str
    status: Status
    started_at: datetime
    time_zone: str
    deleted_at: datetime | None
    hand: int | None
    hands: int
    names: tuple[str, ...]
    winners: tuple[str, ...]

    @property
    def stopped(self) -> bool:
        """Whether it ended before its last hand, so that nobody won (8.4a)."""
        return self.status is Status.FINISHED and self.hands < LAST_HAND


@dataclass(frozen=True, slots=True)
class HomePage:
    """The games of one device, the one last written to first; deleted ones are in `deleted` only."""

    running: tuple[GameLine, ...]
    suspended: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]
    deleted: tuple[GameLine, ...]


@dataclass(slots=True)
class _Names:
    all: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)


_MINE: Final = (ScorerRightRow.device == bindparam("device")) & ScorerRightRow.revoked_at.is_(None)
_HANDS: Final = (
    select(func.count())
    .select_from(HandRow)
    .where(HandRow.game_id == GameRow.id)
    .correlate(GameRow)
    .scalar_subquery()
)
_GAMES: Final = (
    select(
        GameRow.id,
        GameRow.status,
        GameRow.started_at,
        GameRow.time_zone,
        GameRow.deleted_at,
        GameRow.hand_number,
        _HANDS.label("hands"),
    )
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .where(_MINE)
    .order_by(GameRow.updated_at.desc(), GameRow.id)
)
_SEATS: Final = (
    select(SeatRow.game_id, SeatRow.name, SeatRow.rank)
    .join(ScorerRightRow, ScorerRightRow.game_id == SeatRow.game_id)
    .where(_MINE)
    .order_by(SeatRow.game_id, SeatRow.position)
)


def home_page(device: str) -> HomePage:
    """All games of a device."""
    games = _games(device)
    kept = [game for game in games if game.deleted_at is None]
    return HomePage(
        running=_with(kept, status=Status.PLAYING),
        suspended=_with(kept, status=Status.SUSPENDED),
        finished=_with(kept, status=Status.FINISHED),
        deleted=tuple(game for game in games if game.deleted_at is not None),
    )


def _with(games: Iterable[GameLine], *, status: Status) -> tuple[GameLine, ...]:
    return tuple(game for game in games if game.status is status)


def _games(device: str) -> list[GameLine]:
    with reading() as connection:
        rows = connection.execute(_GAMES, {"device": device}).all()
        names: dict[str, _Names] = {row.id: _Names() for row in rows}
        for game_id, name, rank in connection.execute(_SEATS, {"device": device}):
            names[game_id].all.append(name)
            if rank == 1:
                names[game_id].first.append(name)
    return [_line(row, names[row.id]) for row in rows]


def _line(row: Row[Any], names: _Names) -> GameLine:
    won = row.status == Status.FINISHED and row.hands == LAST_HAND
    return GameLine(
        row.id,
        Status(row.status),
        row.started_at,
        row.time_zone,
        row.deleted_at,
        row.hand_number,
        row.hands,
        names=tuple(names.all),
        winners=tuple(names.first) if won else (),
    )
