"""GET /ask: everything that answers a question."""

import pytest

from scorekeeper.rulebook.search import search

ASK = "/api/v1/ask"
NOTHING = {"clauses": [], "irregularities": [], "agreements": [], "cards": None}


def answers(api, query, **where):
    answer = api.send("GET", ASK, query_string={"q": query, **where})
    assert answer.status_code == 200
    return answer.json


def test_a_question_gets_clauses_and_irregularities_best_first(api):
    found = answers(api, "drew twice")

    best = [hit.number for hit in search("drew twice")]
    assert [clause["clause"] for clause in found["clauses"]] == best[: len(found["clauses"])]
    assert found["clauses"][0] == api.send("GET", f"/api/v1/rules/{best[0]}").json
    assert found["irregularities"][0] == {
        "irregularity": "illegal-draw",
        "title": "Drew more than one card",
        "url": "http://192.0.2.2:8000/referee/illegal-draw?q=drew+twice",
    }
    assert (found["agreements"], found["cards"]) == ([], None)


@pytest.mark.parametrize("query", ["", " ", "qwrtzp", "🃏", "\0", "'", "q" * 4000])
def test_what_nothing_answers_gets_empty_lists(api, query):
    assert answers(api, query) == NOTHING


def test_a_ruleset_answers_by_its_own_clauses(api):
    found = answers(api, "how much is a joker", ruleset="seven-hand")

    assert found["clauses"][0]["clause"] == "S7-16"
    assert api.send("GET", ASK, query_string={"q": "joker", "ruleset": "whist"}).status_code == 422


def test_in_a_game_its_agreements_and_its_referee_answer(api, game):
    sent = {"clause": "5.10", "question": "Are phones allowed?", "agreed": "Only for the score."}
    assert game.post("agreements", sent).status_code == 200
    game = game.started["id"]

    (agreed,) = answers(api, "phones", game=game)["agreements"]
    assert {name: agreed[name] for name in sent} == sent
    assert answers(api, "phones")["agreements"] == []
    assert answers(api, "", game=game) == NOTHING
    (settled, *_) = answers(api, "drew twice", game=game)["irregularities"]
    assert settled["url"] == f"http://192.0.2.2:8000/games/{game}/referee/illegal-draw?q=drew+twice"


def test_cards_in_a_question_are_checked_by_the_hand_of_the_game(api, game):
    cards = ["7S", "7H", "JK"]
    body = {"melds": [cards]}
    assert answers(api, "7♠ 7♥ joker") == NOTHING | {
        "cards": api.send("POST", "/api/v1/laydown-checks", json=body).json
    }
    game = game.started["id"]

    found = answers(api, "is 7s 7h jk / 9s 9d 9h / 4s 4d 4h right?", game=game)
    body = {"melds": [cards, ["9S", "9D", "9H"], ["4S", "4D", "4H"]], "game": game}
    assert found["cards"] == api.send("POST", "/api/v1/laydown-checks", json=body).json
    assert [fault["code"] for fault in found["cards"]["faults"]] == ["too-many-melds"]


@pytest.mark.parametrize("game", ["U" * 22, "x", "\0", ""])
def test_no_such_game_is_404(api, game):
    answer = api.send("GET", ASK, query_string={"q": "joker", "game": game})

    assert (answer.status_code, answer.json["code"]) == (404, "unknown-game")
