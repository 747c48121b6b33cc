"""From counts to scores by each form (rulesets, part 3)."""

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.rulesets.ruleset import Block, ScoreForm, Scoring
from scorekeeper.rules.score_forms import (
    bonus_of,
    differences,
    scores_of,
    sum_of,
    sum_of_two_highest,
    written,
)

COUNTS = {0: 0, 1: 12, 2: 30, 3: 5}
BLOCKED = {0: 6, 1: 15, 2: 7, 3: 21}
FORMS = {
    ScoreForm.HELD: (Block.HELD,),
    ScoreForm.COLLECT: (Block.DIFFERENCES, Block.LOSE),
    ScoreForm.ZERO_SUM: (Block.DIFFERENCES,),
}


def of(form, *, block=Block.HELD, **values):
    return Scoring(form=form, block=block, **values)


def by_seat(counts, scoring, *, went_out=None, rummy=False):
    scores = scores_of(counts, went_out=went_out, rummy=rummy, scoring=scoring)
    return [scores[seat] for seat in sorted(scores)]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (ScoreForm.HELD, [0, 12, 30, 5]),
        (ScoreForm.COLLECT, [47, 0, 0, 0]),
        (ScoreForm.ZERO_SUM, [47, -12, -30, -5]),
    ],
)
def test_who_went_out_gets_by_form_what_the_others_hold(form, expected):
    assert by_seat(COUNTS, of(form), went_out=0) == expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (ScoreForm.HELD, [-20, 36, 90, 15]),
        (ScoreForm.COLLECT, [161, 0, 0, 0]),
        (ScoreForm.ZERO_SUM, [141, -36, -90, -15]),
    ],
)
def test_going_rummy_multiplies_counts_and_never_the_bonus(form, expected):
    bonus = 0 if form is ScoreForm.ZERO_SUM else 20
    scoring = of(form, rummy_times=3, out_bonus=bonus)

    assert by_seat(COUNTS, scoring, went_out=0, rummy=True) == expected


def test_the_bonus_of_going_rummy_is_in_place_of_that_of_going_out():
    both = of(ScoreForm.HELD, out_bonus=20, rummy_bonus=60)

    assert (bonus_of(both, rummy=False), bonus_of(both, rummy=True)) == (20, 60)
    assert bonus_of(of(ScoreForm.HELD, out_bonus=20), rummy=True) == 20
    assert bonus_of(of(ScoreForm.HELD, out_bonus=20, rummy_bonus=0), rummy=True) == 0


@pytest.mark.parametrize(
    ("form", "block", "expected"),
    [
        (ScoreForm.HELD, Block.HELD, [6, 15, 7, 21]),
        (ScoreForm.COLLECT, Block.DIFFERENCES, [25, 0, 0, 0]),
        (ScoreForm.ZERO_SUM, Block.DIFFERENCES, [25, -9, -1, -15]),
        (ScoreForm.COLLECT, Block.LOSE, [-6, -15, -7, -21]),
    ],
)
def test_a_hand_nobody_goes_out_of_scores_by_its_block(form, block, expected):
    with_bonus = of(form, block=block, out_bonus=10, rummy_bonus=10, rummy_times=4)

    assert by_seat(BLOCKED, with_bonus) == expected


def test_equal_lowest_counts_share_the_differences_exactly():
    three = {0: 5, 1: 5, 2: 5, 3: 25}

    assert by_seat({**three, 0: 6}, of(ScoreForm.COLLECT, block=Block.DIFFERENCES)) == [
        0, Fraction(21, 2), Fraction(21, 2), 0,
    ]  # fmt: skip
    assert by_seat(three, of(ScoreForm.ZERO_SUM, block=Block.DIFFERENCES)) == [
        *[Fraction(20, 3)] * 3, -20,
    ]  # fmt: skip
    assert by_seat(dict.fromkeys(range(4), 7), of(ScoreForm.ZERO_SUM, block=Block.DIFFERENCES)) == [0] * 4


@pytest.mark.parametrize(
    ("value", "text"), [(5, 5), (Fraction(10, 2), 5), (Fraction(-67, 2), "-67/2"), (Fraction(4, 6), "2/3")]
)
def test_a_number_is_written_whole_or_in_lowest_terms(value, text):
    assert written(value) == text
    assert type(written(value)) is type(text)


def test_a_sum_of_fractions_that_is_whole_is_a_whole_number():
    total = sum_of([Fraction(1, 2), 3, Fraction(3, 2)])

    assert (total, type(total)) == (5, int)
    assert sum_of([]) == 0


@st.composite
def hands(draw, *forms):
    """Counts of 2 to 12 seats, who went out, whether by going rummy, and a way to score that can be."""
    form = draw(st.sampled_from(forms or tuple(ScoreForm)))
    bonus = st.just(0) if form is ScoreForm.ZERO_SUM else st.integers(0, 1_000)
    scoring = Scoring(
        form=form,
        block=draw(st.sampled_from(FORMS[form])),
        out_bonus=draw(bonus),
        rummy_bonus=draw(st.none() | bonus),
        rummy_times=draw(st.integers(1, 4)),
    )
    counts = dict(enumerate(draw(st.lists(st.integers(0, 500), min_size=2, max_size=12))))
    went_out = draw(st.none() | st.sampled_from(sorted(counts)))
    if went_out is not None:
        counts[went_out] = 0
    return counts, went_out, draw(st.booleans()), scoring


def scores_in(hand):
    counts, went_out, rummy, scoring = hand
    return scores_of(counts, went_out=went_out, rummy=rummy, scoring=scoring)


@forall(hands(ScoreForm.ZERO_SUM))
def test_what_losers_pay_is_what_winners_get(hand):
    assert sum(scores_in(hand).values()) == 0


@forall(hands(ScoreForm.COLLECT))
def test_a_winner_collects_what_the_others_hold_with_the_bonus_and_nobody_else_scores(hand):
    counts, went_out, rummy, scoring = hand
    scores = scores_in(hand)
    if went_out is not None:
        times = scoring.rummy_times if rummy else 1
        assert scores.pop(went_out) == times * sum(counts.values()) + bonus_of(scoring, rummy=rummy)
        assert set(scores.values()) == {0}
    elif scoring.block is Block.DIFFERENCES:
        lowest = min(counts.values())
        assert sum(scores.values()) == sum(count - lowest for count in counts.values()) == differences(counts)
        assert all(score == 0 for seat, score in scores.items() if counts[seat] > lowest)
    else:
        assert sum(scores.values()) == -sum(counts.values())


@forall(hands(ScoreForm.HELD))
def test_every_other_seat_writes_what_it_holds(hand):
    counts, went_out, rummy, scoring = hand
    times = scoring.rummy_times if rummy and went_out is not None else 1
    for seat, score in scores_in(hand).items():
        assert score == (-bonus_of(scoring, rummy=rummy) if seat == went_out else times * counts[seat])


@forall(hands(), st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_no_score(hand, random):
    counts, *rest = hand
    shuffled = dict(random.sample(sorted(counts.items()), len(counts)))

    assert scores_in((shuffled, *rest)) == scores_in(hand)


@forall(hands(), st.randoms(use_true_random=False))
def test_a_score_goes_with_its_count_whichever_seat_holds_it(hand, random):
    counts, went_out, *rest = hand
    seat_of = dict(zip(sorted(counts), random.sample(sorted(counts), len(counts)), strict=True))
    moved = {seat_of[seat]: count for seat, count in counts.items()}
    winner = None if went_out is None else seat_of[went_out]

    assert scores_in((moved, winner, *rest)) == {
        seat_of[seat]: score for seat, score in scores_in(hand).items()
    }


@forall(hands())
def test_every_share_is_a_whole_number_of_what_all_tables_divide_by(hand):
    assert all(lcm(*range(1, 12)) % score.denominator == 0 for score in scores_in(hand).values())


def test_sum_of_two_highest_needs_two():
    assert sum_of_two_highest([5, 70, 35]) == 105
    assert sum_of_two_highest([70]) is None
    assert sum_of_two_highest([]) is None


@forall(st.lists(st.integers(0, 2000), min_size=2))
def test_sum_of_two_highest_is_the_largest_sum_of_any_two_8_3_8_5(values):
    sums = {one + other for place, one in enumerate(values) for other in values[place + 1 :]}

    assert sum_of_two_highest(values) == max(sums)
