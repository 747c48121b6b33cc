"""How a book is written: a text file for each section, read into frozen values.

A file opens with the section's number and name, one of a ruleset with the name alone. A clause is a block of
lines: `number | mark | source`, its text, then any number of these:

    example | 9S 10S JK QS | What is to be seen here.      (or `right`, or `wrong`)
    answer | can swap, must swap_now | Yes.                (what openings.py says to such questions)
    find | words of people that ask for this clause
    fields | paths of the values of a ruleset that its text words, set apart by commas
    near | paths of values that it does not word, though questions about them may mean it

Cards are written as players write them, melds set apart by ` / `; an example may do without cards. What
people read or search by is marked for translation.

The questions that people ask are one file for all books: a line has the clauses that answer a question, set
apart by commas, or `-` for one that no clause answers, and the question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from scorekeeper.language import N_, NOTHING, Sentence

ANSWER, FIND, FIELDS, NEAR = "answer", "find", "fields", "near"
_LINES = (FIND, FIELDS, NEAR, ANSWER)
UNANSWERED = "-"
_SENTENCE_END = re.compile(r"(?<=[.!])\s")


class Mark(StrEnum):
    """Where a clause comes from: the source says it, we read it so, or the source leaves it open."""

    SOURCE = "source"
    INTERPRETATION = "interpretation"
    SILENT = "silent"


class ExampleKind(StrEnum):
    """What an example shows: something that the clause allows, something that it does not, or a case."""

    EXAMPLE = "example"
    RIGHT = "right"
    WRONG = "wrong"


_KINDS = (*ExampleKind, *_LINES)


@dataclass(frozen=True, slots=True)
class Example:
    """A clause at the table; `melds` are groups of cards such as "7S", "10H", "JK"."""

    kind: ExampleKind
    melds: tuple[tuple[str, ...], ...]
    text: Sentence


@dataclass(frozen=True, slots=True)
class Answer:
    """A sentence that answers questions outright, and the words that each of these has."""

    questions: tuple[tuple[str, ...], ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered sentence or two of the rulebook; `source` names the text it restates.

    `find` are words that people ask with and that the text does not have, `queries` are questions that it
    answers, a line each. `fields` are the values that the text words, such as "runs.ace": a table that
    changes one of them plays otherwise. `near` are values, or groups of them, that it only has to do with.
    """

    number: str
    mark: Mark
    source: Sentence
    text: Sentence
    examples: tuple[Example, ...] = ()
    answers: tuple[Answer, ...] = ()
    find: Sentence = NOTHING
    queries: Sentence = NOTHING
    fields: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @property
    def opening(self) -> str:
        """The first sentence of the text, with the questions before it."""
        return _SENTENCE_END.split(self.text, maxsplit=1)[0]

    @property
    def values(self) -> frozenset[str]:
        """The values of rulesets, and groups of them, that it has to do with."""
        return frozenset((*self.fields, *self.near))

    @property
    def about(self) -> tuple[str, ...]:
        """Each question that it answers."""
        return tuple(self.queries.splitlines())

    def is_settled_by(self, other: Clause) -> bool:
        """Whether another clause is our interpretation of this one, as 1.3a is of 1.3."""
        return other.mark is Mark.INTERPRETATION and other.number[:-1] == self.number


@dataclass(frozen=True, slots=True)
class Section:
    """A named group of clauses, in their order; only the sections of the rulebook have numbers."""

    number: int | None
    name: Sentence
    clauses: tuple[Clause, ...]

    @property
    def code(self) -> str:
        """What its clauses begin with: its number, or the prefix of the ruleset."""
        return self.clauses[0].number.partition("-")[0] if self.number is None else str(self.number)


def read_questions(text: str) -> dict[str, Sentence]:
    """The questions that each clause answers, a line each, and those that none does, by UNANSWERED."""
    queries: dict[str, list[str]] = {}
    for line in text.splitlines():
        numbers, _, question = line.partition(" | ")
        for number in numbers.split(", "):
            queries.setdefault(number, []).append(question)
    return {number: Sentence("\n".join(questions)) for number, questions in queries.items()}


def read_section(text: str) -> Section:
    """One file."""
    heading, *blocks = text.strip().split("\n\n")
    number, _, name = heading.partition(" ")
    clauses = tuple(map(_clause, blocks))
    return (
        Section(int(number), N_(name), clauses) if number.isdigit() else Section(None, N_(heading), clauses)
    )


def _clause(block: str) -> Clause:
    head, *lines = block.splitlines()
    number, mark, source = head.split(" | ")
    words = [line.strip() for line in takewhile(lambda line: _kind(line) not in _KINDS, lines)]
    more = lines[len(words) :]
    examples = tuple(_example(line) for line in more if _kind(line) not in _LINES)
    answers = tuple(_answer(line) for line in more if _kind(line) == ANSWER)
    find, fields, near = (
        " ".join(_rest(line) for line in more if _kind(line) == kind) for kind in _LINES[:3]
    )
    return Clause(
        number,
        Mark(mark),
        N_(source),
        Sentence(" ".join(words)),
        examples,
        answers,
        Sentence(find),
        NOTHING,
        _paths(fields),
        _paths(near),
    )


def _paths(words: str) -> tuple[str, ...]:
    return tuple(words.split(", ")) if words else ()


def _kind(line: str) -> str:
    return line.partition(" | ")[0]


def _rest(line: str) -> str:
    return line.partition(" | ")[2]


def _example(line: str) -> Example:
    kind, cards, text = (part.strip() for part in line.split("|", 2))
    melds = tuple(tuple(meld.split()) for meld in cards.split(" / ")) if cards else ()
    return Example(ExampleKind(kind), melds, N_(text))


def _answer(line: str) -> Answer:
    _kind, questions, sentence = line.split(" | ")
    return Answer(tuple(tuple(words.split()) for words in questions.split(", ")), N_(sentence))
