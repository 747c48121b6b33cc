"""Which words lead to which clauses, and how much each weighs there: made once from the book.

A weight grows with how often and where a clause has the word, and with how few clauses have it (BM25). All
weights are whole numbers, so that the page computes the same scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2
from typing import Final

from scorekeeper.language import in_each_language
from scorekeeper.rulebook import Book, Clause, Section, book
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import phrases_in, stem, terms, words_in
from scorekeeper.rules.rulesets.files import LAW

# The weight of a word by the field that holds it, in hundredths.
TEXT, FIND, SECTION, PHRASE = 100, 140, 50, 120
# A clause's own number is what is asked for; that of its section leads to all of it.
NUMBER_WEIGHT: Final = 500
SECTION_WEIGHT: Final = 100
ABOUT_WEIGHT: Final = 60
_SATURATION: Final = 1.2
_LENGTH_COUNTS: Final = 0.5
_MEANT_PERCENT: Final = 90
_AKIN_PERCENT: Final = 50
Weights = dict[int, int]


@dataclass(frozen=True, slots=True)
class Index:
    """`stems` leads to clauses by their position in `numbers`, each with its weight.

    `forms` are the words of the book and their synonyms, as they are written.
    """

    numbers: tuple[str, ...]
    stems: Mapping[str, tuple[tuple[int, int], ...]]
    forms: tuple[str, ...]


@in_each_language
def index(ruleset: str = LAW.id) -> Index:
    """The index of the clauses that hold in a ruleset, made once."""
    here = book(ruleset)
    counted = [_counted(section, clause) for section in here.sections for clause in section.clauses]
    stems = _weighed([_by_stem(counts) for counts in counted])
    for position, clause in enumerate(here.clauses):
        _raise(stems, position, _about(clause))
    meant = _add_meanings(stems, own=set() if ruleset == LAW.id else _asked_alone(here))
    for position, clause in enumerate(here.clauses):
        _raise(stems, position, {_word_of(clause): NUMBER_WEIGHT})
    numbers = tuple(clause.number for clause in here.clauses)
    for section in here.sections:
        if section.number is not None:
            positions = [numbers.index(clause.number) for clause in section.clauses]
            stems[f"section{section.number}"] = dict.fromkeys(positions, SECTION_WEIGHT)
    about = (word for clause in here.clauses for word in _about(clause))
    forms = {*map(_word_of, here.clauses), *meant, *about, *(word for counts in counted for word in counts)}
    postings = {root: tuple(sorted(weights.items())) for root, weights in sorted(stems.items())}
    return Index(numbers, postings, tuple(sorted(forms)))


def _word_of(clause: Clause) -> str:
    """The number of a clause as a query has it."""
    return clause.number.lower()


def _counted(section: Section, clause: Clause) -> Counter[str]:
    """How much of each word a clause has, in hundredths."""
    counted: Counter[str] = Counter()
    idle = vocabulary().idle
    for text, worth in _fields(section, clause):
        words = words_in(text)
        counted.update({word: worth * n for word, n in Counter(words).items() if word not in idle})
        counted.update(dict.fromkeys(phrases_in(words), worth * PHRASE // 100))
    return counted


def _fields(section: Section, clause: Clause) -> Iterator[tuple[str, int]]:
    yield clause.text, TEXT
    yield clause.find, FIND
    yield section.name, SECTION
    yield clause.mark, SECTION


def _by_stem(counts: Counter[str]) -> Counter[str]:
    summed: Counter[str] = Counter()
    for word, count in counts.items():
        summed[stem(word)] += count
    return summed


def _weighed(counted: list[Counter[str]]) -> dict[str, Weights]:
    usual = sum(counts.total() for counts in counted) / len(counted)
    having = Counter(root for counts in counted for root in counts)
    stems: dict[str, Weights] = {root: {} for root in having}
    for position, counts in enumerate(counted):
        damping = 100 * _SATURATION * (1 - _LENGTH_COUNTS + _LENGTH_COUNTS * counts.total() / usual)
        for root, count in counts.items():
            rarity = log2(1 + len(counted) / having[root])
            stems[root][position] = round(10 * rarity * count * (_SATURATION + 1) / (count + damping))
    return stems


def _about(clause: Clause) -> dict[str, int]:
    """What words weigh more in a clause that is about them; the fewer of them make a query, the more."""
    more: dict[str, int] = {}
    for query in clause.about:
        asked = terms(query)
        more |= {word: max(ABOUT_WEIGHT // len(asked), more.get(word, 0)) for word in asked}
    return more


def _raise(stems: dict[str, Weights], position: int, more: Mapping[str, int]) -> None:
    for word, weight in more.items():
        weights = stems.setdefault(stem(word), {})
        weights[position] = weights.get(position, 0) + weight


def _asked_alone(book: Book) -> set[str]:
    """The words that are by themselves a query that a clause is about."""
    return {stem(query) for clause in book.clauses for query in clause.about if " " not in query}


def _add_meanings(stems: dict[str, Weights], *, own: set[str]) -> set[str]:
    """Let other words lead where those of the book do; these other words.

    The tables are made for the rulebook; the words in `own` mean in this book what its clauses say.
    """
    tables = vocabulary()
    more = [
        (other, word, _MEANT_PERCENT)
        for word, others in tables.meant.items()
        for other in others.split()
        if stem(other) not in own
    ]
    more += [(one, other, _AKIN_PERCENT) for pair in tables.akin for one, other in (pair, pair[::-1])]
    more = [(other, word, percent) for other, word, percent in more if stem(word) in stems]
    reached = {word: dict(stems[stem(word)]) for _, word, _ in more}
    for other, word, percent in more:
        weights = stems.setdefault(stem(other), {})
        for position, weight in reached[word].items():
            weights[position] = max(weights.get(position, 0), weight * percent // 100)
    return {other for other, _, _ in more}
