"""Proves that an erased name is nowhere, that numbers stay, and that nothing brings it back."""

import sqlite3

import pytest

from scorekeeper.config import DATABASE_NAME
from scorekeeper.rules.entries import Agreed, Joined
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.services.games import projection, recording
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import persons, players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.players import member_page, members
from scorekeeper.services.leagues.transfer import uploads
from scorekeeper.services.maintenance import doctor
from tests.support.club import START
from tests.support.league_rows import called
from tests.support.play import NOW, corrected

NAME = "Zebulon"


def _erase(club, number, *, typed):
    persons.erase(club.league_id, number, confirmation=typed, actor=Actor(club.account_id, START))


def test_the_name_is_nowhere_in_the_database_and_the_numbers_stay(db, club):
    game = club.play(f"{NAME} Ben Cem Dee")
    recording.record(game, corrected("out 25 50 110", reason=f"{NAME} cannot count"), now=NOW)
    players.add(club.league_id, [f"{NAME} II"], actor=Actor(club.account_id, START))
    persons.merge(club.league_id, 5, into=1, actor=Actor(club.account_id, START))
    league_games.strike(club.league_id, game, f"{NAME} cheated", actor=Actor(club.account_id, START))
    totals = [line.total for line in recording.current(game).standings]

    _erase(club, 1, typed="zebulon")

    assert not any(NAME.casefold() in line.casefold() for line in db.iterdump())
    assert called(game) == ["Erased player 1", "Ben", "Cem", "Dee"]
    assert [line.total for line in recording.current(game).standings] == totals
    assert projection.differences(game) == ()
    assert doctor.check_every_game().wrong == {}
    assert [line.name for line in members(club.league_id)] == ["Ben", "Cem", "Dee"]
    assert db.execute("SELECT number, name FROM player WHERE erased_at IS NOT NULL").fetchall() == [
        (1, "Erased player 1"),
        (5, "Erased player 5"),
    ]
    told = "SELECT payload FROM league_entry WHERE kind = 'player-erased'"
    assert db.execute(told).fetchall() == [('{"player":1}',)]


def test_the_name_is_nowhere_however_it_came_there(data, db, club):
    other, struck = club.play("Eva Fay Gus Hal", day=2), club.begin("Eva Fay Gus Hal", day=3)
    recording.record(other, corrected("out 25 50 110", reason="Nadia saw it"), now=NOW)
    mine = club.begin("Ana Ben Cem Dee")
    club.go_on(mine, "out 5 5 5")
    arrived = recording.record(mine, Joined(NAME, 0), now=NOW).entry
    recording.undo(mine, arrived, now=NOW)
    club.play(f"{NAME} Ben Cem Dee", day=4)
    recording.record(other, Agreed(None, f"May {NAME} deal?", f"{NAME} may"), now=NOW)
    for game, why in ((struck, f"a game of {NAME}"), (mine, f"{NAME} was there")):
        league_games.strike(club.league_id, game, why, actor=Actor(club.account_id, START))
    book = f"date,hand,player,points\n2019-03-07,1,{NAME},25\n".encode()
    for league_id in (club.league_id, None):
        uploads.keep(book, league_id=league_id, actor=Actor(club.account_id, START))
    number = members(club.league_id)[-1].number

    _erase(club, number, typed=NAME)

    assert not any(NAME.casefold() in line.casefold() for line in db.iterdump())
    assert db.execute("SELECT count(*) FROM upload").fetchone() == (0,)
    assert "Nadia saw it" in [text for (text,) in db.execute("SELECT text FROM entry_note").fetchall()]
    assert [file.name for file in data.iterdir() if NAME.lower().encode() in file.read_bytes().lower()] == []


def test_a_reader_in_the_way_delays_nothing(data, club):
    club.begin("Ana Ben")
    reader = sqlite3.connect(data / DATABASE_NAME)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM player").fetchall()

    _erase(club, 1, typed="Ana")

    reader.close()
    assert member_page(club.league_id, 1).erased


def test_only_who_types_the_name_erases(db, club):
    club.begin("Ana Ben")
    before = list(db.iterdump())

    for typed in ("", "Ben", "An"):
        with pytest.raises(RuleViolation) as refused:
            _erase(club, 1, typed=typed)
        assert [fault.code for fault in refused.value.faults] == [FaultCode.ERASURE_UNCONFIRMED]
    assert list(db.iterdump()) == before


def test_nothing_is_changed_afterwards(club):
    club.begin("Ana Ben")
    _erase(club, 1, typed="Ana")

    def refused(verb, *args, **said):
        with pytest.raises(RuleViolation) as found:
            verb(club.league_id, 1, *args, actor=Actor(club.account_id, START), **said)
        return [fault.code for fault in found.value.faults]

    erased = [FaultCode.PLAYER_ERASED]
    assert refused(players.rename, "Ana") == erased
    assert refused(players.set_retired, False) == erased
    assert refused(persons.merge, into=2) == erased
    assert refused(persons.part) == erased
    assert refused(persons.erase, confirmation="Erased player 1") == erased
    assert member_page(club.league_id, 1).erased


def test_the_name_is_free_for_somebody_else(db, club):
    club.begin("Ana Ben")
    _erase(club, 1, typed="Ana")

    club.begin("Ana Ben")

    assert [(line.number, line.name) for line in members(club.league_id)] == [(3, "Ana"), (2, "Ben")]
