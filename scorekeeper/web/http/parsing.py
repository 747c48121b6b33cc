"""Read what people type: whole numbers, texts, days.

Werkzeug reads a query by it, too: `request.args.get("page", 1, type=parse_whole)`.
"""

import re
import unicodedata
from datetime import date
from typing import Final

_NUMBER: Final = re.compile(r"-?\d{1,9}")
_LONG_NUMBER: Final = re.compile(r"-?\d{10,}")
_LONGEST_TEXT: Final = 400
# Control characters, halves of surrogate pairs, and code points without a character.
_DROPPED: Final = frozenset({"Cc", "Cs", "Cn"})
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FIRST_DAY: Final = date(1900, 1, 1)
_LAST_DAY: Final = date(2999, 12, 31)


class NotANumber(ValueError):
    """The text is no whole number of at most nine digits; the message is a code of a sentence about it."""


class NotADay(ValueError):
    """The text is no day between 1900 and 2999."""


def parse_whole(text: str) -> int:
    """Read a whole number of at most nine digits; NotANumber for any other text."""
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        return int(stripped)
    raise NotANumber("large" if _LONG_NUMBER.fullmatch(stripped) else "number")


def parse_whole_or(text: str | None, *, default: int) -> int:
    """Read a whole number, or return `default`: for hidden fields, where nobody can type something wrong."""
    try:
        return parse_whole(text or "")
    except NotANumber:
        return default


def one_line(text: str | None) -> str:
    """Put a text on one line: white space folded, characters removed that no font shows."""
    spaced = " ".join((text or "").split())
    return "".join(char for char in spaced if unicodedata.category(char) not in _DROPPED)


def cut(text: str | None) -> str:
    """The first 400 characters of a text: longer than anything the rules accept."""
    return (text or "").strip()[:_LONGEST_TEXT]


def parse_day(text: str) -> date:
    """Read a day written `YYYY-MM-DD`; NotADay."""
    try:
        value = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError as error:
        raise NotADay from error
    if value is None or not _FIRST_DAY <= value <= _LAST_DAY:
        raise NotADay
    return value
