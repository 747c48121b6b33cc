"""Files that killed programs left in a data folder are removed, and nothing else is."""

import os
import time
from pathlib import Path

import pytest

from scorekeeper.server import data_folder


def test_the_folder_of_a_killed_restore_goes_with_all_that_is_in_it(tmp_path: Path) -> None:
    (tmp_path / ".restoring-x7").mkdir()
    (tmp_path / ".restoring-x7" / "scorekeeper.sqlite").write_bytes(b"half")

    with data_folder.alone_in(tmp_path):
        assert contents(tmp_path) == {"server.lock"}


@pytest.mark.parametrize(("hours", "left"), [(25, False), (23, True)])
def test_the_draft_of_a_backup_goes_after_a_day(tmp_path: Path, hours: int, left: bool) -> None:
    draft = tmp_path / "backups" / ".my backup.sqlite.77"
    draft.parent.mkdir()
    kept = {"my backup.sqlite", ".stignore", ".nomedia"}
    for file in map(draft.with_name, (draft.name, f"{draft.name}-journal", *kept)):
        file.touch()
        since = time.time() - 3600 * hours
        os.utime(file, (since, since))

    with data_folder.alone_in(tmp_path):
        assert contents(tmp_path / "backups") - {draft.name, f"{draft.name}-journal"} == kept
        assert draft.exists() is left


def contents(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}
