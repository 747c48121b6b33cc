"""Connections and transactions: durable, with one writer at a time.

`reading` begins a plain transaction, which sees one state of the database throughout. `writing` takes the
only write lock with its first statement, so that what it checks still holds when it commits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from threading import Lock
from time import monotonic
from typing import Any, Final

from flask import Flask
from sqlalchemy import Connection, Engine, Row, Select, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.models.files import DatabaseFile, FileMoved

BUSY_MILLISECONDS: Final = 10_000
_LOG_MILLISECONDS: Final = 500
_PROBE_MILLISECONDS: Final = 2_000
_PROBES_ON_SERVER: Final = (
    f"SELECT set_config('lock_timeout', '{_PROBE_MILLISECONDS}', true), "
    f"set_config('statement_timeout', '{_PROBE_MILLISECONDS}', true)",
    # A read-only server, such as a stand-by, refuses to lock a row.
    "SELECT version_num FROM alembic_version FOR UPDATE",
)
_WAIT: Final = "PRAGMA busy_timeout={}"
_PRAGMAS: Final = (
    _WAIT.format(BUSY_MILLISECONDS),
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # Erased data leaves no traces in free pages of the file; many builds do this by default.
    "PRAGMA secure_delete=ON",
)
_WRITERS_LOCK: Final = 7_012_052
# By dialect and whether the transaction writes. A writer waits `patience` milliseconds for the lock.
_BEGINNINGS: Final = {
    ("sqlite", False): "BEGIN",
    ("sqlite", True): "BEGIN IMMEDIATE",
    ("postgresql", False): "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    ("postgresql", True): "SELECT set_config('lock_timeout', '{patience}', true), "
    f"pg_advisory_xact_lock({_WRITERS_LOCK})",
}
# The threads of a process queue here, since SQLite makes a waiting writer sleep longer each time.
_turn = Lock()
_ongoing: ContextVar[Connection | None] = ContextVar("ongoing", default=None)


def attach(app: Flask) -> None:
    """Give `app` its database at `SQLALCHEMY_DATABASE_URI`, of SQLite or PostgreSQL."""
    kind = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    # A PostgreSQL server may have restarted since a connection was last used. Hidden parameters keep names
    # and mail addresses out of errors, and so out of logs.
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"pool_pre_ping": kind != "sqlite", "hide_parameters": True}
    db.init_app(app)
    with app.app_context():
        app.extensions["database_file"] = prepare(db.engine)


def prepare(engine: Engine) -> DatabaseFile | None:
    """Set up each connection and transaction of `engine`; return its file, None if it has none."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _open)
    event.listen(engine, "begin", _begin)
    return files.watch(engine)


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection that sees one state of the database; within `writing`, the connection of that."""
    ongoing = _ongoing.get()
    if ongoing is not None:
        yield ongoing
        return
    with db.engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(*, patience: int | None = None) -> Iterator[Connection]:
    """A write transaction: committed and durable on return, rolled back by an exception.

    Within another `writing` it joins the outer transaction, which alone commits. It waits for other writers
    for `patience` milliseconds (default: `BUSY_MILLISECONDS`), then raises SQLAlchemy's OperationalError.
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
        try:
            with _as_ongoing(connection):
                yield connection
                files.require_unmoved(connection.info)
        except FileMoved:
            files.take_log_in(connection)
            raise


@contextmanager
def _as_ongoing(connection: Connection) -> Iterator[None]:
    """A transaction of `connection`, which what is called within the block joins."""
    with connection.begin():
        token = _ongoing.set(connection)
        try:
            yield
        finally:
            _ongoing.reset(token)


def first_row(query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> Row[*tuple[Any, ...]] | None:
    """The first row of a query in a transaction of its own: of committed data only, even within `writing`."""
    with db.engine.connect() as connection:
        return connection.execute(query, parameters).first()


def try_to_write() -> None:
    """Begin a write transaction and roll it back at once; raises what `writing` would raise.

    It waits at most two seconds for the lock of another writer.
    """
    if db.engine.dialect.name != "sqlite":
        with db.engine.connect() as server, server.begin():
            for statement in _PROBES_ON_SERVER:
                server.exec_driver_sql(statement)
        return
    with closing(db.engine.raw_connection()) as connection:
        files.require_unmoved(connection.info)
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout={_PROBE_MILLISECONDS}")
            cursor.execute("BEGIN IMMEDIATE")
            try:
                # A read-only SQLite file lets a transaction begin, but not an update.
                cursor.execute("UPDATE alembic_version SET version_num = version_num WHERE false")
            finally:
                cursor.execute("ROLLBACK")
        finally:
            cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


def empty_log() -> None:
    """Empty SQLite's write-ahead log, which still holds erased data for a while.

    The log stays if somebody reads or writes for half a second meanwhile, and within `writing`.
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
    # The driver begins transactions late and deferred: `_begin` does it instead.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


@contextmanager
def _in_turn(patience: int) -> Iterator[int]:
    """Wait for the turn of this thread; yields the milliseconds left to wait for other processes.

    A thread whose turn does not come in time goes on without it: the database then reports that it is busy.
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
        connection.exec_driver_sql(_WAIT.format(patience))
        try:
            connection.exec_driver_sql(beginning)
        finally:
            connection.exec_driver_sql(_WAIT.format(BUSY_MILLISECONDS))
        return
    connection.exec_driver_sql(beginning)
