"""When the disk or the database fails or is about to: what the log is told, and what the pages say."""

from __future__ import annotations

from typing import Final

from flask import Flask, current_app, request

from scorekeeper.config import Settings
from scorekeeper.services.maintenance import storage
from scorekeeper.services.maintenance.storage import Failure, Reports
from scorekeeper.web.http import clock, messages

_SECONDS: Final = {Failure.BUSY: 5, Failure.UNREACHABLE: 5}
_SECONDS_OTHERWISE: Final = 60


def init_app(app: Flask) -> None:
    """Begin to count failures; give templates `low_space()`."""
    app.extensions["failures"] = Reports()
    app.jinja_env.globals.update(low_space=low_space)


def noted(error: Exception) -> Failure:
    """Log a failure and return its kind; a fault of the program itself is raised again."""
    failure = storage.failure_of(error)
    if failure is None:
        raise error
    reports: Reports = current_app.extensions["failures"]
    reports.report(failure, lambda: _said(error), now=clock.now(), error=error)
    return failure


def retry_after(failure: Failure) -> dict[str, str]:
    """The header that says when it is worth another try."""
    return {"Retry-After": str(_SECONDS.get(failure, _SECONDS_OTHERWISE))}


def low_space() -> str | None:
    """A sentence for organisers when the disk is nearly full."""
    left = storage.low_space(_settings())
    return None if left is None else messages.LOW_SPACE.format(megabytes=left)


def _said(error: Exception) -> str:
    return f"{storage.sentence(error, _settings())} Refused: {request.method} {request.endpoint}."


def _settings() -> Settings:
    settings: Settings = current_app.extensions["settings"]
    return settings
