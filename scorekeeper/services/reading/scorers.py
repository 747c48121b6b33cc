"""The page of all devices that may write to a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorekeeper.models import ScorerRightRow
from scorekeeper.models.engine import reading
from scorekeeper.services.rights import Via


@dataclass(frozen=True, slots=True)
class ScorerLine:
    """One standing right; `mine` if it is that of the device that asks."""

    id: int
    granted_at: datetime
    via: Via
    mine: bool


def scorers(game_id: str, device: str | None = None) -> tuple[ScorerLine, ...]:
    """Every standing right of a game, oldest first."""
    with reading() as connection:
        rows = connection.execute(
            select(
                ScorerRightRow.id,
                ScorerRightRow.granted_at,
                ScorerRightRow.via,
                ScorerRightRow.device,
            )
            .where(ScorerRightRow.game_id == game_id, ScorerRightRow.revoked_at.is_(None))
            .order_by(ScorerRightRow.granted_at, ScorerRightRow.id)
        ).all()
    return tuple(ScorerLine(row.id, row.granted_at, Via(row.via), mine=row.device == device) for row in rows)
