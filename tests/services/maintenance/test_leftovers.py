"""Files that killed programs left in a data folder are removed, and nothing else is."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import backups, leftovers

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


def test_a_backup_removes_the_old_drafts_of_its_name_and_any_of_its_process(
    data: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name in (".copy.sqlite.77", ".other.sqlite.77"):
        (stick / name).touch()
        os.utime(stick / name, (0, 0))
    (stick / f".copy.sqlite.{os.getpid()}").touch()

    backups.back_up(Settings(data=data), to=stick / "copy.sqlite", now=datetime.now(UTC))

    assert contents(stick) == {"copy.sqlite", ".other.sqlite.77"}


def contents(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}
