"""What a server does by itself: at its start and once a day, what was deleted 30 days ago goes for good."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.services import trash

EVERY = timedelta(days=1)
_log = logging.getLogger(__name__)


def start(app: Flask, *, stop: threading.Event | None = None) -> threading.Thread:
    """Keep house in a thread of its own, until `stop` is set or the process ends."""
    thread = threading.Thread(
        target=_keep_house, args=(app, stop or threading.Event()), name="housekeeping", daemon=True
    )
    thread.start()
    return thread


def _keep_house(app: Flask, stop: threading.Event) -> None:
    while True:
        try:
            with app.app_context():
                trash.purge(datetime.now(UTC))
        except SQLAlchemyError:
            _log.exception("What was deleted 30 days ago could not be removed; tomorrow it is tried again")
        if stop.wait(EVERY.total_seconds()):
            return
