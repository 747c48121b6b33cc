"""What several commands need: the application over a data folder, and what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db as database
from scorekeeper.services.maintenance import backups, upgrading


@contextmanager
def application(settings: Settings) -> Iterator[Flask]:
    """The application, whose connections end with it."""
    app = create_app(settings)
    try:
        yield app
    finally:
        # A connection must not be shared with the processes forked from this one.
        with app.app_context():
            database.engine.dispose()


@contextmanager
def current_application(settings: Settings) -> Iterator[Flask]:
    """The application over a database of this release; Trouble, and nothing made, if there is none."""
    backups.require_database(settings)
    with application(settings) as app:
        upgrading.require_current(app, settings)
        yield app


def now() -> datetime:
    """This moment, aware."""
    return datetime.now(UTC)
