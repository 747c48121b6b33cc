"""Transactions of `db.session`: durable, with one writer at a time.

`reading` begins a plain transaction, which sees one state of the database throughout. `writing` takes the
only write lock with its first statement, so that what it checks still holds when it commits. A session has
one transaction at a time: `writing` ends a read that is under way, and what is read later is read anew.

PostgreSQL lets the writers of different games write side by side: each shares the write lock with the others
and takes one of its game alone. What they write beyond their game they write after `one_by_one`. Every other
writer still waits until it is alone. Nobody waits in a circle: locks are taken in this order.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final, cast
from zlib import crc32

from flask import Flask, current_app
from sqlalchemy import (
    Connection,
    CursorResult,
    Delete,
    Row,
    Select,
    Update,
    event,
    func,
    make_url,
    select,
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
_LOCK: Final = "SELECT set_config('lock_timeout', '{patience}', true), pg_advisory_xact_lock"
# By dialect: what begins a transaction that reads, one that writes anything, and one that writes one game.
_BEGINNINGS: Final = {
    "sqlite": ("BEGIN", "BEGIN IMMEDIATE", "BEGIN IMMEDIATE"),
    "postgresql": (
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        f"{_LOCK}({_WRITERS_LOCK})",
        f"{_LOCK}_shared({_WRITERS_LOCK}), pg_advisory_xact_lock({_WRITERS_LOCK}, {{game}})",
    ),
}
_ONE_BY_ONE: Final = select(func.pg_advisory_xact_lock(_WRITERS_LOCK + 1))
# The server may have restarted since a connection was last used. Where it stands still, not every thread
# waits for it, and whoever gets no connection does not wait long.
_POOL: Final = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 0, "pool_timeout": 2}
_REVISION: Final = text("SELECT version_num, (SELECT digest FROM secret_key) FROM alembic_version")
_turn = BoundedSemaphore()
# Writers of games that wait for the database keep half of its connections free for others.
_turns = BoundedSemaphore(_POOL["pool_size"] // 2)
# What a session writes: "" for anything, or the id of a game.
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
def writing(
    game: str | None = None, *, patience: int | None = None, upgrades: bool = False
) -> Iterator[Session]:
    """The session in a write transaction: committed and durable on return, rolled back by an exception.

    With the id of a `game` nothing else is written before `one_by_one`. Within another `writing` it joins
    the outer transaction, which alone commits; RuntimeError if that one is of a game and this is not. It
    waits for other writers for `patience` milliseconds (default: `BUSY_MILLISECONDS`), then raises
    SQLAlchemy's OperationalError. Unless it `upgrades` the tables, it raises TakenOver if another instance
    has, or if they have another secret key than `app.extensions["key"]`, where that is known.
    """
    session = db.session()
    if (outer := session.info.get(_WRITING)) is not None:
        if outer not in ("", game):
            raise RuntimeError(f"a transaction of game {outer} cannot write more than this game")
        yield session
        return
    session.rollback()
    is_beside = game is not None and db.engine.dialect.name == "postgresql"
    with _in_turn(patience or BUSY_MILLISECONDS, turn=_turns if is_beside else _turn) as left:
        try:
            session.connection(execution_options={"patience": left, "game": game})
            session.info[_WRITING] = game or ""
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


def one_by_one(session: Session) -> None:
    """Let no other writer of a game come so far before this transaction ends: more than a game follows."""
    if session.connection().dialect.name == "postgresql":
        session.execute(_ONE_BY_ONE)


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
def _in_turn(patience: int, *, turn: BoundedSemaphore) -> Iterator[int]:
    """Wait for other writers here, as SQLite makes each sleep longer; who waits in vain finds it busy.

    Yields the milliseconds that are left to wait for other programs.
    """
    began = monotonic()
    in_time = turn.acquire(timeout=patience / 1000)
    try:
        yield max(1, patience - round((monotonic() - began) * 1000))
    finally:
        if in_time:
            turn.release()


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
    options = connection.get_execution_options()
    patience, game = options.get("patience"), options.get("game")
    execute = connection.exec_driver_sql
    # Two games with one number wait for each other, no more. It is signed, as PostgreSQL's are.
    number = crc32((game or "").encode()) - 2**31
    beginnings = _BEGINNINGS[connection.dialect.name]
    beginning = beginnings[(patience is not None) + (game is not None)]
    if connection.dialect.name == "postgresql":
        opened: Any = connection.connection.dbapi_connection
        opened.limit = type(opened).limit + (patience or 0) / 1000
        # Whoever writes a game waits for two locks.
        share = (patience or 0) // (1 if game is None else 2)
        beginning = beginning.format(patience=share, game=number)
    if connection.dialect.name == "sqlite" and patience not in (None, BUSY_MILLISECONDS):
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
