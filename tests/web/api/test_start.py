"""POST /games."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings, Starters
from tests.support.api_client import GAMES, Api, Document, faults, pointers

FOUR = ["Ana", "Ben", "Cem", "Dee"]


def test_start_with_names_alone(api):
    started = api.send("POST", GAMES, json={"players": FOUR})

    assert started.status_code == 201
    assert started.headers["ETag"] == '"1"'
    assert started.headers["Location"] == f"{GAMES}/{started.json['id']}"
    assert started.headers["Cache-Control"] == "no-store"
    assert started.json["house_rules"] == {}
    assert started.json["status"] == "playing"
    assert started.json["hand"] == {
        "number": 1,
        "contract": {"sets": 2, "runs": 0},
        "fewest_cards": 6,
        "dealer": 0,
        "starter": 1,
    }
    shown = api.send("GET", f"{GAMES}/{started.json['id']}").json
    assert {name: started.json[name] for name in shown} == shown
    assert set(started.json) - set(shown) == {"scorer_token", "scorer_url", "watch_url"}


def test_start_with_everything_said(api):
    said = {
        "players": FOUR,
        "first_dealer": 3,
        "ruleset": "continental",
        "house_rules": {"cards_dealt": 11, "twos_wild": True, "adjacent_wilds": True},
        "time_zone": "Europe/Prague",
        "started_at": "2025-12-31T23:30:00+01:00",
    }

    started = api.send("POST", GAMES, json=said).json

    assert started["started_at"] == "2025-12-31T23:30:00+01:00"
    assert started["time_zone"] == "Europe/Prague"
    assert started["house_rules"] == {"cards_dealt": 11, "twos_wild": True}
    assert (started["cards_dealt"], started["hand"]["dealer"], started["hand"]["starter"]) == (11, 3, 0)


def test_start_when_clocks_were_not_whole_minutes_off(api):
    said = {"players": FOUR, "time_zone": "Africa/Monrovia", "started_at": "1960-01-01T12:00:00Z"}

    assert api.send("POST", GAMES, json=said).json["started_at"] == "1960-01-01T12:00:00+00:00"


def test_start_refused_with_every_fault_at_once(api, db):
    said = {
        "players": ["Ana", "ana", "", "x" * 41, "\u0000"],
        "first_dealer": 5,
        "ruleset": "gin",
        "house_rules": {"cards_dealt": 13},
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
        ("ruleset-unknown", "/ruleset"),
        ("cards-dealt-unknown", "/house_rules/cards_dealt"),
        ("time-zone-unknown", "/time_zone"),
        ("start-in-future", "/started_at"),
    ]
    assert db.execute("SELECT count(*) FROM game").fetchone() == before


@pytest.mark.parametrize("started_at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_start_at_the_ends_of_time(api, started_at):
    refused = api.send("POST", GAMES, json={"players": FOUR, "started_at": started_at})

    assert (refused.status_code, pointers(refused)) == (422, ["/started_at"])


@pytest.mark.parametrize("started_at", ["2026-01-01T00:00:00", "2026-01-01", "yesterday", 5, None])
def test_start_needs_an_offset(api, started_at):
    refused = api.send("POST", GAMES, json={"players": FOUR, "started_at": started_at})

    assert (refused.status_code, pointers(refused)) == (422, ["/started_at"])


def test_start_gives_links_that_other_phones_can_open(data):
    app = create_app(Settings(data=data, public_url="https://cards.example.org"))
    client = app.test_client()

    started = Api(client, Document(client)).start().started

    assert started["watch_url"] == f"https://cards.example.org/games/{started['id']}"
    assert started["scorer_url"].startswith("https://cards.example.org/join/")


def test_start_gives_a_link_that_makes_a_phone_a_scorer(api, app: Flask):
    started = api.start().started
    link = urlsplit(started["scorer_url"]).path
    phone = app.test_client()

    offered = phone.get(link)
    token = offered.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    accepted = phone.post(link, data={"csrf_token": token})

    assert offered.status_code == 200
    assert accepted.status_code == 303
    assert phone.get(f"/games/{started['id']}/hands/1").status_code == 200


def test_start_links_are_kept_as_hashes(api, db):
    started = api.send("POST", GAMES, json={"players": FOUR}, headers={"Idempotency-Key": "k"}).json

    dump = "\n".join(db.iterdump())

    assert started["id"] in dump
    assert started["scorer_token"] not in dump
    assert started["scorer_url"].rpartition("/")[2] not in dump


def test_start_too_often(api, app: Flask, db, now: datetime):
    app.extensions["clock"] = lambda: now
    api.start()
    db.execute("UPDATE attempt_count SET count = 1000, window_start = ?", [_stored(now)])

    refused = api.send("POST", GAMES, json={"players": FOUR})

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")

    app.extensions["clock"] = lambda: now + timedelta(hours=1)
    assert api.send("POST", GAMES, json={"players": FOUR}).status_code == 201


def _stored(at: datetime) -> str:
    return at.replace(tzinfo=None).isoformat(sep=" ") + ".000000"


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
