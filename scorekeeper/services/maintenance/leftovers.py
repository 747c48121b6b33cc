"""Remove files that killed programs left behind, once no running program can be using them.

Servers, upgrades and restores hold the lock of the data folder, so the next holder may remove the files that
only they make. A backup by hand needs no lock: its draft is a leftover once nothing was written to it for ten
minutes and no process with its number runs. Both must hold, as processes of other containers are invisible.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from scorekeeper.config import BACKUPS_NAME, SECRET_KEY_NAME

_UNUSED_SECONDS: Final = 600
_DRAFT: Final = re.compile(r"\.(?P<target>.+)\.(?P<process>\d+)")
_OF_THE_LOCK: Final = re.compile(r"\.(?:automatic|before-upgrade|replaced)-[\d-]+\.sqlite\.\d+(?:-journal)?")
_KEY: Final = re.compile(rf"{SECRET_KEY_NAME}\.[0-9a-f]{{16}}")
_SQLITE: Final = b"SQLite format 3\0"
# SQLite writes the first page of a copy last.
_BEGINNINGS: Final = (b"", bytes(len(_SQLITE)), _SQLITE)


def remove_all(data: Path) -> None:
    """Remove every leftover in the data folder, whose lock the caller holds."""
    for folder in data.glob(".restoring-*"):
        shutil.rmtree(folder, ignore_errors=True)
    _remove(data.glob(".written-by-*"))
    # Without a key, a program that needs no lock may be about to rename its draft to the key.
    if (data / SECRET_KEY_NAME).exists():
        _remove(file for file in data.glob(f"{SECRET_KEY_NAME}.*") if _KEY.fullmatch(file.name))
    _remove(file for file in (data / BACKUPS_NAME).glob(".*") if _OF_THE_LOCK.fullmatch(file.name))
    remove_drafts(data / BACKUPS_NAME)


def remove_drafts(folder: Path, *, of: str | None = None) -> None:
    """Remove abandoned drafts of backups in a folder; with `of` only those of the backup with that name."""
    for draft in folder.glob(".*"):
        named = _DRAFT.fullmatch(draft.name)
        if named and of in (None, named["target"]) and _is_leftover(draft, process=int(named["process"])):
            _remove([draft, draft.with_name(f"{draft.name}-journal")])


def _is_leftover(draft: Path, *, process: int) -> bool:
    with suppress(OSError):
        unused_since = draft.stat().st_mtime
        return time.time() - unused_since > _UNUSED_SECONDS and not _lives(process) and _is_ours(draft)
    return False


def _is_ours(draft: Path) -> bool:
    with draft.open("rb") as file:
        return file.read(len(_SQLITE)) in _BEGINNINGS


def _remove(files: Iterator[Path] | list[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink()


if sys.platform == "win32":

    def _lives(_process: int) -> bool:
        # Windows has no harmless way to ask, and does not remove a file that is open.
        return False

else:

    def _lives(process: int) -> bool:
        if process == os.getpid():
            # A killed process had our number, above all in containers; this process writes no draft now.
            return False
        with suppress(ProcessLookupError, OverflowError):
            with suppress(PermissionError):
                os.kill(process, 0)
            return True
        return False
