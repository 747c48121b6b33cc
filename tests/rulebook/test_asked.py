"""Questions as lay people type them: which share finds its clause first, or among the first three, and for
which share of what no clause answers nothing is shown.

Each list is a file `tests/vectors/asked*.json`: questions with the clauses that may answer first, none where
no clause answers. Whoever writes one has not looked at the book.
"""

import json
from pathlib import Path

import pytest

from scorekeeper.rulebook.search import search

LISTS = sorted((Path(__file__).parents[1] / "vectors").glob("asked*.json"))
FIRST, FIRST_THREE, NOTHING = 0.90, 0.97, 0.90


@pytest.fixture(scope="module", params=LISTS, ids=lambda path: path.stem)
def asked(request):
    """Each question with the clauses that may come first and what is found."""
    questions = json.loads(request.param.read_text(encoding="utf-8"))
    return [(one["q"], one["clauses"], [hit.number for hit in search(one["q"])]) for one in questions]


def test_the_first_answer_is_right(asked):
    misses = [(q, right, hits[:3]) for q, right, hits in asked if right and not {*hits[:1]} & {*right}]

    assert share(misses, of=answered(asked)) >= FIRST, said(misses)


def test_one_of_the_first_three_answers_is_right(asked):
    misses = [(q, right, hits[:3]) for q, right, hits in asked if right and not {*hits[:3]} & {*right}]

    assert share(misses, of=answered(asked)) >= FIRST_THREE, said(misses)


def test_what_no_clause_answers_shows_nothing(asked):
    far_fetched = [(q, right, hits[:3]) for q, right, hits in asked if hits and not right]

    assert share(far_fetched, of=len(asked) - answered(asked)) >= NOTHING, said(far_fetched)


def answered(asked):
    """How many questions a clause answers."""
    return sum(bool(right) for _question, right, _hits in asked)


def said(misses):
    return "\n".join([f"{len(misses)} misses:", *map(str, misses)])


def share(misses, *, of):
    return 1 - len(misses) / of
