"""The hourly work of a server, beginning at its start: the backup of the day, and removing expired rows.

Games deleted 30 days ago, and games abandoned a week ago, are removed for good.
"""

import logging
import threading
from datetime import UTC, datetime
from typing import Final

from flask import Flask

from scorekeeper import background
from scorekeeper.errors import OperatorError
from scorekeeper.models.files import FileMoved
from scorekeeper.services.maintenance import automatic_backups, expiry, storage

_EVERY_SECONDS: Final = 3600
_log = logging.getLogger(__name__)


def start(app: Flask, *, stop: threading.Event | None = None) -> None:
    """Start the hourly work in a thread of its own, until `stop` is set or the application finishes."""
    stop = stop or threading.Event()
    thread = threading.Thread(target=_work, args=(app, stop), name="housekeeping", daemon=True)
    background.start(app, thread, stop=stop)


def _work(app: Flask, stop: threading.Event) -> None:
    while True:
        for failure, do in _TASKS.items():
            try:
                do(app)
            # Whatever failed may work in an hour.
            except Exception as error:
                _log_failure(failure, error)
        if stop.wait(_EVERY_SECONDS):
            return


def _log_failure(failure: str, error: Exception) -> None:
    plain = isinstance(error, (OSError, OperatorError, FileMoved))
    foreseen = plain or storage.failure_of(error) not in (None, storage.Failure.UNREACHABLE)
    _log.error("%s: %s", failure, error if plain else storage.reason(error), exc_info=not foreseen)


def _back_up(app: Flask) -> None:
    automatic_backups.back_up_if_due(app.extensions["settings"], now=datetime.now(UTC))


def _purge(app: Flask) -> None:
    with app.app_context():
        expiry.purge(datetime.now(UTC))


_TASKS: Final = {
    "No automatic backup was made": _back_up,
    "What was deleted 30 days ago could not be removed; it is tried again in an hour": _purge,
}
