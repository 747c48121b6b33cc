"""League files that are refused with a code and a pointer; a refusal changes nothing."""

import json

import pytest

from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.scorebooks.faults import FileFaultCode, ImportRefused
from scorekeeper.services.games import recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.services.leagues.transfer.document import PAYLOADS
from scorekeeper.web.leagues import import_messages
from tests.support.club import Club, account
from tests.support.elsewhere import brought_in, elsewhere, league_id_of, plan_of, text_of
from tests.support.play import ANAS, corrected, started


def at(document, *path):
    for name in path:
        document = document[name]
    return document


def put(value, *path):
    return lambda document: at(document, *path[:-1]).__setitem__(path[-1], value)


ENTRY = ("games", 0, "entries", 1)
START = ("games", 0, "entries", 0, "payload")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put(2, "version"), [("newer", "")]),
        (put("other", "format"), [("not-a-league", "")]),
        (lambda d: d.pop("nights"), [("shape", "/nights")]),
        (put("../x", "league", "slug"), [("shape", "/league/slug")]),
        (put("imports", "league", "slug"), [("shape", "/league/slug")]),
        (put("Mars/X", "league", "time_zone"), [("time-zone-unknown", "/league/time_zone")]),
        (put("", "players", 0, "name"), [("shape", "/players/0/name")]),
        (put("ben", "players", 0, "name"), [("shape", "/players/1")]),
        (put("N" * 22, "players", 0, "person"), [("shape", "/players/0/person")]),
        (
            put({"4": [1, 2, 3, 4]}, "seasons", 0, "ranking", "place_points"),
            [("shape", "/seasons/0/ranking")],
        ),
        (put("2026-02-01", "seasons", 0, "starts_on"), [("shape", "/seasons/0/ends_on")]),
        (put("short", "games", 0, "id"), [("shape", "/games/0/id")]),
        (put(["N" * 22], "games", 0, "players"), [("shape", "/games/0/players")]),
        (put("N" * 22, "games", 0, "previous"), [("shape", "/games/0/previous")]),
        (put("a trial", "games", 0, "struck_reason"), [("shape", "/games/0/struck_reason")]),
        (put("9999-12-31T23:30:00+00:00", "league", "created_at"), [("shape", "/league/created_at")]),
        (put(5, *ENTRY, "number"), [("shape", "/games/0/entries/1")]),
        (put("2026-01-01T19:15:00", *ENTRY, "at"), [("shape", "/games/0/entries/1/at")]),
        (put("2999-01-01T19:15:00+00:00", *ENTRY, "at"), [("too-late", "/games/0/entries/1/at")]),
        (put("dance", *ENTRY, "kind"), [("field-unknown", "/games/0/entries/1")]),
        (put(True, *ENTRY, "payload", "hand"), [("shape", "/games/0/entries/1")]),
        (put(10**30, *ENTRY, "payload", "hand"), [("shape", "/games/0/entries/1")]),
        (put("  Club ", "league", "name"), [("shape", "/league/name")]),
        (put(" Zora", "players", 0, "name"), [("shape", "/players/0/name")]),
        (put([], *ENTRY, "payload", "scores"), [("score-missing", "/games/0/entries/1/scores")]),
        (
            lambda document: at(document, *ENTRY, "payload", "scores").reverse(),
            [("shape", "/games/0/entries/1")],
        ),
        (
            put(3, *ENTRY, "payload", "scores", 1, "points"),
            [("points-not-fives", "/games/0/entries/1/scores/1/points")],
        ),
        (lambda d: at(d, *ENTRY).pop("at"), [("shape", "/games/0/entries/1/at")]),
        (put(7, "more"), [("field-unknown", "/more")]),
        (put({"reason": "x"}, *ENTRY, "notes"), [("shape", "/games/0/entries/1")]),
        (put("why", *ENTRY, "payload", "more"), [("field-unknown", "/games/0/entries/1")]),
        (put("chess", *START, "rules", "score", "form"), [("field-unknown", "/games/0/entries/0")]),
        (put({"more": 1}, "league", "ruleset"), [("field-unknown", "/league/ruleset")]),
        (
            put({"ruleset": "basic", "changes": {"deal": {"more": None}}}, "league", "ruleset"),
            [("field-unknown", "/league/ruleset/changes/deal/more")],
        ),
        (put({"ruleset": "whist"}, "league", "ruleset"), [("ruleset-unknown", "/league/ruleset/ruleset")]),
        (put({"changes": {"jokers": 9}}, "league", "ruleset"), [("shape", "/league/ruleset/changes/jokers")]),
        (
            put([9, 1, 2, 3], "games", 0, "entries", 0, "payload", "players"),
            [("shape", "/games/0/entries/0")],
        ),
        (put("sung", "history", 0, "kind"), [("shape", "/history/0/kind")]),
        (put(7, "history", 0, "payload", "more"), [("field-unknown", "/history/0/payload/more")]),
        (put({"visibility": []}, "history", 0, "payload"), [("shape", "/history/0/payload/visibility")]),
        (put(9, "history", 0, "number"), [("shape", "/history/0")]),
    ],
)
def test_each_fault_has_its_code_and_pointer(read, change, expected):
    found = read(change)

    assert found[: len(expected)] == expected


def test_a_player_and_a_game_that_stand_twice_are_refused(read):
    for part, pointer in (("players", "/players/1"), ("games", "/games/0")):
        assert read(lambda document, part=part: document[part].insert(1, document[part][0])) == [
            ("shape", pointer)
        ]


def test_the_sentence_names_the_field_that_only_a_newer_scorekeeper_knows(club, now, template):
    document = json.loads(text_of(club.league_id))
    put(1, *START, "rules", "deal", "more")(document)
    with elsewhere(template):
        account()
        [fault] = plan_of(json.dumps(document), now=now).faults

    assert import_messages.sentence(fault) == (
        "This server doesn’t know “more”. If a newer one wrote it, upgrade first."
    )


def test_two_seats_of_one_person_are_refused(read):
    def merge(document):
        document["players"][1]["person"] = document["players"][0]["key"]

    assert read(merge) == [("met-themselves", "/games/0/players")]


def test_a_new_game_of_a_closed_season_is_refused(club, now, template):
    text = text_of(club.league_id)
    with elsewhere(template):
        brought_in(json.dumps(json.loads(text) | {"games": []}), now=now)
        league_id = league_id_of(club.slug)
        seasons.set_closed(league_id, "2026", True, actor=Actor(None, now))
        [fault] = plan_of(text, now=now).faults

    assert (fault.code, fault.pointer) == (FileFaultCode.SEASON_CLOSED, "/games")
    assert fault.values == {"name": "2026", "games": 1}


def test_the_same_file_into_its_own_league_writes_nothing(club, now, db):
    before = list(db.iterdump())

    plan = brought_in(text_of(club.league_id), now=now, account_id=club.account_id)

    assert plan.changes_nothing
    assert list(db.iterdump()) == before


def test_an_older_file_writes_nothing_though_more_was_played_since(club, now):
    game = club.go_on(club.begin("Ana Ben", day=5), "25 out")
    old = text_of(club.league_id)
    recording.record(game, corrected("20 out"), now=now, origin=Origin(ANAS))
    new = text_of(club.league_id)

    assert brought_in(old, now=now, account_id=club.account_id).changes_nothing
    assert text_of(club.league_id) == new


def test_what_was_played_elsewhere_comes_home(club, template, now):
    text = text_of(club.league_id)
    with elsewhere(template):
        brought_in(text, now=now)
        there = Club.__new__(Club)
        there.account_id, there.slug = 1, club.slug
        there.league_id = there.head.id
        there.play("Ana Ben Zoe", "out 5 10", *("out 5 10",) * 6, day=9)
        more = text_of(there.league_id)

    plan = brought_in(more, now=now, account_id=club.account_id)

    assert (plan.games, plan.existing_games, [player.name for player in plan.players]) == (1, 1, ["Zoe"])
    assert brought_in(more, now=now, account_id=club.account_id).changes_nothing


def test_a_game_with_another_history_is_refused(club, now, db):
    document = json.loads(text_of(club.league_id))
    document["games"][0]["entries"][1]["payload"]["scores"][1]["points"] = 30
    before = list(db.iterdump())

    with pytest.raises(ImportRefused) as refused:
        brought_in(json.dumps(document), now=now, account_id=club.account_id)

    assert [fault.code for fault in refused.value.faults] == [FileFaultCode.GAME_DIFFERS]
    assert list(db.iterdump()) == before


def test_a_game_that_is_here_without_the_league_is_refused(club, now):
    document = json.loads(text_of(club.league_id))
    document["games"][0]["id"] = started("Eva Fay")

    assert [fault.code for fault in plan_of(json.dumps(document), now=now).faults] == [
        FileFaultCode.GAME_ELSEWHERE
    ]


def test_an_address_that_another_league_has_is_refused(club, template, now):
    text = text_of(club.league_id)
    with elsewhere(template):
        Club(account())
        assert [fault.code for fault in plan_of(text, now=now).faults] == [FileFaultCode.SLUG_TAKEN]


def test_a_file_of_another_league_is_not_taken_for_this_one(club, now):
    other = Club(club.account_id, "Friday Club")

    plan = plan_of(text_of(club.league_id), now=now, into=other.league_id)

    assert [fault.code for fault in plan.faults] == [FileFaultCode.OTHER_LEAGUE]


def test_a_league_that_others_run_is_refused(club, now):
    sven = account("sven@example.org", "Sven")
    planner = importing.planner(text_of(club.league_id).encode(), into=None, actor=Actor(sven, now))

    assert [fault.code for fault in importing.dry_run(planner).faults] == [FileFaultCode.OTHERS_LEAGUE]


def test_every_reason_has_a_sentence():
    assert set(import_messages.REASONS) == set(FileFaultCode) - {FileFaultCode.RULES}


def test_every_kind_of_line_has_a_payload():
    assert set(PAYLOADS) == set(EntryKind)
