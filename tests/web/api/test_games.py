"""POST /games, GET /games/{id} and its history, and versions: ETag, If-None-Match, If-Match."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings, Starters
from scorekeeper.services.games import trash
from tests.support.api_client import GAMES, Api, Document, faults, pointers, sheet

FOUR = ["Ana", "Ben", "Cem", "Dee"]


def test_start_with_names_alone(api):
    started = api.send("POST", GAMES, json={"players": FOUR})

    assert started.status_code == 201
    assert started.headers["ETag"] == '"1"'
    assert started.headers["Location"] == f"{GAMES}/{started.json['id']}"
    assert started.headers["Cache-Control"] == "no-store"
    assert (started.json["variants"], started.json["changes"]) == ([], {})
    assert started.json["status"] == "playing"
    shown = api.send("GET", f"{GAMES}/{started.json['id']}").json
    assert {name: started.json[name] for name in shown} == shown
    assert set(started.json) - set(shown) == {"scorer_token", "scorer_url", "watch_url"}


def test_start_with_everything_said(api):
    said = {
        "players": FOUR,
        "first_dealer": 3,
        "ruleset": "continental",
        "variants": ["eleven", "twos-wild"],
        "changes": {"missing_card": 15},
        "time_zone": "Europe/Prague",
        "started_at": "2025-12-31T23:30:00+01:00",
    }

    started = api.send("POST", GAMES, json=said).json

    assert started["started_at"] == "2025-12-31T23:30:00+01:00"
    assert started["time_zone"] == "Europe/Prague"
    assert (started["variants"], started["changes"]) == (["eleven", "twos-wild"], {"missing_card": 15})
    assert (started["cards_dealt"], started["hand"]["dealer"], started["hand"]["starter"]) == (11, 3, 0)


def test_start_refused_with_every_fault_at_once(api, db):
    said = {
        "players": ["Ana", "ana", "", "x" * 41, "\u0000"],
        "first_dealer": 5,
        "ruleset": "gin",
        "time_zone": "Europe/Atlantis",
        "started_at": "2999-01-01T00:00:00Z",
    }

    before = db.execute("SELECT count(*) FROM game").fetchone()

    refused = api.send("POST", GAMES, json=said)

    assert refused.status_code == 422
    assert faults(refused) == [
        ("name-twice", "/players/1"),
        ("name-empty", "/players/2"),
        ("name-too-long", "/players/3"),
        ("name-unreadable", "/players/4"),
        ("dealer-unknown", "/first_dealer"),
        ("time-zone-unknown", "/time_zone"),
        ("start-in-future", "/started_at"),
        ("ruleset-unknown", "/ruleset"),
    ]
    assert db.execute("SELECT count(*) FROM game").fetchone() == before


@pytest.mark.parametrize(
    "started_at",
    [
        *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"),
        *("2026-01-01T00:00:00", "2026-01-01", "yesterday", 5, None),
    ],
)
def test_start_needs_an_offset_and_a_moment_of_our_time(api, started_at):
    refused = api.send("POST", GAMES, json={"players": FOUR, "started_at": started_at})

    assert (refused.status_code, pointers(refused)) == (422, ["/started_at"])


def test_start_gives_links_that_other_phones_can_open(data):
    app = create_app(Settings(data=data, public_url="https://cards.example.org"))
    client = app.test_client()

    started = Api(client, Document(client)).start().started

    assert started["watch_url"] == f"https://cards.example.org/games/{started['id']}"
    assert started["scorer_url"].startswith("https://cards.example.org/join/")


def test_start_too_often(api, app: Flask, db, now: datetime):
    app.extensions["clock"] = lambda: now
    api.start()
    db.execute(
        "UPDATE attempt_count SET count = 1000, window_start = ?", [now.strftime("%Y-%m-%d %H:%M:%S.%f")]
    )

    refused = api.send("POST", GAMES, json={"players": FOUR})

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")

    app.extensions["clock"] = lambda: now + timedelta(hours=1)
    assert api.send("POST", GAMES, json={"players": FOUR}).status_code == 201


@pytest.mark.parametrize("who", [Starters.NIGHTS, Starters.ORGANISERS])
def test_start_where_only_people_start_games(
    api, app: Flask, db, monkeypatch: pytest.MonkeyPatch, who: Starters
):
    kept = {"Idempotency-Key": "started before"}
    before = api.send("POST", GAMES, json={"players": FOUR}, headers=kept)
    number = db.execute("SELECT count(*) FROM game").fetchone()
    monkeypatch.setitem(app.extensions, "settings", replace(app.extensions["settings"], games=who))

    refused = api.send("POST", GAMES, json={"players": FOUR})

    assert (refused.status_code, refused.json["code"]) == (403, "starts-closed")
    assert db.execute("SELECT count(*) FROM game").fetchone() == number
    assert api.send("POST", GAMES, json={"players": FOUR}, headers=kept).json == before.json


UNKNOWN = f"{GAMES}/AAAAAAAAAAAAAAAAAAAAAA"


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
            {"seat": 0, "points": 25, "held": 25, "posted": False},
            {"seat": 1, "points": 0, "held": 0, "posted": False},
            {"seat": 2, "points": 45, "held": 45, "posted": False},
            {"seat": 3, "points": 70, "held": None, "posted": True},
        ],
        "rummy": False,
        "bonus": 0,
        "pot": None,
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
    assert len(statements) == 1


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


def test_history_has_every_entry_in_order(game, app, now):
    app.extensions["clock"] = lambda: now
    game.hands("25 out 45 110")
    game.post("undo", {"entry": 2})
    game.hands("- out - -", "25 out 45 -")
    game.post("departures", {"seat": 3})

    answer = game.get("/history")

    assert answer.headers["ETag"] == '"6"'
    lines = [(line["entry"], line["kind"], line["undone"], line["undone_by"]) for line in answer.json]
    assert lines == [
        (1, "start", False, None),
        (2, "hand", True, 3),
        (3, "undo", False, None),
        (4, "hand", False, None),
        (5, "hand", False, None),
        (6, "departure", False, None),
    ]
    assert [line["entry"] for line in answer.json if line.get("replay")] == [4]
    assert answer.json[2]["deed"] == {"entry": 2}
    assert answer.json[5] == {
        "entry": 6,
        "kind": "departure",
        "at": "2026-11-20T19:00:00+00:00",
        "undone": False,
        "undone_by": None,
        "deed": {"seats": [3]},
    }


def test_history_tells_events_in_the_words_of_requests(api):
    game = api.start(variants=["eleven"])
    game.put(
        1, {**sheet("25 out . -"), "scores": [*sheet("25 out . -")["scores"], {"seat": 2, "cards": {"A": 1}}]}
    )

    start, hand = (line["deed"] for line in game.get("/history").json)

    assert start["players"] == ["Ana", "Ben", "Cem", "Dee"]
    assert (start["ruleset"], start["variants"]) == ("continental", ["eleven"])
    assert hand == {
        "hand": 1,
        "went_out": 1,
        "scores": [
            {"seat": 0, "points": 25},
            {"seat": 1, "points": 0},
            {"seat": 2, "cards": {"2-9": 0, "10-K": 0, "A": 1, "joker": 0}},
            {"seat": 3, "not_given": True},
        ],
    }
