"""The page of the devices that may write to a game."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select

from scorekeeper.models import EntryRow, ScorerRightRow
from scorekeeper.models.engine import reading
from scorekeeper.services.games.rights import Via


@dataclass(frozen=True, slots=True)
class DeviceRight:
    """One right; `mine` if it is that of the device that asks."""

    id: int
    granted_at: datetime
    via: Via
    mine: bool


@dataclass(frozen=True, slots=True)
class Scorers:
    """The valid rights of a game, oldest first.

    `of_other`: another device than the one that asks started the game; `by_program`: a program did, and has
    its token.
    """

    standing: tuple[DeviceRight, ...]
    of_other: bool
    by_program: bool


_RIGHTS: Final = (
    select(ScorerRightRow.__table__)
    .where(ScorerRightRow.game_id == bindparam("game_id"))
    .order_by(ScorerRightRow.granted_at, ScorerRightRow.id)
)
_FIRST_ENTRY: Final = select(EntryRow.device).where(
    EntryRow.game_id == bindparam("game_id"), EntryRow.number == 1
)


def scorers_page(game_id: str, *, device: str | None) -> Scorers:
    """All valid rights of a game."""
    with reading() as session:
        rows = session.execute(_RIGHTS, {"game_id": game_id}).all()
        first = session.execute(_FIRST_ENTRY, {"game_id": game_id}).first()
    return Scorers(
        tuple(
            DeviceRight(row.id, row.granted_at, Via(row.via), mine=row.device == device)
            for row in rows
            if row.revoked_at is None
        ),
        of_other=any(row.via == Via.CREATED and row.device != device for row in rows),
        by_program=first is not None and first.device is None,
    )
