"""Which clauses answer a query, best first, and which decisions of a table are about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

from scorekeeper.language import in_each_language
from scorekeeper.rulebook import Book, Clause, Section, book, unanswered
from scorekeeper.rulebook.index import Document, Index
from scorekeeper.rulebook.words import stem, terms, words_in
from scorekeeper.rules.rulesets.files import LAW

K = TypeVar("K")
# The weight of a word by the field that holds it.
TEXT, FIND, SECTION = 1.0, 1.4, 0.5
# How far a clause with fewer questions than the law's must beat that nothing answers.
ELSEWHERE = 0.0
# How alike a question must be to what a table wrote down.
ALIKE = 0.45
# How many clauses are shown at least where any answers: what comes second may be what was meant.
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause found; a higher score answers better."""

    number: str
    score: float


def search(query: str, *, ruleset: str = LAW.id) -> tuple[Hit, ...]:
    """The clauses of a ruleset that answer the query, best first; those equally good in their order.

    A number alone is that of a clause or section; several, such as the ranks of cards, ask for nothing.
    """
    words = words_in(query)
    if len(words) > 1 and all(word[0].isdigit() for word in words):
        return ()
    here = book(ruleset)
    asked = terms(query)
    numbers = [clause.number for clause in here.clauses if clause.number.lower() in asked] or [
        clause.number for clause in here.clauses if clause.number[:-1] in asked
    ]
    numbers += [
        clause.number
        for section in here.sections
        for clause in section.clauses
        if f"section{section.number}" in asked
    ]
    if numbers:
        return tuple(Hit(number, 1.0) for number in numbers)
    return tuple(
        Hit(here.clauses[match.position].number, match.score) for match in index(ruleset).best(query)
    )


def search_texts(query: str, texts: Sequence[tuple[K, str, str]]) -> tuple[K, ...]:
    """Which texts are about what the query asks, best first, each by its key.

    A text is what a table wrote down: a question, and what was decided on it. To share a word that many
    questions have is not enough.
    """
    whole = [f"{question} {decided}" for _key, question, decided in texts]
    here = Index([Document(((text, TEXT),)) for text in whole], among=index())
    alike = [
        (max(here.likeness(query, question), here.likeness(query, text)), key)
        for (key, question, _decided), text in zip(texts, whole, strict=True)
    ]
    best = sorted(alike, key=itemgetter(0), reverse=True)
    return tuple(key for likeness, key in best if likeness >= ALIKE)


@in_each_language
def index(ruleset: str = LAW.id) -> Index:
    """The index of the clauses that hold in a ruleset, made once."""
    here = book(ruleset)
    if ruleset == LAW.id:
        return index_of(here, unanswered=unanswered())
    documents = _documents(here)
    return Index(
        documents, unanswered=unanswered(), own=_asked_alone(here.clauses), least=ELSEWHERE, fewest=FEWEST
    )


def index_of(law: Book, *, unanswered: tuple[str, ...]) -> Index:
    """The index of the law's clauses and of questions that none of them answers."""
    return Index(_documents(law), unanswered=unanswered, fewest=FEWEST)


def _documents(here: Book) -> list[Document]:
    return [_document(section, clause) for section in here.sections for clause in section.clauses]


def _document(section: Section, clause: Clause) -> Document:
    texts = ((clause.text, TEXT), (clause.find, FIND), (section.name, SECTION), (clause.mark, SECTION))
    return Document(texts, clause.about)


def _asked_alone(clauses: tuple[Clause, ...]) -> frozenset[str]:
    """The words that are by themselves a query that a clause is about."""
    return frozenset(stem(query) for clause in clauses for query in clause.about if " " not in query)
