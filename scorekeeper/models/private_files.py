"""Files that only their owner may read and write, whatever the mode of their folder and the umask."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

MODE: Final = 0o600
# SQLite gives new ones the mode of the database; those of a killed process keep the one they had.
_SIDE_FILES: Final = ("", "-wal", "-shm")


def keep_private(file: Path) -> None:
    """Give `file` the mode 0600. Nothing happens where it is missing or not ours, and on Windows."""
    if os.name == "nt":
        return
    with suppress(OSError):
        found = file.stat().st_mode
        if stat.S_ISREG(found) and stat.S_IMODE(found) != MODE:
            file.chmod(MODE)


def keep_database_private(file: Path) -> None:
    """Give a SQLite file and the files beside it the mode 0600."""
    for suffix in _SIDE_FILES:
        keep_private(Path(f"{file}{suffix}"))
