"""Is the SQLite file that a connection has open the one at its path? Asked before every read and commit.

Where the folder of the database is deleted, unmounted or replaced, SQLite goes on with the files it has open,
and what it commits is lost. Where there is no file it makes an empty one: here only `DatabaseFile.make` does.
A file that is put in the place of another one finds the log of that one beside it, and SQLite would put it
into the new file, also after a kill. So what was opened last is written down beside the database.
"""

from __future__ import annotations

import errno
import os
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

from scorekeeper.models.private_files import keep_private

# Device and number of the database, then those of its log; zeros where there is no log.
Identities = tuple[int, int, int, int]
_NO_LOG: Final = (0, 0)
_NOTHING_THERE: Final = (errno.ENOENT, errno.ENOTDIR, errno.ESTALE)
_FILE: Final = "database file"
_SUFFIXES: Final = ("", "-wal", "-shm")
_OPENED: Final = "identities of the opened files"
_INDEX: Final = "identity of the opened index of the log"


class FileGone(SQLAlchemyError):
    """Nothing is found at the path of the database."""


class FileShut(SQLAlchemyError):
    """The file at the database's path cannot be examined; `__cause__`, an OSError, says why."""


class FileReplaced(SQLAlchemyError):
    """At the path of the database is another file than the one that was opened, or one with other tables."""


class DatabaseFile:
    """The file of one engine; `revision` is what its tables must be of to be opened, None for any."""

    def __init__(self, engine: Engine, *, path: Path) -> None:
        self.path = path
        self.revision: str | None = None
        self.address = f"{path.as_uri()}?mode=rw"
        self._engine = engine
        self._parting = Lock()
        self._name, self._log, self._index = (f"{path}{suffix}" for suffix in _SUFFIXES)

    def make(self) -> None:
        """Make an empty file if there is none."""
        self.path.touch(mode=0o600)

    def require_unmoved(self, opened: Identities) -> None:
        """FileGone or FileReplaced unless the files at their paths are those that were opened."""
        if self._look() != opened:
            raise FileReplaced(f"{self.path} is not the file that was opened")

    def open_existing(
        self, _dialect: object, record: ConnectionPoolEntry, _arguments: object, options: dict[str, Any]
    ) -> SqliteConnection:
        """Open the file that there is, with its log and index, and note which one."""
        # Meanwhile no other thread takes away what this one has just opened.
        with self._parting:
            try:
                part_with_log_of_another(self.path)
            except OSError as error:
                raise FileReplaced(f"the log of another database cannot be removed: {error}") from error
            record.info[_OPENED] = self._look()
            connection: SqliteConnection = connect(self.address, **options, uri=True)
            try:
                # The log is opened by the first statement that reads.
                _asked(connection, "SELECT count(*) FROM sqlite_master")
            except (SqliteError, FileReplaced):
                connection.close()
                raise
            return connection

    def require_tables(self, connection: SqliteConnection, _record: object) -> None:
        """FileReplaced if the tables are of another revision than they must be."""
        if self.revision is None:
            return
        found = _asked(connection, "SELECT name FROM sqlite_master WHERE name = 'alembic_version'")
        if not found or _asked(connection, "SELECT version_num FROM alembic_version") != [(self.revision,)]:
            raise FileReplaced(f"the tables in {self.path} are not of this release")

    def note(self, connection: SqliteConnection, record: ConnectionPoolEntry) -> None:
        """Note which files a fresh connection has open."""
        # The mode of the log, which is set meanwhile, has opened one where there was none.
        _asked(connection, "SELECT count(*) FROM sqlite_master")
        found = self._look()
        if found[:2] != record.info[_OPENED][:2]:
            raise FileReplaced(f"{self.path} was replaced while it was opened")
        index = _identity(self._index)
        record.info.update({_FILE: self, _OPENED: found, _INDEX: index})
        _write_down(self.path, (*found, *(index or _NO_LOG)))

    def keep_or_drop(self, connection: SqliteConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Drop a connection whose files are no longer at their paths; FileGone if nothing is there."""
        if self._look() != record.info[_OPENED]:
            try:
                with self._parting:
                    self._part_with(connection, record.info)
            except OSError as error:
                raise FileReplaced(f"the log of another database cannot be removed: {error}") from error
            self._engine.pool.dispose()
            raise DisconnectionError("another file is at the path of the database")

    def _look(self) -> Identities:
        # Each poll and each save waits for this.
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

    def _part_with(self, connection: SqliteConnection, opened: dict[Any, Any]) -> None:
        # What is in the log goes into the file that it belongs to, and the log away: beside another file,
        # SQLite would put it into that.
        with suppress(SqliteError):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if self._look()[2:] == opened[_OPENED][2:] != _NO_LOG:
            _remove_or_set_aside(self._log)
        if opened[_INDEX] and opened[_INDEX] == _identity(self._index):
            os.unlink(self._index)


def watch(engine: Engine) -> DatabaseFile | None:
    """Watch over the file of a SQLite engine; None where its database is not a file."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    file = DatabaseFile(engine, path=Path(name).absolute())
    event.listen(engine, "do_connect", file.open_existing)
    event.listen(engine, "connect", file.require_tables, insert=True)
    event.listen(engine, "connect", file.note)
    event.listen(engine, "checkout", file.keep_or_drop)
    return file


def part_with_log_of_another(file: Path) -> None:
    """Set the log beside `file` aside if it belongs to the database that was there before.

    To be called before SQLite opens a database by itself, which would put any log into it.
    """
    noted = _written_down(file)
    if noted is None:
        return
    main, log, index = (_identity(f"{file}{suffix}") or _NO_LOG for suffix in _SUFFIXES)
    if main not in (noted[:2], _NO_LOG) and log == noted[2:4] != _NO_LOG:
        with suppress(FileNotFoundError):
            _remove_or_set_aside(f"{file}-wal")
            if index == noted[4:]:
                os.unlink(f"{file}-shm")


def forget(file: Path) -> None:
    """Once no log is left beside `file`: what was opened says nothing about the next one."""
    if _identity(f"{file}-wal") is None:
        _note_beside(file).unlink(missing_ok=True)


def require_unmoved(connection: Connection) -> None:
    """FileGone or FileReplaced where a commit would go into a file that is no longer at its path."""
    file: DatabaseFile | None = connection.info.get(_FILE)
    if file is not None:
        file.require_unmoved(connection.info[_OPENED])


def _asked(connection: SqliteConnection, query: str) -> list[Any]:
    try:
        return connection.execute(query).fetchall()
    except UnicodeDecodeError as error:
        # The driver stumbles over what SQLite quotes of tables that it cannot read.
        raise FileReplaced("the tables cannot be read") from error


def _note_beside(file: Path) -> Path:
    return file.with_name(f"{file.name}-opened")


def _write_down(file: Path, opened: tuple[int, ...]) -> None:
    if _written_down(file) == opened:
        return
    # Without a note all is as SQLite does it.
    with suppress(OSError):
        _note_beside(file).write_text(f"{' '.join(map(str, opened))}\n", encoding="ascii")
        keep_private(_note_beside(file))


def _written_down(file: Path) -> tuple[int, ...] | None:
    """The numbers of file, log and index as they were opened last; None where that is not known."""
    try:
        note = _note_beside(file).read_text(encoding="ascii")
        numbers = tuple(map(int, note.split()))
    except (OSError, ValueError):
        return None
    # A note may be half written.
    return numbers if len(numbers) == 6 and note.endswith("\n") else None


def _identity(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _remove_or_set_aside(log: str) -> None:
    # What could not be taken out of it is kept.
    if os.path.getsize(log):
        os.replace(log, f"{log}.left")
    else:
        os.unlink(log)
