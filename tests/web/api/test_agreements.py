"""POST /games/{id}/agreements, and the precedents that come of them and of silent rulings."""

from __future__ import annotations

import pytest

from tests.support.api_client import faults


def test_agreements_and_silent_rulings_are_precedents(game, rule):
    rule(
        "illegal-laydown",
        {"fault": "wrong-meld"},
        roles={"offender": 1},
        choice="all-back",
        agreed="All back.",
    )
    answer = game.post(
        "agreements", {"clause": "6.3", "question": "Is it out?", "agreed": "When nobody can draw."}
    )

    told = ("entry", "clause", "question", "choice", "agreed")
    assert [tuple(said[name] for name in told) for said in answer.json["precedents"]] == [
        (3, "6.3", "Is it out?", None, "When nobody can draw."),
        (2, "14.4", "", "all-back", "All back."),
    ]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"question": " ", "agreed": ""}, [("text-empty", "/question"), ("text-empty", "/agreed")]),
        ({"question": "?", "agreed": "!", "clause": "6.1"}, [("clause-not-open", "/clause")]),
        ({"question": "?", "agreed": "!", "clause": "no clause"}, [("clause-not-open", "/clause")]),
    ],
)
def test_refused_agreements(game, said, found):
    assert faults(game.post("agreements", said)) == found
