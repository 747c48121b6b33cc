"""One hand's sheet: sections 6 and 7, clauses 8.5 and 8.6."""

import pytest
from scorekeeper.rules.cards import HeldCards

from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.scoring import charged, points_of, same_sheet, sheet_faults, whole_sheet
from tests.support.score_notation import Table, codes

NAMES = {0: "Ana", 1: "Ben", 2: "Cem", 3: "Dee"}


def faults(went_out, *scores, decks=2):
    return codes(sheet_faults(went_out, scores, names=NAMES, decks=decks))


def p(seat, points):
    return GivenScore(seat, points=points)


def c(seat, *cards, missing=0):
    return GivenScore(seat, cards=HeldCards(*cards), missing=missing)


def test_missing_cards_cost_ten_besides_the_cards_held_7_3a():
    assert points_of(c(0, 2, 2, 1, 0, missing=1)) == 60
    assert points_of(c(0, missing=3)) == 30


def test_a_right_sheet_has_no_fault():
    assert faults(1, p(0, 25), c(2, 3, 1), p(3, 110)) == []
    assert faults(None, p(0, 5), p(1, 20), p(2, 40), p(3, 10)) == []
    assert faults(1, p(0, 25), p(1, 0), GivenScore(2, not_given=True), p(3, 110)) == []


def test_the_winner_is_written_down_with_zero_7_2a():
    assert whole_sheet(1, (p(2, 5), p(0, 10))) == (p(0, 10), p(1, 0), p(2, 5))


@pytest.mark.parametrize("points", [1, 7, 26, 112])
def test_points_that_are_not_a_multiple_of_five_are_refused_7_2a(points):
    assert faults(0, p(1, points), p(2, 5), p(3, 5)) == [("points-not-fives", "/scores/0/points", "7.2a")]


def test_negative_points_are_refused_7_1():
    assert faults(0, p(1, -5), p(2, 5), p(3, 5)) == [("points-negative", "/scores/0/points", "7.1")]


def test_a_second_zero_is_refused_7_2a():
    assert faults(0, p(1, 0), p(2, 5), c(3)) == [
        ("zero-not-out", "/scores/0/points", "7.2a"),
        ("zero-not-out", "/scores/2/points", "7.2a"),
    ]


def test_a_zero_when_nobody_went_out_is_refused_7_2a():
    assert faults(None, p(0, 0), p(1, 5), p(2, 5), p(3, 5)) == [
        ("zero-nobody-out", "/scores/0/points", "7.2a")
    ]


def test_no_zero_is_refused_7_2a():
    assert faults(0, p(0, 15), p(1, 5), p(2, 5), p(3, 5)) == [("out-not-zero", "/scores/0/points", "7.2a")]
    assert faults(0, GivenScore(0, not_given=True), p(1, 5), p(2, 5), p(3, 5)) == [
        ("out-not-given", "/scores/0", "7.2a")
    ]


def test_a_seat_without_a_line_or_with_an_empty_one_is_named_8_5():
    assert faults(0, p(1, 5), p(2, 5)) == [("score-missing", "/scores", "8.5")]
    assert faults(0, p(1, 5), p(2, 5), GivenScore(3)) == [("score-missing", "/scores/2/points", "8.5")]


def test_two_ways_of_saying_one_score_are_refused():
    double = GivenScore(3, points=5, cards=HeldCards(1))
    assert faults(0, p(1, 5), p(2, 5), double) == [("score-ambiguous", "/scores/2", None)]


def test_missing_cards_need_counted_cards_7_3a():
    assert faults(0, p(1, 5), p(2, 5), GivenScore(3, points=5, missing=1)) == [
        ("missing-without-cards", "/scores/2/missing", "7.3a")
    ]


def test_negative_cards_are_refused():
    assert faults(0, p(1, 5), p(2, 5), c(3, -1, 2, missing=-1)) == [
        ("cards-negative", "/scores/2/missing", None),
        ("cards-negative", "/scores/2/cards/2-9", None),
    ]


def test_unknown_and_repeated_seats_are_named():
    assert faults(9, p(0, 5), p(1, 5), p(1, 5), p(2, 5), p(3, 5), p(8, 5)) == [
        ("seat-unknown", "/went_out", None),
        ("seat-twice", "/scores/2/seat", None),
        ("seat-unknown", "/scores/5/seat", None),
    ]


def test_more_points_than_the_pack_holds_are_refused_at_the_line_that_is_too_much_2_1():
    assert faults(0, p(1, 1000), p(2, 5), p(3, 5)) == [("points-over-pack", "/scores/1/points", "2.1")]
    assert faults(0, p(1, 990), p(2, 5), p(3, 5)) == []
    assert faults(0, p(1, 1005), p(2, 5), p(3, 5)) == [("points-over-pack", "/scores/0/points", "2.1")]


def test_more_cards_than_the_pack_holds_are_refused_2_1():
    assert faults(0, c(1, 0, 0, 0, 3), c(2, 0, 0, 0, 2), p(3, 5)) == [
        ("cards-over-pack", "/scores/1/cards/joker", "2.1")
    ]
    assert faults(0, c(1, 1, missing=108), p(2, 5), p(3, 5)) == [
        ("cards-over-pack", "/scores/0/missing", "2.1")
    ]


def test_a_score_not_given_posts_the_two_highest_given_ones_8_5():
    scores = charged(0, (p(1, 70), p(2, 35), GivenScore(3, not_given=True)))
    assert [(s.points, s.posted) for s in scores] == [(0, False), (70, False), (35, False), (105, True)]


def test_posted_scores_count_for_no_other_and_the_winners_zero_does_8_5a():
    scores = charged(0, (p(1, 70), GivenScore(2, not_given=True), GivenScore(3, not_given=True)))
    assert [s.points for s in scores] == [0, 70, 70, 70]


def test_a_hand_with_fewer_than_two_given_scores_is_played_again_8_6():
    assert charged(0, (GivenScore(1, not_given=True),)) is None
    assert charged(None, (GivenScore(0, not_given=True), p(1, 5))) is None


def test_a_hand_keeps_what_was_given_whatever_was_posted():
    table = Table("Ana Ben Cem")
    table.hand("out 25 -")
    (hand,) = table.game.hands
    assert [score.points for score in hand.scores] == [0, 25, 25]
    assert hand.given == (p(0, 0), p(1, 25), GivenScore(2, not_given=True))


def test_same_sheet_compares_points_not_the_way_they_were_counted():
    table = Table()
    table.hand("out 25 45 110")
    hand = table.game.hands[0]
    assert same_sheet(hand, HandScored(1, 0, (c(1, 3, 1), p(2, 45), p(3, 110))))
    assert not same_sheet(hand, HandScored(1, 0, (p(1, 30), p(2, 45), p(3, 110))))
    assert not same_sheet(hand, HandScored(1, None, (p(0, 0), p(1, 25), p(2, 45), p(3, 110))))


def test_same_sheet_knows_a_void_attempt():
    table = Table("Ana Ben")
    table.hand("out -")
    (void,) = table.game.void
    assert same_sheet(void, table.sheet("out -"))
    assert not same_sheet(void, table.sheet("out 5"))
