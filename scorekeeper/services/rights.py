"""Which devices may write to a game. A device is known by the hash of its random id and by nothing else."""

from __future__ import annotations

import hashlib
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select, update

from scorekeeper.models import GameRow, ScorerRightRow
from scorekeeper.models.base import db
from scorekeeper.models.engine import writing
from scorekeeper.models.prepared import Prepared
from scorekeeper.services.faults import LastRight, UnknownGame, UnknownRight


class Via(StrEnum):
    """How a device came to its right."""

    CREATED = "created"
    LINK = "link"
    CODE = "code"


_STANDING: Final = Prepared(
    select(ScorerRightRow.id).where(
        ScorerRightRow.device == bindparam("device"),
        ScorerRightRow.game_id == bindparam("game_id"),
        ScorerRightRow.revoked_at.is_(None),
    )
)
_STANDING_OF_GAME: Final = select(ScorerRightRow.id).where(
    ScorerRightRow.game_id == bindparam("game_id"), ScorerRightRow.revoked_at.is_(None)
)


def device_hash(device_id: str) -> str:
    """What is stored of a device's id: 64 hexadecimal digits."""
    return hashlib.sha256(device_id.encode()).hexdigest()


def has_right(game_id: str, device: str) -> bool:
    """Whether a device may write to a game, by what is committed."""
    return _STANDING.look_up(db.engine, {"device": device, "game_id": game_id}) is not None


def revoke(game_id: str, right: int, *, now: datetime) -> None:
    """Take one right back, by its number among the scorers. UnknownGame, UnknownRight.

    LastRight: it is the only one, and without it nobody could score the game any more.
    """
    with writing() as connection:
        bump(connection, game_id)
        standing = connection.scalars(_STANDING_OF_GAME, {"game_id": game_id}).all()
        if right not in standing:
            raise UnknownRight(right)
        if len(standing) == 1:
            raise LastRight(right)
        connection.execute(update(ScorerRightRow).where(ScorerRightRow.id == right).values(revoked_at=now))


def holds(connection: Connection, game_id: str, *, device: str) -> bool:
    """The same as `has_right`, within a transaction."""
    return bool(_STANDING.rows(connection, {"device": device, "game_id": game_id}))


def add(connection: Connection, game_id: str, *, device: str, via: Via, now: datetime) -> None:
    """Write a right down unless it stands already."""
    if holds(connection, game_id, device=device):
        return
    connection.execute(
        insert(ScorerRightRow),
        {
            "game_id": game_id,
            "device": device,
            "via": via.value,
            "granted_at": now,
        },
    )


def bump(connection: Connection, game_id: str) -> None:
    """Make every page that shows the rights of this game old. UnknownGame when it is unknown or deleted."""
    changed = connection.execute(
        update(GameRow)
        .where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
        .values(rights_version=GameRow.rights_version + 1)
    )
    if not changed.rowcount:
        raise UnknownGame(game_id)
