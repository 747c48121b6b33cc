"""Questions put to the games other than Continental: their own clauses answer, not the law's advice.

Each list is a file `tests/vectors/asked-in-*.json`, twenty everyday questions for one game with the clauses
that may answer first. None of them is in the index.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.rulebook.ask import clauses_on, in_words

LISTS = sorted((Path(__file__).parents[2] / "vectors").glob("asked-in-*.json"))
# The shares that are reached of first, among three, and answered as if the game had no word on it. The aims
# are 0.85, 0.95 and none.
FIRST, AMONG_THREE, ADVISED = 0.78, 0.9, 0.06


def test_a_games_own_clauses_come_first_or_among_three_and_seldom_the_laws():
    found = []
    for path in LISTS:
        rules = RULESETS[path.stem.removeprefix("asked-in-")]
        for one in json.loads(path.read_text(encoding="utf-8")):
            own, _advice = clauses_on(in_words(one["q"], pack=rules.pack), rules)
            found.append((rules.id, one["q"], one["clauses"], [each.number for each in own]))

    assert len(found) == 120
    assert share(found, lambda right, own: {*own[:1]} & {*right}) >= FIRST, misses(found, 1)
    assert share(found, lambda right, own: {*own[:3]} & {*right}) >= AMONG_THREE, misses(found, 3)
    assert share(found, lambda right, own: not own) <= ADVISED, misses(found, 3)


def share(found, is_so):
    return sum(bool(is_so(right, own)) for _game, _question, right, own in found) / len(found)


def misses(found, most):
    return "\n".join(str(one) for one in found if not {*one[3][:most]} & {*one[2]})
