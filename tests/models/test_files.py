"""Proves that nothing is committed to a file that is no longer at its path, and no log to another file."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
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
from scorekeeper.models.files import FileMoved
from scorekeeper.services.maintenance import backups, health
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


@pytest.fixture
def larger(template: Path, tmp_path: Path) -> Path:
    """Another database, with 300 rows."""
    file = tmp_path / "larger"
    shutil.copy(template / DATABASE_NAME, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        rows = [(f"new {number}", "2026-12-31 12:00:00") for number in range(300)]
        connection.executemany("INSERT INTO attempt_count VALUES (?, ?, 1)", rows)
    make_whole(file)
    return file


def count(key: str) -> None:
    with writing() as connection:
        connection.execute(insert(AttemptCountRow), {"key": key, "window_start": NOON, "count": 1})


def keys() -> list[str]:
    with reading() as connection:
        return sorted(connection.scalars(select(AttemptCountRow.key)))


def test_a_missing_file_is_never_made(app: Flask, data: Path) -> None:
    count("a")
    (data / DATABASE_NAME).unlink()

    for use in (try_to_write, lambda: count("b")):
        with pytest.raises(FileMoved, match="No such file"):
            use()
    forget_connections(app)
    with pytest.raises(FileMoved, match="No such file"):
        keys()

    assert not (data / DATABASE_NAME).exists()


@pytest.mark.usefixtures("app")
def test_a_commit_into_a_file_that_has_just_been_moved_away_is_taken_back(data: Path, tmp_path: Path) -> None:
    with pytest.raises(FileMoved), writing() as connection:
        connection.execute(insert(AttemptCountRow), {"key": "a", "window_start": NOON, "count": 1})
        data.rename(tmp_path / "away")

    (tmp_path / "away").rename(data)
    assert keys() == []
    count("b")
    assert keys() == ["b"]


def test_a_file_that_was_replaced_keeps_all_that_was_saved_and_the_new_one_waits_for_a_start(
    app: Flask, data: Path, larger: Path, tmp_path: Path
) -> None:
    count("old")
    (data / DATABASE_NAME).rename(tmp_path / "old")
    larger.rename(data / DATABASE_NAME)

    for _ in range(3):
        with pytest.raises(FileMoved, match="is not the file that was opened"):
            count("refused")

    with closing(sqlite3.connect(tmp_path / "old")) as old:
        assert old.execute("SELECT key FROM attempt_count").fetchall() == [("old",)]
    forget_connections(app)
    count("a")
    assert (len(keys()), sound(data)) == (301, True)


def test_no_other_file_is_opened_by_more_connections(app: Flask, data: Path, larger: Path) -> None:
    count("old")
    larger.replace(data / DATABASE_NAME)

    with closing(database.engine.raw_connection()), pytest.raises(FileMoved):
        keys()
    database.engine.dispose()
    with pytest.raises(FileMoved):
        keys()


@pytest.mark.parametrize("deleted", [["-wal"], ["-wal", "-shm"]])
def test_a_deleted_log_loses_nothing_and_waits_for_a_start(
    app: Flask, data: Path, deleted: list[str]
) -> None:
    count("a")
    for suffix in deleted:
        (data / f"{DATABASE_NAME}{suffix}").unlink()

    with pytest.raises(FileMoved):
        count("b")

    with closing(sqlite3.connect(f"{(data / DATABASE_NAME).as_uri()}?immutable=1", uri=True)) as whole:
        assert whole.execute("SELECT key FROM attempt_count").fetchall() == [("a",)]
    forget_connections(app)
    count("c")
    assert (keys(), sound(data)) == (["a", "c"], True)


def test_the_last_connection_may_remove_the_log(app: Flask, data: Path) -> None:
    count("a")
    database.engine.dispose()
    assert not (data / f"{DATABASE_NAME}-wal").exists()

    count("b")

    assert keys() == ["a", "b"]


def by_engine(settings: Settings) -> None:
    """Open the database as a new server does."""
    other = create_app(settings)
    with other.app_context():
        assert len(keys()) == 300
    forget_connections(other)


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("is_open", [False, True], ids=["", "open"])
@pytest.mark.parametrize(
    "opener",
    [
        health.check_at_start,
        lambda settings: backups.back_up(settings, to=settings.data / "copy", now=NOON),
        by_engine,
    ],
    ids=["start", "backup", "engine"],
)
def test_whoever_opens_another_file_leaves_the_log_of_the_old_one_out(
    data: Path, larger: Path, opener: Callable[[Settings], object], is_open: bool
) -> None:
    for number in range(9):
        count(f"old {number}")
    with subprocess.Popen([sys.executable, "-c", HOLD, data / DATABASE_NAME], **PIPES) as other:
        assert other.stdout.readline() == b"9\n"
        if not is_open:
            other.kill()
        larger.replace(data / DATABASE_NAME)

        opener(Settings(data=data))

        assert (data / f"{DATABASE_NAME}-wal.left").stat().st_size
        assert sound(data)
        other.kill()


@pytest.mark.usefixtures("app")
def test_a_copied_folder_keeps_its_log(data: Path, tmp_path: Path) -> None:
    count("a")
    shutil.copytree(data, tmp_path / "copy")

    other = create_app(Settings(data=tmp_path / "copy"))
    with other.app_context():
        assert keys() == ["a"]
    forget_connections(other)


def sound(data: Path) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    with closing(sqlite3.connect(data / DATABASE_NAME)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
