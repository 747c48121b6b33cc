"""Classify failures of the disk and the database, and say what the person who runs the server can do.

Every error of SQLite, PostgreSQL and the file system is classified here, for pages, API, commands and log.
"""

from __future__ import annotations

import errno
import logging
import re
import shlex
import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import Final

from flask import Flask
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorekeeper.config import BACKUPS_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, Sentence, _
from scorekeeper.models import files
from scorekeeper.models.engine import try_to_write
from scorekeeper.models.files import FileGone, FileReplaced, FileShut
from scorekeeper.services.maintenance import schema

LOW_SPACE: Final = 200_000_000
NO_SPACE: Final = 10_000_000
CHECK_SECONDS: Final = 5.0
OK: Final = "ok"
_LOW: Final = "low"
GOOD_ENOUGH: Final = (OK, _LOW)
_LOUD: Final = "NOTHING CAN BE SAVED NOW. "
# SQLite instructions between two checks of the time.
_STEPS: Final = 100
_STAMP: Final = re.compile(r"-(\d{8}-\d{6}-\d{6})$")
ONE_LINE_EVERY: Final = timedelta(minutes=1)
_log = logging.getLogger(__name__)


class Failure(StrEnum):
    """Why the scores cannot be read or saved. The values are the codes that the API gives."""

    BUSY = "busy"
    GONE = "scores-gone"
    REPLACED = "scores-replaced"
    FULL = "disk-full"
    READ_ONLY = "read-only"
    BROKEN = "disk-error"
    DAMAGED = "scores-damaged"
    UNREACHABLE = "database-unreachable"
    UNKNOWN = "database-unusable"


_BY_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: Failure.BUSY,
    sqlite3.SQLITE_LOCKED: Failure.BUSY,
    sqlite3.SQLITE_PROTOCOL: Failure.BUSY,
    # A connection is only opened if the file is there, and SQLite does not say what is wrong then.
    sqlite3.SQLITE_CANTOPEN: Failure.UNKNOWN,
    sqlite3.SQLITE_READONLY: Failure.READ_ONLY,
    sqlite3.SQLITE_READONLY_DBMOVED: Failure.REPLACED,
    sqlite3.SQLITE_PERM: Failure.READ_ONLY,
    sqlite3.SQLITE_FULL: Failure.FULL,
    sqlite3.SQLITE_IOERR: Failure.BROKEN,
    # The shared-memory index of the write-ahead log cannot grow.
    sqlite3.SQLITE_IOERR_SHMSIZE: Failure.FULL,
    sqlite3.SQLITE_IOERR_CORRUPTFS: Failure.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Failure.DAMAGED,
    sqlite3.SQLITE_NOTADB: Failure.DAMAGED,
}
_PRIMARY: Final = 0xFF
# Errors without a code of their own, by the beginning of their text.
_BY_SQLITE_TEXT: Final = {
    "no such table": Failure.REPLACED,
    "no such column": Failure.REPLACED,
    "Could not decode": Failure.DAMAGED,
}
_BY_SQLSTATE: Final = {
    "08": Failure.UNREACHABLE,
    "25006": Failure.READ_ONLY,
    "28": Failure.UNREACHABLE,
    "3D000": Failure.GONE,
    "40": Failure.BUSY,
    "42P01": Failure.REPLACED,
    "42703": Failure.REPLACED,
    "53100": Failure.FULL,
    "53300": Failure.BUSY,
    "55P03": Failure.BUSY,
    "57014": Failure.BUSY,
    "57P": Failure.UNREACHABLE,
    "58030": Failure.BROKEN,
    "XX001": Failure.DAMAGED,
    "XX002": Failure.DAMAGED,
}
_BY_ERRNO: Final = {
    errno.ENOSPC: Failure.FULL,
    errno.EDQUOT: Failure.FULL,
    errno.EROFS: Failure.READ_ONLY,
    errno.EIO: Failure.BROKEN,
}
_BY_ERRNO_OF_FILE: Final = {errno.EACCES: Failure.READ_ONLY, errno.EPERM: Failure.READ_ONLY, **_BY_ERRNO}
_SENTENCES: Final[Mapping[Failure, Sentence]] = {
    Failure.BUSY: N_("Another program keeps the database busy. Wait a moment, then try again."),
    Failure.GONE: N_(
        "The scores are gone from {place}. Mount the disk again, or put the folder back. "
        "A running server then carries on by itself."
    ),
    Failure.REPLACED: N_(
        "The database in {place} is not one that this release can work with. "
        "Put the right one back, or stop the server and run `scorekeeper db upgrade`."
    ),
    Failure.FULL: N_(
        "The disk with the scores is full ({place}). Make room on it. "
        "A running server then carries on by itself."
    ),
    Failure.READ_ONLY: N_(
        "The scores in {place} can be read but not changed. "
        "Give this user the right to write there, or mount the disk for writing."
    ),
    Failure.BROKEN: N_(
        "The disk with the scores reports errors ({place}). "
        "Copy the folder to another disk before you do anything else."
    ),
    Failure.DAMAGED: N_("The database in {place} is damaged. {way_out}"),
    Failure.UNREACHABLE: N_("The database server doesn't answer. Start it, or check SCOREKEEPER_DATABASE."),
    Failure.UNKNOWN: N_("The database can't be used."),
}


class Reports:
    """Logs failures of requests, each kind at most once a minute."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._latest: dict[Failure, tuple[datetime, int]] = {}

    def report(self, failure: Failure, say: Callable[[], str], *, now: datetime, error: Exception) -> None:
        """Log the sentence of `say`, or count it for the next line. An unknown failure gets its traceback."""
        with self._lock:
            logged_at, kept_back = self._latest.get(failure, (None, 0))
            if logged_at is not None and timedelta(0) <= now - logged_at < ONE_LINE_EVERY:
                self._latest[failure] = (logged_at, kept_back + 1)
                return
            self._latest[failure] = (now, 0)
        loud, level = ("", logging.WARNING) if failure is Failure.BUSY else (_LOUD, logging.CRITICAL)
        more = f" {kept_back} more such requests were refused since the last such line." if kept_back else ""
        _log.log(level, "%s%s%s", loud, say(), more, exc_info=error if failure is Failure.UNKNOWN else None)


class LatestCheck:
    """Cache of the latest readiness check. One thread checks at a time; others get the previous result."""

    def __init__(self) -> None:
        self._checking = Lock()
        self._result: Mapping[str, str] = {}

    def refreshed(self, check: Callable[[], Mapping[str, str]]) -> Mapping[str, str]:
        """Call `check` and return its result; while another thread does, return the previous one, if any."""
        before = self._result
        if self._checking.acquire(blocking=not before):
            try:
                if self._result is before:
                    self._result = check()
            finally:
                self._checking.release()
        return self._result


def failure_of(error: BaseException) -> Failure | None:
    """Classify an error; None for a fault of the program itself."""
    match error:
        case FileGone():
            return Failure.GONE
        case FileShut(__cause__=OSError(errno=number)):
            return _BY_ERRNO_OF_FILE.get(number or 0, Failure.UNKNOWN)
        case FileReplaced():
            return Failure.REPLACED
        case PoolTimeout():
            return Failure.BUSY
        case DBAPIError(orig=sqlite3.Error() as cause):
            return _of_sqlite(cause)
        case DBAPIError():
            return _of_postgresql(error)
        case sqlite3.Error():
            return _of_sqlite(error)
        case OSError():
            return _BY_ERRNO.get(error.errno or 0)
    return None


def sentence(error: BaseException, settings: Settings) -> str | None:
    """Describe a failure and its remedy to the host of the server; None for a fault of the program itself."""
    failure = failure_of(error)
    if failure is None:
        return None
    place = _("the database server") if settings.database_file is None else str(settings.data)
    remedy = way_out(settings) if failure is Failure.DAMAGED else ""
    text = _(_SENTENCES[failure]).format(place=place, way_out=remedy)
    return _("{sentence} (The system says: {reason}.)").format(sentence=text, reason=reason(error))


def reason(error: BaseException) -> str:
    """The message of the driver or the system, up to the first quotation mark: a value may follow it."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).splitlines() or [type(cause).__name__]
    return re.split("[\"'`]", lines[0])[0].strip().rstrip(".:") or type(cause).__name__


def newest_backup(settings: Settings, *, seconds: float = CHECK_SECONDS) -> Path | None:
    """The newest backup in the data folder that this release can restore, replaced databases last; or None.

    The check of their pages takes up to `seconds` in all.
    """
    until = time.monotonic() + seconds
    return next((file for file in _backups(settings) if _can_be_restored(file, until=until)), None)


def command_to_restore(file: Path) -> str:
    """The command that restores this backup."""
    return f"scorekeeper restore {shlex.quote(str(file))}"


def way_out(settings: Settings) -> str:
    """How to recover from a database that cannot be used, in a sentence or two."""
    newest = newest_backup(settings)
    if newest is not None:
        return _("Stop the server and put back the newest good backup with `{command}`.").format(
            command=command_to_restore(newest)
        )
    folder = settings.data / BACKUPS_NAME
    if _backups(settings):
        return _(
            "No backup in {folder} can be restored. If you have one elsewhere, stop the server and run "
            "`scorekeeper restore FILE`."
        ).format(folder=folder)
    return _(
        "There is no backup in {folder}. If you have one elsewhere, stop the server and run "
        "`scorekeeper restore FILE`."
    ).format(folder=folder)


def check_at_start(settings: Settings, *, seconds: float = CHECK_SECONDS) -> bool:
    """Check the SQLite file before it is served; False if the check did not finish within `seconds`.

    OperatorError if the file is damaged or not ours, or if it is missing or empty though there are backups.
    With no `seconds` only the names of its tables are read.
    """
    file = settings.database_file
    if file is None:
        return True
    require_scores(settings)
    if not file.exists() or not file.stat().st_size:
        return True
    files.set_foreign_log_aside(file)
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=10)) as connection:
            _require_our_tables(connection, settings, file)
            return bool(seconds) and _check_pages(connection, settings, file, seconds=seconds)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # The driver stumbles over what SQLite quotes of tables that it cannot read.
        if failure_of(error) not in (Failure.DAMAGED, None):
            raise
        raise _damaged(settings, file, fault=str(error)) from error


def require_scores(settings: Settings) -> None:
    """Raise OperatorError if the SQLite file is a folder, or is missing or empty though there are backups."""
    file = settings.database_file
    if file is not None and file.is_dir():
        raise OperatorError(
            _(
                "{file} is a folder, not a database. Move it away, or choose another folder with "
                "SCOREKEEPER_DATA."
            ).format(file=file)
        )
    if file is not None and (not file.exists() or not file.stat().st_size):
        _require_no_backups(settings, file)


def readiness(app: Flask, settings: Settings) -> Mapping[str, str]:
    """Check database, schema and space, by name: "ok", "low" (space only) or the code of the failure.

    Anybody may call this, and a database may block the caller: so one thread at a time checks.
    """
    latest: LatestCheck = app.extensions.setdefault("readiness", LatestCheck())
    return latest.refreshed(lambda: _checks(app, settings))


def space_left(folder: Path) -> int | None:
    """Free bytes on the disk of a folder; None if the system does not say."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def low_space(settings: Settings) -> int | None:
    """Free megabytes on the disk with the scores if they are few, else None."""
    left = None if settings.database_file is None else space_left(settings.data)
    return left // 1_000_000 if left is not None and left < LOW_SPACE else None


def low_space_warning(settings: Settings) -> str | None:
    """A sentence for the person who runs the server if the disk is nearly full, else None."""
    left = low_space(settings)
    if left is None:
        return None
    return _(
        "Only {left} MB are free on the disk with {data}. Make room, or soon nothing can be saved."
    ).format(left=left, data=settings.data)


def _backups(settings: Settings) -> list[Path]:
    found = (settings.data / BACKUPS_NAME).glob("*.sqlite")
    return sorted((file for file in found if file.is_file() and file.stat().st_size), key=_age, reverse=True)


def _can_be_restored(backup: Path, *, until: float) -> bool:
    try:
        # Opened as immutable, the backup gets no side files.
        address = f"{backup.absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return schema.knows(connection) and _first_fault(connection, until=until) in ("ok", None)
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _age(backup: Path) -> tuple[bool, str]:
    # Copying a folder may give all its files one date, but their names keep their dates.
    stamp = _STAMP.search(backup.stem)
    written = datetime.fromtimestamp(backup.stat().st_mtime, UTC)
    return not backup.stem.startswith("replaced-"), stamp[1] if stamp else f"{written:%Y%m%d-%H%M%S-%f}"


def _require_no_backups(settings: Settings, file: Path) -> None:
    if not _backups(settings):
        return
    newest = newest_backup(settings)
    remedy = _("None of the backups can be restored.")
    if newest:
        remedy = _("Put back the newest good backup with `{command}`.").format(
            command=command_to_restore(newest)
        )
    raise OperatorError(
        _(
            "The scores are gone: {file} is missing or empty. {remedy} To start again without any "
            "games, move {backups} somewhere else first."
        ).format(file=file, remedy=remedy, backups=settings.data / BACKUPS_NAME)
    )


def _require_our_tables(connection: sqlite3.Connection, settings: Settings, file: Path) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        _require_no_backups(settings, file)
    elif "alembic_version" not in tables:
        raise OperatorError(
            _("{file} is not a Scorekeeper database. {way_out}").format(file=file, way_out=way_out(settings))
        )


def _check_pages(connection: sqlite3.Connection, settings: Settings, file: Path, *, seconds: float) -> bool:
    found = _first_fault(connection, until=time.monotonic() + seconds)
    if found not in ("ok", None):
        raise _damaged(settings, file, fault=found.splitlines()[-1])
    return found is not None


def _first_fault(connection: sqlite3.Connection, *, until: float) -> str | None:
    """The first fault that SQLite finds, or "ok"; None if the check is not finished at the time `until`."""
    connection.set_progress_handler(lambda: time.monotonic() >= until, _STEPS)
    try:
        found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    return found


def _damaged(settings: Settings, file: Path, *, fault: str) -> OperatorError:
    # What SQLite quotes of a damaged file can be any bytes.
    printable = "".join(letter if letter.isprintable() else "?" for letter in fault)
    return OperatorError(
        _("The database {file} is damaged ({printable}). {way_out}").format(
            file=file, printable=printable, way_out=way_out(settings)
        )
    )


def _checks(app: Flask, settings: Settings) -> dict[str, str]:
    database = _outcome(try_to_write)
    tables = _outcome(lambda: schema.require_current(app)) if database == OK else database
    return {"database": database, "schema": tables, "space": _space(settings)}


def _outcome(act: Callable[[], object]) -> str:
    try:
        act()
    except OperatorError:
        return Failure.REPLACED
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        return failure_of(error) or Failure.UNKNOWN
    return OK


def _space(settings: Settings) -> str:
    left = None if settings.database_file is None else space_left(settings.data)
    if left is None or left >= LOW_SPACE:
        return OK
    return _LOW if left >= NO_SPACE else Failure.FULL


def _of_sqlite(error: sqlite3.Error) -> Failure | None:
    code = getattr(error, "sqlite_errorcode", None) or 0
    found = _BY_SQLITE.get(code) or _BY_SQLITE.get(code & _PRIMARY)
    if found is None:
        found = next((kind for text, kind in _BY_SQLITE_TEXT.items() if str(error).startswith(text)), None)
    return found or (Failure.UNKNOWN if isinstance(error, sqlite3.OperationalError) else None)


def _of_postgresql(error: DBAPIError) -> Failure | None:
    state = getattr(error.orig, "sqlstate", None)
    if state is None:
        return Failure.UNREACHABLE if isinstance(error, OperationalError) else None
    found = next((kind for start, kind in _BY_SQLSTATE.items() if state.startswith(start)), None)
    return found or (Failure.UNKNOWN if isinstance(error, OperationalError) else None)
