"""Ways to rank, place points, the tie-break chain."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.leagues.ranking import (
    PRESETS,
    Method,
    Ranking,
    is_without_points,
    place_points,
    points_of,
    ranked,
    ranking_faults,
)
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.tallies import Places, tally
from tests.support.league_results import GAMES_OF_A_PLAYER, played, result, tables
from tests.support.score_notation import codes

PLACES = Ranking(Method.PLACES)


def order(tallies, ranking):
    return [(line.player, line.rank) for line in ranked(tallies, ranking)]


def test_the_lowest_average_total_is_first():
    tallies = {1: played(2, total=300), 2: played(3, total=300), 3: played(1, total=200)}

    assert order(tallies, Ranking(Method.AVERAGE)) == [(2, 1), (1, 2), (3, 3)]


def test_most_opponents_beaten_is_first_whatever_the_size_of_the_tables():
    second_of_eight = tally([result(200, rank=2, seats=8)])
    second_of_four = tally([result(50, rank=2, seats=4)])

    lines = ranked({1: second_of_four, 2: second_of_eight}, Ranking(Method.BEATEN))

    assert [(line.player, line.value) for line in lines] == [(2, Fraction(6, 7)), (1, Fraction(2, 3))]


def test_most_place_points_are_first():
    one = replace(played(2), places=(Places(4, 1, 1, 1), Places(3, 3, 1, 1)))
    other = replace(played(2), places=(Places(4, 2, 1, 2),))

    lines = ranked({1: one, 2: other}, PLACES)

    assert [(line.player, line.value, line.rank) for line in lines] == [(2, 14, 1), (1, 13, 2)]


def test_the_lowest_sum_of_best_games_is_first():
    one = replace(played(3, total=500), best_games=2, best_sum=150)
    other = replace(played(2, total=180), best_games=2, best_sum=180)

    assert order({1: other, 2: one}, Ranking(Method.BEST, best_of=2)) == [(2, 1), (1, 2)]


@pytest.mark.parametrize(
    ("method", "lowest", "highest"),
    [
        (Method.AVERAGE, [(2, 1), (1, 2), (3, 3)], [(3, 1), (1, 2), (2, 3)]),
        (Method.BEST, [(2, 1), (1, 2), (3, 3)], [(3, 1), (1, 2), (2, 3)]),
        # Nobody has beaten anybody: the average total breaks the tie.
        (Method.BEATEN, [(2, 1), (1, 2), (3, 3)], [(3, 1), (1, 2), (2, 3)]),
    ],
)
def test_the_total_that_wins_is_the_better_one(method, lowest, highest):
    totals = {1: Fraction(201, 2), 2: Fraction(199, 2), 3: 150}
    tallies = {
        player: replace(played(1, total=total), best_games=1, best_sum=total)
        for player, total in totals.items()
    }

    assert order(tallies, Ranking(method, best_of=1)) == lowest
    assert order(tallies, Ranking(method, best_of=1, wins=Wins.HIGHEST)) == highest


def test_the_better_single_total_breaks_the_last_tie():
    tallies = {1: played(2, best=90), 2: played(2, best=95), 3: played(2)}

    assert order(tallies, Ranking(Method.BEATEN)) == [(1, 1), (2, 2), (3, 3)]
    assert order(tallies, Ranking(Method.BEATEN, wins=Wins.HIGHEST)) == [(2, 1), (1, 2), (3, 3)]


def test_whoever_has_too_few_games_stands_below_without_a_rank():
    tallies = {1: played(1, total=10), 2: played(2, total=200), 3: played(1, total=5)}

    assert order(tallies, Ranking(min_games=2)) == [(2, 1), (3, None), (1, None)]


def test_a_sum_of_best_games_needs_as_many_games():
    assert Ranking(Method.BEST, best_of=3, min_games=2).games_needed == 3
    assert Ranking(Method.BEST, best_of=3, min_games=5).games_needed == 5
    assert Ranking(Method.AVERAGE, best_of=3, min_games=2).games_needed == 2


def without_comparison(games=2, **numbers):
    return replace(played(games, **numbers), compared=0, total=0)


@pytest.mark.parametrize("wins", Wins)
@pytest.mark.parametrize("method", [Method.AVERAGE, Method.BEST])
def test_where_totals_decide_nobody_is_ranked_without_games_that_compare(method, wins):
    tallies = {
        1: without_comparison(9, won=9),
        2: replace(played(1, total=100, best=100), best_games=1, best_sum=100),
        3: without_comparison(9),
    }

    lines = ranked(tallies, Ranking(method, best_of=1, wins=wins))

    assert [(line.player, line.value, line.rank) for line in lines] == [
        (2, 100, 1),
        (1, None, None),
        (3, None, None),
    ]


def test_where_totals_decide_only_games_that_compare_make_a_rank():
    tallies = {1: replace(played(3, total=100), compared=2), 2: replace(played(2, total=300), compared=2)}

    assert order(tallies, Ranking(min_games=3)) == [(1, None), (2, None)]
    assert order(tallies, Ranking(min_games=2)) == [(1, 1), (2, 2)]
    assert order(tallies, Ranking(Method.BEATEN, min_games=3)) == [(1, 1), (2, None)]


@pytest.mark.parametrize("wins", Wins)
def test_ties_of_those_whose_games_do_not_compare_are_broken_last(wins):
    tallies = {1: without_comparison(), 2: played(2, total=200), 3: without_comparison()}

    assert order(tallies, Ranking(Method.BEATEN, wins=wins)) == [(2, 1), (1, 2), (3, 2)]


def test_ties_are_broken_by_wins_then_average_then_best_total_then_shared():
    equal = {
        1: played(2, total=200, won=1, best=90),
        2: played(2, total=200, won=1, best=80),
        3: played(2, total=200, won=Fraction(3, 2), best=95),
        4: played(2, total=200, won=1, best=80),
        5: played(2, total=190, won=1, best=95),
        6: played(2, total=200, won=1),
    }

    assert order(equal, Ranking(Method.BEATEN)) == [(3, 1), (5, 2), (2, 3), (4, 3), (1, 5), (6, 6)]


def test_nobody_makes_an_empty_table():
    assert ranked({}, Ranking()) == ()


def test_equal_places_share_their_points_equally():
    assert points_of(PRESETS[4], rank=1, sharers=1) == 11
    assert points_of(PRESETS[4], rank=1, sharers=2) == 9
    assert points_of(PRESETS[5], rank=2, sharers=3) == Fraction(16, 3)


@forall(tables(seats=st.sampled_from(sorted(PRESETS))))
def test_the_place_points_of_a_game_are_always_as_many(lines):
    seats = len(lines)

    assert sum(place_points(tally([line]), PLACES) for line in lines) == sum(PRESETS[seats])


@forall(
    st.lists(GAMES_OF_A_PLAYER, min_size=1, max_size=8),
    st.sampled_from([Method.AVERAGE, Method.BEATEN, Method.BEST]),
)
def test_equal_ranks_mean_equal_in_everything_that_decides(everybody, method):
    tallies = {player: tally(games, best_of=2) for player, games in enumerate(everybody)}
    lines = ranked(tallies, Ranking(method, best_of=2))
    with_rank = [line for line in lines if line.rank is not None]

    assert sorted(line.player for line in lines) == sorted(tallies)
    for line in with_rank:
        better = [other for other in with_rank if other.rank < line.rank]
        assert line.rank == 1 + len(better)
        for other in with_rank:
            if other.rank == line.rank:
                assert (other.value, other.tally.won, other.tally.average_total, other.tally.best) == (
                    line.value,
                    line.tally.won,
                    line.tally.average_total,
                    line.tally.best,
                )


def test_a_table_size_without_a_list_cannot_be_chosen():
    assert codes(ranking_faults(PLACES, sizes={8, 4, 6})) == [
        ("place-points-missing", "/place_points/6", None),
        ("place-points-missing", "/place_points/8", None),
    ]
    assert codes(ranking_faults(replace(PLACES, method=Method.AVERAGE), sizes={6})) == []
    assert is_without_points(PLACES, seats=6)
    assert not is_without_points(PLACES, seats=4)
    assert not is_without_points(Ranking(), seats=6)


@pytest.mark.parametrize("points", [(5, 3), (5, 3, -1), (2000, 3, 1)])
def test_a_list_needs_one_number_for_each_place(points):
    assert codes(ranking_faults(Ranking(place_points={3: points}))) == [
        ("place-points-unreadable", "/place_points/3", None)
    ]


@pytest.mark.parametrize("points", [(1000, 2, 0), (0, 0, 0)])
def test_a_list_may_reach_its_bounds_and_give_equal_points(points):
    assert codes(ranking_faults(Ranking(place_points={3: points}))) == []


def test_a_worse_place_is_never_worth_more():
    assert codes(ranking_faults(Ranking(place_points={3: (5, 6, 1)}))) == [
        ("place-points-rising", "/place_points/3", None)
    ]


@pytest.mark.parametrize("number", [0, 1001])
def test_numbers_of_games_have_bounds(number):
    assert codes(ranking_faults(Ranking(min_games=number))) == [("ranking-min-games", "/min_games", None)]
    assert codes(ranking_faults(Ranking(Method.BEST, best_of=number))) == [
        ("ranking-best-of", "/best_of", None)
    ]
    assert codes(ranking_faults(Ranking(Method.BEST))) == [("ranking-best-of", "/best_of", None)]


@pytest.mark.parametrize("number", [1, 1000])
def test_numbers_of_games_may_reach_their_bounds(number):
    assert codes(ranking_faults(Ranking(Method.BEST, min_games=number, best_of=number))) == []


def test_the_presets_are_allowed():
    assert PRESETS == {3: (10, 6, 2), 4: (11, 7, 4, 2), 5: (12, 8, 5, 3, 2)}
    assert codes(ranking_faults(PLACES, sizes={3, 4, 5})) == []
