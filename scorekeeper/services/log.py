"""The history of a game as it is kept: read whole, written one entry at a time, never changed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from scorekeeper.models import EntryRow, GameRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.models.prepared import Prepared
from scorekeeper.rules.entries import Entry
from scorekeeper.services.faults import UnknownGame
from scorekeeper.services.payloads import decode, encode

_EVERY_LINE: Final = (
    select(EntryRow.number, EntryRow.at, EntryRow.kind, EntryRow.payload)
    .where(EntryRow.game_id == bindparam("game_id"))
    .order_by(EntryRow.number)
)
_LINES: Final = Prepared(_EVERY_LINE)
_STANDING_LINES: Final = Prepared(
    _EVERY_LINE.join(GameRow, GameRow.id == EntryRow.game_id).where(GameRow.deleted_at.is_(None))
)
_APPEND: Final = Prepared(insert(Base.metadata.tables[EntryRow.__tablename__]))


def load(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """Every entry of a game, oldest first; UnknownGame when it is unknown or deleted."""
    lines = _STANDING_LINES.rows(connection, {"game_id": game_id})
    if not lines:
        raise UnknownGame(game_id)
    return tuple(_entry(*line) for line in lines)


def load_any(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """The same, of a deleted game too; empty when it is unknown."""
    return tuple(_entry(*line) for line in _LINES.rows(connection, {"game_id": game_id}))


def append(connection: Connection, game_id: str, *, entry: Entry, device: str | None) -> None:
    """Write one entry; the number must be free."""
    kind, payload = encode(entry.deed)
    _APPEND.run(
        connection,
        {
            "game_id": game_id,
            "number": entry.number,
            "kind": kind,
            "payload": payload,
            "at": entry.at,
            "device": device,
        },
    )


def game_ids() -> tuple[str, ...]:
    """Every game there is, deleted ones too, oldest first."""
    with reading() as connection:
        return tuple(connection.scalars(select(GameRow.id).order_by(GameRow.created_at, GameRow.id)))


def _entry(number: int, at: datetime, kind: str, payload: str) -> Entry:
    return Entry(number, at, decode(kind, payload))
