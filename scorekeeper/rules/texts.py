"""What people may write: no characters that nobody sees, and none that turn the writing beside them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cs", "Cn"})
_DIRECTION_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# The characters with Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 17: fillers,
# joiners, selectors, tags. They show nothing by themselves, and the standard library cannot tell them.
_IGNORED: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Symbols whose picture is empty, and no white space for Unicode: braille, a notehead, hieroglyphs.
_BLANK: Final = re.compile("[\u2800\U0001d159\U00013441\U00013442]")


def is_readable(text: str) -> bool:
    """Whether every character of a line can be shown where it stands."""
    return not any(
        unicodedata.category(char) in _REFUSED_CATEGORIES or char in _DIRECTION_CONTROLS for char in text
    )


def seen(text: str) -> str:
    """What a reader sees of a text: without characters that show nothing, and blank symbols as spaces."""
    return text if text.isascii() else _IGNORED.sub("", _BLANK.sub(" ", text))
