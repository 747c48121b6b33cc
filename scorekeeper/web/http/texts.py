"""Free text as it is kept: one line, without characters that no font shows and no database takes."""

from __future__ import annotations

import unicodedata
from typing import Final

_LONGEST_READ: Final = 400
_DROPPED: Final = frozenset({"Cc", "Cs", "Cn"})


def one_line(text: str | None) -> str:
    """A text on one line, white space folded, control characters gone."""
    spaced = " ".join((text or "").split())
    return "".join(char for char in spaced if unicodedata.category(char) not in _DROPPED)


def cut(text: str | None) -> str:
    """What was typed, as much of it as anybody could mean."""
    return (text or "").strip()[:_LONGEST_READ]
