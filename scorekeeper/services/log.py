"""The history of a game as it is kept: read whole, written one entry at a time, never changed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, Row, bindparam, insert, select

from scorekeeper.models import EntryRow, GameRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry
from scorekeeper.services.faults import UnknownGame
from scorekeeper.services.payloads import decode, encode

_LINES: Final = (
    select(EntryRow.number, EntryRow.at, EntryRow.kind, EntryRow.payload)
    .where(EntryRow.game_id == bindparam("game_id"))
    .order_by(EntryRow.number)
)
_STANDING_LINES: Final = _LINES.join(GameRow, GameRow.id == EntryRow.game_id).where(
    GameRow.deleted_at.is_(None)
)
_APPEND: Final = insert(Base.metadata.tables[EntryRow.__tablename__])


def load(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """Every entry of a game, oldest first; UnknownGame when it is unknown or deleted."""
    lines = connection.execute(_STANDING_LINES, {"game_id": game_id}).all()
    if not lines:
        raise UnknownGame(game_id)
    return tuple(map(_entry, lines))


def load_any(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """The same, of a deleted game too; empty when it is unknown."""
    return tuple(map(_entry, connection.execute(_LINES, {"game_id": game_id})))


def append(connection: Connection, game_id: str, *, entry: Entry, device: str | None) -> None:
    """Write one entry; the number must be free."""
    kind, payload = encode(entry.deed)
    connection.execute(
        _APPEND,
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


def _entry(line: Row[int, datetime, str, str]) -> Entry:
    return Entry(line.number, line.at, decode(line.kind, line.payload))
