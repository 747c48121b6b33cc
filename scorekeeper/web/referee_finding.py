"""Which irregularity people mean: typed words, held against headlines, examples and more words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.words import Irregularity
from scorekeeper.web import referee_words as words
from scorekeeper.web.referee_words_asked import FIND

_OTHER: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Headline:
    """An irregularity in the list: `find` are the words it is found by, each after a space."""

    irregularity: Irregularity
    text: str
    example: str
    find: str


def headlines(asked: str = "") -> tuple[Headline, ...]:
    """All of them, commonest first; those that have most of the words asked for, if there are any."""
    everything = tuple(_headline(irregularity) for irregularity in Irregularity)
    typed = plain(asked).split()
    matches = [sum(f" {word}" in one.find for word in typed) for one in everything]
    most = max(matches)
    return tuple(one for one, found in zip(everything, matches, strict=True) if found == most)


def plain(text: str) -> str:
    """Words as they are compared: small letters without marks, one space before each."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " " + _OTHER.sub(" ", letters).strip()


def _headline(irregularity: Irregularity) -> Headline:
    text, example = words.headline(irregularity), words.example(irregularity)
    return Headline(irregularity, text, example, plain(f"{text} {example} {FIND[irregularity]}"))
