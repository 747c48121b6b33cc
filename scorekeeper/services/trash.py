"""Deleting a game, taking that back, and removing for good what nobody took back in time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, select, update
from sqlalchemy import delete as remove

from scorekeeper.models import (
    AttemptCountRow,
    ChargeRow,
    DutyRow,
    EntryNoteRow,
    EntryRow,
    GameNameRow,
    GameRow,
    HandRow,
    IdempotencyRow,
    InvitationRow,
    LeagueGameRow,
    OneTimeLinkRow,
    OrganiserInvitationRow,
    PrecedentRow,
    ResultRow,
    ScoreRow,
    ScorerRightRow,
    SeatRow,
    SignInRow,
    UploadRow,
    VoidAttemptRow,
    WaitingRow,
)
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.services.faults import UnknownGame
from scorekeeper.services.leagues import seasons

KEPT_FOR: Final = timedelta(days=30)
COUNTED_FOR: Final = timedelta(days=1)
_HAND: Final = "hand"
# Rows go before the rows they refer to.
_PARTS: Final = (
    ResultRow,
    LeagueGameRow,
    DutyRow,
    WaitingRow,
    PrecedentRow,
    ChargeRow,
    ScoreRow,
    VoidAttemptRow,
    HandRow,
    SeatRow,
    EntryNoteRow,
    EntryRow,
    GameNameRow,
    InvitationRow,
    ScorerRightRow,
)


def delete(game_id: str, *, now: datetime) -> None:
    """Hide a game from everybody; it can be restored for 30 days. UnknownGame.

    StateViolation for a game of a league in which a hand was ever recorded: its organisers say whether it
    counts.
    """
    with writing() as connection:
        if must_stay(game_id):
            raise StateViolation(Fault(FaultCode.GAME_OF_LEAGUE_STAYS))
        _mark(connection, game_id, was_deleted=False, deleted_at=now)


def restore(game_id: str, *, now: datetime) -> None:
    """Take the deletion back; UnknownGame when it is not deleted, or 30 days have passed.

    RuleViolation for a game that the season of its league could not rank.
    """
    with writing() as connection:
        too_late = select(GameRow.id).where(GameRow.id == game_id, GameRow.deleted_at <= now - KEPT_FOR)
        if connection.execute(too_late).first():
            raise UnknownGame(game_id)
        _mark(connection, game_id, was_deleted=True, deleted_at=None)
        seasons.refuse_unranked(connection, game_id)


def must_stay(game_id: str) -> bool:
    """Whether a game belongs to a league and a hand of it was ever recorded, taken back since or void too."""
    query = (
        select(LeagueGameRow.game_id)
        .join(EntryRow, EntryRow.game_id == LeagueGameRow.game_id)
        .where(LeagueGameRow.game_id == game_id, EntryRow.kind == _HAND)
        .limit(1)
    )
    with reading() as connection:
        return connection.execute(query).first() is not None


def purge(now: datetime) -> int:
    """Remove for good what was deleted 30 days ago, and all that need not be remembered; how many games."""
    old = select(GameRow.id).where(GameRow.deleted_at <= now - KEPT_FOR)
    with writing() as connection:
        for part in _PARTS:
            connection.execute(remove(part).where(part.game_id.in_(old)))
        games = connection.execute(remove(GameRow).where(GameRow.deleted_at <= now - KEPT_FOR)).rowcount
        connection.execute(remove(IdempotencyRow).where(IdempotencyRow.created_at <= now - KEPT_FOR))
        connection.execute(remove(InvitationRow).where(InvitationRow.expires_at <= now - COUNTED_FOR))
        connection.execute(remove(OneTimeLinkRow).where(OneTimeLinkRow.expires_at <= now - COUNTED_FOR))
        connection.execute(remove(OrganiserInvitationRow).where(OrganiserInvitationRow.expires_at <= now))
        connection.execute(remove(SignInRow).where(SignInRow.expires_at <= now))
        connection.execute(remove(UploadRow).where(UploadRow.created_at <= now - COUNTED_FOR))
        connection.execute(remove(AttemptCountRow).where(AttemptCountRow.window_start <= now - COUNTED_FOR))
    return games


def _mark(connection: Connection, game_id: str, *, was_deleted: bool, deleted_at: datetime | None) -> None:
    is_deleted = GameRow.deleted_at.is_not(None) if was_deleted else GameRow.deleted_at.is_(None)
    changed = connection.execute(
        update(GameRow)
        .where(GameRow.id == game_id, is_deleted)
        .values(deleted_at=deleted_at, rights_version=GameRow.rights_version + 1)
    )
    if not changed.rowcount:
        raise UnknownGame(game_id)
