"""The SQLite file: checks before every read and commit that it is still at its path, and keeps it private.

When the folder of the database is deleted, unmounted or replaced, SQLite keeps using the files it has open,
and what it commits is lost. When there is no file it makes an empty one; here only `DatabaseFile.make` does.
When another file is put at the path, the write-ahead log of the former file is still beside it, and SQLite
would apply it to the new file, also after a kill. Therefore a note beside the database holds the identities
of the files that were opened last.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from sqlite3 import Error as SqliteError
from sqlite3 import connect
from threading import Lock
from typing import Any, Final

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

# Device and inode of the database, then those of its write-ahead log; zeros if there is no log.
Identities = tuple[int, int, int, int]
_NO_LOG: Final = (0, 0)
_NOTHING_THERE: Final = (errno.ENOENT, errno.ENOTDIR, errno.ESTALE)
_FILE: Final = "database file"
_SUFFIXES: Final = ("", "-wal", "-shm")
_OPENED: Final = "identities of the opened files"
_INDEX: Final = "identity of the opened index of the log"
_PRIVATE: Final = 0o600


class FileGone(SQLAlchemyError):
    """There is no file at the path of the database."""


class FileShut(SQLAlchemyError):
    """The file at the database's path cannot be examined; `__cause__`, an OSError, says why."""


class FileReplaced(SQLAlchemyError):
    """The file at the path of the database is not the opened one, or has tables of another release."""


class DatabaseFile:
    """The file of one engine. Its tables must be of the schema `revision` to be opened; None accepts any."""

    def __init__(self, engine: Engine, *, path: Path) -> None:
        self.path = path
        self.revision: str | None = None
        self.address = f"{path.as_uri()}?mode=rw"
        self._engine = engine
        self._opening = Lock()
        self._name, self._log, self._index = (f"{path}{suffix}" for suffix in _SUFFIXES)

    def make(self) -> None:
        """Make an empty file if there is none."""
        self.path.touch(mode=_PRIVATE)

    def require_unmoved(self, opened: Identities) -> None:
        """Raise FileGone or FileReplaced unless the files at the paths are the `opened` ones."""
        if self._identities() != opened:
            raise FileReplaced(f"{self.path} is not the file that was opened")

    def open_existing(
        self, _dialect: object, record: ConnectionPoolEntry, _arguments: object, options: dict[str, Any]
    ) -> SqliteConnection:
        """Open the existing file, with its log and index, and note their identities in `record`."""
        # The lock keeps other threads from removing a log that this one has just opened.
        with self._opening:
            try:
                set_foreign_log_aside(self.path)
            except OSError as error:
                raise FileReplaced(f"the log of another database cannot be removed: {error}") from error
            record.info[_OPENED] = self._identities()
            connection: SqliteConnection = connect(self.address, **options, uri=True)
            try:
                # SQLite opens the log with the first statement that reads.
                _fetch_all(connection, "SELECT count(*) FROM sqlite_master")
            except (SqliteError, FileReplaced):
                connection.close()
                raise
            return connection

    def require_tables(self, connection: SqliteConnection, _record: object) -> None:
        """Raise FileReplaced if the tables are not of the required revision."""
        if self.revision is None:
            return
        found = _fetch_all(connection, "SELECT name FROM sqlite_master WHERE name = 'alembic_version'")
        if not found or _fetch_all(connection, "SELECT version_num FROM alembic_version") != [
            (self.revision,)
        ]:
            raise FileReplaced(f"the tables in {self.path} are not of this release")

    def note(self, connection: SqliteConnection, record: ConnectionPoolEntry) -> None:
        """Note which files a new connection has open; raise FileReplaced if they changed meanwhile."""
        # Setting the journal mode has made a log if there was none.
        _fetch_all(connection, "SELECT count(*) FROM sqlite_master")
        found = self._identities()
        if found[:2] != record.info[_OPENED][:2]:
            raise FileReplaced(f"{self.path} was replaced while it was opened")
        index = _identity(self._index)
        record.info.update({_FILE: self, _OPENED: found, _INDEX: index})
        _write_note(self.path, (*found, *(index or _NO_LOG)))

    def keep_or_drop(self, connection: SqliteConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Drop a connection whose files are no longer at their paths; raise FileGone if there is no file."""
        if self._identities() != record.info[_OPENED]:
            try:
                with self._opening:
                    self._set_log_aside(connection, record.info)
            except OSError as error:
                raise FileReplaced(f"the log of another database cannot be removed: {error}") from error
            self._engine.pool.dispose()
            raise DisconnectionError("another file is at the path of the database")

    def _identities(self) -> Identities:
        # Every poll and save calls this: two system calls and no more.
        try:
            main = os.stat(self._name)
        except OSError as error:
            kind = FileGone if error.errno in _NOTHING_THERE else FileShut
            raise kind(f"{self.path}: {error.strerror}") from error
        try:
            log = os.stat(self._log)
        except OSError:
            return main.st_dev, main.st_ino, *_NO_LOG
        return main.st_dev, main.st_ino, log.st_dev, log.st_ino

    def _set_log_aside(self, connection: SqliteConnection, opened: dict[Any, Any]) -> None:
        # Apply the log to its own file and remove it: SQLite would apply it to the file now at the path.
        with suppress(SqliteError):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if self._identities()[2:] == opened[_OPENED][2:] != _NO_LOG:
            _remove_or_set_aside(self._log)
        if opened[_INDEX] and opened[_INDEX] == _identity(self._index):
            os.unlink(self._index)


def watch(engine: Engine) -> DatabaseFile | None:
    """Check the file of a SQLite engine at each connection and checkout; None if its database is no file."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    file = DatabaseFile(engine, path=Path(name).absolute())
    event.listen(engine, "do_connect", file.open_existing)
    event.listen(engine, "connect", file.require_tables, insert=True)
    event.listen(engine, "connect", file.note)
    event.listen(engine, "checkout", file.keep_or_drop)
    return file


def set_foreign_log_aside(file: Path) -> None:
    """Set the log beside `file` aside if it belongs to the database that was at this path before.

    Call it before opening a database by plain SQLite, which would apply any log to it.
    """
    noted = _read_note(file)
    if noted is None:
        return
    main, log, index = (_identity(f"{file}{suffix}") or _NO_LOG for suffix in _SUFFIXES)
    if main not in (noted[:2], _NO_LOG) and log == noted[2:4] != _NO_LOG:
        with suppress(FileNotFoundError):
            _remove_or_set_aside(f"{file}-wal")
            if index == noted[4:]:
                os.unlink(f"{file}-shm")


def forget_opened(file: Path) -> None:
    """Remove the note beside `file`, which says nothing about the next one there, unless a log is left."""
    if _identity(f"{file}-wal") is None:
        _note_beside(file).unlink(missing_ok=True)


def require_unmoved(connection: Connection) -> None:
    """Raise FileGone or FileReplaced if a commit would go into a file that is no longer at its path."""
    file: DatabaseFile | None = connection.info.get(_FILE)
    if file is not None:
        file.require_unmoved(connection.info[_OPENED])


def keep_private(file: Path) -> None:
    """Give `file` the mode 0600. Nothing happens if it is missing or another user's, and on Windows."""
    if os.name == "nt":
        return
    with suppress(OSError):
        found = file.stat().st_mode
        if stat.S_ISREG(found) and stat.S_IMODE(found) != _PRIVATE:
            file.chmod(_PRIVATE)


def keep_database_private(file: Path) -> None:
    """Give a SQLite file, its log and its index the mode 0600.

    SQLite gives new side files the mode of the database; those of a killed process keep the one they had.
    """
    for suffix in _SUFFIXES:
        keep_private(Path(f"{file}{suffix}"))


def _fetch_all(connection: SqliteConnection, query: str) -> list[Any]:
    try:
        return connection.execute(query).fetchall()
    except UnicodeDecodeError as error:
        # The driver cannot decode SQLite's message about unreadable tables, which quotes their bytes.
        raise FileReplaced("the tables cannot be read") from error


def _note_beside(file: Path) -> Path:
    return file.with_name(f"{file.name}-opened")


def _write_note(file: Path, opened: tuple[int, ...]) -> None:
    if _read_note(file) == opened:
        return
    # Without a note SQLite's own behaviour remains.
    with suppress(OSError):
        _note_beside(file).write_text(f"{' '.join(map(str, opened))}\n", encoding="ascii")
        keep_private(_note_beside(file))


def _read_note(file: Path) -> tuple[int, ...] | None:
    """The identities of file, log and index that were opened last; None without a whole note."""
    try:
        note = _note_beside(file).read_text(encoding="ascii")
        numbers = tuple(map(int, note.split()))
    except (OSError, ValueError):
        return None
    # A note may have been written in part.
    return numbers if len(numbers) == 6 and note.endswith("\n") else None


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _remove_or_set_aside(log: str) -> None:
    # A log that could not be applied is kept under another name.
    if os.path.getsize(log):
        os.replace(log, f"{log}.left")
    else:
        os.unlink(log)
