"""Proves that the names in games of a league are those of its players, known ones or new ones."""

import sqlite3

import pytest

from scorekeeper.rules.entries import Arranged, Joined, Renamed, Resumed, Started, Suspended
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.services.games import projection, recording
from scorekeeper.services.leagues import games
from tests.support.league_rows import called, club, league_game, players
from tests.support.play import NOW, started


@pytest.fixture
def league():
    return club()


def test_a_new_game_makes_players_of_new_names_and_knows_the_others(db, league):
    league_game("Ana Ben Cem", league)
    again = league_game("ben Dee ANA", league)

    assert players(db) == [(1, "Ana", 1), (2, "Ben", 2), (3, "Cem", 3), (4, "Dee", 4)]
    assert called(again) == ["Ben", "Dee", "Ana"]
    assert db.execute("SELECT DISTINCT name FROM game_name").fetchall() == [(None,)]
    assert db.execute("SELECT kind, payload FROM league_entry WHERE number = 4").fetchall() == [
        ("player-added", '{"player":4}')
    ]
    assert (
        db.execute("SELECT league_id, season_id, night_id FROM league_game").fetchall()
        == [(league, 1, None)] * 2
    )


def test_two_leagues_share_nobody(db, league):
    game_id = league_game("Ana Ben", league)
    other = league_game("Ana Ben", club("other"))

    seated = "SELECT player_id FROM seat WHERE game_id = ? ORDER BY number"
    assert db.execute(seated, [game_id]).fetchall() == [(1,), (2,)]
    assert db.execute(seated, [other]).fetchall() == [(3,), (4,)]


def test_the_tables_follow_whom_the_entries_mean(db, league):
    game_id = league_game("Ana Ben Cem", league)
    for event in (
        Arranged((2, 0, 1), first_dealer=0),
        Renamed(1, "Dee"),
        Joined("Eve", after=1),
        Suspended(agreed=True),
        Resumed(agreed=True, seats=("ben", "CEM", "dee", "eve")),
    ):
        recording.record(game_id, event, now=NOW)
        assert projection.differences(game_id) == ()

    game, seats = recording.current(game_id), [("Cem", 3), ("Dee", 4), ("Eve", 5), ("Ben", 2)]
    assert [(seat.name, seat.player_id) for seat in game.seats] == seats
    assert db.execute("SELECT name, player_id FROM seat ORDER BY number").fetchall() == seats
    assert recording.undo(game_id, 6, now=NOW).game.seats == game.seats
    assert db.execute("SELECT count(*) FROM game_name WHERE game_id = ?", [game_id]).fetchone() == (5,)


def test_the_players_of_an_arrangement_are_those_of_its_names(db, league):
    game_id = league_game("Ana Ben Cem", league)
    recording.record(game_id, Arranged((2, None, 0), names=("Cem", "dee", " ANA ")), now=NOW)
    assert [(seat.name, seat.player_id) for seat in recording.current(game_id).seats] == [
        ("Cem", 3),
        ("dee", 4),
        ("Ana", 1),
    ]
    recording.record(game_id, Arranged((0, 2)), now=NOW)
    assert recording.current(game_id).player_ids == (3, 1)
    assert db.execute("SELECT league_id FROM league_game WHERE game_id = ?", [game_id]).fetchall() == [
        (league,)
    ]
    assert projection.differences(game_id) == ()


def test_a_name_that_was_merged_leads_to_the_person(db, league):
    league_game("Ana Anna", league)
    db.execute("UPDATE player SET person = 1 WHERE id = 2")

    game_id = league_game("Anna Ben", league)
    assert called(game_id) == ["Ana", "Ben"]
    seated = "SELECT player_id FROM seat WHERE game_id = ? ORDER BY number"
    assert db.execute(seated, [game_id]).fetchall() == [(1,), (3,)]
    with pytest.raises(RuleViolation) as refused:
        league_game("Anna Ana", league)
    assert [fault.code for fault in refused.value.faults] == [FaultCode.NAME_TWICE]


def test_what_is_refused_adds_no_player(db, league):
    game_id = league_game("Ana Ben", league)
    before = players(db)
    for event in (
        Joined("Eve", after=9),
        Joined("ana", after=0),
        Joined("x" * 60, after=0),
        Renamed(0, "\0"),
    ):
        with pytest.raises(RuleViolation):
            recording.record(game_id, event, now=NOW)
    for names in (("Eve", "eve"), ("Eve", "x" * 60), ("Eve",)):
        with pytest.raises(RuleViolation):
            games.start_game(Started(names, 0, NOW), league, now=NOW)
    with pytest.raises(RuleViolation):
        recording.record(game_id, Renamed(0, "ANA"), now=NOW)

    assert players(db) == before
    assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)


def test_a_stranger_cannot_resume(league, db):
    game_id = league_game("Ana Ben", league)
    recording.record(game_id, Suspended(agreed=True), now=NOW)

    with pytest.raises(RuleViolation) as refused:
        recording.record(game_id, Resumed(agreed=True, seats=("Ana", "Eve")), now=NOW)

    assert {fault.code for fault in refused.value.faults} == {
        FaultCode.PLAYER_ABSENT,
        FaultCode.PLAYER_STRANGE,
    }
    assert len(players(db)) == 2


def test_a_game_without_a_league_makes_no_players(db: sqlite3.Connection, league):
    game_id = started("Ana Ben")
    recording.record(game_id, Joined("Eve", after=0), now=NOW)

    assert players(db) == []
    assert db.execute("SELECT DISTINCT player_id FROM seat").fetchall() == [(None,)]
