"""Transactions of `db.session`: durable, with one writer at a time.

`reading` begins a plain transaction, which sees one state of the database throughout. `writing` takes the
only write lock with its first statement, so that what it checks still holds when it commits. A session has
one transaction at a time: `writing` ends a read that is under way, and what is read later is read anew.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from threading import Lock
from time import monotonic
from typing import Any, Final, cast

from flask import Flask, current_app
from sqlalchemy import (
    Connection,
    CursorResult,
    Delete,
    Row,
    Select,
    Update,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper import paths
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.models.files import DatabaseFile, FileMoved

BUSY_MILLISECONDS: Final = 10_000
_PROBE_MILLISECONDS: Final = 1_500
_LOG_MILLISECONDS: Final = 500
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
# By dialect: what begins a transaction that reads, and one that writes.
_BEGINNINGS: Final = {
    "sqlite": ("BEGIN", "BEGIN IMMEDIATE"),
    "postgresql": (
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        f"SELECT set_config('lock_timeout', '{{patience}}', true), pg_advisory_xact_lock({_WRITERS_LOCK})",
    ),
}
# The server may have restarted since a connection was last used. Where it stands still, not every thread
# waits for it, and whoever gets no connection does not wait long.
_POOL: Final = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 0, "pool_timeout": 2}
_REVISION: Final = text("SELECT version_num, (SELECT digest FROM secret_key) FROM alembic_version")
_turn = Lock()
# Whether a session writes.
_WRITING: Final = "writing"


class TakenOver(SQLAlchemyError):
    """Another instance has upgraded the tables, or made another secret key theirs."""


def attach(app: Flask) -> None:
    """Give `app` its database at `SQLALCHEMY_DATABASE_URI`, of SQLite or PostgreSQL."""
    kind = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    # Hidden parameters keep names and mail addresses out of errors, and so out of logs.
    options = {"hide_parameters": True} | (_POOL if kind != "sqlite" else {})
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    db.init_app(app)
    with app.app_context():
        if kind == "sqlite":
            event.listen(db.engine, "connect", _open)
        else:
            from scorekeeper.models import postgresql

            event.listen(db.engine, "do_connect", postgresql.connect)
            event.listen(db.engine, "checkin", postgresql.end_patience)
        event.listen(db.engine, "begin", _begin)
        app.extensions["database_file"] = files.watch(db.engine)
    app.extensions["revision"] = max(file.stem for file in (paths.MIGRATIONS / "versions").glob("*.py"))


@contextmanager
def reading() -> Iterator[Session]:
    """The session in a transaction that sees one state of the database; within another, in that one."""
    session = db.session()
    if session.in_transaction():
        yield session
        return
    try:
        yield session
    finally:
        session.rollback()


@contextmanager
def writing(*, patience: int | None = None, upgrades: bool = False) -> Iterator[Session]:
    """The session in a write transaction: committed and durable on return, rolled back by an exception.

    Within another `writing` it joins the outer transaction, which alone commits. It waits for other writers
    for `patience` milliseconds (default: `BUSY_MILLISECONDS`), then raises SQLAlchemy's OperationalError.
    Unless it `upgrades` the tables, it raises TakenOver if another instance has, or if they have another
    secret key than `app.extensions["key"]`, where that is known.
    """
    session = db.session()
    if _WRITING in session.info:
        yield session
        return
    session.rollback()
    with _in_turn(patience or BUSY_MILLISECONDS) as left:
        try:
            session.connection(execution_options={"patience": left})
            session.info[_WRITING] = True
            if not upgrades:
                _require_ours(session)
            yield session
            session.flush()
            file: DatabaseFile | None = current_app.extensions["database_file"]
            if file is not None:
                file.require_unmoved()
            session.commit()
        except FileMoved:
            session.rollback()
            with db.engine.connect() as connection:
                files.take_log_in(connection)
            raise
        finally:
            session.info.pop(_WRITING, None)
            session.rollback()


def _require_ours(session: Session) -> None:
    """Of one SQLite file nobody else can upgrade the tables or change the key while it is served."""
    if session.connection().dialect.name == "sqlite":
        return
    revision, key = session.execute(_REVISION).one()
    if revision != (known := current_app.extensions["revision"]):
        raise TakenOver(f"the tables are of revision {revision}, and this release knows {known}")
    if None not in (key, ours := current_app.extensions.get("key")) and key != ours:
        raise TakenOver("another secret key signs for these scores")


@contextmanager
def _in_turn(patience: int) -> Iterator[int]:
    """Wait for other writers here, as SQLite makes each sleep longer; who waits in vain finds it busy.

    Yields the milliseconds that are left to wait for other programs.
    """
    began = monotonic()
    in_time = _turn.acquire(timeout=patience / 1000)
    try:
        yield max(1, patience - round((monotonic() - began) * 1000))
    finally:
        if in_time:
            _turn.release()


def rows_changed(session: Session, statement: Update | Delete) -> int:
    """Change rows, and count them."""
    result = cast(CursorResult[Any], session.execute(statement))
    return result.rowcount


def first_row(query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> Row[*tuple[Any, ...]] | None:
    """The first row of a query in a transaction of its own: of committed data only, even within `writing`."""
    with db.engine.connect() as connection:
        return connection.execute(query, parameters).first()


def try_to_write() -> None:
    """Write nothing in a transaction of its own; raises what `writing` would raise, but sooner."""
    with writing(patience=_PROBE_MILLISECONDS) as session:
        # A read-only database lets a transaction begin, but not an update.
        session.execute(text("UPDATE alembic_version SET version_num = version_num WHERE false"))


def empty_log() -> None:
    """Empty SQLite's write-ahead log, which still holds erased data for a while.

    The log stays if somebody reads or writes for half a second meanwhile, if it can't be emptied, and
    within `writing`. What was committed before stays done, so nothing is raised.
    """
    if db.engine.dialect.name == "sqlite" and _WRITING not in db.session().info:
        with suppress(SqliteError, SQLAlchemyError), closing(db.engine.raw_connection()) as connection:
            execute = connection.cursor().execute
            with _waiting(execute, _LOG_MILLISECONDS):
                execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _open(connection: SqliteConnection, _record: object) -> None:
    # The driver begins transactions late and deferred: `_begin` does it instead.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    patience = connection.get_execution_options().get("patience")
    execute = connection.exec_driver_sql
    beginning = _BEGINNINGS[connection.dialect.name][patience is not None]
    if connection.dialect.name == "postgresql":
        opened: Any = connection.connection.dbapi_connection
        opened.limit = type(opened).limit + (patience or 0) / 1000
        execute(beginning.format(patience=patience))
    elif patience not in (None, BUSY_MILLISECONDS):
        with _waiting(execute, patience):
            execute(beginning)
    else:
        execute(beginning)


@contextmanager
def _waiting(execute: Callable[[str], object], milliseconds: int) -> Iterator[None]:
    """Let SQLite wait for a lock for so long within the block."""
    execute(_WAIT.format(milliseconds))
    try:
        yield
    finally:
        execute(_WAIT.format(BUSY_MILLISECONDS))
