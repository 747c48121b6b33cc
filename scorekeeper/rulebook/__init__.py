"""The books: every clause of every ruleset, by number, with its mark, its source and its examples.

The referee's law is the rulebook, one file for each section. The clauses of another ruleset are one file
beside its values. A ruleset whose incomplete games are plain has the plain clauses (P) as well. Pure: text
files and look-up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from scorekeeper.language import NOTHING, Sentence, in_each_language, translated
from scorekeeper.rulebook.parsing import (
    UNANSWERED,
    Clause,
    Example,
    ExampleKind,
    Mark,
    Section,
    read_questions,
    read_section,
)
from scorekeeper.rules import rulesets
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset

SECTIONS: Final = Path(__file__).parent / "sections"
ASKED: Final = Path(__file__).parent / "asked.txt"
RULESET_CLAUSES: Final = Path(rulesets.__path__[0])
PLAIN: Final = "plain"


@dataclass(frozen=True, slots=True)
class Book:
    """All sections in order."""

    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in the order of the book."""
        return tuple(clause for section in self.sections for clause in section.clauses)


@in_each_language
def book(ruleset: str = LAW.id) -> Book:
    """All clauses that hold in a ruleset, in the reader's language; KeyError for an unknown id."""
    return translated(_written(ruleset))


def clause(number: str) -> Clause:
    """The clause of that number, such as "8.3" or "BR-11"; KeyError if there is none."""
    return _by_number()[number][0]


def section_of(number: str) -> Section:
    """The section of the clause of that number; KeyError if there is none."""
    return _by_number()[number][1]


@in_each_language
def unanswered() -> tuple[str, ...]:
    """Questions that no clause answers, in the reader's language."""
    return tuple(translated(questions()[UNANSWERED]).splitlines())


@cache
def _written(ruleset: str) -> Book:
    paths = _files(RULESETS[ruleset])
    return Book(tuple(_with_questions(read_section(path.read_text(encoding="utf-8"))) for path in paths))


def _with_questions(section: Section) -> Section:
    queries = questions()
    return replace(
        section,
        clauses=tuple(
            replace(clause, queries=queries.get(clause.number, NOTHING)) for clause in section.clauses
        ),
    )


@cache
def questions() -> Mapping[str, Sentence]:
    """The questions that people ask, in English, a line each, by the clause that answers or UNANSWERED."""
    return read_questions(ASKED.read_text(encoding="utf-8"))


def _files(ruleset: Ruleset) -> list[Path]:
    if ruleset.is_law:
        return sorted(SECTIONS.glob("*.txt"))
    plain = [PLAIN] if ruleset.incomplete is Incomplete.PLAIN else []
    return [RULESET_CLAUSES / f"{name}.txt" for name in (ruleset.id, *plain)]


@in_each_language
def _by_number() -> dict[str, tuple[Clause, Section]]:
    sections = (section for ruleset in RULESETS for section in book(ruleset).sections)
    return {clause.number: (clause, section) for section in sections for clause in section.clauses}
