"""Copies of the SQLite file, by hand and automatic, also while it is served: there wholly or not at all."""

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from scorekeeper.config import BACKUPS_NAME, Retention, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _, ngettext
from scorekeeper.services.maintenance import health
from scorekeeper.services.maintenance.health import LOW_SPACE

_BUSY_SECONDS: Final = 10
_UNUSED_SECONDS: Final = 86_400
_STAMP: Final = "%Y%m%d-%H%M%S-%f"
# The first part of a copy's name: made by hand, before an upgrade, at a restore, or by the server.
Kind = Literal["scorekeeper", "before-upgrade", "replaced", "automatic"]
# Less than a day: a server that is up for an hour each evening makes one every evening.
DUE_AFTER: Final = timedelta(hours=20)
OLD_AFTER: Final = timedelta(days=2)


def back_up(settings: Settings, *, to: Path | None, now: datetime) -> Path:
    """Copy the database to a new file, by default a dated one in the data folder, and return that file.

    OperatorError if the copy could not be restored, or the folder of `to` does not exist.
    """
    require_file(settings)
    require_database(settings)
    target = (to or name_for(settings, kind="scorekeeper", now=now)).absolute()
    if to:
        require_new(target)
    copy_scores(settings, to=target)
    return target


def require_new(file: Path) -> None:
    """Raise OperatorError if there is such a file already, or no folder for it."""
    if file.exists():
        raise OperatorError(_("{to} already exists. Choose another name.").format(to=file))
    # Otherwise, while its disk is not mounted, the copy would go to a folder of the same name.
    if not file.parent.is_dir():
        sentence = _("There is no folder {parent}. Mount its disk, or make the folder first.")
        raise OperatorError(sentence.format(parent=file.parent))


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
    health.require_scores(settings)
    if settings.database_file and not health.is_filled(settings.database_file):
        sentence = _(
            "There are no scores in {data}. Check that SCOREKEEPER_DATA names the right folder. "
            "To begin in a new folder, type `scorekeeper db upgrade`."
        )
        raise OperatorError(sentence.format(data=settings.data))


def name_for(settings: Settings, *, kind: Kind, now: datetime) -> Path:
    """The path of a new copy in the data folder, named by its kind and its time in UTC."""
    return settings.data / BACKUPS_NAME / f"{kind}-{now.astimezone(UTC).strftime(_STAMP)}.sqlite"


def automatic(data: Path) -> dict[datetime, Path]:
    """The copies that servers made, oldest first, by the moment in their names."""
    copies = {}
    for file in sorted((data / BACKUPS_NAME).glob("automatic-*.sqlite")):
        with suppress(ValueError):
            copies[datetime.strptime(file.stem, f"automatic-{_STAMP}").replace(tzinfo=UTC)] = file
    return copies


def copy_scores(settings: Settings, *, to: Path) -> None:
    """Copy the database consistently to a new file and check the copy.

    OperatorError if that fails: with the sentence of a start if the database itself is damaged.
    """
    try:
        _copy(require_file(settings), to=to)
    except OperatorError:
        with suppress(OSError, sqlite3.Error):
            health.check_at_start(settings)
        raise


def _copy(source: Path, *, to: Path) -> None:
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        # A missing source is an error here; SQLite would make an empty one.
        with closing(_opened(source)) as connection:
            to.parent.mkdir(mode=0o700, exist_ok=True)
            # Only a process that is gone can have had our number.
            draft.unlink(missing_ok=True)
            draft.touch(mode=0o600, exist_ok=False)
            connection.execute("VACUUM INTO ?", (str(draft),))
        make_durable(draft)
        if fault := fault_in(draft):
            sentence = _(
                "The copy was damaged and is gone again ({fault}). Check the scores with "
                "`scorekeeper doctor`."
            )
            raise OperatorError(sentence.format(fault=fault))
        draft.rename(to)
    except (OSError, sqlite3.Error) as error:
        sentence = _("Can't copy {source} to {to} ({error}).")
        raise OperatorError(sentence.format(source=source, to=to, error=error)) from error
    finally:
        # What is left now is removed at a start.
        with suppress(OSError):
            draft.unlink()


def fault_in(file: Path) -> str | None:
    """The fault of a SQLite file: damaged pages, missing rows, or tables that are not ours; or None."""
    try:
        # Opened for reading only, SQLite passes over constraints that do not hold.
        with closing(_opened(file)) as connection:
            fault = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
            orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
            connection.execute("SELECT version_num FROM alembic_version")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # The driver stumbles over what SQLite quotes of tables that it cannot read.
        return str(error)
    if fault == "ok" and orphan:
        sentence = _("{table} refers to a row of {other} that is not there")
        return sentence.format(table=orphan[0], other=orphan[2])
    return None if fault == "ok" else fault


def make_durable(file: Path) -> None:
    """Wait until the bytes of `file` are on the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def remove_leftovers(data: Path) -> None:
    """Remove what killed programs left behind in a data folder whose lock the caller holds.

    A backup by hand needs no lock: its draft is a leftover once it was not written to for a day.
    """
    for folder in data.glob(".restoring-*"):
        shutil.rmtree(folder, ignore_errors=True)
    for draft in (data / BACKUPS_NAME).glob(".*"):
        with suppress(OSError):
            ours = re.fullmatch(r"\..+\.sqlite\.[0-9]+(-journal)?", draft.name)
            if ours and time.time() - draft.stat().st_mtime > _UNUSED_SECONDS:
                draft.unlink()


def _opened(file: Path) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)


def back_up_if_due(settings: Settings, *, now: datetime) -> Path | None:
    """Make a backup if one is due, return its file and remove backups that need not be kept.

    OperatorError, and no trace of the copy, if it cannot be made or is damaged. For one process at a time.
    """
    file = settings.database_file
    if file is None or not settings.backups.on or not is_due(automatic(settings.data), now=now):
        return None
    require_database(settings)
    target = name_for(settings, kind="automatic", now=now)
    _require_room(target.parent, source=file)
    copy_scores(settings, to=target)
    files = automatic(settings.data)
    for moment in surplus(files, keep=settings.backups, now=now):
        files[moment].unlink(missing_ok=True)
    return target


def is_due(moments: Collection[datetime], *, now: datetime) -> bool:
    """Whether the newest backup that is not dated later than now is older than 20 hours, or there is none."""
    return all(now - moment > DUE_AFTER for moment in moments if moment <= now)


def surplus(moments: Collection[datetime], *, keep: Retention, now: datetime) -> set[datetime]:
    """The backups, by the moment each was made, that need not be kept.

    The newest backup of each of the last days, and of each of the last ISO weeks, that have one is kept, in
    UTC; so the newest of all always is. Nothing is surplus while automatic backups are off.
    """
    if not keep.on:
        return set()
    past = sorted(moment for moment in moments if moment <= now)
    days = {moment.date(): moment for moment in past}
    weeks = {moment.isocalendar()[:2]: moment for moment in past}
    survivors = {*[*days.values()][::-1][: keep.daily], *[*weeks.values()][::-1][: keep.weekly]}
    return {*past} - survivors


def report(settings: Settings, *, now: datetime) -> Iterator[str]:
    """Lines for `doctor`: the number of automatic backups, and whether the newest is old or damaged."""
    files = automatic(settings.data)
    newest = max((moment for moment in files if moment <= now), default=None)
    if settings.database_file is None:
        state = _("none. Copy this database with its own tools.")
    elif not settings.backups.on:
        state = _("off")
    elif newest is None:
        state = _("none yet. A server makes one when it starts.")
    else:
        state = _("{count}; the newest is {name}").format(count=len(files), name=files[newest].name)
    yield f"{_('automatic backups'):28}{state}"
    if newest is not None and settings.database_file and settings.backups.on:
        yield from _warnings(files[newest], age=now - newest)


def _warnings(newest: Path, *, age: timedelta) -> Iterator[str]:
    if fault := fault_in(newest):
        yield _("warning: {file} is damaged ({fault}). Don't restore it.").format(file=newest, fault=fault)
    if age > OLD_AFTER:
        yield ngettext(
            "warning: the newest automatic backup is {days} day old. Keep the server running.",
            "warning: the newest automatic backup is {days} days old. Keep the server running.",
            age.days,
        ).format(days=age.days)


def _require_room(folder: Path, *, source: Path) -> None:
    needed = LOW_SPACE + source.stat().st_size
    # The folder of the backups may be a link to another disk.
    if shutil.disk_usage(folder if folder.exists() else source.parent).free < needed:
        sentence = _(
            "The disk with {folder} is nearly full. Backups leave {low_space} MB of it free. Make "
            "room, or copy the scores to another disk with `scorekeeper backup FILE`."
        )
        raise OperatorError(sentence.format(folder=folder, low_space=LOW_SPACE // 1000000))
