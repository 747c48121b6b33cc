"""Dates and times as a browser's field sends them, on the clock of a time zone."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

_LOCAL_TIME: Final = Path("/etc/localtime")
_LONGEST: Final = 64


class NotAMoment(ValueError):
    """The text is no date and time."""


def moment(text: str, *, time_zone: str) -> datetime:
    """`YYYY-MM-DDTHH:MM` on the clock of a zone, as an aware moment; in UTC if there is no such zone."""
    try:
        read = datetime.fromisoformat(text.strip())
        aware = read.replace(tzinfo=zone(time_zone) or UTC) if read.tzinfo is None else read
        return aware.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise NotAMoment(text[:_LONGEST]) from error


def zone(name: str) -> tzinfo | None:
    """The zone of that IANA name, or None."""
    with suppress(KeyError, ValueError, OSError):
        return ZoneInfo(name) if len(name) <= _LONGEST else None
    return None


def server_zone() -> str:
    """The IANA name of this machine's own zone, for a browser that names none."""
    link = str(_LOCAL_TIME.resolve()) if _LOCAL_TIME.exists() else ""
    for name in (os.environ.get("TZ", ""), link.partition("zoneinfo/")[2]):
        if name and zone(name) is not None:
            return name
    return "UTC"
