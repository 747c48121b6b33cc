"""Proves that nothing is read from or committed to a file that is no longer at its path."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import insert, select

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models import AttemptCountRow
from scorekeeper.models.base import db as database
from scorekeeper.models.engine import reading, try_to_write, writing
from scorekeeper.models.files import FileGone, FileReplaced
from scorekeeper.services.maintenance import backups, storage
from tests.support.disks import forget_connections, make_whole, serving

PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM attempt_count").fetchone()[0], flush=True)
sys.stdin.read()
"""
NOON = datetime(2026, 12, 31, 12, 0, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def app(template: Path, data: Path) -> Iterator[Flask]:
    with serving(template, data) as app, app.app_context():
        yield app


def count(key: str) -> None:
    with writing() as connection:
        connection.execute(insert(AttemptCountRow), {"key": key, "window_start": NOON, "count": 1})


def keys() -> list[str]:
    with reading() as connection:
        return sorted(connection.scalars(select(AttemptCountRow.key)))


def open_connections(number: int) -> None:
    """Make the pool hold this many open connections."""
    with ExitStack() as open_at_once:
        for _ in range(number):
            open_at_once.enter_context(reading())


@pytest.mark.usefixtures("app")
def test_a_missing_file_is_never_made(data: Path) -> None:
    (data / DATABASE_NAME).unlink()

    for use in (keys, try_to_write, lambda: count("a")):
        with pytest.raises(FileGone, match="No such file"):
            use()

    assert not (data / DATABASE_NAME).exists()


@pytest.mark.usefixtures("app")
def test_a_commit_into_a_file_that_has_just_been_moved_away_is_taken_back(data: Path, tmp_path: Path) -> None:
    with pytest.raises(FileGone), writing() as connection:
        connection.execute(insert(AttemptCountRow), {"key": "a", "window_start": NOON, "count": 1})
        data.rename(tmp_path / "away")

    (tmp_path / "away").rename(data)
    assert keys() == []


@pytest.mark.usefixtures("app")
def test_a_commit_beside_another_file_is_taken_back(data: Path, template: Path, tmp_path: Path) -> None:
    with pytest.raises(FileReplaced), writing() as connection:
        connection.execute(insert(AttemptCountRow), {"key": "a", "window_start": NOON, "count": 1})
        (data / DATABASE_NAME).rename(tmp_path / "old")
        (data / DATABASE_NAME).write_bytes((template / DATABASE_NAME).read_bytes())

    assert keys() == []


@pytest.mark.parametrize("deleted", [["-wal"], ["-shm"], ["-wal", "-shm"]])
def test_deleted_side_files_lose_nothing_whatever_else_is_open(
    app: Flask, data: Path, deleted: list[str]
) -> None:
    open_connections(3)
    count("a")
    for round_trip in range(3):
        # Another thread holds one connection meanwhile.
        with closing(database.engine.raw_connection()):
            for suffix in deleted:
                (data / f"{DATABASE_NAME}{suffix}").unlink(missing_ok=True)
            count(f"b{round_trip}")
        open_connections(3)
        count(f"c{round_trip}")

    expected = ["a", "b0", "b1", "b2", "c0", "c1", "c2"]
    assert keys() == expected
    forget_connections(app)
    assert keys() == expected
    assert sound(data)


def test_two_servers_move_to_another_file_without_mixing_it_with_the_old_one(
    app: Flask, data: Path, template: Path, tmp_path: Path
) -> None:
    other = create_app(app.extensions["settings"])
    count("old")
    with other.app_context():
        assert keys() == ["old"]
    (data / DATABASE_NAME).rename(tmp_path / "old")
    (data / DATABASE_NAME).write_bytes((template / DATABASE_NAME).read_bytes())

    count("a")
    with other.app_context():
        assert keys() == ["a"]
        count("b")
        assert keys() == ["a", "b"]
    forget_connections(other)
    forget_connections(app)

    assert (keys(), sound(data)) == (["a", "b"], True)
    with closing(sqlite3.connect(tmp_path / "old")) as old:
        assert old.execute("SELECT key FROM attempt_count").fetchall() == [("old",)]


@pytest.mark.usefixtures("app")
def test_what_another_program_has_open_of_the_old_file_is_not_taken_for_the_new_one(
    data: Path, template: Path, tmp_path: Path
) -> None:
    new = data / "new"
    shutil.copy(template / DATABASE_NAME, new)
    with closing(sqlite3.connect(new)) as larger, larger:
        rows = [(f"new {number}", "2026-12-31 12:00:00") for number in range(300)]
        larger.executemany("INSERT INTO attempt_count VALUES (?, ?, 1)", rows)
    make_whole(new)
    count("old")
    with subprocess.Popen([sys.executable, "-c", HOLD, data / DATABASE_NAME], **PIPES) as other:
        assert other.stdout.readline() == b"1\n"
        (data / DATABASE_NAME).rename(tmp_path / "old")
        new.rename(data / DATABASE_NAME)

        count("a")
        assert (len(keys()), sound(data)) == (301, True)
        other.stdin.close()


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("opener", ["start", "backup", "engine"])
def test_whoever_opens_another_file_leaves_the_log_of_the_old_one_out(
    data: Path, template: Path, opener: str
) -> None:
    settings = Settings(data=data)
    new = data / "new"
    shutil.copy(template / DATABASE_NAME, new)
    with closing(sqlite3.connect(new)) as larger, larger:
        rows = [(f"new {number}", "2026-12-31 12:00:00") for number in range(300)]
        larger.executemany("INSERT INTO attempt_count VALUES (?, ?, 1)", rows)
    make_whole(new)
    for number in range(9):
        count(f"old {number}")
    new.replace(data / DATABASE_NAME)

    if opener == "start":
        assert storage.check_at_start(settings)
    elif opener == "backup":
        backups.back_up(settings, to=data / "copy", now=NOON)
    else:
        other = create_app(settings)
        with other.app_context():
            assert len(keys()) == 300
        forget_connections(other)

    assert (data / f"{DATABASE_NAME}-wal.left").stat().st_size
    assert (sound(data), len(keys())) == (True, 300)


@pytest.mark.usefixtures("app")
def test_nothing_of_the_old_file_is_kept_open(data: Path, template: Path, tmp_path: Path) -> None:
    open_connections(3)
    data.rename(tmp_path / "old")
    shutil.copytree(template, data)

    assert keys() == []

    assert [name for name in opened_files() if str(tmp_path / "old") in name] == []


def opened_files() -> Iterator[str]:
    """Names of the files that this process has open."""
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            yield str(link.readlink())


def sound(data: Path) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    with closing(sqlite3.connect(data / DATABASE_NAME)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
