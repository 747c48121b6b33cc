"""Whether a page is still fresh: the cheapest question there is, asked by every poll."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from flask import Flask
from sqlalchemy import Dialect, Engine, bindparam, select
from sqlalchemy.exc import DBAPIError

from scorekeeper.models import GameRow
from scorekeeper.models.base import db

_VERSIONS: Final = select(GameRow.version, GameRow.rights_version).where(
    GameRow.id == bindparam("game_id"), GameRow.deleted_at.is_(None)
)


def version_of(game_id: str) -> tuple[int, int] | None:
    """The version of a game and of its rights; None when it is unknown or deleted."""
    return version_in(db.engine, game_id)


def version_in(engine: Engine, game_id: str) -> tuple[int, int] | None:
    """The same without an application's context.

    It asks the driver itself: the layers between would cost more than the answer.
    """
    statement, positional = _statement(engine.dialect)
    parameters: Any = (game_id,) if positional else {"game_id": game_id}
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(statement, parameters)
        row = cursor.fetchone()
        cursor.close()
    finally:
        connection.close()
    return None if row is None else (row[0], row[1])


def look_up(app: Flask) -> Callable[[str], tuple[int, int] | None]:
    """`version_of` for use outside of `app`'s context; a database that cannot be asked answers None."""
    with app.app_context():
        engine = db.engine
    failures = (DBAPIError, engine.dialect.loaded_dbapi.Error)

    def ask(game_id: str) -> tuple[int, int] | None:
        try:
            return version_in(engine, game_id)
        except failures:
            return None

    return ask


@cache
def _statement(dialect: Dialect) -> tuple[str, bool]:
    compiled = _VERSIONS.compile(dialect=dialect)
    return str(compiled), bool(dialect.positional)
