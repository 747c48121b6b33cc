"""How the database is opened: durable, one writer at a time, every transaction begun for what it does.

Readers begin a plain transaction and see one state of the record throughout; writers hold the only write
lock from their first statement on, so that what they check still holds when they commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from threading import Lock
from typing import Final

from flask import Flask
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models.base import db
from scorekeeper.models.prepared import send
from scorekeeper.troubles import Trouble

BUSY_MILLISECONDS: Final = 10_000
_LOG_MILLISECONDS: Final = 500
_PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # What was erased leaves no traces in the free parts of the file; many builds do this unasked.
    "PRAGMA secure_delete=ON",
)
_WRITERS_LOCK: Final = 7_012_052
# By dialect and whether the transaction writes.
_BEGINNINGS: Final = {
    ("sqlite", False): "BEGIN",
    ("sqlite", True): "BEGIN IMMEDIATE",
    ("postgresql", False): "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    ("postgresql", True): f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})",
}
_KINDS: Final = {kind for kind, _ in _BEGINNINGS}
# The threads of a process queue here: SQLite lets those who wait sleep longer and longer, in the dark.
_turn = Lock()
_ongoing: ContextVar[Connection | None] = ContextVar("ongoing", default=None)


def attach(app: Flask) -> None:
    """Give `app` its database at `SQLALCHEMY_DATABASE_URI`; Trouble if it is of another kind."""
    kind = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    if kind not in _KINDS:
        raise Trouble("SCOREKEEPER_DATABASE must name a database of PostgreSQL (postgresql://...) or SQLite.")
    # A server may have been started anew since a connection was last used.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": kind != "sqlite"}
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)


def prepare(engine: Engine) -> None:
    """Make every connection durable, and every transaction begin as a reader's or as the only writer's."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _open)
    event.listen(engine, "begin", _begin)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection that sees one state of the record; within `writing`, that one."""
    ongoing = _ongoing.get()
    if ongoing is not None:
        yield ongoing
        return
    with db.engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """One write transaction: committed and durable on return, without a trace after an exception.

    Within another one it joins that one, which alone commits.
    """
    ongoing = _ongoing.get()
    if ongoing is not None:
        yield ongoing
        return
    with _turn, db.engine.connect() as connection:
        connection.execution_options(write=True)
        with connection.begin():
            token = _ongoing.set(connection)
            try:
                yield connection
            finally:
                _ongoing.reset(token)


def empty_log() -> None:
    """Take what was erased out of SQLite's log too, which keeps what was committed for a while.

    Whoever reads or writes for longer than a moment is not waited for: the log is emptied another time.
    Within `writing` nothing happens.
    """
    if db.engine.dialect.name != "sqlite" or _ongoing.get() is not None:
        return
    with suppress(SqliteError, SQLAlchemyError), closing(db.engine.raw_connection()) as connection:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout={_LOG_MILLISECONDS}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
        finally:
            cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


def _open(connection: SqliteConnection, _record: object) -> None:
    # The driver's own transactions begin too late and deferred: `_begin` does it instead.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("write"))
    send(connection, _BEGINNINGS[connection.dialect.name, writes], (), several=False).close()
