"""Departures, arrivals, suspensions, resumptions, renames, arrangements and undo."""

import pytest

from tests.support.api_client import faults, pointers

NAMES = ["Ana", "Ben", "Cem", "Dee"]


def test_departure_of_one(game):
    game.hands("25 out 45 110")

    answer = game.post("departures", {"seats": [2]})

    assert answer.status_code == 200
    assert [seat["left_after"] for seat in answer.json["seats"]] == [None, None, 1, None]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"seat": 9}, [("seat-unknown", "/seat")]),
        ({"seats": [0, 9, 0]}, [("seat-unknown", "/seats/1"), ("seat-left", "/seats/2")]),
        ({"seats": []}, [("nobody-leaves", "/seats")]),
        ({"seat": 10**15 - 1}, [("seat-unknown", "/seat")]),
    ],
)
def test_departure_refused(game, said, found):
    refused = game.post("departures", said)

    assert (refused.status_code, faults(refused)) == (422, found)
    assert game.now()["version"] == 1


@pytest.mark.parametrize("said", [{}, {"seat": 0, "seats": [1]}, []])
def test_departure_in_one_form(game, said):
    assert pointers(game.post("departures", said)) == [""]


def test_arrival(game):
    game.hands("25 out 45 110")

    answer = game.post("arrivals", {"name": "Eva", "after": 1, "start_score": 60})

    assert [seat["name"] for seat in answer.json["seats"]] == ["Ana", "Ben", "Eva", "Cem", "Dee"]
    assert answer.json["seats"][2] == {
        "seat": 4,
        "name": "Eva",
        "left_after": None,
        "first_hand": 2,
        "start_score": 60,
    }


def test_suspension_and_resumption_in_rotated_seats(game):
    suspended = game.post("suspensions", {"agreed": True})
    assert suspended.json["status"] == "suspended"
    assert faults(game.put(1, "25 out 45 110")) == [("game-suspended", "")]

    turned = game.post("resumptions", {"agreed": True, "seats": ["Ben", "Ana", "Cem", "Dee"]})
    assert (turned.status_code, turned.json["clause"]) == (422, "8.2")

    resumed = game.post("resumptions", {"agreed": True, "seats": [*NAMES[2:], *NAMES[:2]]})
    assert (resumed.status_code, resumed.json["status"]) == (200, "playing")


def test_a_table_agrees_to_carry_on_without_somebody_8_2b(game):
    game.hands("25 out 45 110")
    game.post("suspensions", {"agreed": True})
    body = {"agreed": True, "seats": ["Ana", "Ben", "Dee"]}

    assert faults(game.post("resumptions", body | {"without": [9]})) == [
        ("seat-unknown", "/without/0"),
        ("player-absent", "/seats"),
    ]
    resumed = game.post("resumptions", body | {"without": [2]})
    assert (resumed.status_code, resumed.json["status"]) == (200, "playing")
    assert [seat["left_after"] for seat in resumed.json["seats"]] == [None, None, 1, None]
    assert game.get("/history").json[-1]["deed"]["without"] == [2]

    undone = game.post("undo", {"entry": resumed.json["version"]})
    assert undone.json["status"] == "suspended"
    assert undone.json["seats"][2]["left_after"] is None


def test_rename(game):
    answer = game.post("renames", {"seat": 1, "name": "  Benno "})

    assert [seat["name"] for seat in answer.json["seats"]] == ["Ana", "Benno", "Cem", "Dee"]
    assert faults(game.post("renames", {"seat": 0, "name": "benno"})) == [("name-twice", "/name")]


def test_arrangement_before_the_first_score(game):
    answer = game.post("arrangements", {"order": [3, 1, 0, 2], "first_dealer": 1})

    assert [seat["name"] for seat in answer.json["seats"]] == ["Dee", "Ben", "Ana", "Cem"]
    assert (answer.json["first_dealer"], answer.json["hand"]["starter"]) == (1, 2)

    game.hands("25 out 45 110")
    late = game.post("arrangements", {"order": [0, 1, 2, 3], "first_dealer": 0})
    assert (late.status_code, faults(late)) == (409, [("arranged-too-late", "")])


def test_arrangement_adds_removes_and_renames_before_the_first_score(game):
    answer = game.post(
        "arrangements", {"order": [3, None, 0, 1, 2], "names": ["Dee", "Eva", "Anna", "Ben", "Cem"]}
    )
    assert [seat["name"] for seat in answer.json["seats"]] == ["Dee", "Eva", "Anna", "Ben", "Cem"]
    assert (answer.json["decks"], answer.json["first_dealer"]) == (3, 2)

    answer = game.post("arrangements", {"order": [0, 1, 3, 4]})
    assert [seat["name"] for seat in answer.json["seats"]] == ["Dee", "Eva", "Ben", "Cem"]
    assert (answer.json["decks"], answer.json["first_dealer"]) == (2, 2)
    deed = game.get("/history").json[-1]["deed"]
    assert deed == {"order": [0, 1, 3, 4], "first_dealer": None}


@pytest.mark.parametrize("entry", [0, 1, 2, 4, 10**15 - 1])
def test_undo_of_another_entry_than_the_last(game, entry):
    game.hands("25 out 45 110", "out 25 45 110")

    refused = game.post("undo", {"entry": entry})

    assert (refused.status_code, faults(refused)) == (409, [("entry-not-last", "/entry")])


def test_substitution_keeps_the_seat_and_its_score_8_7b(game):
    game.hands("25 out 45 110")

    answer = game.post("substitutions", {"seat": 3, "name": " Zoe "})

    assert (answer.status_code, answer.json["seats"][3]["name"]) == (200, "Zoe")
    assert answer.json["standings"][3]["total"] == 110
    assert faults(game.post("substitutions", {"seat": 0, "name": "dee"})) == [("name-twice", "/name")]
    assert faults(game.post("substitutions", {"seat": 9, "name": "Yan"})) == [("seat-unknown", "/seat")]
    assert pointers(game.post("substitutions", {"seat": 0})) == ["/name"]
