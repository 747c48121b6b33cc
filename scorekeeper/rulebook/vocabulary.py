"""The words of the search: tables of those that people use for those of the book, of English in
`vocabulary.toml`, and texts split into words, folded, joined to phrases, reduced to their stems.

A language has tables of its own: each is one text for translators, who name its rows in that language's
words. No row need have a counterpart in English.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scorekeeper.language import _, in_each_language
from scorekeeper.rules.rulesets.files import LAW

SECTIONS: Final = 16
_APOSTROPHE: Final = re.compile("['’ʼ`´]")
_FILE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_TABLES: Final[dict[str, str]] = {name: table["words"] for name, table in _FILE.items()}
LONGEST_QUERY: Final = 200
_WORD: Final = re.compile(
    r"[a-z][a-z0-9]?-[0-9]+[a-d]?(?![^\W_])|[0-9]+[.,][0-9]+[a-d]?(?![^\W_])|[^\W\d_]+|[0-9]+"
)
_SHORTEST_STEM: Final = 3


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tables of one language. `phrases` leads from each phrase to the word that it means.

    `everyday` has a row for each word of the book: a colon and the words that people say for it.
    """

    everyday: str
    endings: tuple[tuple[str, str], ...]
    irregular: Mapping[str, str]
    phrases: Mapping[str, str]
    synonyms: Mapping[str, str]
    stop_words: frozenset[str]
    foreign_words: Mapping[str, str]
    longest_phrase: int


@in_each_language
def vocabulary() -> Vocabulary:
    """The tables of the reader's language, read once."""
    together = _rows(_table("phrases"))
    together["contract"] = ", ".join(
        _table("hand").format(number=number) for number in range(1, len(LAW.contracts) + 1)
    )
    for number in range(1, SECTIONS + 1):
        together[f"section{number}"] = _table("section").format(number=number)
    phrases = {phrase: word for word, written in together.items() for phrase in written.split(", ")}
    # Two words may be written as one.
    phrases |= {phrase.replace(" ", ""): word for phrase, word in phrases.items() if phrase.count(" ") == 1}
    # What a number alone is read as, whatever a section is called.
    phrases |= {f"section {number}": f"section{number}" for number in range(1, SECTIONS + 1)}
    return Vocabulary(
        # Phrases tell who drew twice; a plain search, which has none, tells it by more cards than one.
        everyday=_table("irregular")
        + _table("synonyms").replace("again: anew twice", "extra: twice\nagain: anew"),
        endings=tuple(_pairs(_table("endings"))),
        irregular=_by_each("irregular"),
        phrases=phrases,
        synonyms=_rows(_table("synonyms")),
        stop_words=frozenset(_table("stop_words").split()),
        foreign_words=_by_each("foreign_words"),
        longest_phrase=max(phrase.count(" ") + 1 for phrase in phrases),
    )


def fold_text(text: str) -> str:
    """The text in small letters, without accents, other marks and apostrophes: one word, one spelling."""
    text = _APOSTROPHE.sub("", text)
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in decomposed if not unicodedata.category(char).startswith("M"))


def _table(name: str) -> str:
    """A table in the reader's language, folded as the words of the book are."""
    return fold_text(_(_TABLES[name]))


def _rows(table: str) -> dict[str, str]:
    rows = (row.partition(": ") for row in table.splitlines())
    return {word: others for word, _colon, others in rows}


def _by_each(name: str) -> dict[str, str]:
    """What stands before the colon of a row, by each word after it."""
    return {other: word for word, others in _rows(_table(name)).items() for other in others.split()}


def _pairs(table: str) -> list[tuple[str, str]]:
    pairs = (pair.partition(" ") for pair in table.split(", "))
    return [(ending, replacement) for ending, _space, replacement in pairs]


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
