"""Proves that an erased name is nowhere, that numbers stay, and that nothing brings it back."""

from __future__ import annotations

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.services import games, projection, refolding
from scorekeeper.services.leagues import erasing, merging, players
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.reading.leagues.members import member_page, members
from tests.services.club import called
from tests.services.leagues.club import START, Club, account
from tests.services.play import NOW, corrected

NAME = "Zebulon"


@pytest.fixture
def club():
    return Club(account())


def _erase(club, number, *, typed):
    erasing.erase(club.league_id, number, typed=typed, account_id=club.account_id, now=START)


def test_the_name_is_nowhere_in_the_database_and_the_numbers_stay(db, club):
    game = club.play(f"{NAME} Ben Cem Dee")
    games.record(game, corrected("out 25 50 110", reason=f"{NAME} cannot count"), now=NOW)
    players.add(club.league_id, [f"{NAME} II"], account_id=club.account_id, now=START)
    merging.merge(club.league_id, 5, into=1, account_id=club.account_id, now=START)
    league_games.strike(club.league_id, game, f"{NAME} cheated", account_id=club.account_id, now=START)
    totals = [line.total for line in games.current(game).standings]

    _erase(club, 1, typed="zebulon")

    assert not any(NAME.casefold() in line.casefold() for line in db.iterdump())
    assert called(game) == ["Erased player 1", "Ben", "Cem", "Dee"]
    assert [line.total for line in games.current(game).standings] == totals
    assert projection.differences(game) == ()
    assert refolding.check_every_game().wrong == ()
    assert [line.name for line in members(club.league_id)] == ["Ben", "Cem", "Dee"]
    assert db.execute("SELECT number, name FROM player WHERE erased_at IS NOT NULL").fetchall() == [
        (1, "Erased player 1"),
        (5, "Erased player 5"),
    ]
    told = "SELECT payload FROM league_entry WHERE kind = 'player-erased'"
    assert db.execute(told).fetchall() == [('{"player":1}',)]


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
            verb(club.league_id, 1, *args, account_id=club.account_id, now=START, **said)
        return [fault.code for fault in found.value.faults]

    erased = [FaultCode.PLAYER_ERASED]
    assert refused(players.rename, "Ana") == erased
    assert refused(players.bring_back) == erased
    assert refused(merging.merge, into=2) == erased
    assert refused(merging.part) == erased
    assert refused(erasing.erase, typed="Erased player 1") == erased
    assert member_page(club.league_id, 1).erased


def test_the_name_is_free_for_somebody_else(db, club):
    club.begin("Ana Ben")
    _erase(club, 1, typed="Ana")

    club.begin("Ana Ben")

    assert [(line.number, line.name) for line in members(club.league_id)] == [(3, "Ana"), (2, "Ben")]
