"""GET /rules and GET /rules/{clause}."""

import pytest

from scorekeeper.rulebook import book
from scorekeeper.rulebook.search import search
from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.api_client import faults

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


@pytest.mark.parametrize("number", ["17.1", "12", "12.5A", "BR-99", "br-11", "BR11", "x", "%00", "12.5%20"])
def test_unknown_clause_is_404(api, number):
    answer = api.send("GET", f"{RULES}/{number}")

    assert (answer.status_code, answer.json["code"]) == (404, "unknown-clause")
    assert answer.json["detail"] == "There’s no clause with that number."


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_ruleset_has_clauses_of_its_own(api, ruleset):
    numbers = [clause.number for clause in book(ruleset).clauses]

    assert [clause["clause"] for clause in ask(api, f"ruleset={ruleset}")] == numbers
    assert [clause["clause"] for clause in ask(api, f"ruleset={ruleset}&q={numbers[-1]}")] == numbers[-1:]
    assert ask(api, f"ruleset={ruleset}&q=qwrtzp") == []


def test_a_clause_of_a_ruleset_has_it_for_a_section(api):
    sections = [api.send("GET", f"{RULES}/{number}").json["section"] for number in ("BR-9a", "P-2")]

    assert sections == ["Basic Rummy", "Plain rules"]


@pytest.mark.parametrize("ruleset", ["canasta", "", "Basic", "plain"])
def test_an_unknown_ruleset_is_refused(api, ruleset):
    refused = api.send("GET", RULES, query_string={"ruleset": ruleset})

    assert (refused.status_code, faults(refused)) == (422, [("ruleset-unknown", "/ruleset")])


def ask(api, query):
    return api.send("GET", RULES, query_string=query).json
