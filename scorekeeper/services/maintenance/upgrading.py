"""Upgrading a database to this release, after a backup of the old one."""

from datetime import datetime
from pathlib import Path
from typing import Final

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.services.maintenance import backups, health, keys, schema

_NEWER_FILE: Final = N_(
    "The database in {place} is from a newer release of Scorekeeper, or from an unfinished one. "
    "Install a newer release, or choose another folder with SCOREKEEPER_DATA. Or put back a backup "
    "from before the upgrade with `scorekeeper restore FILE`. Scores saved later are not in it."
)
_NEWER_DATABASE: Final = N_(
    "The database {place} is from a newer release of Scorekeeper, or from an unfinished one. "
    "Install a newer release, or name another database with SCOREKEEPER_DATABASE."
)


def bring_up_to_date(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    """Upgrade the database of `app` if needed; returns the backup made before, if one was.

    OperatorError for a damaged database, or one of a newer release or another key, which stays as it is.
    """
    health.check_at_start(settings)
    _require_known(app, settings)
    if schema.is_current(app):
        keys.require_ours(app, settings)
        return None
    copy = None
    if settings.database_file and schema.current_revision(app) is not None:
        copy = backups.name_for(settings, kind="before-upgrade", now=now)
        backups.copy_scores(settings, to=copy)
    schema.upgrade(app)
    keys.require_ours(app, settings)
    return copy


def require_current(app: Flask, settings: Settings) -> None:
    """OperatorError if the database is not of this release, with the sentence of a start if that has one."""
    health.check_at_start(settings, whole=False)
    _require_known(app, settings)
    schema.require_current(app)


def _require_known(app: Flask, settings: Settings) -> None:
    if schema.is_foreign(app):
        sentence = _("The database {place} has tables of another program. Name an empty one.")
        raise OperatorError(sentence.format(place=settings.place))
    if not schema.is_known(app):
        sentence = _(_NEWER_FILE if settings.database_file else _NEWER_DATABASE)
        raise OperatorError(sentence.format(place=settings.place))
