"""Upgrading a database to this release, after a backup of the old one."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.services.maintenance import backups, schema, storage

_log = logging.getLogger(__name__)


def bring_up_to_date(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    """Upgrade the database of `app` if needed; returns the backup made before, if one was.

    OperatorError for a damaged database, or one of a newer release or of an unfinished version, which stays
    as it is.
    """
    if not storage.check_at_start(settings):
        _log.warning(
            "The database is large. The first %d seconds of the check found nothing wrong. "
            "To check all of it, type `scorekeeper doctor`.",
            storage.CHECK_SECONDS,
        )
    _require_readable(app, settings)
    if schema.is_current(app):
        return None
    copy = _kept_aside(app, settings, now=now)
    schema.upgrade(app)
    return copy


def require_current(app: Flask, settings: Settings) -> None:
    """OperatorError if the database is not of this release, with the sentence of a start if that has one."""
    storage.check_at_start(settings, seconds=0)
    _require_readable(app, settings)
    schema.require_current(app)


def _require_readable(app: Flask, settings: Settings) -> None:
    if schema.is_newer(app):
        raise OperatorError(
            _(
                "The database in {data} is from a newer release of Scorekeeper. Install that release, "
                "or choose another folder with SCOREKEEPER_DATA."
            ).format(data=settings.data)
            + _how_to_go_back(settings)
        )
    if schema.is_unfinished(app):
        raise OperatorError(
            _(
                "The database in {data} was made by an unfinished version of Scorekeeper. Export its leagues "
                "with that version first (`scorekeeper league export`), and choose another folder with "
                "SCOREKEEPER_DATA."
            ).format(data=settings.data)
        )


def _how_to_go_back(settings: Settings) -> str:
    older = storage.newest_backup(settings)
    if older is None:
        return ""
    sentence = _(
        "Or put back the newest backup that this release can read: `{command}`. "
        "Scores saved later are not in it."
    )
    return f" {sentence.format(command=storage.command_to_restore(older))}"


def _kept_aside(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    file = settings.database_file
    if file is None or schema.current_revision(app) is None:
        return None
    copy = backups.name_for(settings, kind="before-upgrade", now=now)
    backups.copy_database(file, to=copy)
    return copy
