"""The clock: views alone read it, and pass the time on; tests set another one. Beside it the time zones."""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from flask import Flask, current_app

_LOCAL_TIME: Final = Path("/etc/localtime")
_LONGEST_ZONE: Final = 64


def init_app(app: Flask) -> None:
    """Use the clock of the machine."""
    app.extensions["clock"] = lambda: datetime.now(UTC)


def now() -> datetime:
    """The current time, aware."""
    clock: Callable[[], datetime] = current_app.extensions["clock"]
    return clock()


def find_zone(name: str) -> tzinfo | None:
    """The time zone of that IANA name, or None."""
    with suppress(KeyError, ValueError, OSError):
        return ZoneInfo(name) if len(name) <= _LONGEST_ZONE else None
    return None


def server_zone() -> str:
    """The IANA name of this machine's own time zone, for a browser that names none."""
    link = str(_LOCAL_TIME.resolve()) if _LOCAL_TIME.exists() else ""
    for name in (os.environ.get("TZ", ""), link.partition("zoneinfo/")[2]):
        if name and find_zone(name) is not None:
            return name
    return "UTC"
