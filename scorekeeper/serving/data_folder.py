"""May this program use this data folder, and is it alone in it? One writer at a time holds the lock file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from scorekeeper.config import Settings
from scorekeeper.troubles import Trouble

LOCK_NAME = "server.lock"


def prepare(settings: Settings) -> None:
    """Make the data folder if there is none; raise Trouble if it or the database cannot be written."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = settings.data / f".written-by-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Trouble(
            f"The data folder {settings.data} cannot be written ({error.strerror}): "
            "allow it, or name another one with SCOREKEEPER_DATA."
        ) from error
    file = settings.database_file
    if file and file.exists() and not os.access(file, os.R_OK | os.W_OK):
        raise Trouble(f"The database {file} cannot be written: allow this user to read and write it.")


@contextmanager
def alone_in(data: Path, *, port: int | None = None, host: str = "") -> Iterator[None]:
    """Hold the lock of `data`, which must be writable; raise Trouble if another program holds it.

    `port` and `host` are written down for those who come second. Forked children keep the lock until the last
    one ends.
    """
    path = data / LOCK_NAME
    with path.open("a+", encoding="utf-8") as file:
        if not _lock(file):
            file.seek(0)
            raise Trouble(_already_running(data, note=file.read()))
        file.truncate(0)
        file.write(f"{os.getpid()} {port or ''} {host}\n")
        file.flush()
        yield


def as_it_runs(settings: Settings) -> Settings:
    """The same with the port and the host of the server that runs on this data folder, if one does."""
    try:
        with (settings.data / LOCK_NAME).open("r+", encoding="utf-8") as file:
            if _lock(file):
                return settings
            file.seek(0)
            _, port, host = _noted(file.read())
    except OSError:
        return settings
    return replace(settings, port=int(port), host=host or settings.host) if port.isdecimal() else settings


def _noted(note: str) -> tuple[str, str, str]:
    """Process, port and host as they stand in the lock file; empty where nothing is written."""
    process, port, host, *_ = [*note.split(), "", "", ""]
    return process, port, host


def _already_running(data: Path, *, note: str) -> str:
    process, port, _ = _noted(note)
    if port:
        return (
            f"Scorekeeper is already running with the data in {data} (process {process}): "
            f"it answers at http://localhost:{port}. Stop it first, or use it as it is."
        )
    return f"Scorekeeper is at work with the data in {data} (process {process}): wait until it has ended."


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> bool:
        file.seek(1 << 20)
        with suppress(OSError):
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            return True
        return False

else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False
