"""Proves that a season that counts places has points for every table in it that counts or still may."""

from datetime import date, timedelta

import pytest

from scorekeeper.rules.entries import Arranged, Departed, Joined
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games import recording, trash
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import leagues, seasons
from scorekeeper.services.leagues.queries.seasons import season_settings, season_standings
from tests.support.club import GAME, START, Club, account
from tests.support.play import ANAS, sheet, started

FOURS = Ranking(Method.PLACES, place_points={4: (11, 7, 4, 2)})
SIX = "Ana Ben Cem Dee Eva Fay"
LATER = START + timedelta(minutes=10)


@pytest.fixture
def club():
    """A league whose only whole game had four players."""
    club = Club(account())
    club.play("Ana Ben Cem Dee")
    return club


def by_places(club):
    seasons.set_ranking(club.league_id, "2026", FOURS, actor=Actor(club.account_id, START))


def late(club, names, *, day=2):
    """A game that somebody joined after the first hand; the entry of the arrival."""
    game = club.go_on(club.begin(names, day=day), "out" + " 5" * (len(names.split()) - 1))
    return game, recording.record(game, Joined("Gus", after=0, start_score=25), now=LATER).entry


def struck(club, game):
    league_games.strike(club.league_id, game, "trial", actor=Actor(club.account_id, START))
    return game


def back(club, game):
    league_games.bring_back(club.league_id, game, actor=Actor(club.account_id, START))


def refused(verb, *args, **said):
    with pytest.raises(RuleViolation) as refusal:
        verb(*args, **said)
    return [(fault.code, dict(fault.values)) for fault in refusal.value.faults]


NO_SIXES = [(FaultCode.TABLE_WITHOUT_POINTS, {"players": 6})]


def sizes(club):
    return season_settings(club.league_id, "2026").sizes


def totals(club):
    found = season_standings(club.league_id, "2026")
    return [(found.people[line.player].name, line.value) for line in found.lines]


def test_who_comes_late_forbids_no_setting(club):
    by_places(club)
    late(club, "Ana Ben Cem Dee")

    leagues.set_time_zone(club.league_id, "Europe/Prague", actor=Actor(1, START))
    cup = Season("Cup", date(2027, 1, 1), date(2027, 3, 1))
    seasons.set_season(club.league_id, cup, actor=Actor(club.account_id, START))

    assert sizes(club) == (4,)


def test_an_arrival_taken_back_leaves_a_table_that_is_ranked(club):
    by_places(club)
    game, arrival = late(club, "Ana Ben Cem Dee")

    recording.undo(game, arrival, now=LATER)
    club.go_on(game, *GAME[1:])

    assert totals(club) == [("Ana", 22), ("Ben", 14), ("Cem", 8), ("Dee", 4)]


def test_a_running_table_needs_points(club):
    club.begin(SIX, day=2)

    assert refused(by_places, club) == [(FaultCode.PLACE_POINTS_MISSING, {"players": 6})]


def test_a_struck_game_comes_back_only_where_it_can_be_ranked(club):
    game = struck(club, club.play(SIX, *["out 5 10 15 20 25"] * 7, day=2))
    by_places(club)

    assert refused(back, club, game) == NO_SIXES
    assert totals(club) == [("Ana", 11), ("Ben", 7), ("Cem", 4), ("Dee", 2)]


def test_a_struck_game_that_counts_nowhere_anyway_comes_back(club):
    game, _ = late(club, SIX)
    recording.record(game, Departed(tuple(range(7))), now=LATER)
    struck(club, game)
    by_places(club)

    back(club, game)

    assert sizes(club) == (4,)


def test_a_deleted_game_is_restored_only_where_it_can_be_ranked(club):
    game = club.begin(SIX, day=2)
    trash.delete(game, now=START)
    by_places(club)

    assert refused(trash.restore, game, now=START) == NO_SIXES
    by_places(club)


def test_a_discarded_game_goes_on_only_where_it_can_be_ranked(club):
    game = club.begin(SIX, day=2)
    left = recording.record(game, Departed(tuple(range(6))), now=LATER).entry
    by_places(club)
    before = recording.entries(game)

    assert refused(recording.undo, game, left, now=LATER) == NO_SIXES
    assert recording.entries(game) == before
    struck(club, game)
    recording.undo(game, left, now=LATER)


def test_a_table_is_arranged_only_in_a_size_that_the_season_has_points_for(club):
    by_places(club)
    game = club.begin("Ana Ben Cem Dee", day=2)

    assert refused(recording.record, game, Arranged((0, 1, 2)), now=LATER) == [
        (FaultCode.TABLE_WITHOUT_POINTS, {"players": 3})
    ]
    assert refused(recording.record, game, Joined("Eva", after=0), now=LATER) == [
        (FaultCode.TABLE_WITHOUT_POINTS, {"players": 5})
    ]
    recording.record(game, Arranged((0, 1, 2, None), names=("Ana", "Ben", "Cem", "Eva")), now=LATER)


def test_a_game_joins_by_those_who_sat_down_at_its_start(club):
    by_places(club)
    game = started("Ana Ben Cem Dee", device=ANAS)
    recording.record(game, sheet("out 5 5 5"), now=LATER + timedelta(days=400))
    recording.record(game, Joined("Fay", after=0, start_score=5), now=LATER + timedelta(days=400))

    league_games.join(
        club.league_id, game, dict.fromkeys(range(5)), device=ANAS, actor=Actor(club.account_id, LATER)
    )

    assert sizes(club) == (4,)


def test_a_table_without_points_breaks_no_standings(club, db):
    by_places(club)
    db.execute("UPDATE season SET place_points = '{}'")
    db.commit()

    assert totals(club) == [("Ana", 0), ("Ben", 0), ("Cem", 0), ("Dee", 0)]
