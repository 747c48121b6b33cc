"""Which irregularity people mean: typed words, held against headlines, examples and more words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rulebook.search import LETTERS_FOR_ONE_ERROR, errors_forgiven, typing_errors
from scorekeeper.rulebook.vocabulary import IDLE

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
    """Their headlines, those with most of the words that say something first; of these, those with most words
    as they stand beside each other; of these, the commonest.
    """
    everything = tuple(_headline(irregularity, place) for place, irregularity in enumerate(among))
    typed = plain(asked).split()
    words = tuple(dict.fromkeys(typed))
    telling = [_likely(word, everything) for word in words if word not in IDLE]
    telling = telling or [_likely(word, everything) for word in words]
    beside = [f" {one} {other}" for one, other in pairwise(typed)]
    matches = {one: sum(any(like in one.find for like in likely) for likely in telling) for one in everything}
    pairs = {one: sum(pair in one.find for pair in beside) for one in everything}
    best = sorted(everything, key=lambda one: (-matches[one], -pairs[one]))
    return Found(tuple(best), any(matches.values()))


def _likely(word: str, everything: Iterable[Headline]) -> list[str]:
    """What to look for: the word as a beginning; if none begins so, words that it may be mistyped for."""
    if len(word) < LETTERS_FOR_ONE_ERROR or any(f" {word}" in one.find for one in everything):
        return [f" {word}"]
    most = errors_forgiven(word)
    known = {other for one in everything for other in one.find.split()}
    near = (other for other in known if abs(len(other) - len(word)) <= most)
    return [f" {other}" for other in near if typing_errors(word, other) <= most]


def plain(text: str) -> str:
    """Words as they are compared: small letters without marks, one space before each."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " " + _OTHER.sub(" ", letters).strip()


def _headline(irregularity: Irregularity, place: int) -> Headline:
    graph = GRAPHS[irregularity]
    find = plain(f"{graph.headline} {graph.example} {graph.search_words}")
    return Headline(irregularity, graph.headline, graph.example, find, place)
