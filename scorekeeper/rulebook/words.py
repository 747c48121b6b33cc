"""Splits texts into words for the search: folded, joined to phrases, reduced to their stems."""

import re
from collections.abc import Callable
from typing import Final

from scorekeeper.language import in_each_language
from scorekeeper.rulebook.vocabulary import fold_text, vocabulary

LONGEST_QUERY: Final = 200
_WORD: Final = re.compile(
    r"[a-z][a-z0-9]?-[0-9]+[a-d]?(?![^\W_])|[0-9]+[.,][0-9]+[a-d]?(?![^\W_])|[^\W\d_]+|[0-9]+"
)
_SHORTEST_STEM: Final = 3


def words_in(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in small letters without accents; "12.5a" and "BR-9a" are one each."""
    return tuple(word.replace(",", ".") for word in _WORD.findall(fold_text(text)))


@in_each_language
def stem(word: str) -> str:
    """The word without its ending, so that "discards", "discarding" and "discarded" meet; 2 for "two"."""
    tables = vocabulary()
    word = tables.irregular.get(word, word)
    for ending, instead in tables.endings:
        shorter = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(shorter) >= _SHORTEST_STEM:
            return shorter
    return word


def terms(
    query: str,
    *,
    spelling: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple,
    longest: int | None = LONGEST_QUERY,
) -> tuple[str, ...]:
    """The words of a query, each once, phrases as one word; no more than its `longest` characters are read.

    A number alone is that of a section. `spelling` may put other words in place of those that are typed.
    """
    words = tuple(dict.fromkeys(joined(spelling(words_in(query[:longest])))))
    return (vocabulary().phrases.get(f"section {words[0]}", words[0]),) if len(words) == 1 else words


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
