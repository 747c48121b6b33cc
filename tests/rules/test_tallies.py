"""The sums and averages over the games of one player."""

from fractions import Fraction

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.tallies import Nemesis, longest_streak, nemesis, tally
from tests.support.league_results import GAMES_OF_A_PLAYER, result


def test_a_tally_sums_its_games():
    found = tally([result(100), result(55, rank=2, sharers=2), result(70, sharers=2)])

    assert (found.games, found.won, found.total, found.best) == (3, Fraction(3, 2), 225, 55)
    assert (found.points, found.hands, found.outs) == (225, 21, 3)
    assert found.average_total == 75
    assert found.average_per_hand == Fraction(225, 21)
    assert found.share_beaten == (1 + Fraction(1, 2) + Fraction(5, 6)) / 3


def test_where_the_highest_total_wins_it_is_the_best():
    games = [result(100), result(-55), result(70)]

    found = tally(games, wins=Wins.HIGHEST)

    assert (found.best, tally(games).best) == (100, -55)


def test_only_games_scored_alike_have_totals_that_compare():
    alike, other = [result(100, rank=2), result(50)], result(9000)

    found = tally([*alike, other], compared=alike)

    assert (found.games, found.compared, found.won, found.streak, found.outs) == (3, 2, 2, 2, 3)
    assert found.share_beaten == Fraction(1 + 1, 3) + Fraction(2, 9)
    assert (found.total, found.average_total, found.best) == (150, 75, 50)
    assert (found.points, found.hands, found.average_per_hand) == (150, 14, Fraction(150, 14))


def test_whoever_played_no_game_that_compares_has_no_averages():
    found = tally([result(100)], compared=[])

    assert (found.games, found.compared, found.won, found.outs) == (1, 0, 1, 1)
    assert (found.average_total, found.average_per_hand, found.best) == (None, None, None)


def test_averages_of_totals_that_are_not_whole_are_exact():
    halves = [result(Fraction(89, 2)), result(Fraction(-67, 2)), result(1)]

    found = tally(halves)

    assert (found.total, found.average_total, found.average_per_hand) == (12, 4, Fraction(12, 21))
    assert found.best == Fraction(-67, 2)
    assert type(found.total) is int


def test_posted_totals_count_in_the_average_and_are_no_record_8_3():
    posted = Result(0, 400, True, rank=4, sharers=1, seats=4, points=30, hands=2, outs=1)

    found = tally([result(100), posted])

    assert found.average_total == 250
    assert found.best == 100
    assert found.average_per_hand == Fraction(130, 9)
    assert tally([posted]).best is None


def test_whoever_never_finished_a_hand_has_no_average_per_hand():
    left = Result(0, 400, True, rank=4, sharers=1, seats=4, points=0, hands=0, outs=0)

    assert tally([left]).average_per_hand is None


@pytest.mark.parametrize(("ranks", "streak"), [([1, 2, 1, 1], 2), ([1, 1], 2), ([1, 3], 0)])
def test_a_streak_counts_the_latest_wins_in_a_row(ranks, streak):
    assert tally([result(10, rank=rank) for rank in ranks]).streak == streak


@pytest.mark.parametrize(
    ("ranks", "streak"), [([1, 1, 2, 1], 2), ([2, 1, 1, 1], 3), ([1], 1), ([2, 3], 0), ([], 0)]
)
def test_the_longest_streak_is_the_most_wins_in_a_row(ranks, streak):
    assert longest_streak(ranks) == streak


@pytest.mark.parametrize(
    ("games", "found"),
    [
        ([], None),
        # Ahead once is not enough, a shared place is not ahead.
        ([(2, {"Ben": 1, "Cem": 3}), (1, {"Ben": 1, "Cem": 3})], None),
        ([(2, {"Ben": 1, "Cem": 3}), (3, {"Ben": 2, "Cem": 1})], Nemesis("Ben", 2, 2)),
        # As often, but in fewer games together.
        ([(3, {"Ben": 1, "Cem": 2})] * 2 + [(1, {"Ben": 2})], Nemesis("Cem", 2, 2)),
        # As often, but better placed.
        ([(3, {"Ben": 2, "Cem": 1})] * 2, Nemesis("Cem", 2, 2)),
    ],
)
def test_the_nemesis_finished_ahead_most_often(games, found):
    assert nemesis(games) == found


def test_nothing_has_no_tally():
    with pytest.raises(ValueError, match="needs a game"):
        tally([])


@forall(GAMES_OF_A_PLAYER, st.randoms(use_true_random=False))
def test_only_the_streak_depends_on_the_order_of_games(games, random):
    shuffled = random.sample(games, len(games))

    def without_streak(lines):
        found = tally(lines)
        return {name: getattr(found, name) for name in type(found).__slots__ if name != "streak"}

    assert without_streak(games) == without_streak(shuffled)


@forall(GAMES_OF_A_PLAYER, st.data())
def test_totals_are_those_of_the_games_that_compare_and_all_else_of_all(games, data):
    kept = data.draw(st.lists(st.booleans(), min_size=len(games), max_size=len(games)))
    alike = [game for game, is_kept in zip(games, kept, strict=True) if is_kept]
    of_totals = ("compared", "total", "best", "points", "hands")

    found, everything = tally(games, compared=alike), tally(games)

    for name in ("games", "won", "outs", "beaten_parts", "streak"):
        assert getattr(found, name) == getattr(everything, name)
    if alike:
        assert all(getattr(found, name) == getattr(tally(alike), name) for name in of_totals)
