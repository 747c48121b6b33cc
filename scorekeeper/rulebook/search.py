"""Which clauses answer a query, best first: one scorer, the same as `static/js/search.js`, to the last point.

A term finds the clauses that the index has for it. If there are none, it finds those of the words that begin
with it, since it may be half typed; else those of words that differ by a typing error or two. A number is no
beginning: 13 cards are not clause 13.1.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from scorekeeper.language import in_each_language
from scorekeeper.rulebook.index import Index, index
from scorekeeper.rulebook.words import stem, terms
from scorekeeper.rules.rulesets.files import LAW

MOST_TERMS: Final = 12
# Hits below this share of the best one are left out.
_SHARE: Final = 5
_SAME: Final = 100
_BEGUN, _MUCH_OF_IT = 30, 50
_SHORTEST_BEGINNING: Final = 2
_ONE_ERROR, _TWO_ERRORS = 60, 40
LETTERS_FOR_ONE_ERROR: Final = 4
_LETTERS_FOR_TWO: Final = 8
Likeness = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause found; a higher score answers better."""

    number: str
    score: int


def search(query: str, *, ruleset: str = LAW.id) -> tuple[Hit, ...]:
    """The clauses of a ruleset that answer the query, best first; those equally good in their order."""
    here = index(ruleset)
    sums: dict[int, int] = defaultdict(int)
    met: dict[int, int] = defaultdict(int)
    for term in terms(query)[:MOST_TERMS]:
        for position, worth in _worths(term, here).items():
            sums[position] += worth
            met[position] += 1
    scores = {position: worth * met[position] for position, worth in sums.items()}
    least = max(scores.values(), default=0)
    good = [(-score, position) for position, score in scores.items() if score * _SHARE >= least]
    return tuple(Hit(here.numbers[position], -score) for score, position in sorted(good))


def _worths(term: str, here: Index) -> dict[int, int]:
    """The score of the term in each clause, by the most similar word that the clause has."""
    worths: dict[int, int] = {}
    for root, likeness in _like(term, here):
        for position, weight in here.stems[root]:
            worths[position] = max(worths.get(position, 0), likeness * weight)
    return worths


def _like(term: str, here: Index) -> list[Likeness]:
    """The words of the index that are like a term."""
    root = stem(term)
    if root in here.stems:
        return [(root, _SAME)]
    return list(_begun(term, here)) or list(_mistyped(term, here))


def _begun(term: str, here: Index) -> Iterator[Likeness]:
    if len(term) < _SHORTEST_BEGINNING or term.isdigit():
        return
    forms = here.forms
    for form in takewhile(lambda form: form.startswith(term), forms[bisect_left(forms, term) :]):
        yield stem(form), _BEGUN + _MUCH_OF_IT * len(term) // len(form)


def _mistyped(term: str, here: Index) -> Iterator[Likeness]:
    if len(term) < LETTERS_FOR_ONE_ERROR or not term.isalpha():
        return
    most = errors_forgiven(term)
    likely = {form for rest in _rests(term, letters=most) for form in _by_rest(here.forms).get(rest, ())}
    for form in likely:
        errors = typing_errors(term, form)
        if errors <= most:
            yield stem(form), _ONE_ERROR if errors == 1 else _TWO_ERRORS


@in_each_language
def _by_rest(forms: tuple[str, ...]) -> dict[str, list[str]]:
    """The words of an index by what is left of them without some letters."""
    found: dict[str, list[str]] = defaultdict(list)
    for form in filter(str.isalpha, forms):
        for rest in _rests(form, letters=errors_forgiven(form, beyond=_LETTERS_FOR_TWO - 2)):
            found[rest].append(form)
    return found


def errors_forgiven(word: str, *, beyond: int = _LETTERS_FOR_TWO) -> int:
    """How many typing errors are forgiven in a word: two if it is long."""
    return 2 if len(word) >= beyond else 1


def _rests(word: str, *, letters: int) -> set[str]:
    """The word, and what is left of it without so many letters or fewer."""
    rests = {word}
    for _ in range(letters):
        rests |= {rest[:position] + rest[position + 1 :] for rest in rests for position in range(len(rest))}
    return rests


def typing_errors(one: str, other: str) -> int:
    """How many letters are wrong, missing, too many or changed over with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        above, row = row, [i]
        for j, its in enumerate(other, start=1):
            errors = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == its:
                errors = min(errors, before[j - 2] + 1)
            row.append(errors)
        before = above
    return row[-1]
