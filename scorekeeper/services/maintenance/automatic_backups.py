"""Backups that a server makes by itself: when one is due, which are kept, and the report of `doctor`.

The name of a backup says when it was made, so a wrong clock leaves wrong names. A backup dated later than now
counts neither as the newest one nor among those of the last days and weeks, and is kept until its day comes:
once the clock is right again, backups go on as if it were not there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.config import BACKUPS_NAME, Retention, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _, ngettext
from scorekeeper.services.maintenance import backups, leftovers
from scorekeeper.services.maintenance.storage import LOW_SPACE

# Less than a day: a server that is up for an hour each evening makes one every evening.
DUE_AFTER: Final = timedelta(hours=20)
OLD_AFTER: Final = timedelta(days=2)
FAILURE_NAME: Final = "automatic-failed.txt"
_LABEL: Final = N_("automatic backups")


def back_up_if_due(settings: Settings, *, now: datetime) -> Path | None:
    """Make a backup if one is due, return its file and remove backups that need not be kept.

    OperatorError, and no trace of the copy, if it cannot be made or is damaged; `report` mentions the failure
    until a backup succeeds. For one process at a time.
    """
    file = settings.database_file
    if file is None or not settings.backups.on:
        return None
    leftovers.remove_drafts(settings.data / BACKUPS_NAME)
    if not is_due(backups.dated(settings.data, kind="automatic"), now=now):
        return None
    backups.require_database(settings)
    try:
        made = _make(file, settings, now=now)
    except (OSError, OperatorError) as error:
        _write_failure(settings, str(error), now=now)
        raise OperatorError(str(error)) from error
    (settings.data / BACKUPS_NAME / FAILURE_NAME).unlink(missing_ok=True)
    return made


def is_due(made: Collection[datetime], *, now: datetime) -> bool:
    """Whether the newest backup that is not dated later than now is older than 20 hours, or there is none."""
    return all(now - moment > DUE_AFTER for moment in made if moment <= now)


def surplus(made: Collection[datetime], *, keep: Retention, now: datetime) -> set[datetime]:
    """The backups, by the moment each was made, that need not be kept.

    The newest backup of each of the last days, and of each of the last ISO weeks, that have one is kept, in
    UTC; so the newest of all always is. Nothing is surplus while automatic backups are off.
    """
    if not keep.on:
        return set()
    past = {moment for moment in made if moment <= now}
    days = _newest_of_each(lambda moment: moment.date(), past)[: keep.daily]
    weeks = _newest_of_each(lambda moment: moment.isocalendar()[:2], past)[: keep.weekly]
    return past - {*days, *weeks}


def report(settings: Settings, *, now: datetime) -> Iterator[str]:
    """Lines for `doctor`: the number of automatic backups, and whether the newest is old or damaged."""
    if settings.database_file is None:
        yield _line(_("none. Copy this database with its own tools."))
        return
    if not settings.backups.on:
        yield _line(_("off"))
        return
    made = backups.dated(settings.data, kind="automatic")
    newest = max((moment for moment in made if moment <= now), default=None)
    if newest is None:
        yield _line(_("none yet. A server makes one when it starts."))
    else:
        yield from _newest_lines(made[newest], count=len(made), age=now - newest)
    with suppress(OSError):
        failure = settings.data / BACKUPS_NAME / FAILURE_NAME
        at, _line_end, why = failure.read_text(encoding="utf-8", errors="replace").partition("\n")
        yield _("warning: the automatic backup of {moment} failed. {reason}").format(
            moment=at, reason=why.strip()
        )


def _newest_lines(newest: Path, *, count: int, age: timedelta) -> Iterator[str]:
    fault = backups.fault_in(newest)
    yield _line(_("{count}; the newest is {name}").format(count=count, name=newest.name))
    if fault:
        yield _("warning: {file} is damaged ({fault}). Don't restore it.").format(file=newest, fault=fault)
    if age > OLD_AFTER:
        yield ngettext(
            "warning: the newest automatic backup is {days} day old. Keep the server running.",
            "warning: the newest automatic backup is {days} days old. Keep the server running.",
            age.days,
        ).format(days=age.days)


def _line(text: str) -> str:
    return f"{_(_LABEL):28}{text}"


def _make(file: Path, settings: Settings, *, now: datetime) -> Path:
    target = backups.name_for(settings, kind="automatic", now=now)
    _require_room(target.parent, source=file)
    backups.copy_scores(settings, to=target)
    made = backups.dated(settings.data, kind="automatic")
    for moment in surplus(made, keep=settings.backups, now=now):
        made[moment].unlink(missing_ok=True)
    return target


def _require_room(folder: Path, *, source: Path) -> None:
    needed = LOW_SPACE + sum(file.stat().st_size for file in _with_log(source))
    # The folder of the backups may be a link to another disk.
    if shutil.disk_usage(folder if folder.exists() else source.parent).free < needed:
        raise OperatorError(
            _(
                "The disk with {folder} is nearly full. Backups leave {low_space} MB of it free. Make "
                "room, or copy the scores to another disk with `scorekeeper backup FILE`."
            ).format(folder=folder, low_space=LOW_SPACE // 1000000)
        )


def _with_log(source: Path) -> Iterator[Path]:
    yield from (file for file in (source, Path(f"{source}-wal")) if file.exists())


def _write_failure(settings: Settings, reason: str, *, now: datetime) -> None:
    # For `doctor` alone: where not even this can be written, the log still has the error.
    with suppress(OSError):
        file = settings.data / BACKUPS_NAME / FAILURE_NAME
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(f"{now.astimezone().isoformat(' ', 'minutes')}\n{reason}\n", encoding="utf-8")


def _newest_of_each(period: Callable[[datetime], Hashable], made: Collection[datetime]) -> list[datetime]:
    newest: dict[Hashable, datetime] = {}
    for moment in sorted(made, reverse=True):
        newest.setdefault(period(moment), moment)
    return list(newest.values())
