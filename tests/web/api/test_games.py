"""GET /games/{id}, and versions: ETag, If-None-Match, If-Match."""

from __future__ import annotations

import pytest

from scorekeeper.services.games import trash
from tests.support.api_client import GAMES, faults

UNKNOWN = f"{GAMES}/AAAAAAAAAAAAAAAAAAAAAA"


def test_game_needs_only_its_id(game):
    game.api.token = None

    assert game.get().status_code == 200


@pytest.mark.parametrize(
    "path", [UNKNOWN, f"{GAMES}/x", f"{GAMES}/%00", f"{GAMES}/{'9' * 5000}", f"{GAMES}/"]
)
def test_game_unknown(api, path):
    assert api.send("GET", path).status_code == 404


def test_game_deleted(game, app, now):
    with app.app_context():
        trash.delete(game.started["id"], now=now)

    assert game.get().status_code == 404
    assert game.get("/history").status_code == 404
    assert game.put(1, "25 out 45 110").status_code == 404


def test_game_shows_what_is_made_by_8_3_and_8_5(game):
    game.hands("25 out 45 -", "out 20 60 10")
    game.post("departures", {"seat": 3})

    found = game.now()

    assert found["hands"][0] == {
        "number": 1,
        "dealer": 0,
        "starter": 1,
        "went_out": 1,
        "scores": [
            {"seat": 0, "points": 25, "posted": False},
            {"seat": 1, "points": 0, "posted": False},
            {"seat": 2, "points": 45, "posted": False},
            {"seat": 3, "points": 70, "posted": True},
        ],
    }
    assert [(line["seat"], line["total"], line["posted"], line["rank"]) for line in found["standings"]] == [
        (1, 20, False, 1),
        (0, 25, False, 2),
        (2, 105, False, 3),
        (3, 130, True, 4),
    ]
    assert [seat["left_after"] for seat in found["seats"]] == [None, None, None, 2]
    assert (found["status"], found["statistics"], found["last_entry"]) == ("playing", "pending", 4)


def test_game_finished_has_no_hand(game):
    game.hands(*["25 out 45 110"] * 7)

    found = game.now()

    assert (found["status"], found["hand"], found["statistics"]) == ("finished", None, "counted")
    assert found["finished_at"] is not None


@pytest.mark.parametrize("known", ['"2"', 'W/"2"', "2", '"1", W/"2"', '"02"', "*"])
@pytest.mark.parametrize("what", ["", "/history"])
def test_version_known_is_not_sent_again(game, statements, what, known):
    game.hands("25 out 45 110")
    statements.clear()

    unchanged = game.get(what, headers={"If-None-Match": known})

    assert (unchanged.status_code, unchanged.data, unchanged.headers["ETag"]) == (304, b"", '"2"')
    assert statements == []


@pytest.mark.parametrize("known", ['"1"', '"3"', '"x"', "", '""', 'W/""', '"²"', f'"{"2" * 5000}"'])
def test_version_unknown_is_sent(game, known):
    game.hands("25 out 45 110")

    assert game.get(headers={"If-None-Match": known}).status_code == 200


@pytest.mark.parametrize("seen", ['"1"', 'W/"1"', '"3"', '"x"', "", '""', 'W/""', '"' + "9" * 5000 + '"'])
def test_version_stale_changes_nothing(game, seen):
    game.hands("25 out 45 110")
    before = game.now()

    refused = game.put(2, "25 out 45 110", headers={"If-Match": seen})

    assert (refused.status_code, refused.json["version"]) == (412, 2)
    assert game.now() == before


@pytest.mark.parametrize("seen", ['"2"', 'W/"2"', "2", '"1", "2"', "*"])
def test_version_seen_is_written_to(game, seen):
    game.hands("25 out 45 110")

    written = game.put(2, "25 out 45 110", headers={"If-Match": seen})

    assert (written.status_code, written.headers["ETag"]) == (200, '"3"')


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/hands/1", {"PUT", "OPTIONS"}),
        ("GET", "/undo", {"POST", "OPTIONS"}),
    ],
)
def test_method_unknown_says_which_are_allowed(game, method, path, allowed):
    refused = game.api.send(method, game.path + path)

    assert refused.status_code == 405
    assert set(refused.headers["Allow"].split(", ")) == allowed


def test_queries_do_not_grow_with_the_game(api, statements):
    small, large = api.start(), api.start("Ana Ben Cem Dee Eva Fay Gus Hal")
    small.hands("25 out 45 110")
    large.hands(*["25 out 45 110 5 5 5 5"] * 7)
    counts = []
    for sitting in (small, large):
        statements.clear()
        sitting.get()
        counts.append(len(statements))

    assert counts[0] == counts[1]


def test_state_that_forbids_is_409(game):
    refused = game.post("resumptions", {"agreed": True, "seats": []})

    assert (refused.status_code, refused.json["clause"]) == (409, "8.1")
    assert faults(refused) == [("game-not-suspended", "")]
