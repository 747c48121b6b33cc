"""What time it is: asked here by the views alone, and passed on; tests set another clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Flask, current_app


def init_app(app: Flask) -> None:
    """Use the clock of the machine."""
    app.extensions["clock"] = lambda: datetime.now(UTC)


def now() -> datetime:
    """This moment, aware."""
    return of(current_app)


def of(app: Flask) -> datetime:
    """This moment by the clock of `app`, aware; no context is needed."""
    clock: Callable[[], datetime] = app.extensions["clock"]
    return clock()
