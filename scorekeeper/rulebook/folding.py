"""Folds texts for the search: what is folded alike is the same word."""

import re
import unicodedata
from typing import Final

_APOSTROPHE: Final = re.compile("['’ʼ`´]")


def folded(text: str) -> str:
    """The text in small letters, without accents, other marks and apostrophes."""
    return without_marks(_APOSTROPHE.sub("", text))


def without_marks(text: str) -> str:
    """The text in small letters, without accents and other marks."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in decomposed if not unicodedata.category(char).startswith("M"))
