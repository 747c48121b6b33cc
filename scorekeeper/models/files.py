"""Is the SQLite file at its path still the one that this program has open? And who may read it?

SQLite keeps writing to the files it has open, also when they were deleted, unmounted or replaced: what it
commits then is lost. So each commit looks at the database and its write-ahead log first. Once either is
another one, nothing is saved until it is back or the program starts anew. Only the first file is ever opened,
so two databases never share a log.

A log outlives a killed program, and SQLite would apply it to whatever database is beside it. A note beside
the database holds the identities of the database and log that were opened last: before anything is opened, a
log that is the noted one, beside a database that is not, is set aside.
"""

import os
from contextlib import suppress
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from sqlite3 import DatabaseError, connect
from sqlite3 import Error as SqliteError
from typing import Any, Final

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

_NO_LOG: Final = (0, 0)


class FileMoved(SQLAlchemyError):
    """The database at its path, or the log beside it, is missing or is not the open one."""


class DatabaseFile:
    """The file of one engine: the only one that the engine opens, and only if it exists."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = f"{path.as_uri()}?mode=rw"
        # Device and inode of the database, then those of its log.
        self._opened: tuple[int, ...] = ()
        self._connections: set[int] = set()

    def require_unmoved(self) -> None:
        """Raise FileMoved unless the file is there and is the one that was opened, and its log, too."""
        identities = self._identities()
        # The last connection removes the log when it closes, so the next one may have another.
        watched = len(identities) if self._connections else 2
        if self._opened and identities[:watched] != self._opened[:watched]:
            raise FileMoved(f"{self.path} is not the file that was opened")

    def open_existing(
        self, _dialect: object, _record: object, _arguments: object, options: dict[str, Any]
    ) -> SqliteConnection:
        """Open the file, which must be the one that was opened before."""
        if not self._opened:
            set_foreign_log_aside(self.path)
            self._opened = self._identities()
        self.require_unmoved()
        connection: SqliteConnection = connect(self.address, **options, uri=True)
        return connection

    def note(self, connection: SqliteConnection, _record: object) -> None:
        """Watch a new connection, and note its files; raise FileMoved if they changed meanwhile."""
        try:
            # SQLite makes the log with the first statement that reads.
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        except UnicodeDecodeError as error:
            # The driver cannot decode SQLite's message about unreadable tables, which quotes their bytes.
            raise DatabaseError("the tables cannot be read") from error
        self.require_unmoved()
        if not self._connections:
            self._opened = self._identities()
            # Without a note SQLite's own behaviour remains.
            with suppress(OSError):
                note = _note_beside(self.path)
                note.write_text(f"{' '.join(map(str, self._opened))}\n", encoding="ascii")
                keep_private(note)
        self._connections.add(id(connection))

    def forget(self, connection: SqliteConnection, _record: object) -> None:
        """Watch a connection that closes no longer."""
        self._connections.discard(id(connection))

    def _identities(self) -> tuple[int, ...]:
        try:
            main = os.stat(self.path)
        except OSError as error:
            raise FileMoved(f"{self.path}: {error.strerror}") from error
        return main.st_dev, main.st_ino, *(_identity(f"{self.path}-wal") or _NO_LOG)


def watch(engine: Engine) -> DatabaseFile | None:
    """Watch the file of a SQLite engine; None if its database is no file."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    file = DatabaseFile(Path(name).absolute())
    event.listen(engine, "do_connect", file.open_existing)
    event.listen(engine, "connect", file.note)
    event.listen(engine, "close", file.forget)
    return file


def take_log_in(connection: Connection) -> None:
    """Write what was committed into the open database, wherever its file is now, as its log may be gone."""
    with suppress(SqliteError):
        # Passive: it does not wait for readers.
        connection.connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def set_foreign_log_aside(file: Path) -> None:
    """Set the log beside `file` aside if it belongs to the database that was at this path before.

    Call it before opening a database by plain SQLite, which would apply any log to it.
    """
    with suppress(FileNotFoundError, ValueError):
        opened = tuple(map(int, _note_beside(file).read_text(encoding="ascii").split()))
        if _identity(str(file)) not in (None, opened[:2]) and _identity(f"{file}-wal") == opened[2:]:
            os.replace(f"{file}-wal", f"{file}-wal.left")
            os.unlink(f"{file}-shm")


def forget_opened(file: Path) -> None:
    """Remove the note beside `file`, which says nothing about the next one there, unless a log is left."""
    if _identity(f"{file}-wal") is None:
        _note_beside(file).unlink(missing_ok=True)


def keep_private(file: Path) -> None:
    """Give `file` the mode 0600. Nothing happens if it is missing or another user's."""
    with suppress(OSError):
        if file.is_file():
            file.chmod(0o600)


def keep_database_private(file: Path) -> None:
    """Give a SQLite file, its log and its index the mode 0600.

    SQLite gives new side files the mode of the database; those of a killed process keep the one they had.
    """
    for suffix in ("", "-wal", "-shm"):
        keep_private(Path(f"{file}{suffix}"))


def _note_beside(file: Path) -> Path:
    return file.with_name(f"{file.name}-opened")


def _identity(name: str) -> tuple[int, int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_dev, status.st_ino
