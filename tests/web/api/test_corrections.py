"""POST /games/{id}/corrections: section 15."""

import pytest

from tests.support.api_client import faults, pointers

AGREED = {"kind": "scoresheet", "disputed_before": False, "agreed": True}


@pytest.fixture
def game(game):
    game.hands("25 out 45 110", "out 25 45 110")
    return game


def test_correction_of_one_score_in_short(game):
    answer = game.post("corrections", {"hand": 1, "seat": 0, "points": 40, **AGREED})

    assert (answer.status_code, answer.json["clause"]) == (200, "15.2")
    assert game.points(1) == [40, 0, 45, 110]
    assert game.points(2) == [0, 25, 45, 110]


def test_correction_that_the_table_decides_is_one_entry_with_one_undo_15_4(game):
    before, decided = game.now(), {"kind": "agreed", "agreed": True, "mixed": True, "disputed_before": True}

    answer = game.post("corrections", {"hand": 1, "seat": 0, "points": 40, **decided})

    assert (answer.status_code, answer.json["clause"]) == (200, "15.4")
    assert game.points(1) == [40, 0, 45, 110]
    game.post("undo", {"entry": before["version"] + 1})
    assert game.now()["hands"] == before["hands"]


def test_correction_of_who_went_out(game):
    said = {"hand": 1, "went_out": 0, "scores": [{"seat": 1, "points": 5}], **AGREED}

    assert game.post("corrections", said).status_code == 200
    assert game.points(1) == [0, 5, 45, 110]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"seat": 0, "points": 23}, [("points-not-fives", "/points")]),
        ({"seat": 9, "points": 25}, [("seat-unknown", "/seat")]),
        ({"seat": 0}, [("score-missing", "/points")]),
        ({"seat": 0, "points": 5, "not_given": True}, [("score-ambiguous", "")]),
        ({"seat": 0, "cards": {"A": -1}}, [("cards-negative", "/cards/A")]),
        ({"seat": 0, "points": 25}, [("correction-same", "")]),
        ({}, [("correction-same", "")]),
        ({"scores": []}, [("correction-same", "/scores")]),
        ({"went_out": 9}, [("seat-unknown", "/went_out"), ("zero-not-out", "")]),
        (
            {"scores": [{"seat": 3, "points": 23}, {"seat": 0, "points": 0}]},
            [("points-not-fives", "/scores/0/points"), ("zero-not-out", "/scores/1/points")],
        ),
        ({"scores": [{"seat": 3, "points": 100}], "went_out": 0}, [("zero-not-out", "/scores")]),
        (
            {"scores": [{"seat": seat, "not_given": True} for seat in (0, 2, 3)]},
            [("correction-voids-hand", "/scores")],
        ),
        ({"seat": 0, "points": 5, "reason": "a\0b"}, [("text-unreadable", "/reason")]),
    ],
)
def test_correction_checked_as_a_whole_points_into_the_request(game, said, found):
    refused = game.post("corrections", {"hand": 1, **said, **AGREED})

    assert (refused.status_code, faults(refused)) == (422, found)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"scores": [], "seat": 0, "points": 5}, [""]),
        ({"scores": [], "seat": 0, "kind": "mistake"}, ["/kind", ""]),
        ({"points": 5}, ["/seat"]),
        ({"seat": "0", "points": 5}, ["/seat"]),
        ({"seat": 0, "points": 5, "reason": "x" * 201}, ["/reason"]),
        ({"seat": 0, "points": 5, "kind": "mistake"}, ["/kind"]),
        ({"seat": 0, "points": 5, "mixed": "no"}, ["/mixed"]),
        ({"seat": 0, "points": 5, "went_out": "1"}, ["/went_out"]),
    ],
)
def test_correction_of_another_shape(game, said, found):
    refused = game.post("corrections", {"hand": 1, **AGREED, **said})

    assert (refused.status_code, pointers(refused)) == (422, found)


def test_correction_stands_in_the_history_with_its_reason(game):
    game.post("corrections", {"hand": 1, "seat": 0, "points": 40, "reason": "7 read as 1", **AGREED})

    entry = game.get("/history").json[-1]

    assert (entry["kind"], entry["deed"]["reason"], entry["deed"]["kind"]) == (
        "correction",
        "7 read as 1",
        "scoresheet",
    )
    assert entry["deed"]["scores"][0] == {"seat": 0, "points": 40}
