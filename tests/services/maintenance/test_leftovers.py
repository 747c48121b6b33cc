"""Files that killed programs left in a data folder are removed, and nothing else is."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import backups, leftovers
from tests.support.servers import environment

KEY = "secret-key.0123456789abcdef"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        ".written-by-77",
        "backups/.automatic-20261120-190000-000000.sqlite.1",
        "backups/.automatic-20261120-190000-000000.sqlite.1-journal",
        "backups/.before-upgrade-20261120-190000-000000.sqlite.1",
        "backups/.replaced-20261120-190000-000000.sqlite.1",
    ],
)
def test_what_only_the_holder_of_the_lock_makes_goes_at_once(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"half")

    with data_folder.alone_in(folder):
        assert contents(folder) == {"server.lock", "backups"}
        assert contents(folder / "backups") == set()


def test_the_folder_of_a_killed_restore_goes_with_all_that_is_in_it(folder: Path) -> None:
    (folder / ".restoring-x7").mkdir()
    (folder / ".restoring-x7" / "scorekeeper.sqlite").write_bytes(b"half")

    with data_folder.alone_in(folder):
        assert contents(folder) == {"server.lock", "backups"}


def test_drafts_of_the_secret_key_go_once_there_is_one(folder: Path) -> None:
    (folder / KEY).touch()
    (folder / "secret-key.txt").touch()

    leftovers.remove_all(folder)
    assert contents(folder) == {KEY, "secret-key.txt", "backups"}

    (folder / "secret-key").touch()
    leftovers.remove_all(folder)
    assert contents(folder) == {"secret-key", "secret-key.txt", "backups"}


@pytest.mark.parametrize(("hours", "left"), [(25, False), (23, True)])
def test_the_draft_of_a_backup_by_hand_goes_after_a_day(folder: Path, hours: int, left: bool) -> None:
    draft = folder / "backups" / ".my backup.77"
    for file in (draft, draft.with_name(f"{draft.name}-journal")):
        file.touch()
        since = time.time() - 3600 * hours
        os.utime(file, (since, since))

    leftovers.remove_all(folder)

    assert bool(contents(folder / "backups")) is left


def test_a_killed_backup_leaves_nothing_after_the_next_one(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "stick" / "copy.sqlite"
    target.parent.mkdir()
    with nobody_reads(data / "scorekeeper.sqlite"):
        killed = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "backup", str(target)],
            env=environment(data),
            stderr=subprocess.DEVNULL,
        )
        draft = target.with_name(f".copy.sqlite.{killed.pid}")
        wait_for(draft)
        killed.send_signal(signal.SIGKILL)
        killed.wait(timeout=20)
    assert contents(target.parent) == {draft.name}
    os.utime(draft, (0, 0))
    (target.parent / ".other.sqlite.77").touch()
    os.utime(target.parent / ".other.sqlite.77", (0, 0))

    backups.back_up(Settings(data=data), to=target, now=datetime.now(UTC))

    assert contents(target.parent) == {"copy.sqlite", ".other.sqlite.77"}


@contextmanager
def nobody_reads(file: Path) -> Iterator[None]:
    """Lock the database, so that every other reader waits."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def contents(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}
