"""Proves that a game kept without a league keeps its history when its names become those of players."""

from dataclasses import replace

import pytest

from scorekeeper.models.engine import writing
from scorekeeper.rules.entries import Arranged, Joined, Renamed, Resumed, Suspended
from scorekeeper.services.games import projection, recording
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.services.leagues import games
from scorekeeper.services.leagues.players import player_for
from scorekeeper.services.maintenance import doctor
from tests.support.league_rows import called, club, players
from tests.support.play import NOW, SHEETS, corrected, played, sheet, started


@pytest.fixture
def league_id() -> int:
    return club()


def added(league_id: int, *names: str) -> list[int]:
    """Ids of new players of the league."""
    with writing() as session:
        return [player_for(session, league_id, name, now=NOW) for name in names]


def taken(game_id: str, players: list[int]) -> None:
    """Let the seats of a game be these players."""
    with writing() as session:
        games.take_into_league(session, game_id, dict(enumerate(players)))
    assert projection.differences(game_id) == ()
    assert doctor.check_every_game().wrong == {}


def test_every_name_that_a_seat_ever_had_means_its_player(db, league_id):
    game_id = started("Ana Ben")
    for event in (Renamed(0, "Anna"), Suspended(agreed=True), Resumed(agreed=True, seats=("ben", "anna"))):
        recording.record(game_id, event, now=NOW)
    ben, anna = added(league_id, "Ben B", "Anna A")

    taken(game_id, [anna, ben])

    assert called(game_id) == ["Anna A", "Ben B"]
    assert recording.entries(game_id)[0].event.players == ("Anna A", "Ben B")
    assert recording.entries(game_id)[3].event.seats == ("Ben B", "Anna A")
    assert db.execute("SELECT number, name, player_id FROM game_name").fetchall() == [
        (0, None, anna),
        (1, None, ben),
        (2, None, anna),
        (3, None, ben),
        (4, None, anna),
    ]
    assert db.execute("SELECT name, player_id FROM seat ORDER BY number").fetchall() == [
        ("Anna A", anna),
        ("Ben B", ben),
    ]
    assert version_of(game_id) == (4, 2)


def test_names_go_with_their_seats_when_those_are_arranged_anew_and_back(db, league_id):
    game_id = started("Ana Bne Cem")
    recording.record(game_id, Renamed(1, "Ben"), now=NOW)
    recording.record(game_id, Arranged((1, 2, 0), first_dealer=0), now=NOW)
    recording.record(game_id, Arranged((2, 1, 0), first_dealer=0), now=NOW)
    recording.undo(game_id, 4, now=NOW)
    assert called(game_id) == ["Ben", "Cem", "Ana"]
    ben, cem, ana = added(league_id, "B", "C", "A")

    taken(game_id, [ben, cem, ana])

    assert called(game_id) == ["B", "C", "A"]
    assert recording.entries(game_id)[0].event.players == ("A", "B", "C")
    assert len(players(db)) == 3


def test_names_of_a_seat_that_was_taken_away_come_back_with_it(db, league_id):
    game_id = started("Ana Bne Cem")
    recording.record(game_id, Renamed(1, "Ben"), now=NOW)
    recording.record(game_id, Arranged((0, None, 2), names=("Ana", "Eve", "Cem")), now=NOW)
    recording.record(game_id, Renamed(1, "Eva"), now=NOW)
    recording.undo(game_id, 4, now=NOW)
    recording.undo(game_id, 3, now=NOW)

    taken(game_id, added(league_id, "A", "B", "C"))

    assert recording.entries(game_id)[0].event.players == ("A", "B", "C")
    assert recording.entries(game_id)[2].event.names == ("A", "Eve", "C")
    assert [name for _, name, _ in players(db)] == ["A", "B", "C", "Eve", "Eva"]


def test_a_name_that_only_a_seat_had_that_was_taken_away_means_nobody_at_the_table(db, league_id):
    game_id = started("Ana Slip Cem")
    recording.record(game_id, Arranged((0, 2)), now=NOW)

    taken(game_id, added(league_id, "A", "C"))

    assert called(game_id) == ["A", "C"]
    assert recording.entries(game_id)[0].event.players == ("A", "Slip", "C")
    assert projection.differences(game_id) == ()


def test_a_name_that_changed_seats_means_whoever_has_it_now(league_id):
    game_id = started("Ana Ben")
    for seat, name in ((0, "X"), (1, "Ana"), (0, "Ben")):
        recording.record(game_id, Renamed(seat, name), now=NOW)
    ben, ana = added(league_id, "Ben", "Ana")

    taken(game_id, [ben, ana])

    assert recording.current(game_id).player_ids == (ben, ana)


def test_somebody_whose_arrival_was_taken_back_is_a_player_too(db, league_id):
    game_id = started("Ana Ben")
    recording.record(game_id, Joined("Eve", after=0), now=NOW)
    recording.undo(game_id, 2, now=NOW)

    taken(game_id, added(league_id, "Ana", "Ben"))

    assert players(db) == [(1, "Ana", 1), (2, "Ben", 2), (3, "Eve", 3)]
    assert db.execute("SELECT count(*) FROM game_name WHERE name IS NOT NULL").fetchone() == (0,)


def test_scores_and_texts_stay_and_the_game_goes_on(league_id):
    game_id = started("Ana Ben Cem Dee")
    played(game_id, *SHEETS[:2])
    recording.record(game_id, corrected("30 out 45 110", reason="Ana said 30"), now=NOW)
    before = recording.current(game_id)
    players = added(league_id, "Ana", "Ben", "Cem", "Dee")

    taken(game_id, players)

    after = recording.current(game_id)
    assert after.player_ids == tuple(players)
    seats = tuple(replace(seat, player_id=None) for seat in after.seats)
    assert replace(after, setup=before.setup, seats=seats) == before
    assert recording.entries(game_id)[3].event.reason == "Ana said 30"
    recording.record(game_id, sheet(SHEETS[2], hand=3), now=NOW)
    recording.record(game_id, Joined("Fay", after=0), now=NOW)
    assert projection.differences(game_id) == ()
