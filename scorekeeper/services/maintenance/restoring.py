"""Replacing the database by a backup, after checking a copy of the backup."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from flask import Flask

from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models import files
from scorekeeper.models.files import keep_database_private
from scorekeeper.services.maintenance import backups, copying, doctor, expiry, schema, upgrading


def restore(
    file: Path, *, settings: Settings, app_for: Callable[[Settings], Flask], now: datetime
) -> tuple[int, Path | None]:
    """Replace the database by the backup `file`; OperatorError, and nothing changed, if it is not sound.

    Returns the number of games in it, and the file that was replaced, if there was one. The caller
    holds the lock of the data folder. `app_for` makes an application over given settings.
    """
    target = backups.require_file(settings)
    with checked(file, settings=settings, app_for=app_for) as (candidate, games):
        with closing(sqlite3.connect(candidate, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
        backups.make_durable(candidate)
        kept = _set_aside(target, to=backups.name_for(settings, kind="replaced", now=now))
        candidate.replace(target)
        files.forget_opened(target)
    return games, kept


@contextmanager
def checked(
    file: Path, *, settings: Settings, app_for: Callable[[Settings], Flask]
) -> Iterator[tuple[Path, int]]:
    """A copy of the backup `file`, upgraded and without sign-ins, and its games; OperatorError as `restore`.

    It is alone in a folder of its own, and gone afterwards, unless it was moved.
    """
    if file.is_dir():
        raise OperatorError(_("{file} is a folder. Name one of the backups in it.").format(file=file))
    if not file.is_file():
        raise OperatorError(_("There is no file {file}.").format(file=file))
    with tempfile.TemporaryDirectory(dir=settings.data, prefix=".restoring-") as folder:
        candidate = Path(folder) / DATABASE_NAME
        shutil.copyfile(file, candidate)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{file}-wal", f"{candidate}-wal")
        keep_database_private(candidate)
        if fault := backups.fault_in(candidate):
            sentence = _("{name} is no sound backup ({fault}). Try another one. Nothing was changed.")
            raise OperatorError(sentence.format(name=file, fault=fault))
        yield candidate, _check_games(app_for(replace(settings, data=Path(folder), database=None)), name=file)


def _check_games(app: Flask, *, name: Path) -> int:
    with copying.application(app):
        if not schema.is_known(app):
            raise _from_newer(name)
        schema.upgrade(app)
        with app.app_context():
            checked = doctor.check_every_game()
            # Sign-ins and links that ended after the backup was made must not come back with it.
            expiry.end_all_access()
            upgrading.forget_key()
    if checked.newer:
        raise _from_newer(name)
    if checked.wrong:
        sentence = _(
            "In {name}, game {game} doesn't match its history. Try another backup. Nothing was changed."
        )
        raise OperatorError(sentence.format(name=name, game=next(iter(checked.wrong))))
    return checked.games


def _from_newer(name: Path) -> OperatorError:
    sentence = _(
        "{name} is from a newer release of Scorekeeper, or from an unfinished one. "
        "Install a newer release first. Nothing was changed."
    )
    return OperatorError(sentence.format(name=name))


def _set_aside(target: Path, *, to: Path) -> Path | None:
    if not target.exists():
        return None
    files.set_foreign_log_aside(target)
    # Take the log into a sound database; a broken one keeps its log beside it.
    with suppress(sqlite3.Error), closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    to.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        shutil.copy2(target, to)
        backups.make_durable(to)
    except OSError:
        to.unlink(missing_ok=True)
        raise
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{target}{suffix}").rename(f"{to}{suffix}")
    keep_database_private(to)
    return to
