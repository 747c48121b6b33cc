"""League files that nobody exported: far too large, or with parts that no page could show or rank."""

from datetime import timedelta

import pytest

from scorekeeper.services.leagues import nights, players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import erase
from tests.support.elsewhere import brought_in, elsewhere, league_id_of, text_of

pytestmark = pytest.mark.long

HALF = "\ud800"
MEGABYTE = 1024 * 1024
HEAD = "date,hand,player,points\n"


@pytest.fixture
def club(club, now):
    """A league with a league night in its file."""
    nights.open_night(club.league_id, closes_at=now + timedelta(hours=5), actor=Actor(club.account_id, now))
    return club


@pytest.fixture
def refused(read):
    """Change the file and return the first fault of its plan."""
    return lambda change: read(change)[:1]


HUGE = {
    "a row of cells": (lambda: HEAD + "," * 15 * MEGABYTE, ("not-text", None)),
    "nothing but depth": (lambda: '{"format": {"a": ' + "[" * 15 * MEGABYTE, ("not-a-league", None)),
    "depth in a member that no league has": (lambda: '{"a": ' + "[" * 15 * MEGABYTE, ("not-json", None)),
    "a fraction": (lambda: '{"version": 1.' + "1" * 15 * MEGABYTE + "}", ("newer", None)),
    "a cell": (lambda: HEAD + '"' + "x" * 15 * MEGABYTE, ("not-text", None)),
    "nothing but lines": (lambda: HEAD + "\n" * MEGABYTE, ("empty", None)),
    "zero characters": (lambda: HEAD + "\0" * 15 * MEGABYTE, ("not-text", None)),
    "a number": (lambda: '{"format": ' + "1" * 15 * MEGABYTE + "}", ("not-a-league", None)),
    "objects in objects": (lambda: '{"a":' * 3 * MEGABYTE, ("not-json", None)),
}


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_file_of_no_use_is_refused(look, kind):
    make, reason = HUGE[kind]

    plan = look(make().encode())

    assert [(fault.code, fault.line) for fault in plan.faults] == [reason]


def test_a_payload_longer_than_any_event_is_not_parsed(refused):
    assert refused(lambda d: d["games"][0]["entries"][1].update(payload={"hand": [{}] * 50_000})) == [
        ("shape", "/games/0/entries/1/payload")
    ]


def test_a_game_that_starts_twice_is_refused(refused):
    def start_again(document):
        entries = document["games"][0]["entries"]
        entries.append(entries[0] | {"number": len(entries) + 1, "at": entries[-1]["at"]})

    assert refused(start_again) == [("shape", "/games/0/entries/8")]


@pytest.mark.parametrize(
    ("duty", "faults"),
    [
        ({"code": "draw-without-discarding", "seat": 0, "times": 2}, []),
        ({"code": "dance", "seat": 0, "times": 1}, [("shape", "/games/0/entries/2")]),
        ({"code": "no-laying-down", "seat": 0, "times": 2}, [("shape", "/games/0/entries/2")]),
    ],
)
def test_a_duty_that_no_referee_leaves_open_is_refused(refused, duty, faults):
    ruling = {"hand": 2, "irregularity": "wrong-count", "facts": [], "outcome": "short", "duties": [duty]}

    def rule(document):
        entries = document["games"][0]["entries"]
        del entries[2:]
        entries.append({**entries[1], "number": 3, "kind": "ruling", "payload": ruling, "notes": {}})

    assert refused(rule) == faults


@pytest.mark.parametrize(
    ("old", "new"),
    [('"name":"Ana"', '"name":Ana'), ('"name":"Ana"', '"name":"\\ud800"'), ("}\n", "")],
)
def test_text_that_is_no_json_is_refused(club, look, old, new):
    text = text_of(club.league_id)
    head, _, tail = text.rpartition(old) if new == "" else text.partition(old)

    assert [fault.code for fault in look(head + new + tail).faults] == ["not-json"]


def test_far_too_much_is_refused(refused):
    def entries(document):
        game = document["games"][0]
        game["entries"] = [game["entries"][0] | {"number": place} for place in range(1, 2_002)]

    assert refused(entries) == [("shape", "/games/0/entries")]


def put(value, *path):
    def change(document):
        for name in path[:-1]:
            document = document[name]
        document[path[-1]] = value

    return change


@pytest.mark.parametrize(
    "path",
    [
        ("league", "created_at"),
        ("players", 0, "retired_at"),
        ("nights", 0, "ended_at"),
        ("games", 0, "struck_at"),
        ("history", 0, "at"),
    ],
)
def test_moments_that_lie_far_away_are_refused(refused, now, path):
    where = "/" + "/".join(map(str, path))
    ahead = timedelta(days=800 if path[0] == "nights" else 2)

    assert refused(put("0001-01-01T00:00:00+00:00", *path)) == [("shape", where)]
    assert refused(put((now + ahead).isoformat(), *path)) == [("too-late", where)]


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["games"][0]["players"].append(HALF),
        put(HALF, "players", 0, "name"),
        put({HALF: "x"}, "games", 0, "entries", 0, "notes"),
        put({HALF: 1}, "games", 0, "entries", 1, "payload"),
        put({HALF: 1}, "league", "ruleset"),
        put({HALF: [1]}, "seasons", 0, "ranking", "place_points"),
    ],
)
def test_half_a_character_is_refused_with_a_reason_that_can_be_shown(refused, change):
    assert refused(change)


def test_a_player_has_a_number_that_an_address_can_hold(refused):
    assert refused(put(2**31 - 1, "players", 0, "number")) == [("shape", "/players/0/number")]


def test_who_was_erased_here_and_there_is_not_the_same_player(club, template, now):
    old = text_of(club.league_id)
    players.add(club.league_id, ["Yan"], actor=Actor(club.account_id, now))
    erase(club.league_id, 5, confirmation="Yan", actor=Actor(club.account_id, now))
    new = text_of(club.league_id)
    with elsewhere(template):
        brought_in(old, now=now)
        there = Actor(1, now)
        league_id = league_id_of(club.slug)
        players.add(league_id, ["Xen"], actor=there)
        erase(league_id, 5, confirmation="Xen", actor=there)

        plan = brought_in(new, now=now, account_id=1)

        assert [player.number for player in plan.players] == [6]
        assert brought_in(new, now=now, account_id=1).changes_nothing
