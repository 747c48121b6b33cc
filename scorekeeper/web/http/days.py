"""Days of the calendar as a browser's field sends them."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_SHAPE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FIRST: Final = date(1900, 1, 1)
_LAST: Final = date(2999, 12, 31)


class NotADay(ValueError):
    """The text is no day that anybody could mean."""


def day(text: str) -> date:
    """The day that `YYYY-MM-DD` says; NotADay."""
    try:
        found = date.fromisoformat(text) if _SHAPE.fullmatch(text) else None
    except ValueError as error:
        raise NotADay from error
    if found is None or not _FIRST <= found <= _LAST:
        raise NotADay
    return found


def day_or_none(text: str) -> date | None:
    """The same; None for an empty field."""
    return day(text) if text.strip() else None
