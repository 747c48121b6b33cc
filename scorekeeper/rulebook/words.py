"""Splits texts into words for the search: folded, joined to phrases, reduced to their stems."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from scorekeeper.rulebook.folding import folded
from scorekeeper.rulebook.vocabulary import vocabulary

LONGEST_QUERY: Final = 200
_WORD: Final = re.compile(
    r"[a-z][a-z0-9]?-[0-9]+[a-d]?(?![^\W_])|[0-9]+[.,][0-9]+[a-d]?(?![^\W_])|[^\W\d_]+|[0-9]+"
)
_SHORTEST_STEM: Final = 3


def words_in(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in small letters without accents; "12.5a" and "BR-9a" are one each."""
    return tuple(word.replace(",", ".") for word in _WORD.findall(folded(text)))


def stem(word: str) -> str:
    """The word without its ending, so that "discards" and "discarding" meet."""
    tables = vocabulary()
    if word in tables.irregular:
        return tables.irregular[word]
    for ending, instead in tables.endings:
        shorter = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(shorter) >= _SHORTEST_STEM:
            return shorter
    return word


def terms(query: str, *, respelled: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple) -> tuple[str, ...]:
    """The words of a query, each once, phrases as one word; no more than its first 200 characters are read.

    A number alone is that of a section. `respelled` may put other words in place of those that are typed.
    """
    found = tuple(dict.fromkeys(joined(respelled(words_in(query[:LONGEST_QUERY])))))
    return (vocabulary().phrases.get(f"section {found[0]}", found[0]),) if len(found) == 1 else found


def joined(words: tuple[str, ...]) -> list[str]:
    """The words with a phrase, the longest that fits, replaced by its word."""
    tables, whole = vocabulary(), []
    while words:
        longest = range(tables.longest_phrase, 1, -1)
        long = next((n for n in longest if " ".join(words[:n]) in tables.phrases), 1)
        part = " ".join(words[:long])
        whole.append(tables.phrases.get(part, part))
        words = words[long:]
    return whole


def phrases_in(words: tuple[str, ...]) -> tuple[str, ...]:
    """The phrases among words, by the word that each one has."""
    phrases = vocabulary().phrases
    return tuple(phrases[part] for part in _parts(words) if part in phrases)


def _parts(words: tuple[str, ...]) -> list[str]:
    lengths = range(2, vocabulary().longest_phrase + 1)
    return [" ".join(words[first : first + n]) for first in range(len(words)) for n in lengths]
