"""Bringing a database to this release, with a copy kept aside of the one it was."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.services import backups, schema
from scorekeeper.troubles import Trouble


def bring_up_to_date(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    """Upgrade the database of `app` if it needs it; the copy made before, None if there was nothing to keep.

    Raises Trouble for a database of a newer release, which stays as it is.
    """
    if schema.is_newer(app):
        raise Trouble(
            f"The database in {settings.data} was written by a newer release of Scorekeeper: "
            "install that release, or name another folder with SCOREKEEPER_DATA."
        )
    if schema.is_current(app):
        return None
    copy = _kept_aside(app, settings, now=now)
    schema.upgrade(app)
    return copy


def _kept_aside(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    file = settings.database_file
    if file is None or schema.current_revision(app) is None:
        return None
    copy = backups.name_for(settings, why="before-upgrade", now=now)
    backups.copy_database(file, to=copy)
    return copy
