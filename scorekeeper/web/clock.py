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
    clock: Callable[[], datetime] = current_app.extensions["clock"]
    return clock()
