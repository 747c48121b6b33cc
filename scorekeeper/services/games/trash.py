"""Deleting a game, taking that back, and removing for good what nobody took back in time, or ever played."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, select, update
from sqlalchemy import delete as remove
from sqlalchemy.orm import InstrumentedAttribute

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
    KnownBrowserRow,
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
from scorekeeper.services.accounts.known_browsers import KNOWN_FOR
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.leagues import seasons

KEPT_FOR: Final = timedelta(days=30)
EMPTY_FOR: Final = timedelta(days=7)
COUNTED_FOR: Final = timedelta(days=1)
# Nobody who saves a hand waits for longer than it takes to remove so many games.
_AT_ONCE: Final = 200
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
    """Remove for good what was deleted 30 days ago, or begun and left a week ago, and all that need not be
    remembered; how many games.
    """
    games = 0
    while removed := _remove_games(now):
        games += removed
    with writing() as connection:
        connection.execute(remove(IdempotencyRow).where(IdempotencyRow.created_at <= now - KEPT_FOR))
        connection.execute(remove(InvitationRow).where(InvitationRow.expires_at <= now - COUNTED_FOR))
        connection.execute(remove(OneTimeLinkRow).where(OneTimeLinkRow.expires_at <= now - COUNTED_FOR))
        connection.execute(remove(OrganiserInvitationRow).where(OrganiserInvitationRow.expires_at <= now))
        connection.execute(remove(KnownBrowserRow).where(KnownBrowserRow.seen_at <= now - KNOWN_FOR))
        connection.execute(remove(SignInRow).where(SignInRow.expires_at <= now))
        connection.execute(remove(UploadRow).where(_is_over(UploadRow.created_at, now=now)))
        connection.execute(remove(AttemptCountRow).where(_is_over(AttemptCountRow.window_start, now=now)))
    return games


def _remove_games(now: datetime) -> int:
    """Remove some of the games that go; how many."""
    with writing() as connection:
        going = select(GameRow.id).where((GameRow.deleted_at <= now - KEPT_FOR) | _is_abandoned(now))
        games = connection.scalars(going.order_by(GameRow.id).limit(_AT_ONCE)).all()
        if not games:
            return 0
        # The history of a game can only be removed once the game is deleted.
        connection.execute(
            update(GameRow).where(GameRow.id.in_(games), GameRow.deleted_at.is_(None)).values(deleted_at=now)
        )
        for part in _PARTS:
            connection.execute(remove(part).where(part.game_id.in_(games)))
        connection.execute(remove(GameRow).where(GameRow.id.in_(games)))
    return len(games)


def _is_abandoned(now: datetime) -> ColumnElement[bool]:
    """Whether a game of no league was begun a week ago or earlier, and nothing was ever written in it since.

    Whatever was written, a hand or a name, taken back or not, somebody cares for it; also where another phone
    was let in within that week.
    """
    in_a_league = select(LeagueGameRow.game_id).where(LeagueGameRow.game_id == GameRow.id)
    let_in = select(ScorerRightRow.id).where(
        ScorerRightRow.game_id == GameRow.id, ScorerRightRow.granted_at > now - EMPTY_FOR
    )
    return and_(
        GameRow.version == 1,
        GameRow.updated_at <= now - EMPTY_FOR,
        GameRow.deleted_at.is_(None),
        ~in_a_league.exists(),
        ~let_in.exists(),
    )


def _is_over(moment: InstrumentedAttribute[datetime], *, now: datetime) -> ColumnElement[bool]:
    """Whether what was made then is of no use any more, or was made while the clock was ahead."""
    return (moment <= now - COUNTED_FOR) | (moment > now + COUNTED_FOR)


def _mark(connection: Connection, game_id: str, *, was_deleted: bool, deleted_at: datetime | None) -> None:
    is_deleted = GameRow.deleted_at.is_not(None) if was_deleted else GameRow.deleted_at.is_(None)
    changed = connection.execute(
        update(GameRow)
        .where(GameRow.id == game_id, is_deleted)
        .values(deleted_at=deleted_at, rights_version=GameRow.rights_version + 1)
    )
    if not changed.rowcount:
        raise UnknownGame(game_id)
