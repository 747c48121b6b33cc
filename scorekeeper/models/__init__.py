"""The record: tables and relations, no decisions."""

from __future__ import annotations

from scorekeeper.models.games import EntryRow, GameRow
from scorekeeper.models.requests import AttemptCountRow, IdempotencyRow
from scorekeeper.models.rights import InvitationRow, ScorerRightRow
from scorekeeper.models.rulings import ChargeRow, DutyRow, PrecedentRow, WaitingRow
from scorekeeper.models.sheets import HandRow, ScoreRow, SeatRow, VoidAttemptRow

__all__ = [
    "AttemptCountRow",
    "ChargeRow",
    "DutyRow",
    "EntryRow",
    "GameRow",
    "HandRow",
    "IdempotencyRow",
    "InvitationRow",
    "PrecedentRow",
    "ScoreRow",
    "ScorerRightRow",
    "SeatRow",
    "VoidAttemptRow",
    "WaitingRow",
]
