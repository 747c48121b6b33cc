"""The clock: views alone read it, and pass the time on. Tests set another clock."""

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Flask, current_app


def init_app(app: Flask) -> None:
    """Use the clock of the machine."""
    app.extensions["clock"] = lambda: datetime.now(UTC)


def now() -> datetime:
    """The current time, aware."""
    return of(current_app)


def of(app: Flask) -> datetime:
    """The current time by the clock of `app`, aware; needs no context."""
    clock: Callable[[], datetime] = app.extensions["clock"]
    return clock()
