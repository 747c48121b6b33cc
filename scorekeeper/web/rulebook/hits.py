"""What a search of the book shows: the best clause, a few others, and the section of the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.rulebook import Clause, Section, clause, section_of
from scorekeeper.rulebook.search import search

MOST_OTHERS: Final = 6


@dataclass(frozen=True, slots=True)
class Found:
    """`section` is that of `best`; `others` come in their order."""

    best: Clause
    section: Section
    others: tuple[Clause, ...]


def found(query: str) -> Found | None:
    """What answers the query; None if nothing does."""
    numbers = [hit.number for hit in search(query)]
    if not numbers:
        return None
    best, *others = numbers
    return Found(clause(best), section_of(best), tuple(map(clause, others[:MOST_OTHERS])))
