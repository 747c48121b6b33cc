"""Proves that two players become one person and two again, whatever was merged in between."""

from __future__ import annotations

import pytest

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Renamed
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.services import games, projection
from scorekeeper.services.leagues import joining, merging, organisers, results
from scorekeeper.services.leagues import players as players_of
from scorekeeper.services.reading.leagues.members import member_page, members
from tests.services.club import called, players
from tests.services.leagues.club import GAME, START, Club, account
from tests.services.leagues.importing.elsewhere import plan_of, text_of
from tests.services.play import ANAS, NOW, started


@pytest.fixture
def club():
    return Club(account())


def _merge(club, number, *, into):
    merging.merge(club.league_id, number, into=into, account_id=club.account_id, now=START)


def _part(club, number):
    merging.part(club.league_id, number, account_id=club.account_id, now=START)


def _refused(verb, *args, **said):
    with pytest.raises(RuleViolation) as refused:
        verb(*args, **said)
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def _whose(db):
    """How many results each player has, by number."""
    counted = "SELECT number, count(*) FROM result r JOIN player p ON p.id = r.player_id GROUP BY number"
    return dict(db.execute(counted).fetchall())


def _agrees(db, *game_ids):
    """The results are those that follow from the games."""
    for game_id in game_ids:
        assert projection.differences(game_id) == ()
        game = games.current(game_id)
        with reading() as connection:
            expected = results.expected(connection, game_id, game=game)
            assert results.stored(connection, game_id) == expected
            assert expected != {}


def test_one_person_has_the_games_of_both_and_one_name(db, club):
    first = club.play("Ana Ben Cem Dee")
    second = club.play("Anna Ben Cem Dee", day=2)

    _merge(club, 5, into=1)

    assert called(second) == ["Ana", "Ben", "Cem", "Dee"]
    assert _whose(db) == {1: 2, 2: 2, 3: 2, 4: 2}
    assert [(line.name, line.games) for line in members(club.league_id)][:1] == [("Ana", 2)]
    assert member_page(club.league_id, 1).merged == ((5, "Anna"),)
    _agrees(db, first, second)


def test_parted_they_have_what_they_had(db, club):
    first = club.play("Ana Ben Cem Dee")
    second = club.play("Anna Ben Cem Dee", day=2)
    _merge(club, 5, into=1)
    third = club.play("Anna Ben Cem Dee", day=3)

    _part(club, 5)

    assert [called(game)[0] for game in (first, second, third)] == ["Ana", "Anna", "Ana"]
    assert _whose(db) == {1: 2, 2: 3, 3: 3, 4: 3, 5: 1}
    _agrees(db, first, second, third)


def test_two_who_sat_at_one_table_are_two_people(db, club):
    club.begin("Ana Ben Cem")
    before = players(db)

    assert _refused(_merge, club, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    club.begin("Dee Eve")
    _merge(club, 4, into=1)
    assert _refused(_merge, club, 1, into=5) == [(FaultCode.PLAYERS_MET, "/into")]
    _part(club, 4)
    assert players(db)[:3] == before


def test_two_who_sat_together_until_one_was_called_otherwise_are_two_people(club):
    game = club.begin("Ana Ben Cem Dee")
    renamed = games.record(game, Renamed(0, "Zoe"), now=START)

    assert _refused(_merge, club, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    games.undo(game, renamed.entry, now=START)
    assert _refused(_merge, club, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    _merge(club, 5, into=2)


def test_two_names_of_one_seat_may_be_one_person(db, club):
    game = club.begin("Anna Ben")
    games.record(game, Renamed(0, "Ana"), now=START)
    _merge(club, 1, into=3)
    club.go_on(game, *["25 out"] * 7)

    games.undo(game, 9, now=START)
    club.go_on(game, "out 25")

    assert called(game) == ["Ana", "Ben"]
    _agrees(db, game)


def test_an_undoing_that_would_seat_a_person_twice_is_refused(db, club):
    game = started("Ana Ben Cem Dee")
    first = games.record(game, Renamed(1, "Eve"), now=NOW).entry
    second = games.record(game, Renamed(0, "Ben"), now=NOW).entry
    seats = dict.fromkeys(range(4))
    joining.join(club.league_id, game, seats, device=ANAS, account_id=club.account_id, now=NOW)
    games.undo(game, second, now=NOW)
    before = games.entries(game)

    with pytest.raises(StateViolation) as refused:
        games.undo(game, first, now=NOW)

    assert [(fault.code, dict(fault.values)) for fault in refused.value.faults] == [
        (FaultCode.SEATS_ONE_PERSON, {"name": "Ben"})
    ]
    assert games.entries(game) == before
    club.go_on(game, *GAME)
    _agrees(db, game)


def test_a_chain_comes_apart_in_any_order(db, club):
    for pair in ("Ana X", "Ben X", "Cem X"):
        club.begin(pair)
    # Numbers: Ana 1, X 2, Ben 3, Cem 4.
    _merge(club, 1, into=3)
    _merge(club, 3, into=4)
    assert [person for *_, person in players(db)] == [4, 2, 4, 4]

    _part(club, 3)
    assert [person for *_, person in players(db)] == [3, 2, 3, 4]
    _merge(club, 3, into=4)
    _part(club, 1)
    _merge(club, 1, into=4)
    _part(club, 3)
    assert [person for *_, person in players(db)] == [4, 2, 3, 4]
    _part(club, 1)
    assert [person for *_, person in players(db)] == [1, 2, 3, 4]


def test_what_cannot_be_merged_or_parted_is_refused(club):
    club.begin("Ana Ben")
    club.begin("Cem Ben")

    assert _refused(_merge, club, 1, into=1) == [(FaultCode.PLAYER_SAME, "/into")]
    assert _refused(_merge, club, 1, into=9) == [(FaultCode.PLAYER_UNKNOWN, "/into")]
    assert _refused(_merge, club, 9, into=1) == [(FaultCode.PLAYER_UNKNOWN, "")]
    assert _refused(_part, club, 1) == [(FaultCode.PLAYER_NOT_MERGED, "")]
    _merge(club, 3, into=1)
    assert _refused(_merge, club, 3, into=2) == [(FaultCode.PLAYER_MERGED, "")]
    assert _refused(_merge, club, 2, into=3) == [(FaultCode.PLAYER_MERGED, "/into")]


def test_the_history_tells_numbers_only(db, club):
    club.begin("Ana Ben")
    club.begin("Cem Ben")
    _merge(club, 3, into=1)
    _part(club, 3)

    told = "SELECT kind, payload FROM league_entry WHERE kind IN ('player-merged', 'player-parted')"
    assert db.execute(told).fetchall() == [
        ("player-merged", '{"into":1,"moved":[3],"player":3}'),
        ("player-parted", '{"moved":[3],"player":3}'),
    ]


@pytest.fixture
def linked(club, db):
    """Ana and Cem have an account each; a function tells whose is whose."""
    for pair in ("Ana Ben", "Cem Ben", "Dee Ben"):
        club.begin(pair)
    invited = organisers.invite(club.league_id, now=START).token
    eva = account("eva@example.org", "Eva")
    organisers.accept(invited, account_id=eva, now=START)
    for number, theirs in ((1, club.account_id), (3, eva)):
        players_of.link_account(club.league_id, number, theirs, account_id=club.account_id, now=START)

    def accounts():
        rows = "SELECT p.name, a.name FROM player p JOIN account a ON a.id = p.account_id ORDER BY p.id"
        return db.execute(rows).fetchall()

    return accounts


def test_the_account_of_a_player_comes_back_with_the_player(club, linked):
    before = linked()
    # Numbers: Ana 1, Ben 2, Cem 3, Dee 4.
    _merge(club, 1, into=4)
    assert linked() == [("Cem", "Eva"), ("Dee", "Olga")]
    _part(club, 1)
    assert linked() == before

    _merge(club, 1, into=3)
    assert linked() == [("Cem", "Eva")]
    _part(club, 1)
    assert linked() == before


def test_the_account_comes_back_through_a_chain(club, linked):
    before = linked()
    _merge(club, 1, into=4)
    _merge(club, 4, into=3)
    _part(club, 1)
    assert linked() == before
    _part(club, 4)

    assert linked() == before


def test_an_account_that_is_somebody_elses_by_now_stays_there(club, linked):
    _merge(club, 1, into=4)
    link = {"account_id": club.account_id, "now": START}
    players_of.link_account(club.league_id, 4, None, **link)
    players_of.link_account(club.league_id, 2, club.account_id, **link)

    _part(club, 1)

    assert linked() == [("Ben", "Olga"), ("Cem", "Eva")]


def test_no_account_is_in_the_file_of_a_league(club, linked, now):
    _merge(club, 1, into=4)

    text = text_of(club.league_id)

    assert '"kind":"player-merged","number":' in text
    assert '"payload":{"into":4,"moved":[1],"player":1}' in text
    assert plan_of(text, now=now, into=club.league_id).bad == []


def test_the_same_people_in_another_league_stay_as_they_are(club):
    other, olga = Club(club.account_id, "Other"), club.account_id
    for league in (other, club):
        for pair in ("Ana Ben", "Cem Ben"):
            league.begin(pair)
    players_of.link_account(club.league_id, 1, olga, account_id=olga, now=START)
    players_of.link_account(other.league_id, 2, olga, account_id=olga, now=START)
    players_of.rename(other.league_id, 2, "Bea", account_id=olga, now=START)
    for league in (other, club):
        _merge(league, 1, into=3)

    _part(club, 1)

    assert [(line.name, line.games) for line in members(club.league_id)] == [
        ("Ana", 1),
        ("Ben", 2),
        ("Cem", 1),
    ]
    assert [(line.name, line.games) for line in members(other.league_id)] == [("Bea", 2), ("Cem", 2)]
    assert member_page(club.league_id, 1).account_id == olga
    assert member_page(other.league_id, 2).account_id == olga
