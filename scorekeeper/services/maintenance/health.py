"""Classify failures of the disk and the database, and say what the person who runs the server can do.

Every error of SQLite, PostgreSQL and the file system is classified here, for pages, API, commands and log.
"""

import errno
import re
import shlex
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

from flask import Flask
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorekeeper.config import BACKUPS_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.models import files
from scorekeeper.models.engine import TakenOver, try_to_write
from scorekeeper.models.files import FileMoved
from scorekeeper.services.maintenance import schema

LOW_SPACE: Final = 200_000_000
_NO_MEGABYTES: Final = 10
OK: Final = "ok"
_LOW: Final = "low"
GOOD_ENOUGH: Final = (OK, _LOW)


class Failure(StrEnum):
    """Why the scores cannot be read or saved. The values are the codes that the API gives."""

    BUSY = "busy"
    FULL = "disk-full"
    READ_ONLY = "read-only"
    DAMAGED = "scores-damaged"
    UNREACHABLE = "scores-unreachable"


_BY_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: Failure.BUSY,
    sqlite3.SQLITE_LOCKED: Failure.BUSY,
    sqlite3.SQLITE_PROTOCOL: Failure.BUSY,
    sqlite3.SQLITE_READONLY: Failure.READ_ONLY,
    sqlite3.SQLITE_PERM: Failure.READ_ONLY,
    sqlite3.SQLITE_FULL: Failure.FULL,
    # The shared-memory index of the write-ahead log cannot grow.
    sqlite3.SQLITE_IOERR_SHMSIZE: Failure.FULL,
    sqlite3.SQLITE_IOERR: Failure.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Failure.DAMAGED,
    sqlite3.SQLITE_NOTADB: Failure.DAMAGED,
}
_BY_SQLSTATE: Final = {
    "25006": Failure.READ_ONLY,
    "40": Failure.BUSY,
    "42P01": Failure.UNREACHABLE,
    "53100": Failure.FULL,
    "53300": Failure.BUSY,
    "55P03": Failure.BUSY,
    "57014": Failure.BUSY,
    "58030": Failure.DAMAGED,
    "XX00": Failure.DAMAGED,
}
_BY_ERRNO: Final = {
    errno.ENOSPC: Failure.FULL,
    errno.EDQUOT: Failure.FULL,
    errno.EROFS: Failure.READ_ONLY,
    errno.EIO: Failure.DAMAGED,
}
_SENTENCES: Final = {
    Failure.BUSY: N_("Another program keeps the database busy. Wait a moment, then try again."),
    Failure.FULL: N_(
        "The disk with the scores is full ({place}). Make room on it. "
        "A running server then carries on by itself."
    ),
    Failure.READ_ONLY: N_(
        "The scores in {place} can be read but not changed. "
        "Give this user the right to write there, or mount the disk for writing."
    ),
    Failure.DAMAGED: N_(
        "The database in {place} is damaged, or its disk fails. "
        "Copy the folder to another disk before you do anything else. {way_out}"
    ),
    Failure.UNREACHABLE: N_(
        "The scores can't be reached in {place}. Mount the disk, put the right database back or start its "
        "server, then start Scorekeeper again."
    ),
}

_NO_ANSWER: Final = N_(
    "The database {place} can't be reached. Start its server, or correct its address in SCOREKEEPER_DATABASE "
    "or after --to."
)


def failure_of(error: BaseException) -> Failure | None:
    """Classify an error; None for a fault of the program itself."""
    match error:
        # Connections run out where PostgreSQL stands still: whoever waits for it holds one.
        case FileMoved() | TakenOver() | PoolTimeout():
            return Failure.UNREACHABLE
        case sqlite3.Error() | DBAPIError(orig=sqlite3.Error()):
            return _of_sqlite(error.orig if isinstance(error, DBAPIError) else error)
        case DBAPIError():
            return _of_postgresql(error)
        case OSError():
            return _BY_ERRNO.get(error.errno or 0)
    return None


def sentence(error: BaseException, settings: Settings) -> str | None:
    """Describe a failure and its remedy to the host of the server; None for a fault of the program itself."""
    failure = failure_of(error)
    if failure is None:
        return None
    is_elsewhere = settings.database is not None and failure is Failure.UNREACHABLE
    text = _(_NO_ANSWER if is_elsewhere else _SENTENCES[failure])
    text = text.format(place=settings.place, way_out=way_out(settings))
    return _("{sentence} (The system says: {reason}.)").format(sentence=text, reason=reason(error))


def reason(error: BaseException) -> str:
    """The message of the driver or the system, up to the first quotation mark: a value may follow it.

    Why there is no connection is said before anybody has sent a value.
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).splitlines() or [type(cause).__name__]
    is_unconnected = isinstance(error, OperationalError) and error.statement is None
    message = lines[0] if is_unconnected else re.split("[\"'`]", lines[0])[0]
    return message.strip().rstrip(".:") or type(cause).__name__


def newest_backup(settings: Settings) -> Path | None:
    """The newest backup in the data folder by the date that ends its name, replaced databases last; or None.

    It may be damaged: a restore checks it, and changes nothing then.
    """
    backups = (settings.data / BACKUPS_NAME).glob("*.sqlite")
    return max(
        backups, key=lambda file: (not file.stem.startswith("replaced-"), file.stem[-22:]), default=None
    )


def way_out(settings: Settings) -> str:
    """How to recover from a database that cannot be used, in a sentence or two."""
    newest = newest_backup(settings)
    if newest is None:
        return _(
            "There is no backup in {folder}. If you have one elsewhere, stop the server and run "
            "`scorekeeper restore FILE`."
        ).format(folder=settings.data / BACKUPS_NAME)
    return _(
        "Stop the server and put back the newest backup with `{command}`. It is checked first. "
        "If it is refused, try an older one."
    ).format(command=shlex.join(["scorekeeper", "restore", str(newest)]))


def check_at_start(settings: Settings, *, whole: bool = True) -> None:
    """Check the SQLite file before it is served: the `whole` file, or only the names of its tables.

    OperatorError if the file is damaged or not ours, or if it is missing or empty though there are backups.
    """
    file = settings.database_file
    require_scores(settings)
    if file is None or not is_filled(file):
        return
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=10)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            fault = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] if whole else "ok"
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # The driver stumbles over what SQLite quotes of tables that it cannot read.
        if failure_of(error) not in (Failure.DAMAGED, None):
            raise
        tables, fault = set(), str(error)
    if fault != "ok":
        # What SQLite quotes of a damaged file can be any bytes.
        printable = "".join(letter if letter.isprintable() else "?" for letter in fault.splitlines()[-1])
        sentence = _("The database {file} is damaged ({printable}). {way_out}")
        raise OperatorError(sentence.format(file=file, printable=printable, way_out=way_out(settings)))
    if not tables:
        _require_no_backups(settings, file)
    elif "alembic_version" not in tables:
        sentence = _("{file} is not a Scorekeeper database. {way_out}")
        raise OperatorError(sentence.format(file=file, way_out=way_out(settings)))


def require_scores(settings: Settings) -> None:
    """Raise OperatorError if the SQLite file is a folder, or is missing or empty though there are backups.

    To be called before plain SQLite opens the file: it sets the log of another database aside.
    """
    file = settings.database_file
    if file is None:
        return
    if file.is_dir():
        sentence = _(
            "{file} is a folder, not a database. Move it away, or choose another folder with "
            "SCOREKEEPER_DATA."
        )
        raise OperatorError(sentence.format(file=file))
    if not is_filled(file):
        _require_no_backups(settings, file)
    files.set_foreign_log_aside(file)


def is_filled(file: Path) -> bool:
    """Whether there is a file that is not empty."""
    return file.exists() and file.stat().st_size > 0


def readiness(app: Flask, settings: Settings) -> Mapping[str, str]:
    """Check database, schema and space, by name: "ok", "low" (space only) or the code of the failure."""
    database = _outcome(try_to_write)
    tables = _outcome(lambda: schema.require_current(app)) if database == OK else database
    left = low_space(settings)
    space = OK if left is None else _LOW if left >= _NO_MEGABYTES else Failure.FULL
    return {"database": database, "schema": tables, "space": space}


def low_space(settings: Settings) -> int | None:
    """Free megabytes on the disk with the scores if they are few, else None."""
    left = LOW_SPACE
    if settings.database_file is not None:
        # A system that does not say has enough.
        with suppress(OSError):
            left = shutil.disk_usage(settings.data).free
    return left // 1_000_000 if left < LOW_SPACE else None


def _require_no_backups(settings: Settings, file: Path) -> None:
    if newest := newest_backup(settings):
        sentence = _(
            "The scores are gone: {file} is missing or empty. Put back the newest backup with "
            "`{command}`. To start again without any games, move {backups} somewhere else first."
        )
        command = shlex.join(["scorekeeper", "restore", str(newest)])
        raise OperatorError(sentence.format(file=file, command=command, backups=newest.parent))


def _outcome(act: Callable[[], object]) -> str:
    try:
        act()
    except OperatorError:
        return Failure.UNREACHABLE
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        return failure_of(error) or Failure.UNREACHABLE
    return OK


def _of_sqlite(error: BaseException | None) -> Failure | None:
    code = getattr(error, "sqlite_errorcode", None) or 0
    if failure := _BY_SQLITE.get(code) or _BY_SQLITE.get(code & 0xFF):
        return failure
    if type(error) is sqlite3.DatabaseError:
        return Failure.DAMAGED
    return Failure.UNREACHABLE if isinstance(error, sqlite3.OperationalError) else None


def _of_postgresql(error: DBAPIError) -> Failure | None:
    state = getattr(error.orig, "sqlstate", None) or ""
    failure = next((kind for start, kind in _BY_SQLSTATE.items() if state.startswith(start)), None)
    return failure or (Failure.UNREACHABLE if isinstance(error, OperationalError) else None)
