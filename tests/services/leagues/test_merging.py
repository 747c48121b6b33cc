"""Proves that two players become one person and two again, whatever was merged in between."""

import pytest

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Renamed
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.services.games import projection, recording
from scorekeeper.services.leagues import games, results
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.players import member_page, members
from tests.support.club import GAME, START
from tests.support.league_rows import called, players
from tests.support.play import ANAS, NOW, started


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
        game = recording.current(game_id)
        with reading() as session:
            expected = results.expected(session, game_id, game=game)
            assert results.stored(session, game_id) == expected
            assert expected != {}


def test_one_person_has_the_games_of_both_and_one_name(db, club):
    first = club.play("Ana Ben Cem Dee")
    second = club.play("Anna Ben Cem Dee", day=2)

    club.merge(5, into=1)

    assert called(second) == ["Ana", "Ben", "Cem", "Dee"]
    assert _whose(db) == {1: 2, 2: 2, 3: 2, 4: 2}
    assert [(line.name, line.games) for line in members(club.league_id)][:1] == [("Ana", 2)]
    assert member_page(club.league_id, 1).merged == ((5, "Anna"),)
    _agrees(db, first, second)


def test_parted_they_have_what_they_had(db, club):
    first = club.play("Ana Ben Cem Dee")
    second = club.play("Anna Ben Cem Dee", day=2)
    club.merge(5, into=1)
    third = club.play("Anna Ben Cem Dee", day=3)

    club.part(5)

    assert [called(game)[0] for game in (first, second, third)] == ["Ana", "Anna", "Ana"]
    assert _whose(db) == {1: 2, 2: 3, 3: 3, 4: 3, 5: 1}
    _agrees(db, first, second, third)


def test_two_who_sat_at_one_table_are_two_people(db, club):
    club.begin("Ana Ben Cem")
    before = players(db)

    assert _refused(club.merge, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    club.begin("Dee Eve")
    club.merge(4, into=1)
    assert _refused(club.merge, 1, into=5) == [(FaultCode.PLAYERS_MET, "/into")]
    club.part(4)
    assert players(db)[:3] == before


def test_two_who_sat_together_until_one_was_called_otherwise_are_two_people(club):
    game = club.begin("Ana Ben Cem Dee")
    renamed = recording.record(game, Renamed(0, "Zoe"), now=START)

    assert _refused(club.merge, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    recording.undo(game, renamed.entry, now=START)
    assert _refused(club.merge, 1, into=2) == [(FaultCode.PLAYERS_MET, "/into")]
    club.merge(5, into=2)


def test_two_names_of_one_seat_may_be_one_person(db, club):
    game = club.begin("Anna Ben")
    recording.record(game, Renamed(0, "Ana"), now=START)
    club.merge(1, into=3)
    club.go_on(game, *["25 out"] * 7)

    recording.undo(game, 9, now=START)
    club.go_on(game, "out 25")

    assert called(game) == ["Ana", "Ben"]
    _agrees(db, game)


def test_an_undoing_that_would_seat_a_person_twice_is_refused(db, club):
    game = started("Ana Ben Cem Dee")
    first = recording.record(game, Renamed(1, "Eve"), now=NOW).entry
    second = recording.record(game, Renamed(0, "Ben"), now=NOW).entry
    seats = dict.fromkeys(range(4))
    games.join(club.league_id, game, seats, device=ANAS, actor=Actor(club.account_id, NOW))
    recording.undo(game, second, now=NOW)
    before = recording.entries(game)

    with pytest.raises(StateViolation) as refused:
        recording.undo(game, first, now=NOW)

    assert [(fault.code, dict(fault.values)) for fault in refused.value.faults] == [
        (FaultCode.SEATS_ONE_PERSON, {"name": "Ben"})
    ]
    assert recording.entries(game) == before
    club.go_on(game, *GAME)
    _agrees(db, game)


def test_a_chain_comes_apart_in_any_order(db, club):
    for pair in ("Ana X", "Ben X", "Cem X"):
        club.begin(pair)
    # Numbers: Ana 1, X 2, Ben 3, Cem 4.
    club.merge(1, into=3)
    club.merge(3, into=4)
    assert [person for *_, person in players(db)] == [4, 2, 4, 4]

    club.part(3)
    assert [person for *_, person in players(db)] == [3, 2, 3, 4]
    club.merge(3, into=4)
    club.part(1)
    club.merge(1, into=4)
    club.part(3)
    assert [person for *_, person in players(db)] == [4, 2, 3, 4]
    club.part(1)
    assert [person for *_, person in players(db)] == [1, 2, 3, 4]


def test_what_cannot_be_merged_or_parted_is_refused(club):
    club.begin("Ana Ben")
    club.begin("Cem Ben")

    assert _refused(club.merge, 1, into=1) == [(FaultCode.PLAYER_SAME, "/into")]
    assert _refused(club.merge, 1, into=9) == [(FaultCode.PLAYER_UNKNOWN, "/into")]
    assert _refused(club.merge, 9, into=1) == [(FaultCode.PLAYER_UNKNOWN, "")]
    club.merge(3, into=1)
    club.merge(3, into=1)
    assert _refused(club.merge, 3, into=2) == [(FaultCode.PLAYER_MERGED, "")]
    assert _refused(club.merge, 2, into=3) == [(FaultCode.PLAYER_MERGED, "/into")]


def test_the_history_tells_numbers_only(db, club):
    club.begin("Ana Ben")
    club.begin("Cem Ben")
    club.part(3)
    for _tap in range(2):
        club.merge(3, into=1)
    for _tap in range(2):
        club.part(3)

    told = "SELECT kind, payload FROM league_entry WHERE kind IN ('player-merged', 'player-parted')"
    assert db.execute(told).fetchall() == [
        ("player-merged", '{"into":1,"moved":[3],"player":3}'),
        ("player-parted", '{"moved":[3],"player":3}'),
    ]
