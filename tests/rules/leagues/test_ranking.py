"""What a season measures, which games and evenings count, places, ties, points for places."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.leagues.ranking import (
    PRESETS,
    Method,
    Outing,
    Ranking,
    TieBreak,
    Unit,
    points_of,
    ranked,
    ranking_faults,
    scored,
)
from scorekeeper.rules.rulesets.ruleset import Wins
from tests.support.league_results import GAMES_OF_A_PLAYER, result, tables
from tests.support.score_notation import codes
from tests.support.season_oracle import usual_points, values

PLACES = Ranking(Method.PLACES)
FIRST_EVENING = date(2026, 1, 7)


def games(*totals, evening=FIRST_EVENING, **numbers):
    """Games of these totals on one evening."""
    return [Outing(result(total, **numbers), evening) for total in totals]


def won(number, total=100):
    return games(*[total] * number)


def lost(*totals, **numbers):
    return games(*totals, rank=4, **numbers)


def order(players, ranking, **over):
    return [(line.player, line.rank) for line in ranked(players, ranking, **over)]


def table(players, ranking):
    return [(line.player, line.value, line.rank) for line in ranked(players, ranking)]


def evening(number):
    return FIRST_EVENING + timedelta(weeks=number)


RANKINGS = st.builds(
    Ranking,
    method=st.sampled_from(Method),
    best_of=st.none() | st.integers(1, 4),
    worst=st.integers(0, 3),
    unit=st.sampled_from(Unit),
    bonus=st.integers(0, 3),
    place_points=st.sampled_from([{}, {4: (3, 2, 1, 0)}]),
    wins=st.sampled_from(Wins),
)
OUTINGS = GAMES_OF_A_PLAYER.flatmap(
    lambda results: st.tuples(
        *(st.builds(Outing, st.just(each), st.integers(0, 3).map(evening), st.booleans()) for each in results)
    )
)


@forall(st.lists(OUTINGS, min_size=1, max_size=4), RANKINGS)
def test_values_are_those_of_an_independent_sum(players, ranking):
    everybody = dict(enumerate(players))

    assert {line.player: line.value for line in ranked(everybody, ranking)} == values(everybody, ranking)


@forall(OUTINGS, RANKINGS)
def test_what_is_dropped_is_never_better_than_what_counts(outings, ranking):
    score = scored(outings, ranking)
    kept = [outing for position, outing in enumerate(outings) if position not in score.dropped]

    assert (
        scored(kept, replace(ranking, best_of=None, worst=0, bonus=0)).value
        == scored(outings, replace(ranking, bonus=0)).value
    )
    if score.dropped and ranking.unit is Unit.GAME:
        sign = 1 if ranking.lowest_first else -1
        one = replace(ranking, best_of=None, worst=0, bonus=0)
        worth = [scored([outing], one).value for outing in outings]
        counted = [
            sign * value
            for position, value in enumerate(worth)
            if value is not None and position not in score.dropped
        ]
        assert max(counted) <= min(sign * worth[position] for position in score.dropped)


@forall(OUTINGS, RANKINGS)
def test_by_evening_nothing_changes_where_everything_counts(outings, ranking):
    whole = replace(ranking, best_of=None, worst=0)

    assert (
        scored(outings, replace(whole, unit=Unit.EVENING)).value
        == scored(outings, replace(whole, unit=Unit.GAME)).value
    )


def test_the_lowest_average_total_is_first():
    players = {1: games(150, 150), 2: games(100, 100, 100), 3: games(200)}

    assert order(players, Ranking()) == [(2, 1), (1, 2), (3, 3)]


def test_most_opponents_beaten_is_first_whatever_the_size_of_the_tables():
    players = {1: games(50, rank=2), 2: games(200, rank=2, seats=8)}

    assert table(players, Ranking(Method.BEATEN)) == [(2, Fraction(6, 7), 1), (1, Fraction(2, 3), 2)]


def test_most_place_points_are_first_and_a_table_without_a_list_has_the_usual_one():
    players = {1: games(50), 2: games(80, rank=2, seats=6), 3: games(60, rank=2)}
    own = replace(PLACES, place_points={4: (30, 20, 10, 0)})

    assert table(players, PLACES) == [(1, 11, 1), (2, 9, 2), (3, 7, 3)]
    assert table(players, own) == [(1, 30, 1), (3, 20, 2), (2, 9, 3)]


def test_the_best_evenings_count_with_all_their_games():
    first = [*games(50, evening=evening(0)), *lost(90, evening=evening(0))]
    outings = [*first, *lost(80, evening=evening(1)), *games(60, evening=evening(2))]
    ranking = replace(PLACES, best_of=2, unit=Unit.EVENING)

    assert scored(outings, ranking) == (11 + 2 + 11, 3, 2, {2})
    assert scored(outings, replace(ranking, bonus=5)).value == 24 + 3 * 5


def test_the_worst_do_not_count_but_one_always_does():
    outings = games(90, 20, 60)

    assert scored(outings, Ranking(worst=1)) == (40, 3, 2, {0})
    assert scored(outings, Ranking(worst=3)) == (20, 3, 1, {0, 2})


def test_of_equal_ones_the_later_is_dropped():
    assert scored(games(50, 50, 50), Ranking(best_of=2)).dropped == {2}
    assert scored(games(5, 10, 5), Ranking(best_of=2, wins=Wins.HIGHEST)).dropped == {2}


def test_sums_of_totals_put_players_who_miss_less_of_what_counts_first():
    players = {1: games(300, 200), 2: games(10), 3: games(200, 200, 999)}

    assert table(players, Ranking(Method.TOTALS, best_of=2)) == [(3, 400, 1), (1, 500, 2), (2, 10, 3)]


@pytest.mark.parametrize("method", [Method.AVERAGE, Method.TOTALS, Method.BEATEN])
def test_the_total_that_wins_is_the_better_one(method):
    players = {1: lost(Fraction(201, 2)), 2: lost(Fraction(199, 2)), 3: lost(150)}

    # Nobody has beaten anybody: the average total breaks the tie.
    assert order(players, Ranking(method, best_of=1)) == [(2, 1), (1, 2), (3, 3)]
    assert order(players, Ranking(method, best_of=1, wins=Wins.HIGHEST)) == [(3, 1), (1, 2), (2, 3)]


def test_places_are_provisional_until_there_are_enough_games_and_lost_at_the_end():
    players = {1: games(10), 2: games(100, 100), 3: games(5)}
    ranking = Ranking(min_games=2)

    assert [(line.player, line.rank, line.provisional) for line in ranked(players, ranking)] == [
        (3, 1, True),
        (1, 2, True),
        (2, 3, False),
    ]
    assert [(line.player, line.rank) for line in ranked(players, ranking, over=True)] == [
        (2, 1),
        (3, None),
        (1, None),
    ]


def test_evenings_matter_where_they_count_or_earn_points():
    assert Ranking(unit=Unit.EVENING).by_evening
    assert replace(PLACES, bonus=1).by_evening
    assert not Ranking(bonus=1).by_evening
    assert not PLACES.by_evening


def test_something_is_dropped_where_only_the_best_count_or_not_the_worst():
    assert [Ranking(best_of=8).drops, Ranking(worst=1).drops, Ranking().drops] == [True, True, False]


def test_by_evening_a_place_takes_evenings():
    players = {1: games(10, 10), 2: [*games(20), *games(20, evening=evening(1))]}

    assert order(players, Ranking(min_games=2, unit=Unit.EVENING), over=True) == [(2, 1), (1, None)]


def test_a_sum_of_best_games_needs_as_many_games():
    assert Ranking(Method.TOTALS, best_of=3, min_games=2).games_needed == 3
    assert Ranking(Method.TOTALS, best_of=3, min_games=5).games_needed == 5
    assert Ranking(Method.PLACES, best_of=3, min_games=2).games_needed == 2


@pytest.mark.parametrize("wins", Wins)
@pytest.mark.parametrize("method", [Method.AVERAGE, Method.TOTALS])
def test_where_totals_decide_nobody_is_ranked_without_games_that_compare(method, wins):
    other = [Outing(result(1), FIRST_EVENING, compared=False)] * 2
    players = {1: other, 2: games(100), 3: other}

    assert table(players, Ranking(method, best_of=1, wins=wins)) == [
        (2, 100, 1),
        (1, None, None),
        (3, None, None),
    ]


def test_ties_are_broken_in_the_order_that_was_chosen():
    # Equal in opponents beaten: won alone and lost, or shared twice.
    players = {
        1: [*games(90), *lost(200)],
        2: games(100, 100, rank=2, sharers=2),
        3: [*games(90), *lost(200)],
        4: [*games(80), *lost(230)],
    }
    players[2] = [Outing(each.result._replace(seats=3), each.evening) for each in players[2]]
    beaten = Ranking(Method.BEATEN)

    def by(*tie_breaks):
        return order(players, replace(beaten, tie_breaks=tie_breaks))

    assert {line.value for line in ranked(players, beaten)} == {Fraction(1, 2), Fraction(1, 4)}
    assert by(TieBreak.WINS, TieBreak.AVERAGE, TieBreak.BEST) == [(1, 1), (3, 1), (4, 3), (2, 4)]
    assert by(TieBreak.BEST) == [(4, 1), (1, 2), (3, 2), (2, 4)]
    assert by() == [(1, 1), (3, 1), (4, 1), (2, 4)]


def test_most_games_and_most_opponents_beaten_break_ties_too():
    players = {1: games(100), 2: games(100, 100), 3: lost(100)}

    assert order(players, Ranking(tie_breaks=(TieBreak.BEATEN,))) == [(1, 1), (2, 1), (3, 3)]
    assert order(players, Ranking(tie_breaks=(TieBreak.BEATEN, TieBreak.GAMES))) == [(2, 1), (1, 2), (3, 3)]


def test_nobody_makes_an_empty_table():
    assert ranked({}, Ranking()) == ()


def test_equal_places_share_their_points_equally():
    assert points_of(PRESETS[4], rank=1, sharers=1) == 11
    assert points_of(PRESETS[4], rank=1, sharers=2) == 9
    assert points_of(PRESETS[5], rank=2, sharers=3) == Fraction(16, 3)


@forall(tables())
def test_the_place_points_of_a_game_are_always_as_many(lines):
    seats = len(lines)

    assert sum(scored([Outing(line)], PLACES).value for line in lines) == sum(PRESETS[seats])


@forall(st.lists(OUTINGS, min_size=1, max_size=8), RANKINGS)
def test_equal_ranks_mean_equal_in_everything_that_decides(players, ranking):
    everybody = dict(enumerate(players))
    lines = ranked(everybody, ranking)
    with_rank = [line for line in lines if line.rank is not None]

    assert sorted(line.player for line in lines) == sorted(everybody)
    for line in with_rank:
        assert line.rank == 1 + sum(other.rank < line.rank for other in with_rank)
        for other in with_rank:
            if other.rank == line.rank:
                assert (other.value, other.tally.won, other.tally.average_total, other.tally.best) == (
                    line.value,
                    line.tally.won,
                    line.tally.average_total,
                    line.tally.best,
                )


@pytest.mark.parametrize("points", [{3: (5, 3)}, {3: (5, 3, -1)}, {3: (2000, 3, 1)}, {1: (1,)}])
def test_a_list_needs_one_number_for_each_place(points):
    (seats,) = points

    assert codes(ranking_faults(Ranking(place_points=points))) == [
        ("place-points-unreadable", f"/place_points/{seats}", None)
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
    assert codes(ranking_faults(Ranking(best_of=number))) == [("ranking-best-of", "/best_of", None)]


@pytest.mark.parametrize("number", [-1, 1001])
def test_what_is_dropped_and_the_bonus_have_bounds(number):
    assert codes(ranking_faults(Ranking(worst=number, bonus=number))) == [
        ("ranking-number", "/worst", None),
        ("ranking-number", "/bonus", None),
    ]


def test_totals_are_added_up_only_of_so_many_games():
    assert codes(ranking_faults(Ranking(Method.TOTALS))) == [("ranking-totals", "/best_of", None)]


@pytest.mark.parametrize("number", [1, 1000])
def test_numbers_may_reach_their_bounds(number):
    every = Ranking(Method.TOTALS, min_games=number, best_of=number, worst=number, bonus=number)

    assert codes(ranking_faults(every)) == []


def test_the_usual_points_continue_for_every_size_of_a_table_and_a_larger_one_never_costs():
    assert {seats: usual_points(seats) for seats in range(2, 13)} == {
        seats: [*points] for seats, points in PRESETS.items()
    }
    assert codes(ranking_faults(Ranking(place_points=PRESETS))) == []
    for smaller, larger in pairwise(PRESETS.values()):
        assert all(less <= more for less, more in zip(smaller, larger, strict=False))
        assert smaller[0] < larger[0]
