"""How the database is opened: durable, one writer at a time, every transaction begun for what it does.

Readers begin a plain transaction and see one state of the record throughout; writers hold the only write
lock from their first statement on, so that what they check still holds when they commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from threading import Lock
from time import monotonic
from typing import Final

from flask import Flask
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.models.files import DatabaseFile
from scorekeeper.models.prepared import send
from scorekeeper.models.private_files import keep_database_private

BUSY_MILLISECONDS: Final = 10_000
_LOG_MILLISECONDS: Final = 500
_TRY_MILLISECONDS: Final = 2_000
_TRY_ON_SERVER: Final = (
    f"SELECT set_config('lock_timeout', '{_TRY_MILLISECONDS}', true), "
    f"set_config('statement_timeout', '{_TRY_MILLISECONDS}', true)",
    # A server that only reads, such as a stand-by, refuses to lock a row.
    "SELECT version_num FROM alembic_version FOR UPDATE",
)
_PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # What was erased leaves no traces in the free parts of the file; many builds do this unasked.
    "PRAGMA secure_delete=ON",
)
_WRITERS_LOCK: Final = 7_012_052
# By dialect and whether the transaction writes; a writer waits for so many milliseconds.
_BEGINNINGS: Final = {
    ("sqlite", False): "BEGIN",
    ("sqlite", True): "BEGIN IMMEDIATE",
    ("postgresql", False): "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    ("postgresql", True): "SELECT set_config('lock_timeout', '{patience}', true), "
    f"pg_advisory_xact_lock({_WRITERS_LOCK})",
}
# The threads of a process queue here: SQLite lets those who wait sleep longer and longer, in the dark.
_turn = Lock()
_ongoing: ContextVar[Connection | None] = ContextVar("ongoing", default=None)


def attach(app: Flask) -> None:
    """Give `app` its database at `SQLALCHEMY_DATABASE_URI`, of SQLite or PostgreSQL."""
    kind = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    # A server may have been started anew since a connection was last used.
    # An error that names what was to be written would carry names and mail addresses into logs.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": kind != "sqlite", "hide_parameters": True}
    db.init_app(app)
    with app.app_context():
        app.extensions["database_file"] = prepare(db.engine)


def prepare(engine: Engine) -> DatabaseFile | None:
    """Make every connection durable, and every transaction begin as a reader's or as the only writer's."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _open)
    event.listen(engine, "begin", _begin)
    return files.watch(engine)


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
def writing(*, patience: int | None = None) -> Iterator[Connection]:
    """One write transaction: committed and durable on return, without a trace after an exception.

    Within another one it joins that one, which alone commits. It waits for others `patience` milliseconds
    (unset: `BUSY_MILLISECONDS`), then raises SQLAlchemy's OperationalError.
    """
    ongoing = _ongoing.get()
    if ongoing is not None:
        yield ongoing
        return
    with (
        _in_turn(BUSY_MILLISECONDS if patience is None else patience) as left,
        db.engine.connect() as connection,
    ):
        connection.execution_options(patience=left)
        with connection.begin():
            token = _ongoing.set(connection)
            try:
                yield connection
                files.require_unmoved(connection)
            finally:
                _ongoing.reset(token)


def try_to_write() -> None:
    """Begin a write transaction and take it back at once; raises what writing would raise.

    A foreign lock is waited for a moment only.
    """
    if db.engine.dialect.name != "sqlite":
        with db.engine.connect() as server, server.begin():
            for statement in _TRY_ON_SERVER:
                server.exec_driver_sql(statement)
        return
    with closing(db.engine.raw_connection()) as connection:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout={_TRY_MILLISECONDS}")
            cursor.execute("BEGIN IMMEDIATE")
            try:
                # Where it may only read, SQLite begins all the same.
                cursor.execute("UPDATE alembic_version SET version_num = version_num WHERE false")
            finally:
                cursor.execute("ROLLBACK")
        finally:
            cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


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
    # A new file is still empty here, and the files beside it will take over its mode.
    for _, _, file in connection.execute("PRAGMA database_list"):
        if file:
            keep_database_private(Path(file))
    for pragma in _PRAGMAS:
        connection.execute(pragma)


@contextmanager
def _in_turn(patience: int) -> Iterator[int]:
    """Within the turn of this thread; yields the milliseconds that are left to wait for other processes.

    If it does not come in time, the thread goes on without it: the database then says itself that it is busy.
    """
    began = monotonic()
    held = _turn.acquire(timeout=patience / 1000)
    try:
        yield max(1, patience - round((monotonic() - began) * 1000))
    finally:
        if held:
            _turn.release()


def _begin(connection: Connection) -> None:
    kind = connection.dialect.name
    patience = connection.get_execution_options().get("patience")
    beginning = _BEGINNINGS[kind, patience is not None].format(patience=patience)
    if kind == "sqlite" and patience not in (None, BUSY_MILLISECONDS):
        _send(connection, f"PRAGMA busy_timeout={patience}")
        try:
            _send(connection, beginning)
        finally:
            _send(connection, f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        return
    _send(connection, beginning)


def _send(connection: Connection, text: str) -> None:
    send(connection, text, (), several=False).close()
