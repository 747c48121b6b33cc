"""Backups that a server makes by itself: when one is due, which are kept, and the report of `doctor`.

The name of a backup says when it was made, so a wrong clock leaves wrong names. A backup dated later than now
counts neither as the newest one nor among those of the last days and weeks, and is kept until its day comes:
once the clock is right again, backups go on as if it were not there.
"""

import shutil
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.config import Retention, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _, ngettext
from scorekeeper.services.maintenance import backups
from scorekeeper.services.maintenance.health import LOW_SPACE

# Less than a day: a server that is up for an hour each evening makes one every evening.
DUE_AFTER: Final = timedelta(hours=20)
OLD_AFTER: Final = timedelta(days=2)


def back_up_if_due(settings: Settings, *, now: datetime) -> Path | None:
    """Make a backup if one is due, return its file and remove backups that need not be kept.

    OperatorError, and no trace of the copy, if it cannot be made or is damaged. For one process at a time.
    """
    file = settings.database_file
    if file is None or not settings.backups.on or not is_due(backups.automatic(settings.data), now=now):
        return None
    backups.require_database(settings)
    target = backups.name_for(settings, kind="automatic", now=now)
    _require_room(target.parent, source=file)
    backups.copy_scores(settings, to=target)
    files = backups.automatic(settings.data)
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
    files = backups.automatic(settings.data)
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
    if fault := backups.fault_in(newest):
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
