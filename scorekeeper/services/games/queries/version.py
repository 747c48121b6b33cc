"""Whether a page is still fresh, and whose it is: the cheapest questions there are, asked by every poll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import Flask
from sqlalchemy import Engine, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models import GameRow, ScorerRightRow
from scorekeeper.models.base import db
from scorekeeper.models.prepared import Prepared
from scorekeeper.services.games import rights


@dataclass(frozen=True, slots=True)
class PageState:
    """What the table page of one phone depends on, all of one moment; `version` is that of `version_of`.

    `taken_at` is when another phone took the right of this one, which started the game.
    """

    version: tuple[int, int]
    may_write: bool
    taken_at: datetime | None = None


_GAME: Final = (GameRow.id == bindparam("game_id"), GameRow.deleted_at.is_(None))
_VERSIONS: Final = Prepared(select(GameRow.version, GameRow.rights_version).where(*_GAME))
_RIGHT: Final = select(ScorerRightRow.id).where(
    ScorerRightRow.device == bindparam("device"),
    ScorerRightRow.game_id == GameRow.id,
    ScorerRightRow.revoked_at.is_(None),
)
_STATE: Final = Prepared(
    select(GameRow.version, GameRow.rights_version, _RIGHT.exists(), rights.TAKEN_AT.scalar_subquery()).where(
        *_GAME
    )
)


def version_of(game_id: str) -> tuple[int, int] | None:
    """The version of a game and of its rights; None when it is unknown or deleted."""
    return _version_in(db.engine, game_id)


def page_state(game_id: str, *, device: str | None) -> PageState | None:
    """What the table page of a phone depends on; `device` None: one that is not known, and has no right."""
    if device is None:
        version = version_of(game_id)
        return None if version is None else PageState(version, may_write=False)
    row = _STATE.look_up(db.engine, {"game_id": game_id, "device": device})
    return None if row is None else PageState((row[0], row[1]), may_write=row[2], taken_at=row[3])


def look_up(app: Flask) -> Callable[[str], tuple[int, int] | None]:
    """`version_of` for use outside of `app`'s context; a database that cannot be asked answers None."""
    with app.app_context():
        engine = db.engine

    def ask(game_id: str) -> tuple[int, int] | None:
        try:
            return _version_in(engine, game_id)
        except SQLAlchemyError:
            return None

    return ask


def _version_in(engine: Engine, game_id: str) -> tuple[int, int] | None:
    row = _VERSIONS.look_up(engine, {"game_id": game_id})
    return None if row is None else (row[0], row[1])
