"""Deleting a game, restoring it, and removing for good the games that were deleted or abandoned long ago."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, select, update
from sqlalchemy import delete as remove
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, ScorerRightRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import log, rights
from scorekeeper.services.games.listener import listener

KEPT_FOR: Final = timedelta(days=30)
EMPTY_FOR: Final = timedelta(days=7)
# One transaction removes so many games, so that nobody who saves a hand waits for long.
_AT_ONCE: Final = 200
# Rows go before the rows they refer to.
_TABLES: Final = tuple(table for table in reversed(Base.metadata.sorted_tables) if "game_id" in table.columns)


def delete(game_id: str, *, now: datetime, untouched: bool = False) -> None:
    """Hide a game, which can be restored for 30 days. StateViolation for one that must stay.

    UnknownGame, too for one in which something was recorded, if it must be `untouched`.
    """
    with writing() as session:
        if untouched and len(log.load(session, game_id)) > 1:
            raise UnknownGame(game_id)
        if listener().must_stay(session, game_id):
            raise StateViolation(Fault(FaultCode.GAME_OF_LEAGUE_STAYS))
        rights.bump(session, game_id, deleted_at=now)


def restore(game_id: str, *, now: datetime) -> None:
    """Bring a deleted game back; UnknownGame when it is not deleted, or 30 days have passed."""
    with writing() as session:
        game = session.get(GameRow, game_id)
        if game is None or game.deleted_at is None or game.deleted_at <= now - KEPT_FOR:
            raise UnknownGame(game_id)
        game.deleted_at, game.rights_version = None, game.rights_version + 1


def must_stay(game_id: str) -> bool:
    """Whether a game may not be deleted, since a hand of it was recorded in a league."""
    with reading() as session:
        return listener().must_stay(session, game_id)


def purge(now: datetime) -> int:
    """Remove for good each game deleted 30 days ago, or begun and left a week ago; the number of games."""
    games = 0
    while removed := _remove_games(now):
        games += removed
    return games


def _remove_games(now: datetime) -> int:
    """Remove at most `_AT_ONCE` games whose time is over; the number removed."""
    with writing() as session:
        over = select(GameRow.id).where((GameRow.deleted_at <= now - KEPT_FOR) | _is_abandoned(now))
        games = session.scalars(over.order_by(GameRow.id).limit(_AT_ONCE)).all()
        if not games:
            return 0
        remove_games(session, games, now=now)
    return len(games)


def remove_games(session: Session, games: Sequence[str], *, now: datetime) -> None:
    """Remove games for good, with all that belongs to them."""
    # The history of a game can only be removed once the game is deleted.
    session.execute(
        update(GameRow).where(GameRow.id.in_(games), GameRow.deleted_at.is_(None)).values(deleted_at=now)
    )
    for table in _TABLES:
        session.execute(remove(table).where(table.c.game_id.in_(games)))
    session.execute(remove(GameRow).where(GameRow.id.in_(games)))


def _is_abandoned(now: datetime) -> ColumnElement[bool]:
    """Whether a game of no league was begun a week ago or earlier and has no entry but its start.

    An entry shows that somebody cares for the game, even if it was undone. So does a phone that got the right
    to score within that week.
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
