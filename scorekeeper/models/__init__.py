"""The record: tables and relations, no decisions."""

from __future__ import annotations

from scorekeeper.models.games import EntryRow, GameRow
from scorekeeper.models.requests import AttemptCountRow, IdempotencyRow
from scorekeeper.models.rights import InvitationRow, ScorerRightRow
from scorekeeper.models.sheets import HandRow, ScoreRow, SeatRow, VoidAttemptRow

__all__ = [
    "AttemptCountRow",
    "EntryRow",
    "GameRow",
    "HandRow",
    "IdempotencyRow",
    "InvitationRow",
    "ScoreRow",
    "ScorerRightRow",
    "SeatRow",
    "VoidAttemptRow",
]
