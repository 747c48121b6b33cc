"""Backups that a server makes by itself: one a day, the right ones kept, none that is not sound."""

import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Set
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scorekeeper.config import Retention, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.services.maintenance import backups, health
from scorekeeper.services.maintenance.backups import back_up_if_due, is_due, report, surplus
from tests.support.disks import files_no_larger_than

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
KEEP = Retention(daily=7, weekly=8)
moments = st.sets(
    st.integers(-90 * 24, 90 * 24).map(lambda hours: NOW + hours * HOUR), min_size=1, max_size=60
)
retentions = st.builds(Retention, daily=st.integers(0, 9), weekly=st.integers(0, 9))


@example(made={NOW, NOW - 364 * DAY}, keep=Retention(daily=0, weekly=2))
@given(made=moments, keep=retentions)
def test_surplus_spares_the_newest_of_each_of_the_last_days_and_weeks(
    made: set[datetime], keep: Retention
) -> None:
    past = {moment for moment in made if moment <= NOW}
    assume(keep.on)

    assert past - surplus(made, keep=keep, now=NOW) == {
        moment
        for moment in past
        if is_kept(moment, past, period="%Y-%m-%d", count=keep.daily)
        or is_kept(moment, past, period="%G-%V", count=keep.weekly)
    }


def test_a_clock_that_was_ahead_costs_nothing_but_the_oldest() -> None:
    made = {NOW - number * DAY for number in range(60)}
    made -= surplus(made, keep=KEEP, now=NOW)
    ahead = NOW + 400 * DAY
    right_again = NOW + DAY

    with_ahead = {*made, ahead} - surplus({*made, ahead}, keep=KEEP, now=ahead)
    # The oldest day and the oldest week, as after any other day.
    assert made - with_ahead == {NOW - 6 * DAY, min(made)}
    assert is_due(with_ahead, now=right_again)
    assert surplus({*with_ahead, right_again}, keep=KEEP, now=right_again).isdisjoint({ahead, right_again})


@pytest.mark.parametrize(
    ("hours", "due"),
    [((), True), ((20,), False), ((21,), True), ((30, 1), False), ((-1,), True), ((-9000, 2), False)],
)
def test_a_backup_is_due_when_the_newest_of_until_now_is_old(hours: tuple[int, ...], due: bool) -> None:
    assert is_due([NOW - number * HOUR for number in hours], now=NOW) is due


class Server(NamedTuple):
    """A running server's settings, with which it checks whether a backup is due."""

    settings: Settings

    def look(self, now: datetime) -> Path | None:
        return back_up_if_due(self.settings, now=now)

    @property
    def folder(self) -> Path:
        return self.settings.data / "backups"


@pytest.fixture
def server(app: Flask, data: Path) -> Server:
    return Server(Settings(data=data))


def test_a_backup_is_made_once_a_day_for_its_owner_only(server: Server) -> None:
    made = server.look(NOW)

    assert made == server.folder / "automatic-20261120-190000-000000.sqlite"
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert backups.fault_in(made) is None
    assert server.look(NOW + 20 * HOUR) is None
    assert server.look(NOW + 21 * HOUR) == server.folder / "automatic-20261121-160000-000000.sqlite"


def test_only_automatic_backups_are_removed(server: Server) -> None:
    made = server.look(NOW - 70 * DAY)
    assert made is not None
    for number in range(1, 70):
        shutil.copy(made, name(server, NOW - number * DAY))
    others = [
        "scorekeeper-20200101-000000-000000.sqlite",
        "before-upgrade-20200101-000000-000000.sqlite",
        "replaced-20200101-000000-000000.sqlite",
        "automatic-20201399-000000-000000.sqlite",
        "automatic-20200101-000000-000000.sqlite.old",
        "automatic-of-mine.sqlite",
        "notes.txt",
    ]
    for other in others:
        (server.folder / other).touch()

    server.look(NOW)

    days = [NOW - number * DAY for number in range(7)]
    # The Sundays before this week, Monday to Friday of which is among the days.
    sundays = [NOW - (5 + 7 * number) * DAY for number in range(7)]
    kept = {name(server, moment).name for moment in (*days, *sundays)}
    assert {file.name for file in server.folder.iterdir()} == {*kept, *others}


@pytest.mark.parametrize("backups_setting", [Retention(0, 0), Retention(1, 0)])
def test_backups_that_are_off_make_nothing_and_remove_nothing(
    server: Server, backups_setting: Retention
) -> None:
    settings = Settings(data=server.settings.data, backups=backups_setting)
    server.folder.mkdir()
    old = [name(server, NOW - number * DAY) for number in (2, 3)]
    for file in old:
        file.touch()

    made = back_up_if_due(settings, now=NOW)

    assert set(server.folder.iterdir()) == ({made} if backups_setting.on else set(old))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            "ALTER TABLE alembic_version RENAME TO version",
            "scorekeeper.sqlite is not a Scorekeeper database",
        ),
        (
            "PRAGMA ignore_check_constraints=1; INSERT INTO precious VALUES (-1)",
            "scorekeeper.sqlite is damaged (CHECK constraint failed",
        ),
    ],
)
def test_a_copy_that_is_not_sound_is_removed_and_told(
    server: Server, db: sqlite3.Connection, spoil: str, said: str
) -> None:
    db.executescript("CREATE TABLE precious (number CHECK (number > 0))")
    made = server.look(NOW - DAY)
    db.executescript(spoil)

    with pytest.raises(OperatorError, match=re.escape(said)):
        server.look(NOW)

    assert set(server.folder.iterdir()) == {made}


def test_a_disk_that_is_nearly_full_gets_no_backup(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    size = server.settings.data.joinpath("scorekeeper.sqlite").stat().st_size
    free = [health.LOW_SPACE + size - 1]
    usage = shutil.disk_usage(server.settings.data)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free[0]))

    with pytest.raises(OperatorError, match=r"is nearly full\. Backups leave 200 MB of it free\. Make room"):
        server.look(NOW)

    assert not server.folder.exists()
    free[0] += 1
    assert server.look(NOW) is not None


def test_a_copy_that_breaks_off_leaves_nothing(server: Server) -> None:
    with files_no_larger_than(65_536), pytest.raises(OperatorError, match="Can't copy"):
        server.look(NOW)

    assert list(server.folder.iterdir()) == []


def test_a_database_that_is_gone_is_not_made_anew(server: Server) -> None:
    (server.settings.data / "scorekeeper.sqlite").unlink()

    with pytest.raises(OperatorError, match="There are no scores"):
        server.look(NOW)

    assert [file.name for file in server.settings.data.iterdir()] == ["secret-key"]


def test_another_database_is_left_to_its_own_tools(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database="postgresql://somewhere/scores")

    assert back_up_if_due(settings, now=NOW) is None
    assert list(report(settings, now=NOW)) == [
        "automatic backups           none. Copy this database with its own tools."
    ]


def test_the_report_says_how_old_and_how_sound_the_newest_is(server: Server) -> None:
    label = "automatic backups           "
    assert told(server, NOW) == [f"{label}none yet. A server makes one when it starts."]
    made = server.look(NOW)
    assert made is not None
    line = f"{label}1; the newest is {made.name}"
    assert told(server, NOW) == [line]
    assert told(server, NOW + 49 * HOUR) == [
        line,
        "warning: the newest automatic backup is 2 days old. Keep the server running.",
    ]
    off = Settings(data=server.settings.data, backups=Retention(0, 0))
    assert list(report(off, now=NOW)) == [f"{label}off"]


def test_the_report_warns_of_a_backup_that_was_damaged_since(server: Server) -> None:
    made = server.look(NOW)
    assert made is not None
    os.truncate(made, 5000)

    assert told(server, NOW) == [
        f"automatic backups           1; the newest is {made.name}",
        f"warning: {made} is damaged (database disk image is malformed). Don't restore it.",
    ]


def test_a_backup_whose_tables_have_no_readable_names_is_told_as_damaged(server: Server) -> None:
    made = server.look(NOW)
    assert made is not None
    with closing(sqlite3.connect(made)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET name = CAST(x'ff' AS TEXT), sql = 'no table'")

    fault = backups.fault_in(made)

    assert fault is not None
    assert fault.startswith("'utf-8' codec can't decode")


def test_a_backup_by_hand_is_not_counted(server: Server) -> None:
    backups.back_up(server.settings, to=None, now=NOW)

    assert server.look(NOW) is not None


def told(server: Server, now: datetime) -> list[str]:
    return list(report(server.settings, now=now))


def name(server: Server, moment: datetime) -> Path:
    return backups.name_for(server.settings, kind="automatic", now=moment)


def is_kept(moment: datetime, past: Set[datetime], *, period: str, count: int) -> bool:
    """Whether it is the newest of its period, and fewer than `count` later periods have one."""
    later = {other.strftime(period) for other in past if other > moment}
    return moment.strftime(period) not in later and len(later) < count
