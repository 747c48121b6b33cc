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
from scorekeeper.language import N_, _
from scorekeeper.models.files import keep_database_private, keep_private
from scorekeeper.services.maintenance import backups

LOCK_NAME = "server.lock"
_SERVED = N_(
    "Scorekeeper is already running with the data in {data} (process {process}). Open "
    "http://localhost:{port}, or stop it first."
)
_IN_USE = N_(
    "Another Scorekeeper command is using the data in {data} (process {process}). Wait "
    "until it has finished, then try again."
)


def prepare(settings: Settings) -> None:
    """Make the data folder if there is none; OperatorError if it or the database cannot be written.

    The files in it become private to their owner; a folder that existed keeps its mode.
    """
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        TemporaryFile(dir=settings.data).close()
    except OSError as error:
        sentence = _(
            "Nothing can be written to the folder {folder} ({error}). Make room on its disk, change its "
            "rights, or choose another folder with SCOREKEEPER_DATA."
        )
        raise OperatorError(sentence.format(folder=settings.data, error=error.strerror)) from error
    file = settings.database_file
    if file and file.exists() and not os.access(file, os.R_OK | os.W_OK):
        sentence = _("This user can't read and write the database {file}. Change the rights of that file.")
        raise OperatorError(sentence.format(file=file))
    if file:
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
            sentence = _(_SERVED if port_there else _IN_USE)
            raise OperatorError(sentence.format(data=data, process=process, port=port_there))
        file.truncate(0)
        print(os.getpid(), port or "", host, file=file, flush=True)
        backups.remove_leftovers(data)
        yield


def running_settings(settings: Settings) -> Settings:
    """The settings with the port and host of the server that runs on this data folder, if one does."""
    with suppress(OSError), (settings.data / LOCK_NAME).open("r+", encoding="utf-8") as file:
        if not _lock(file):
            _process, port, host, *_rest = [*file.read().split(), "", "", ""]
            if port.isdecimal():
                return replace(settings, port=int(port), host=host or settings.host)
    return settings


def _lock(file: IO[str]) -> bool:
    with suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
