"""One hand's sheet as it is scored: sections 6 and 7, clauses 8.5 and 8.6."""

from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.scoring import count_of, same_sheet, scored
from tests.support.score_notation import Table


def p(seat, points):
    return GivenScore(seat, points=points)


def c(seat, cards, *, missing=0, charge=0):
    return GivenScore(seat, cards=cards, missing=missing, charge=charge)


def scores(went_out, *lines):
    return scored(HandScored(1, went_out, lines).normalised(), rules=LAW)


def test_missing_cards_cost_ten_besides_the_cards_held_7_3a():
    assert count_of(c(0, {"2-9": 2, "10-K": 2, "A": 1}, missing=1), rules=LAW) == 60
    assert count_of(c(0, {}, missing=3), rules=LAW) == 30


def test_a_charge_is_added_to_a_count_12_5():
    assert count_of(c(0, {"joker": 1}, charge=20), rules=LAW) == 70
    assert count_of(GivenScore(0, not_given=True, charge=20), rules=LAW) is None


def test_the_winner_is_written_down_with_zero_7_2a():
    sheet = HandScored(1, 1, (p(2, 5), p(0, 10)))

    assert sheet.normalised().scores == (p(0, 10), p(1, 0), p(2, 5))


def test_a_sheet_is_kept_without_the_classes_that_nobody_holds():
    sheet = HandScored(1, None, (c(0, {"2-9": 2, "joker": 0}),))

    assert sheet.normalised().scores == (c(0, {"2-9": 2}),)


def test_a_score_not_given_posts_the_two_highest_given_ones_8_5():
    found = scores(0, p(1, 70), p(2, 35), GivenScore(3, not_given=True))

    assert [(s.points, s.held, s.posted) for s in found] == [
        (0, 0, False),
        (70, 70, False),
        (35, 35, False),
        (105, None, True),
    ]


def test_posted_scores_count_for_no_other_and_the_winners_zero_does_8_5a():
    found = scores(0, p(1, 70), GivenScore(2, not_given=True), GivenScore(3, not_given=True))

    assert [s.points for s in found] == [0, 70, 70, 70]


def test_a_hand_with_fewer_than_two_given_scores_is_played_again_8_6():
    assert scores(0, GivenScore(1, not_given=True)) is None
    assert scores(None, GivenScore(0, not_given=True), p(1, 5)) is None


def test_a_hand_keeps_what_was_given_whatever_was_posted():
    table = Table("Ana Ben Cem")
    table.hand("out 25 -")
    (hand,) = table.game.hands
    assert [score.points for score in hand.scores] == [0, 25, 25]
    assert hand.lines == (p(0, 0), p(1, 25), GivenScore(2, not_given=True))


def test_same_sheet_compares_counts_not_the_way_they_were_counted():
    table = Table()
    table.hand("out 25 45 110")
    hand = table.game.hands[0]

    def same(went_out, *lines, rummy=False):
        return same_sheet(hand, HandScored(1, went_out, lines, rummy=rummy), rules=LAW)

    assert same(0, c(1, {"2-9": 3, "10-K": 1}), p(2, 45), p(3, 110))
    assert not same(0, p(1, 30), p(2, 45), p(3, 110))
    assert not same(None, p(0, 0), p(1, 25), p(2, 45), p(3, 110))
    assert not same(0, p(1, 25), p(2, 45), p(3, 110), rummy=True)
    assert not same(0, p(1, 25), p(2, 45), p(3, 110), p(3, 110))


def test_same_sheet_knows_a_void_attempt():
    table = Table("Ana Ben")
    table.hand("out -")
    (void,) = table.game.void
    assert same_sheet(void, table.sheet("out -"), rules=LAW)
    assert not same_sheet(void, table.sheet("out 5"), rules=LAW)
    assert not same_sheet(void, HandScored(1, 0, (GivenScore(1),)), rules=LAW)
