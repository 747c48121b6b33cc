"""Remove files that killed programs left behind, once no running program can be using them.

Servers, upgrades and restores hold the lock of the data folder, so the next holder may remove the files that
only they make. A backup by hand needs no lock: its draft is a leftover once it was not written to for a day.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from scorekeeper.config import BACKUPS_NAME, SECRET_KEY_NAME

_UNUSED_SECONDS: Final = 86_400
_DRAFT: Final = re.compile(r"\.(?P<target>.+)\.\d+")
_OF_THE_LOCK: Final = re.compile(r"\.(?:automatic|before-upgrade|replaced)-[\d-]+\.sqlite\.\d+(?:-journal)?")
_KEY: Final = re.compile(rf"{SECRET_KEY_NAME}\.[0-9a-f]{{16}}")


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
        if named and of in (None, named["target"]) and _is_abandoned(draft):
            _remove([draft, draft.with_name(f"{draft.name}-journal")])


def _is_abandoned(draft: Path) -> bool:
    with suppress(OSError):
        return time.time() - draft.stat().st_mtime > _UNUSED_SECONDS
    return False


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink()
