"""Finds the English that a pseudo-language did not reach."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scorekeeper.language import Language
from tests.support.languages import LONG, pseudo_languages

# A letter without an accent.
_PLAIN = re.compile(r"[^\W\d_]*[A-Za-z](?![\u0300-\u036f])[^\W\d_]*")
# Markup, and commands to type.
_MARKUP = re.compile(r"<[^<>]*>|&[a-z]+;|&#\d+;|`[^`]*`")


def longer() -> Language:
    """The longer pseudo-language; the first time, every sentence is looked for."""
    (language,) = (language for language in pseudo_languages() if language.code == LONG)
    return language


def escaped(text: str, *, but: Iterable[str] = ()) -> list[str]:
    """The words of a text that are still English; `but`: names and other values in it."""
    shown = _MARKUP.sub(" ", text)
    for value in sorted(but, key=len, reverse=True):
        shown = shown.replace(value, "")
    return _PLAIN.findall(shown)
