"""Whole numbers as people type them, small enough for any database."""

from __future__ import annotations

import re
from typing import Final

_SHAPE: Final = re.compile(r"-?\d{1,9}")
_LONG: Final = re.compile(r"-?\d{10,}")


class NotANumber(ValueError):
    """The text is not a whole number that could be meant; the message is a code of `words.SHAPES`."""


def whole(text: str) -> int:
    """The number a text says; NotANumber if there is none."""
    stripped = text.strip()
    if _SHAPE.fullmatch(stripped):
        return int(stripped)
    raise NotANumber("large" if _LONG.fullmatch(stripped) else "number")


def whole_or(text: str | None, *, default: int) -> int:
    """The number a text says, or `default`: for hidden fields, where nobody can type something wrong."""
    try:
        return whole(text or "")
    except NotANumber:
        return default
