"""Which irregularity people mean: typed words, held against headlines, examples and more words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.words import Irregularity
from scorekeeper.rulebook.vocabulary import IDLE
from scorekeeper.web import referee_words as words
from scorekeeper.web.referee_words_asked import FIND

_OTHER: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Headline:
    """An irregularity in the list: `find` are the words it is found by, each after a space.

    `place` is its own in the list as long as nobody searches.
    """

    irregularity: Irregularity
    text: str
    example: str
    find: str
    place: int


@dataclass(frozen=True, slots=True)
class Found:
    """Every headline, those with most of the words first; `some`: whether one has any of them."""

    headlines: tuple[Headline, ...]
    some: bool


def ranked(asked: str, *, among: Iterable[Irregularity] = Irregularity) -> Found:
    """Their headlines, commonest first among those with as many of the words that say something."""
    everything = tuple(_headline(irregularity, place) for place, irregularity in enumerate(among))
    typed = dict.fromkeys(plain(asked).split())
    telling = [word for word in typed if word not in IDLE] or list(typed)
    matches = {one: sum(f" {word}" in one.find for word in telling) for one in everything}
    return Found(tuple(sorted(everything, key=lambda one: -matches[one])), any(matches.values()))


def plain(text: str) -> str:
    """Words as they are compared: small letters without marks, one space before each."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " " + _OTHER.sub(" ", letters).strip()


def _headline(irregularity: Irregularity, place: int) -> Headline:
    text, example = words.headline(irregularity), words.example(irregularity)
    return Headline(irregularity, text, example, plain(f"{text} {example} {FIND[irregularity]}"), place)
