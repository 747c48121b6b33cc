"""Questions put to the games other than Continental: their own clauses answer, not the law's advice.

Each list is a file `tests/vectors/asked-<ruleset>.json` with some 55 everyday questions of three writers who
had not looked at the clauses, and the clauses that may answer first; none, where the game has no word on it.
No list is in the index.
"""

import json
from pathlib import Path

import pytest

from scorekeeper.rulebook import book
from scorekeeper.rulebook.search import clauses_on
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.referee.path import Venue
from scorekeeper.web.rulebook.ask import answers

VECTORS = Path(__file__).parents[2] / "vectors"
FIRST, AMONG_THREE = 0.85, 0.95
RULES = {one.number: rules for rules in RULESETS.values() for one in book(rules.id).clauses}
LAST = "1.1 BR-10 IR-3 RK-14a S7-5 C6-5 WR-3"
WAY = "2.5 BR-4 IR-5 RK-3 S7-4 C6-3a WR-5a"
CLAIM = "5.2 S7-10 C6-8"


@pytest.mark.long
def test_a_games_own_clauses_come_first_or_among_three_and_never_nothing():
    answered = []
    for rules in RULESETS.values():
        for one in [] if rules.is_law else json.loads((VECTORS / f"asked-{rules.id}.json").read_text()):
            own, _advice = clauses_on(one["q"], rules)
            if one["clauses"]:
                answered.append((rules.id, one["q"], one["clauses"], [each.number for each in own]))

    assert len(answered) == 289
    assert share(answered, lambda right, own: {*own[:1]} & {*right}) >= FIRST, misses(answered, 1)
    assert share(answered, lambda right, own: {*own[:3]} & {*right}) >= AMONG_THREE, misses(answered, 3)
    assert share(answered, lambda _right, own: not own) == 0, misses(answered, 3)


def share(answered, is_so):
    return sum(bool(is_so(right, own)) for _game, _question, right, own in answered) / len(answered)


def misses(answered, most):
    return "\n".join(str(one) for one in answered if not {*one[3][:most]} & {*one[2]})


@pytest.mark.parametrize(
    ("query", "those"),
    [
        ("how long does the game last", LAST),
        ("when is it over", LAST),
        ("which way do we play", WAY),
        ("which way round do turns go", WAY),
        ("who gets the points", "7.1 BR-9 IR-2 RK-12 S7-17 C6-11 WR-5a"),
        ("what is different in the last three hands", "4.1 C6-5 WR-4"),
        ("can I lay off in the final hands", "WR-4"),
        ("how many sets can I lay in one turn", "4.4a BR-6 WR-5a"),
        ("two jokers in one set", "BR-17 C6-7 RK-8 S7-12a WR-1"),
        ("how many tiles do we take", "RK-4"),
        ("how many tiles does everyone take", "RK-4"),
        ("how many tiles are there", "RK-2"),
        ("how many points to open", "RK-5"),
        ("how many points is a 10", "RK-12"),
        ("is 1 after 13", "RK-6"),
        ("can I put a 1 after the 13", "RK-6"),
        ("I can’t play what now", "RK-9"),
        ("what if I cannot play", "RK-9"),
        ("how do I get the discard when it’s not my turn", CLAIM),
        ("can I get the discard out of turn", CLAIM),
    ],
)
def test_the_clause_of_each_game_on_the_matter_is_among_three(app, query, those):
    with app.test_request_context():
        found = {one: answers(query, Venue(file=RULES[one]), phone=None) for one in those.split()}

    assert [one for one, each in found.items() if one not in {its.number for its in each.in_force[:3]}] == []
    assert [each.values for each in found.values() if each.values] == []


@pytest.mark.parametrize("ruleset", ["rummikub", "wrotham", "basic"])
def test_no_advice_is_on_what_the_game_says_itself(ruleset):
    _own, advice = clauses_on("two jokers in one set", RULESETS[ruleset])

    assert [one.number for one in advice if "wild.swap" in one.values] == []
    assert advice[0].number == "3.6"
