"""What an answer opens with: Yes, No or an amount where the question asks for just that, else the case.

`asked-openings.json` was reviewed by hand: what each question may open with, nothing where its direction is
not sure. No question of the lists `asked-apart*.json` opens otherwise than is written there.
"""

import json
from pathlib import Path

import pytest

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.services.games import recording
from scorekeeper.web.referee.path import Venue
from scorekeeper.web.rulebook.ask import answers
from tests.support.phones import Phone
from tests.web.rulebook.test_ask import answered, box, words

VECTORS = Path(__file__).parents[2] / "vectors"
REVIEWED = {one["q"]: one for one in json.loads((VECTORS / "asked-openings.json").read_text("utf-8"))}
OPEN = "It’s up to your table."


def opened(query, venue=None):
    """The best clause and what its answer opens with."""
    found = answers(query, venue, phone=None) if venue else answered(query)
    return found.clauses[0].number, OPEN if found.is_open else found.opening


@pytest.mark.long
def test_answers_open_as_reviewed(app):
    with app.test_request_context():
        found = {query: opened(query) for query in REVIEWED}

    assert sum(bool(one["opens"]) for one in REVIEWED.values()) >= 200
    assert found == {query: (one["clause"], one["opens"]) for query, one in REVIEWED.items()}


@pytest.mark.long
def test_no_other_question_of_the_lists_opens_with_a_verdict(app):
    lists = [json.loads(path.read_text("utf-8")) for path in sorted(VECTORS.glob("asked-apart*.json"))]
    queries = {one["q"] for asked in lists for one in asked} - REVIEWED.keys()
    with app.test_request_context():
        found = {query: answered(query) for query in queries}

    assert len(queries) > 300
    assert [query for query, one in found.items() if one.opening] == []


def test_a_house_rule_on_the_clause_takes_its_verdict(scorer, app):
    query = "can I go out without a discard"
    assert words(box(scorer, query)).startswith("Ask No. You must discard to go out.")

    body = {"players": ["Ana", "Ben", "Cem", "Dee"], "changes": {"discard_to_go_out": "may"}}
    game = scorer.client.post("/api/v1/games", json=body).json["id"]
    found = words(box(Phone(app), query, game=game))
    assert found.startswith(
        "Ask House rule: you can lay off your last card instead of discarding it. Clause 5.8a "
        "As written You must discard"
    )
    assert "No. You must" not in found
    with app.test_request_context():
        assert opened(query, Venue(game, recording.current(game))) == ("5.8a", "")


def test_advice_from_another_game_is_no_verdict(app):
    with app.test_request_context():
        found = answers("can I peek at the next card", Venue(file=RULESETS["basic"]), phone=None)

    assert [one.number for one in found.advice[:1]] == ["10.1"]
    assert found.opening == ""


@pytest.mark.parametrize(("query", "few"), [("how much is a joker", True), ("joker", False)])
def test_what_is_hardly_about_the_question_is_not_beside_its_answer(app, query, few):
    with app.test_request_context():
        assert (len(answers(query, Venue(), phone=None).in_force) == 1) == few
