"""Whole copies of the SQLite file, also while the server runs. A copy is there wholly or not at all."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from scorekeeper.config import BACKUPS_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models import files
from scorekeeper.services.maintenance import leftovers, storage

_BUSY_SECONDS = 10
_STAMP: Final = "%Y%m%d-%H%M%S-%f"
# The first part of a copy's name: made by hand, before an upgrade, at a restore, or by the server.
Kind = Literal["scorekeeper", "before-upgrade", "replaced", "automatic"]
_NAME: Final = re.compile(r"(scorekeeper|before-upgrade|replaced|automatic)-(\d{8}-\d{6}-\d{6})\.sqlite")


def back_up(settings: Settings, *, to: Path | None, now: datetime) -> Path:
    """Copy the database to a new file, by default a dated one in the data folder, and return that file.

    OperatorError if the copy could not be restored, or the folder of `to` does not exist.
    """
    require_file(settings)
    require_database(settings)
    target = (to or name_for(settings, kind="scorekeeper", now=now)).absolute()
    # Otherwise, while its disk is not mounted, the copy would go to a folder of the same name.
    if to and not target.parent.is_dir():
        raise OperatorError(
            _("There is no folder {parent}. Mount its disk, or make the folder first.").format(
                parent=target.parent
            )
        )
    copy_scores(settings, to=target)
    return target


def require_file(settings: Settings) -> Path:
    """The SQLite file; OperatorError if another database is configured."""
    if settings.database_file is None:
        raise OperatorError(
            _(
                "These scores are not in a SQLite file. Copy their database with its own tools, such "
                "as pg_dump."
            )
        )
    return settings.database_file


def require_database(settings: Settings) -> None:
    """Raise OperatorError if the data folder has no database, yet or any more."""
    storage.require_scores(settings)
    file = settings.database_file
    if file and not (file.exists() and file.stat().st_size):
        raise OperatorError(
            _(
                "There are no scores in {data}. Check that SCOREKEEPER_DATA names the right folder. "
                "To begin in a new folder, type `scorekeeper db upgrade`."
            ).format(data=settings.data)
        )


def name_for(settings: Settings, *, kind: Kind, now: datetime) -> Path:
    """The path of a new copy in the data folder, named by its kind and its time in UTC."""
    return settings.data / BACKUPS_NAME / f"{kind}-{now.astimezone(UTC).strftime(_STAMP)}.sqlite"


def dated(data: Path, *, kind: Kind) -> dict[datetime, Path]:
    """The copies of one kind in the data folder, by the moment in their names."""
    found = {}
    for file, found_kind, moment in _named(data):
        if found_kind == kind:
            found[moment] = file
    return found


def copy_scores(settings: Settings, *, to: Path) -> None:
    """Copy the database to a new file and check the copy.

    OperatorError if that fails: with the sentence of a start if the database itself is damaged.
    """
    try:
        copy_database(require_file(settings), to=to, check=_require_sound)
    except OperatorError:
        with suppress(OSError, sqlite3.Error):
            storage.check_at_start(settings)
        raise


def copy_database(source: Path, *, to: Path, check: Callable[[Path], None] | None = None) -> None:
    """Copy a SQLite file consistently to a new name: wholly or not at all.

    `check` is called with the copy before it gets its name, and raises OperatorError to prevent that.
    """
    if to.exists():
        raise OperatorError(_("{to} already exists. Choose another name.").format(to=to))
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        # A missing source is an error here; SQLite would make an empty one.
        with closing(_opened(source)) as connection:
            to.parent.mkdir(mode=0o700, exist_ok=True)
            leftovers.remove_drafts(to.parent, of=to.name)
            # Only a process that is gone can have had our number.
            draft.unlink(missing_ok=True)
            draft.touch(mode=0o600, exist_ok=False)
            connection.execute("VACUUM INTO ?", (str(draft),))
        make_durable(draft)
        if check:
            check(draft)
        draft.rename(to)
    except (OSError, sqlite3.Error) as error:
        raise OperatorError(
            _("Can't copy {source} to {to} ({error}).").format(source=source, to=to, error=error)
        ) from error
    finally:
        # What is left now is removed at the next start.
        with suppress(OSError):
            draft.unlink()


def fault_in(copy: Path) -> str | None:
    """The fault of a copy: damaged pages, or tables that are not ours; or None."""
    try:
        # Opened for reading only, SQLite passes over constraints that do not hold.
        with closing(_opened(copy)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(1)")]
            connection.execute("SELECT version_num FROM alembic_version")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # The driver stumbles over what SQLite quotes of tables that it cannot read.
        return str(error)
    return None if found == ["ok"] else found[0]


def make_durable(file: Path) -> None:
    """Wait until the bytes of `file` are on the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def _require_sound(copy: Path) -> None:
    if fault := fault_in(copy):
        raise OperatorError(
            _(
                "The copy was damaged and is gone again ({fault}). Check the scores with `scorekeeper "
                "doctor`."
            ).format(fault=fault)
        )


def _opened(file: Path) -> sqlite3.Connection:
    files.set_foreign_log_aside(file)
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def _named(data: Path) -> Iterator[tuple[Path, str, datetime]]:
    for file in sorted((data / BACKUPS_NAME).glob("*.sqlite")):
        if (named := _NAME.fullmatch(file.name)) and (moment := _moment(named[2])):
            yield file, named[1], moment


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
