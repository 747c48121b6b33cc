"""The page of the devices that may write to a game, or could before."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select

from scorekeeper.models import EntryRow, ScorerRightRow
from scorekeeper.models.engine import reading
from scorekeeper.services.games.rights import Via


@dataclass(frozen=True, slots=True)
class DeviceRight:
    """One right; `mine` if it is that of the device that asks.

    Of a revoked one, `by_me`: the device that asks revoked it; None: its own device gave it up.
    """

    id: int
    granted_at: datetime
    ended_at: datetime | None
    via: Via
    mine: bool
    by_me: bool | None


@dataclass(frozen=True, slots=True)
class Scorers:
    """All rights of a game: valid ones oldest first, revoked ones newest first.

    `of_other`: another device than the one that asks started the game; `by_program`: a program did, and has
    its token.
    """

    standing: tuple[DeviceRight, ...]
    ended: tuple[DeviceRight, ...]
    of_other: bool
    by_program: bool


_MOST_ENDED: Final = 20
_RIGHTS: Final = (
    select(ScorerRightRow.__table__)
    .where(ScorerRightRow.game_id == bindparam("game_id"))
    .order_by(ScorerRightRow.granted_at, ScorerRightRow.id)
)
_FIRST_ENTRY: Final = select(EntryRow.device).where(
    EntryRow.game_id == bindparam("game_id"), EntryRow.number == 1
)


def scorers_page(game_id: str, *, device: str | None) -> Scorers:
    """All valid rights of a game, and the newest of the revoked ones."""
    with reading() as session:
        rows = session.execute(_RIGHTS, {"game_id": game_id}).all()
        first = session.execute(_FIRST_ENTRY, {"game_id": game_id}).first()
    devices = {row.id: row.device for row in rows}
    rights = [
        DeviceRight(
            row.id,
            row.granted_at,
            row.revoked_at,
            Via(row.via),
            mine=row.device == device,
            by_me=None if row.revoked_by is None else devices[row.revoked_by] == device,
        )
        for row in rows
    ]
    return Scorers(
        standing=tuple(right for right in rights if right.ended_at is None),
        ended=tuple(right for right in reversed(rights) if right.ended_at is not None)[:_MOST_ENDED],
        of_other=any(right.via is Via.CREATED and not right.mine for right in rights),
        by_program=first is not None and first.device is None,
    )
