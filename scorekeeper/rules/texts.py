"""What people may write: no characters that nobody sees, and none that turn the writing beside them."""

from __future__ import annotations

import unicodedata
from typing import Final

_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cs", "Cn"})
_DIRECTION_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_readable(text: str) -> bool:
    """Whether every character of a line can be shown where it stands."""
    return not any(
        unicodedata.category(char) in _REFUSED_CATEGORIES or char in _DIRECTION_CONTROLS for char in text
    )
