"""Two pseudo-languages, which need no translator, and what finds the English that they did not reach.

In the longer one each sentence is bracketed, accented and longer by two fifths: what shows without brackets
has escaped, and what is cut off has no room. Its dates and lists are Greek, and have no English letter
either. The other one runs from right to left. Both know only sentences that are marked for translators.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from gettext import NullTranslations
from string import ascii_letters

from scorekeeper.language import ENGLISH, Language
from tests.support.languages import WORDS, template

_KEPT = re.compile(r"(\{[^{}]*\}|%\([a-z_]+\)s|<[^<>]+>|`[^`]*`)")
# Words of nine letters, as long ones are in most languages.
_PADDING = "~~~~~~~~~ " * 100
_ACCENTS = str.maketrans({char: unicodedata.normalize("NFC", f"{char}\u0301") for char in ascii_letters})
# A letter without an accent.
_PLAIN = re.compile(r"[^\W\d_]*[A-Za-z](?![\u0300-\u036f])[^\W\d_]*")
# Markup, and commands to type.
_MARKUP = re.compile(r"<[^<>]*>|&[a-z]+;|&#\d+;|`[^`]*`")


class Pseudo(NullTranslations):
    """A translation made by a function."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change

    def gettext(self, message: str) -> str:
        return self._change(message) if message in _marked() else message

    def ngettext(self, one: str, several: str, number: int) -> str:
        return self.gettext(one if number == 1 else several)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def lengthened(text: str) -> str:
    """A sentence in brackets, accented, and longer by two fifths; placeholders and markup stay."""
    letters = len(_KEPT.sub("", text))
    return f"⟦{_outside(text, accented)} {_PADDING[: letters * 2 // 5].strip()}⟧"


def mirrored(text: str) -> str:
    """A sentence as if written from right to left."""
    return _outside(text, lambda part: f"\u202e{part}\u202c" if part.strip() else part)


def accented(text: str) -> str:
    """A text with an accent on every letter; without them it is as it was."""
    return text.translate(_ACCENTS)


LONG, MIRRORED = Language("el", Pseudo(lengthened)), Language("ar", Pseudo(mirrored))
SPOKEN = {one.code: one for one in (ENGLISH, LONG, MIRRORED)}


def longer() -> Language:
    """The longer pseudo-language."""
    return LONG


def escaped(text: str, *, but: Iterable[str] = ()) -> list[str]:
    """The words of a text that are still English; `but`: names and other values in it."""
    shown = _MARKUP.sub(" ", text)
    for value in sorted(but, key=len, reverse=True):
        shown = shown.replace(value, "")
    return _PLAIN.findall(shown)


@cache
def _marked() -> frozenset[str]:
    # The words of the search are never shown: they hold for the pseudo-languages as they are.
    messages = [one for one in template() if one.id and all(name != WORDS for name, _ in one.locations)]
    return frozenset(text for one in messages for text in (one.id if one.pluralizable else [one.id]))


def _outside(text: str, change: Callable[[str], str]) -> str:
    """Change what is neither placeholder nor markup."""
    return "".join(part if index % 2 else change(part) for index, part in enumerate(_KEPT.split(text)))
