"""The book: every clause of the rules, by number, with its mark, its source and its examples.

Pure: text files and look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from scorekeeper.language import in_each_language, translated
from scorekeeper.rulebook.parsing import Clause, Example, Kind, Mark, Section, read_section

__all__ = ["Book", "Clause", "Example", "Kind", "Mark", "Section", "book", "clause", "section_of"]

SECTIONS: Final = Path(__file__).parent / "sections"


@dataclass(frozen=True, slots=True)
class Book:
    """All sections in order."""

    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in the order of the book."""
        return tuple(clause for section in self.sections for clause in section.clauses)


@in_each_language
def book() -> Book:
    """The whole book in the reader's language, read once."""
    return translated(_written())


def clause(number: str) -> Clause:
    """The clause of that number, such as "8.3"; KeyError if there is none."""
    return _by_number()[number][0]


def section_of(number: str) -> Section:
    """The section of the clause of that number; KeyError if there is none."""
    return _by_number()[number][1]


@cache
def _written() -> Book:
    return Book(
        tuple(read_section(path.read_text(encoding="utf-8")) for path in sorted(SECTIONS.glob("*.txt")))
    )


@in_each_language
def _by_number() -> dict[str, tuple[Clause, Section]]:
    return {clause.number: (clause, section) for section in book().sections for clause in section.clauses}
