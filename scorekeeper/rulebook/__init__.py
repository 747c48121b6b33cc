"""The book: every clause of the rules, by number, with its mark and its source. Pure: text files and look-up.

A section's file opens with its number and name. Each clause is a line `number | mark | source` and its text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

SECTIONS: Final = Path(__file__).parent / "sections"


class Mark(StrEnum):
    """Where a clause comes from: the source says it, we read it so, or the source leaves it open."""

    SOURCE = "source"
    INTERPRETATION = "interpretation"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered sentence or two of the rulebook; `source` names the text it restates."""

    number: str
    mark: Mark
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A named group of clauses, in their order."""

    number: int
    name: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """All sections in order."""

    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in the order of the book."""
        return tuple(clause for section in self.sections for clause in section.clauses)


@cache
def book() -> Book:
    """The whole book, read once."""
    return Book(tuple(_section(path.read_text(encoding="utf-8")) for path in sorted(SECTIONS.glob("*.txt"))))


def clause(number: str) -> Clause:
    """The clause of that number, such as "8.3"; KeyError if there is none."""
    return _by_number()[number]


@cache
def _by_number() -> dict[str, Clause]:
    return {clause.number: clause for clause in book().clauses}


def _section(text: str) -> Section:
    heading, *blocks = text.strip().split("\n\n")
    number, _, name = heading.partition(" ")
    return Section(int(number), name, tuple(map(_clause, blocks)))


def _clause(block: str) -> Clause:
    head, _, text = block.partition("\n")
    number, mark, source = head.split(" | ")
    return Clause(number, Mark(mark), source, " ".join(text.split()))
