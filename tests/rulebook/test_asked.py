"""Questions as lay people type them: which share finds its clause first, or among the first three, and for
which share of what no clause answers nothing is shown.

Each list is a file `tests/vectors/asked-apart*.json` of one writer, who had not looked at the book: questions
with the clauses that may answer first, none where no clause answers. To find a question that is in the index
proves nothing, so the few of a list that the book has are left out of the index that it is measured on.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

from scorekeeper.language import Sentence
from scorekeeper.rulebook import Book, book, unanswered
from scorekeeper.rulebook.search import index_of

LISTS = sorted((Path(__file__).parents[1] / "vectors").glob("asked-apart*.json"))
# The least shares of first, among three, and nothing, as a mean over the lists.
FIRST, AMONG_THREE, NOTHING = 0.88, 0.96, 0.90

pytestmark = pytest.mark.long


def test_clauses_come_first_or_among_three_and_nothing_where_none_answers():
    misses = {
        path: [one for one in asked(path) if one[1] and not {*one[2][:1]} & {*one[1]}] for path in LISTS
    }
    beyond_three = {path: [one for one in misses[path] if not {*one[2][:3]} & {*one[1]}] for path in LISTS}
    far_fetched = {path: [one for one in asked(path) if one[2] and not one[1]] for path in LISTS}

    assert mean_share(misses, of=answered) >= FIRST, said(misses)
    assert mean_share(beyond_three, of=answered) >= AMONG_THREE, said(beyond_three)
    assert mean_share(far_fetched, of=lambda path: len(asked(path)) - answered(path)) >= NOTHING, said(
        far_fetched
    )


@cache
def asked(path):
    """Each question of a list with the clauses that may come first and what is found."""
    questions = json.loads(path.read_text(encoding="utf-8"))
    index = index_without({" ".join(one["q"].split()) for one in questions})
    numbers = [clause.number for clause in book().clauses]
    return [
        (one["q"], one["clauses"], [numbers[match.position] for match in index.best(one["q"])])
        for one in questions
    ]


def index_without(questions):
    """The index of the clauses as if nobody had asked these questions."""
    sections = tuple(
        replace(section, clauses=tuple(without(clause, questions) for clause in section.clauses))
        for section in book().sections
    )
    return index_of(Book(sections), unanswered=tuple(one for one in unanswered() if one not in questions))


def without(clause, questions):
    return replace(clause, queries=Sentence("\n".join(one for one in clause.about if one not in questions)))


def answered(path):
    """How many questions of a list a clause answers."""
    return sum(bool(right) for _question, right, _hits in asked(path))


def said(misses):
    return "\n".join(str(miss) for its in misses.values() for miss in its)


def mean_share(misses, *, of):
    return mean(1 - len(its) / of(path) for path, its in misses.items())
