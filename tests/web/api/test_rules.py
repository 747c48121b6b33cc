"""GET /rules, GET /rules/{clause} and GET /rulesets."""

from __future__ import annotations

from dataclasses import fields

import pytest

from scorekeeper.rulebook import book
from scorekeeper.rulebook.search import search
from scorekeeper.rules.rulesets.house_rules import HouseRules

RULES = "/api/v1/rules"


def test_rules_without_a_query_are_all_clauses_in_order(api):
    numbers = [clause.number for clause in book().clauses]

    for query in ("", "q=", "q=%20"):
        assert [clause["clause"] for clause in ask(api, query)] == numbers


@pytest.mark.parametrize(
    ("query", "words"), [("may+i", "may i"), ("%C5%BEol%C3%ADk", "žolík"), ("jokr", "jokr"), ("12", "12")]
)
def test_rules_with_a_query_are_those_that_answer_it_best_first(api, query, words):
    answer = ask(api, f"q={query}")

    assert [clause["clause"] for clause in answer] == [hit.number for hit in search(words)]
    assert answer


@pytest.mark.parametrize("query", ["qwrtzp", "%F0%9F%83%8F", "%00", "%ff", "'", "q" * 4000])
def test_query_that_nothing_answers_finds_nothing(api, query):
    assert ask(api, f"q={query}") == []


def test_clause_is_told_whole(api):
    assert api.send("GET", f"{RULES}/3.3a").json == {
        "clause": "3.3a",
        "section": "Sets, runs and wild cards",
        "source": "Continental Rummy",
        "mark": "interpretation",
        "examples": [
            {"kind": "wrong", "melds": [["QS", "KS", "AS", "2S"]], "text": "This goes round the corner."}
        ],
        "text": "A run can’t go round the corner, from the king to the ace and on to the two.",
    }


@pytest.mark.parametrize("number", ["17.1", "12", "12.5A", "x", "%00", "12.5%20"])
def test_unknown_clause_is_404(api, number):
    answer = api.send("GET", f"{RULES}/{number}")

    assert (answer.status_code, answer.json["code"]) == (404, "unknown-clause")
    assert answer.json["detail"] == "There’s no clause with that number."


def ask(api, query):
    return api.send("GET", RULES, query_string=query).json


CONTRACT = ("number", "sets", "runs", "fewest_cards")


def test_rulesets_with_contracts_points_and_options(api):
    (continental,) = api.send("GET", "/api/v1/rulesets").json

    assert (continental["id"], continental["name"]) == ("continental", "Continental Rummy")
    assert continental["players"] == {"fewest": 4, "most": 8}
    assert [tuple(found[name] for name in CONTRACT) for found in continental["contracts"]] == [
        (1, 2, 0, 6),
        (2, 1, 1, 7),
        (3, 0, 2, 8),
        (4, 3, 0, 9),
        (5, 2, 1, 10),
        (6, 1, 2, 11),
        (7, 0, 3, 12),
    ]
    assert continental["points"] == {"2-9": 5, "10-K": 10, "A": 20, "joker": 50}
    assert continental["missing_card"] == 10


def test_rulesets_offer_every_house_rule_with_its_clause(api):
    (continental,) = api.send("GET", "/api/v1/rulesets").json

    assert [option["name"] for option in continental["options"]] == [rule.name for rule in fields(HouseRules)]
    assert continental["options"][0] == {
        "name": "cards_dealt",
        "default": 12,
        "choices": [12, 11],
        "clause": "2.3a",
    }
    numbers = {clause.number for clause in book().clauses}
    assert {option["clause"] for option in continental["options"]} <= numbers
