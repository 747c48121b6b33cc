"""What one game is worth to each seat (1.3a, 8.3, 8.4, 8.7a)."""

from fractions import Fraction

import pytest
from hypothesis import given as forall
from hypothesis import settings

from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.entries import Joined
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.history import fold
from scorekeeper.rules.results import PARTS, Late, Result, results
from tests.support.examples import examples
from tests.support.histories import histories
from tests.support.league_results import tables
from tests.support.score_notation import Table

SEVEN = ("out 25 45 110",) * 6 + ("25 out 45 110",)


def test_every_seat_of_a_finished_game_has_its_result():
    table = Table()
    table.hands(*SEVEN)

    assert results(table.game) == (
        Result(0, 25, False, rank=1, sharers=1, seats=4, points=25, hands=7, outs=6),
        Result(1, 150, False, rank=2, sharers=1, seats=4, points=150, hands=7, outs=1),
        Result(2, 315, False, rank=3, sharers=1, seats=4, points=315, hands=7, outs=0),
        Result(3, 770, False, rank=4, sharers=1, seats=4, points=770, hands=7, outs=0),
    )


def test_an_unfinished_game_has_none():
    table = Table()
    table.hands(*SEVEN[:6])

    assert results(table.game) == ()


def test_equal_totals_share_their_rank_and_the_win_1_3a():
    table = Table()
    table.hands("out 25 25 50", "25 out 25 50", "25 25 out 50", "30 30 30 out", *("40 40 40 out",) * 3)

    found = results(table.game)

    assert [(one.rank, one.sharers, one.won, one.beaten) for one in found] == [
        (2, 3, 0, Fraction(1, 3)),
        (2, 3, 0, Fraction(1, 3)),
        (2, 3, 0, Fraction(1, 3)),
        (1, 1, 1, 1),
    ]


def test_a_posted_total_is_marked_and_only_played_hands_count_8_3():
    table = Table()
    table.hands("out 25 45 110", "25 out 45 50")
    table.leave(3)
    table.hands(*("out 20 30",) * 5)

    assert results(table.game)[3] == Result(
        3, 240 + 125, True, rank=4, sharers=1, seats=4, points=160, hands=2, outs=0
    )


def test_a_discarded_game_has_none_8_4():
    table = Table("Ana Ben Cem")
    table.hand("out 25 45")
    table.leave(1, 2)

    assert table.game.statistics is Statistics.DISCARDED
    assert results(table.game) == ()


def test_a_game_that_somebody_joined_late_has_none_8_7a():
    table = Table()
    table.hand(SEVEN[0])
    table.do(Joined("Eva", after=2, start_score=50))
    table.hands(*(f"{sheet} 5" for sheet in SEVEN[1:]))

    assert results(table.game) == ()


def places(found):
    return [(one.seat, one.total, one.rank, one.seats) for one in found]


def test_a_game_that_somebody_joined_late_counts_as_the_league_says_beforehand_8_7a():
    table = Table("Ana Ben Cem")
    table.hand("out 25 45")
    table.do(Joined("Eva", after=2, start_score=5))
    table.hands(*("10 out 20 5",) * 6)
    game = table.game

    assert game.statistics is Statistics.DISCARDED
    assert places(results(game, late=Late.WHOLE)) == [(0, 60, 2, 3), (1, 25, 1, 3), (2, 165, 3, 3)]
    assert places(results(game, late=Late.ALL)) == [
        (0, 60, 3, 4), (1, 25, 1, 4), (2, 165, 4, 4), (3, 35, 2, 4),
    ]  # fmt: skip


@pytest.mark.parametrize("late", Late)
def test_what_counts_for_another_reason_or_not_at_all_is_the_same_whatever_is_said_of_latecomers(late):
    whole, stopped, running = Table(), Table("Ana Ben Cem"), Table()
    whole.hands(*SEVEN)
    stopped.hand("out 25 45")
    stopped.leave(1, 2)
    running.hand(SEVEN[0])

    assert results(whole.game, late=late) == results(whole.game)
    assert results(stopped.game, late=late) == results(running.game, late=late) == ()


def test_guests_take_no_place_from_members():
    table = Table()
    table.hands(*SEVEN)

    assert places(results(table.game, guests={0, 2})) == [(1, 150, 1, 2), (3, 770, 2, 2)]
    assert results(table.game, guests={0, 1, 2}) == ()


@forall(tables())
def test_shares_of_a_game_are_whole_parts_and_sum_to_one_win_and_half_of_all_pairs(lines):
    seats = len(lines)

    assert sum(line.won_parts for line in lines) == PARTS
    assert sum(line.beaten_parts for line in lines) * 2 == PARTS * seats


def test_every_size_of_table_divides_the_parts():
    assert all(PARTS % seats == 0 for seats in range(1, MOST_RECORDED + 1))


@settings(max_examples=examples(60))
@forall(histories())
def test_results_follow_the_standings_of_any_game(entries):
    game = fold(entries)
    found = results(game)

    assert len(found) == (len(game.seats) if game.statistics is Statistics.COUNTED else 0)
    assert {one.seat: (one.total, one.posted, one.rank) for one in found} == (
        {line.seat: (line.total, line.posted, line.rank) for line in game.standings} if found else {}
    )
