"""Whole copies of the SQLite file, made while the server may be running, never half there."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.config import Settings
from scorekeeper.troubles import Trouble

FOLDER = "backups"
_BUSY_SECONDS = 10


def back_up(settings: Settings, *, to: Path | None, now: datetime) -> Path:
    """Copy the database to a new file, by default a dated one in the data folder; the file made."""
    file = require_file(settings)
    require_database(settings)
    target = (to or name_for(settings, why="scorekeeper", now=now)).absolute()
    copy_database(file, to=target)
    return target


def require_file(settings: Settings) -> Path:
    """The SQLite file; raises Trouble when another database is configured."""
    if settings.database_file is None:
        raise Trouble(
            "The scores lie in another database than SQLite: copy it with that database's own tools."
        )
    return settings.database_file


def require_database(settings: Settings) -> None:
    """Raise Trouble if nothing has been served from this data folder yet."""
    if settings.database_file and not settings.database_file.exists():
        raise Trouble(
            f"There is no database in {settings.data}: is SCOREKEEPER_DATA the right folder? "
            "In a new one, `scorekeeper db upgrade` makes it."
        )


def name_for(settings: Settings, *, why: str, now: datetime) -> Path:
    """A dated name for a copy, in UTC."""
    return settings.data / FOLDER / f"{why}-{now.astimezone(UTC):%Y%m%d-%H%M%S-%f}.sqlite"


def copy_database(source: Path, *, to: Path) -> None:
    """One consistent copy of a SQLite file under a name not taken yet: there wholly or not at all."""
    if to.exists():
        raise Trouble(f"{to} exists already: name a file that does not.")
    draft = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.touch(mode=0o600, exist_ok=False)
        with closing(sqlite3.connect(source, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        _make_durable(draft)
        draft.rename(to)
    except (OSError, sqlite3.Error) as error:
        raise Trouble(f"{source} cannot be copied to {to} ({error}).") from error
    finally:
        draft.unlink(missing_ok=True)


def _make_durable(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
