"""Proves that guests and latecomers count as the season says, from now on and in earlier games."""

from datetime import timedelta

import pytest

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Joined, Substituted
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.services.games import recording
from scorekeeper.services.leagues import persons, results, seasons
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.persons import set_guest
from scorekeeper.services.leagues.queries.games import GameFilter, State, games_page
from scorekeeper.services.leagues.queries.players import player_list
from scorekeeper.services.leagues.queries.seasons import season_standings
from tests.support.club import START, Club, account

ANA, BEN, CEM, DEE = 1, 2, 3, 4


@pytest.fixture
def club():
    """Ana 25, Ben 150, Cem 315, Dee 770."""
    club = Club(account())
    club.play("Ana Ben Cem Dee")
    return club


@pytest.fixture
def by(club):
    return Actor(club.account_id, START)


@pytest.fixture
def late_game(club):
    """Ana 35, Ben 10, and Eva, who joined after the first hand with 5, 5: she wins."""
    game = club.go_on(club.begin("Ana Ben", day=2), "5 out")
    recording.record(game, Joined("Eva", after=1, start_score=5), now=START + timedelta(days=1))
    club.go_on(game, *("5 10 out",) * 6)
    return game


def rank_by(club, by, **said):
    seasons.set_ranking(club.league_id, "2026", Ranking(Method.PLACES, **said), actor=by)


def table(club):
    found = season_standings(club.league_id, "2026")
    return [(found.people[line.player].name, line.value) for line in found.lines]


def assert_sound(*games):
    with reading() as session:
        for game in games:
            assert results.stored(session, game) == results.expected(
                session, game, game=recording.current(game)
            )


def test_a_guest_takes_no_place_and_no_points_from_members(club, by):
    rank_by(club, by)
    set_guest(club.league_id, ANA, True, actor=by)
    set_guest(club.league_id, ANA, True, actor=by)

    assert table(club) == [("Ben", 10), ("Cem", 6), ("Dee", 2)]
    club.play("Ana Ben Cem Dee", day=3)
    assert table(club) == [("Ben", 20), ("Cem", 12), ("Dee", 4)]
    assert [line.games for line in player_list(club.league_id) if line.guest] == [0]
    rank_by(club, by, guests=True)
    assert table(club) == [("Ana", 22), ("Ben", 14), ("Cem", 8), ("Dee", 4)]
    rank_by(club, by)
    set_guest(club.league_id, ANA, False, actor=by)
    assert table(club)[0] == ("Ana", 22)


def test_a_guest_who_turns_out_to_be_a_member_counts(club, by):
    rank_by(club, by)
    club.play("Ben Guest", *["out 5"] * 7, day=2)
    set_guest(club.league_id, 5, True, actor=by)
    assert [name for name, _ in table(club)] == ["Ana", "Ben", "Cem", "Dee"]

    persons.merge(club.league_id, 5, into=DEE, actor=by)
    assert table(club) == [("Ben", 16), ("Ana", 11), ("Cem", 4), ("Dee", 4)]
    persons.part(club.league_id, 5, actor=by)
    assert table(club) == [("Ana", 11), ("Ben", 7), ("Cem", 4), ("Dee", 2)]


def test_a_game_that_somebody_joined_late_counts_as_the_season_says_8_7a(club, by, late_game):
    rank_by(club, by)
    assert table(club) == [("Ana", 11), ("Ben", 7), ("Cem", 4), ("Dee", 2)]
    discarded = GameFilter(state=State.DISCARDED)
    assert [game.id for game in games_page(club.league_id, discarded).games] == [late_game]

    rank_by(club, by, late=Late.WHOLE)
    assert table(club) == [("Ana", 20), ("Ben", 9), ("Cem", 4), ("Dee", 2)]
    assert games_page(club.league_id, discarded).games == ()
    rank_by(club, by, late=Late.ALL)
    assert table(club) == [("Ana", 17), ("Eva", 10), ("Ben", 9), ("Cem", 4), ("Dee", 2)]
    assert_sound(late_game)


def test_a_seat_counts_for_the_one_who_began_or_finished_8_7b(club, by):
    rank_by(club, by)
    game = club.go_on(club.begin("Ana Ben Cem Dee", day=2), "out 25 45 110")
    recording.record(game, Substituted(3, "Zoe"), now=START + timedelta(days=1))
    club.go_on(game, *("25 45 110 out",) * 6)

    assert dict(table(club)) == {"Ana": 18, "Dee": 13, "Ben": 11, "Cem": 6}
    rank_by(club, by, substitutes=Substitutes.FINISHER)
    assert dict(table(club)) == {"Ana": 18, "Zoe": 11, "Ben": 11, "Cem": 6, "Dee": 2}
    set_guest(club.league_id, 5, True, actor=by)
    assert dict(table(club)) == {"Ana": 21, "Ben": 13, "Cem": 6, "Dee": 2}
    rank_by(club, by)
    club.play("Eve Ben", *["5 out"] * 7, day=3)
    persons.merge(club.league_id, DEE, into=6, actor=by)
    assert dict(table(club))["Eve"] == 13 + 2
    persons.part(club.league_id, DEE, actor=by)
    assert dict(table(club))["Dee"] == 13
    assert_sound(game)


def test_a_closed_season_keeps_its_table_whoever_becomes_a_guest_until_it_is_opened(club, by, late_game):
    rank_by(club, by)
    seasons.set_closed(club.league_id, "2026", True, actor=Actor(club.account_id, START + timedelta(days=9)))
    before = table(club)

    set_guest(club.league_id, ANA, True, actor=by)

    assert table(club) == before
    seasons.set_closed(club.league_id, "2026", False, actor=by)
    assert [name for name, _ in table(club)] == ["Ben", "Cem", "Dee"]
    set_guest(club.league_id, ANA, False, actor=by)
    assert table(club) == before
