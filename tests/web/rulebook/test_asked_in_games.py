"""Questions put to the games other than Continental: their own clauses answer, not the law's advice.

Each list is a file `tests/vectors/asked-<ruleset>.json` with twice twenty everyday questions of writers who
had not looked at the clauses, and the clauses that may answer first; none, where the game has no word on it.
No list is in the index.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorekeeper.rulebook.search import clauses_on
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.rulebook.ask import in_words

VECTORS = Path(__file__).parents[2] / "vectors"
FIRST, AMONG_THREE = 0.85, 0.95


def test_a_games_own_clauses_come_first_or_among_three_and_never_nothing():
    answered = []
    for rules in RULESETS.values():
        for one in [] if rules.is_law else json.loads((VECTORS / f"asked-{rules.id}.json").read_text()):
            own, _advice = clauses_on(in_words(one["q"], pack=rules.pack), rules)
            if one["clauses"]:
                answered.append((rules.id, one["q"], one["clauses"], [each.number for each in own]))

    assert len(answered) == 207
    assert share(answered, lambda right, own: {*own[:1]} & {*right}) >= FIRST, misses(answered, 1)
    assert share(answered, lambda right, own: {*own[:3]} & {*right}) >= AMONG_THREE, misses(answered, 3)
    assert share(answered, lambda _right, own: not own) == 0, misses(answered, 3)


def share(answered, is_so):
    return sum(bool(is_so(right, own)) for _game, _question, right, own in answered) / len(answered)


def misses(answered, most):
    return "\n".join(str(one) for one in answered if not {*one[3][:most]} & {*one[2]})
