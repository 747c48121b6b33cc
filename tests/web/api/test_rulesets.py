"""GET /rulesets."""

from __future__ import annotations

from dataclasses import fields

from scorekeeper.rulebook import book
from scorekeeper.rules.rulesets import HouseRules

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
