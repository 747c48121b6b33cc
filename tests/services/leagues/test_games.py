"""Proves that games come into a league later, are struck and come back, and are not deleted."""

import pytest

from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.services.games import projection, trash
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.games.recording import current, undo
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import players as people
from scorekeeper.services.leagues.games import NotInLeague
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import league_of
from tests.support.club import GAME, START, Club, account
from tests.support.league_rows import called, players
from tests.support.play import ANAS, NOW, played, started


@pytest.fixture
def free():
    """A game of four that was kept without a league, played to its end."""
    game = started("Ana Ben Cem Dee")
    played(game, *GAME)
    return game


def _join(club, game, *numbers, device=ANAS):
    league_games.join(
        club.league_id, game, dict(enumerate(numbers)), device=device, actor=Actor(club.account_id, NOW)
    )


def _results(db):
    query = "SELECT p.name, r.total / 27720 FROM result r JOIN player p ON p.id = r.player_id ORDER BY r.seat"
    return db.execute(query).fetchall()


def _refused(verb, *args, **said):
    with pytest.raises(RuleViolation) as refused:
        verb(*args, **said)
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def test_a_game_counts_for_the_players_matched_to_its_seats(db, club, free):
    people.add(club.league_id, ["Dee D", "Ana A"], actor=Actor(club.account_id, START))

    _join(club, free, 2, None, None, 1)

    assert called(free) == ["Ana A", "Ben", "Cem", "Dee D"]
    assert _results(db) == [("Ana A", 25), ("Ben", 150), ("Cem", 315), ("Dee D", 770)]
    assert projection.differences(free) == ()
    season = "SELECT s.name, g.night_id FROM league_game g JOIN season s ON s.id = g.season_id"
    assert db.execute(season).fetchall() == [("2026", None)]
    told = "SELECT payload FROM league_entry WHERE kind = 'game-joined'"
    assert db.execute(told).fetchall() == [(f'{{"game":"{free}"}}',)]


def test_a_new_player_of_a_known_name_is_the_known_one(db, club, free):
    people.add(club.league_id, ["ana"], actor=Actor(club.account_id, START))

    _join(club, free, None, None, None, None)

    assert called(free) == ["ana", "Ben", "Cem", "Dee"]


def test_every_seat_needs_a_player_and_every_player_one_seat(db, club, free):
    people.add(club.league_id, ["Ana"], actor=Actor(club.account_id, START))

    assert _refused(_join, club, free, 1, 9, None) == [
        (FaultCode.PLAYER_UNKNOWN, "/seats/1"),
        (FaultCode.PLAYER_UNKNOWN, "/seats/3"),
    ]
    assert _refused(_join, club, free, 1, 1, None, None) == [(FaultCode.NAME_TWICE, "/seats/1")]
    assert players(db) == [(1, "Ana", 1)]
    assert league_of(free) is None


def test_a_game_is_in_one_league(club, free):
    _join(club, free, None, None, None, None)
    other = Club(account("eva@example.org", "Eva"), "Other")

    for again in (club, other):
        with pytest.raises(StateViolation) as refused:
            _join(again, free, None, None, None, None)
        assert [fault.code for fault in refused.value.faults] == [FaultCode.GAME_IN_LEAGUE]
    assert league_of(free).league_id == club.league_id


def test_a_struck_game_counts_nowhere_until_it_is_back(db, club):
    game = club.play("Ana Ben Cem Dee")
    before = version_of(game)
    counted = _results(db)

    league_games.strike(club.league_id, game, " played  twice ", actor=Actor(club.account_id, NOW))
    place = league_of(game)
    assert (place.struck_at, place.struck_reason, _results(db)) == (NOW, "played twice", [])
    assert version_of(game) == (before[0], before[1] + 1)
    for _tap in range(2):
        league_games.bring_back(club.league_id, game, actor=Actor(club.account_id, NOW))

    assert (league_of(game).struck_at, _results(db)) == (None, counted)
    kinds = db.execute("SELECT kind FROM league_entry ORDER BY number DESC LIMIT 2").fetchall()
    assert kinds == [("game-back",), ("game-struck",)]


def test_striking_needs_a_reason_and_a_game_of_the_league(club, free):
    game = club.play("Ana Ben Cem Dee")

    def strike(game_id, reason):
        league_games.strike(club.league_id, game_id, reason, actor=Actor(club.account_id, NOW))

    assert _refused(strike, game, " ") == [(FaultCode.TEXT_EMPTY, "/reason")]
    assert _refused(strike, game, "\u200b") == [(FaultCode.TEXT_EMPTY, "/reason")]
    for unreadable in ("a\0b", "a\x07b", "a\u202edcb", "a\ud800b"):
        assert _refused(strike, game, unreadable) == [(FaultCode.TEXT_UNREADABLE, "/reason")]
    assert _refused(strike, game, "x" * 201) == [(FaultCode.TEXT_TOO_LONG, "/reason")]
    strike(game, "x" * 200)
    assert _refused(strike, game, "once more") == [(FaultCode.GAME_STRUCK, "")]
    theirs = Club(account("eva@example.org", "Eva"), "Other").begin("Ana Ben")
    deleted = club.begin("Ana Ben")
    trash.delete(deleted, now=NOW)
    for unknown in (free, theirs, deleted):
        with pytest.raises(NotInLeague):
            strike(unknown, "not ours")
        assert league_of(unknown) is None or league_of(unknown).struck_at is None


def test_a_hand_of_a_struck_game_counts_only_when_it_is_back(db, club):
    game = club.begin("Ana Ben Cem Dee")
    league_games.strike(club.league_id, game, "trial", actor=Actor(club.account_id, NOW))
    club.go_on(game, *GAME)
    assert _results(db) == []

    league_games.bring_back(club.league_id, game, actor=Actor(club.account_id, NOW))

    assert [total for _, total in _results(db)] == [25, 150, 315, 770]


@pytest.mark.parametrize("hand", ["out 25", "- -"], ids=["undone", "void"])
def test_a_game_of_a_league_with_a_hand_of_whatever_fate_stays(club, hand):
    game = club.go_on(club.begin("Ana Ben"), hand)
    if hand == "out 25":
        undo(game, 2, now=START)
    assert current(game).hands == ()

    with pytest.raises(StateViolation) as refused:
        trash.delete(game, now=NOW)

    assert trash.must_stay(game)
    assert [fault.code for fault in refused.value.faults] == [FaultCode.GAME_OF_LEAGUE_STAYS]


def test_a_game_of_a_league_is_deleted_only_before_its_first_hand(club):
    empty, begun = club.begin("Ana Ben"), club.begin("Ana Ben")
    club.go_on(begun, "out 25")

    trash.delete(empty, now=NOW)
    with pytest.raises(StateViolation) as refused:
        trash.delete(begun, now=NOW)

    assert [fault.code for fault in refused.value.faults] == [FaultCode.GAME_OF_LEAGUE_STAYS]
    assert version_of(empty) is None
    assert version_of(begun) is not None
    trash.restore(empty, now=NOW)
    assert called(empty) == ["Ana", "Ben"]
