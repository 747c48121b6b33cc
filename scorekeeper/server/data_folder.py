"""May this program use this data folder, and is it alone in it? One writer at a time holds the lock file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from scorekeeper.config import BACKUPS_NAME, SECRET_KEY_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models.files import keep_database_private, keep_private
from scorekeeper.services.maintenance import backups

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "server.lock"


def prepare(settings: Settings) -> None:
    """Make the data folder if there is none; OperatorError if it or the database cannot be written.

    The files in it become private to their owner; a folder that existed keeps its mode.
    """
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=settings.data):
            pass
    except OSError as error:
        sentence = _(
            "Nothing can be written to the folder {folder} ({error}). Make room on its disk, change its "
            "rights, or choose another folder with SCOREKEEPER_DATA."
        )
        raise OperatorError(sentence.format(folder=settings.data, error=error.strerror)) from error
    if file := settings.database_file:
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            sentence = _(
                "This user can't read and write the database {file}. Change the rights of that file."
            )
            raise OperatorError(sentence.format(file=file))
        keep_database_private(file)
    for file in (settings.data / SECRET_KEY_NAME, *(settings.data / BACKUPS_NAME).glob("*.sqlite*")):
        keep_private(file)


@contextmanager
def alone_in(data: Path, *, port: int | None = None, host: str = "") -> Iterator[None]:
    """Hold the lock of the folder `data`, which must be writable; OperatorError if another program holds it.

    The lock file tells other programs `port` and `host`. Leftovers of killed programs are removed.
    """
    path = data / LOCK_NAME
    with path.open("a+", encoding="utf-8") as file:
        keep_private(path)
        file.seek(0)
        process, port_there, *_rest = [*file.read().split(), "", ""]
        if not _lock(file):
            raise OperatorError(_already_running(data, process=process, port=port_there))
        file.truncate(0)
        file.write(f"{os.getpid()} {port or ''} {host}\n")
        file.flush()
        backups.remove_leftovers(data)
        yield


def running_settings(settings: Settings) -> Settings:
    """The settings with the port and host of the server that runs on this data folder, if one does."""
    try:
        with (settings.data / LOCK_NAME).open("r+", encoding="utf-8") as file:
            if _lock(file):
                return settings
            _process, port, host, *_rest = [*file.read().split(), "", "", ""]
    except OSError:
        return settings
    return replace(settings, port=int(port), host=host or settings.host) if port.isdecimal() else settings


def _already_running(data: Path, *, process: str, port: str) -> str:
    sentence = (
        _(
            "Scorekeeper is already running with the data in {data} (process {process}). Open "
            "http://localhost:{port}, or stop it first."
        )
        if port
        else _(
            "Another Scorekeeper command is using the data in {data} (process {process}). Wait "
            "until it has finished, then try again."
        )
    )
    return sentence.format(data=data, process=process, port=port)


def _lock(file: IO[str]) -> bool:
    with suppress(OSError):
        if sys.platform == "win32":
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
