"""Who may write to a game: phones, known by the hash of a random id, and programs that send its token.

The token is derived from the game, never stored, so that it can be sent again and be renewed.
"""

import hmac
from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Select, bindparam, case, func, insert, literal_column, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import GameRow, ScorerRightRow
from scorekeeper.models.engine import first_row, reading, rows_changed, writing
from scorekeeper.services.common.faults import LastRight, UnknownGame, UnknownRight
from scorekeeper.services.common.limits import OUT_OF_ORDER
from scorekeeper.services.common.signing import keyed_text


class Via(StrEnum):
    """How a device got its right. RETURNED: it started the game, lost its right and took it back."""

    CREATED = "created"
    LINK = "link"
    CODE = "code"
    RETURNED = "returned"


STANDING: Final = select(ScorerRightRow.id).where(
    ScorerRightRow.device == bindparam("device"),
    ScorerRightRow.game_id == bindparam("game_id"),
    ScorerRightRow.revoked_at.is_(None),
)
_KNOWN: Final = select(ScorerRightRow.id).where(ScorerRightRow.device == bindparam("device"))
TAKE_BACK_WITHIN: Final = timedelta(days=1)
_ANY: Final = aliased(ScorerRightRow)
_OF_DEVICE: Final = (_ANY.device == bindparam("device"), _ANY.game_id == bindparam("game_id"))
# When another phone revoked the newest right of the device that started the game.
TAKEN_AT: Final = select(case((ScorerRightRow.revoked_by.is_not(None), ScorerRightRow.revoked_at))).where(
    ScorerRightRow.id == select(func.max(_ANY.id)).where(*_OF_DEVICE).scalar_subquery(),
    select(_ANY.id).where(*_OF_DEVICE, _ANY.via == literal_column(f"'{Via.CREATED}'")).exists(),
)
_STANDING_OF_GAME: Final = select(ScorerRightRow.id).where(
    ScorerRightRow.game_id == bindparam("game_id"), ScorerRightRow.revoked_at.is_(None)
)


def has_right(game_id: str, device: str) -> bool:
    """Whether a device may write to a game."""
    with reading() as session:
        return holds(session, game_id, device=device)


def is_known(device: str) -> bool:
    """Whether a device ever had a right to any game."""
    return first_row(_KNOWN, {"device": device}) is not None


def revoke(game_id: str, right: int, *, device: str, now: datetime) -> None:
    """Revoke the right with this id on behalf of `device`.

    UnknownGame. UnknownRight, also if `device` may not write to the game any more. LastRight if nobody could
    score the game afterwards.
    """
    with writing() as session:
        bump(session, game_id)
        revoker = right_of(session, game_id, device=device)
        standing = session.scalars(_STANDING_OF_GAME, {"game_id": game_id}).all()
        if right not in standing or revoker is None:
            raise UnknownRight(right)
        if len(standing) == 1:
            raise LastRight(right)
        row = session.get_one(ScorerRightRow, right)
        row.revoked_at, row.revoked_by = now, None if revoker == right else revoker


def take_back_until(session: Session, game_id: str, *, device: str) -> datetime | None:
    """Until when the device that started the game may take back the right that another phone revoked."""
    taken = session.scalar(TAKEN_AT, {"device": device, "game_id": game_id})
    return None if taken is None else taken + TAKE_BACK_WITHIN


def is_open(until: datetime | None, *, now: datetime) -> bool:
    """Whether a right may be taken back now, given the end of that time; None: never.

    An end more than a day away was written while the clock was ahead, and does not count.
    """
    return until is not None and now < until <= now + TAKE_BACK_WITHIN + OUT_OF_ORDER


def may_take_back(game_id: str, device: str, *, now: datetime) -> bool:
    """Whether a device started the game, and another phone revoked its right less than a day ago."""
    with reading() as session:
        until = take_back_until(session, game_id, device=device)
    return is_open(until, now=now)


def take_back(game_id: str, device: str, *, now: datetime) -> None:
    """Give the device that started the game its right again, if it has none. UnknownGame, UnknownRight."""
    with writing() as session:
        bump(session, game_id)
        if holds(session, game_id, device=device):
            return
        if not may_take_back(game_id, device, now=now):
            raise UnknownRight(device)
        add(session, game_id, device=device, via=Via.RETURNED, now=now)


def end_all(session: Session, game_id: str, *, now: datetime) -> None:
    """Revoke every right to a game for good: the phone that started it cannot take its right back either."""
    of_game = update(ScorerRightRow).where(ScorerRightRow.game_id == game_id)
    session.execute(of_game.where(ScorerRightRow.revoked_at.is_(None)).values(revoked_at=now))
    session.execute(of_game.values(revoked_by=None))


def holds(session: Session, game_id: str, *, device: str) -> bool:
    """Whether a device may write to a game, read within a transaction."""
    return right_of(session, game_id, device=device) is not None


def right_of(session: Session, game_id: str, *, device: str) -> int | None:
    """The id of the right by which a device writes to a game, None if it has none."""
    return session.scalar(STANDING, {"device": device, "game_id": game_id})


def add(session: Session, game_id: str, *, device: str, via: Via, now: datetime) -> None:
    """Give a device that has none the right to a game."""
    row = {"game_id": game_id, "device": device, "via": via.value, "granted_at": now}
    session.execute(insert(ScorerRightRow), row)


def bump(session: Session, game_id: str, **changes: Any) -> None:
    """Make pages that show the rights of this game old, and change these columns of its head; UnknownGame."""
    changed = rows_changed(
        session,
        update(GameRow)
        .where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
        .values(rights_version=GameRow.rights_version + 1, **changes),
    )
    if not changed:
        raise UnknownGame(game_id)


def bump_all(session: Session, games: Collection[str] | Select[str]) -> None:
    """Make every page that shows the rights of these games old."""
    session.execute(
        update(GameRow).where(GameRow.id.in_(games)).values(rights_version=GameRow.rights_version + 1)
    )


def api_token(game_id: str, generation: int) -> str:
    """The API token of one generation of a game: 43 characters."""
    return keyed_text("api token", game_id, str(generation))


def check_api_token(game_id: str, token: str) -> bool:
    """Whether `token` is the valid API token of a game; False for an unknown or deleted game."""
    with reading() as session:
        generation = session.scalar(
            select(GameRow.token_generation).where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
        )
    return generation is not None and hmac.compare_digest(
        api_token(game_id, generation).encode(), token.encode("utf-8", "replace")
    )


def renew_token(game_id: str) -> None:
    """Make the API token of a game worthless for every program that has it; UnknownGame."""
    with writing() as session:
        bump(session, game_id, token_generation=GameRow.token_generation + 1)
