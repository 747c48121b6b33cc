"""The faults of one hand's sheet, by every form of ruleset (rulesets, 3.4)."""

import pytest

from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.sheets import SheetRules, sheet_faults
from tests.support.score_notation import codes

NAMES = {0: "Ana", 1: "Ben", 2: "Cem", 3: "Dee"}
# One pack without jokers, 316 points in single ones; cards too few are not ruled, and the winner collects.
COLLECTING = in_force(
    LAW,
    changes={
        "decks": 1,
        "jokers": 0,
        "points": {"2-5": 3, "6-K": 7, "A": 11},
        "missing_card": None,
        "score": {"form": "collect", "block": "differences", "rummy_times": 2},
        "wins": "highest",
        "incomplete": "plain",
    },
)
UNVALUED = in_force(LAW, changes={"points": None, "missing_card": None})


def p(seat, points, **more):
    return GivenScore(seat, points=points, **more)


def c(seat, cards, **more):
    return GivenScore(seat, cards=cards, **more)


def none(seat, **more):
    return GivenScore(seat, not_given=True, **more)


def faults(went_out, *scores, rules=LAW, rummy=False, total=None):
    event = HandScored(1, went_out, scores, total, rummy=rummy)
    return codes(sheet_faults(event, by=SheetRules(rules, players=4), names=NAMES))


def of_line(line, *, rules=LAW, went_out=0):
    """The faults of a sheet with this line of seat 1 first, the others without fault."""
    step = rules.step
    return faults(went_out, line, p(2, step), p(3, step), rules=rules)


def test_a_right_sheet_has_no_fault():
    assert faults(1, p(0, 25), c(2, {"2-9": 3, "10-K": 1}), p(3, 110)) == []
    assert faults(None, p(0, 5), p(1, 20), p(2, 40), p(3, 10)) == []
    assert faults(1, p(0, 25), p(1, 0), none(2), p(3, 110)) == []
    assert faults(1, p(0, 3), c(1, {}), p(2, 7), c(3, {"A": 1}), rules=COLLECTING) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (GivenScore(1), [("score-missing", "/scores/0/points", "8.5")]),
        (c(1, {"2-9": 1}, points=5), [("score-ambiguous", "/scores/0", None)]),
        (none(1, points=5), [("score-ambiguous", "/scores/0", None)]),
        (p(1, -5), [("points-negative", "/scores/0/points", "7.1")]),
        (p(1, 0), [("zero-not-out", "/scores/0/points", "7.2a")]),
        (c(1, {}), [("zero-not-out", "/scores/0/points", "7.2a")]),
        (c(1, {"2-9": 0}), [("zero-not-out", "/scores/0/points", "7.2a")]),
        (c(1, {}, missing=1), []),
        (p(1, 7), [("points-not-fives", "/scores/0/points", "7.2a")]),
        (p(1, 5, missing=1), [("missing-without-cards", "/scores/0/missing", "7.3a")]),
        (
            c(1, {"2-9": -1, "joker": -2, "10-K": 3}, missing=-1),
            [
                ("cards-negative", "/scores/0/missing", None),
                ("cards-negative", "/scores/0/cards/2-9", None),
                ("cards-negative", "/scores/0/cards/joker", None),
            ],
        ),
        (c(1, {"2-7": 1}), [("card-class-unknown", "/scores/0/cards/2-7", "7.1")]),
        (c(1, {"2-9": 1}, missing=1, charge=10), [("missing-charged", "/scores/0/missing", "12.5")]),
        (p(1, 5, charge=-10), [("charge-not-tens", "/scores/0/charge", "12.5")]),
        (p(1, 5, charge=15), [("charge-not-tens", "/scores/0/charge", "12.5")]),
        (p(1, 1000), [("points-over-pack", "/scores/1/points", "2.1")]),
        (p(1, 1005), [("points-over-pack", "/scores/0/points", "2.1")]),
        (c(1, {"joker": 5}), [("cards-over-pack", "/scores/0/cards/joker", "2.1")]),
        (c(1, {"2-9": 1}, missing=108), [("cards-over-pack", "/scores/0/missing", "2.1")]),
        (p(1, 5, charge=1090), [("cards-over-pack", "/scores/0/charge", "2.1")]),
    ],
)
def test_a_line_of_the_law_is_refused_with_its_clause(line, expected):
    assert of_line(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (none(1), [("not-given-plain", "/scores/0/not_given", "8.5")]),
        (c(1, {"A": 1}, missing=1), [("missing-not-ruled", "/scores/0/missing", "7.3a")]),
        (c(1, {"joker": 1}), [("card-class-unknown", "/scores/0/cards/joker", "7.1")]),
        (p(1, 1), []),
        (p(1, 314), []),
        (p(1, 315), [("points-over-pack", "/scores/2/points", "2.1")]),
    ],
)
def test_a_line_of_another_ruleset_is_refused_by_its_own_values(line, expected):
    assert of_line(line, rules=COLLECTING) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (c(1, {"2-9": 1, "x": 1}), [("cards-without-values", "/scores/0/cards", "7.1")]),
        (p(1, 9_999), []),
        (p(1, 10_000), [("points-too-large", "/scores/0/points", "7.1")]),
        (p(1, 0), []),
        (p(1, 3), []),
    ],
)
def test_without_values_of_cards_counts_are_typed_up_to_a_bound(line, expected):
    assert of_line(line, rules=UNVALUED) == expected


def test_a_step_that_is_not_five_has_a_code_of_its_own():
    by_twos = in_force(
        LAW, changes={"points": {"2-9": 2, "10-K": 4, "A": 6, "joker": 8}, "missing_card": None}
    )

    assert of_line(p(1, 3), rules=by_twos) == [("points-not-step", "/scores/0/points", "7.2a")]


def test_cards_worth_nothing_may_be_all_that_a_seat_holds():
    rules = in_force(LAW, changes={"points": {"2-K": 5, "A": 15, "joker": 0}})

    assert of_line(c(1, {"joker": 1}), rules=rules) == []
    assert of_line(p(1, 0), rules=rules) == []
    assert of_line(c(1, {"joker": 0}), rules=rules) == [("zero-not-out", "/scores/0/points", "7.2a")]


def test_a_card_too_few_that_costs_nothing_is_no_count():
    rules = in_force(LAW, changes={"missing_card": 0})

    assert of_line(c(1, {}, missing=1), rules=rules) == [("zero-not-out", "/scores/0/points", "7.2a")]
    assert of_line(p(1, 5, charge=10), rules=rules) == [("charge-not-tens", "/scores/0/charge", "12.5")]


@pytest.mark.parametrize(
    "line", [p(1, -5, charge=5), GivenScore(1, missing=1), c(1, {"x": 7}, missing=2, charge=5)]
)
def test_a_line_that_cannot_be_read_is_checked_for_nothing_else(line):
    assert len(of_line(line)) == 1


def test_a_pointer_names_any_class_even_one_with_a_slash():
    assert of_line(c(1, {"a/b~c": -1})) == [
        ("card-class-unknown", "/scores/0/cards/a~1b~0c", "7.1"),
        ("cards-negative", "/scores/0/cards/a~1b~0c", None),
    ]


def test_a_line_that_cannot_be_read_counts_nothing_in_the_pack():
    assert of_line(c(1, {"joker": 99, "x": 1})) == [("card-class-unknown", "/scores/0/cards/x", "7.1")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (p(0, 0), []),
        (GivenScore(0), []),
        (c(0, {"2-9": 0}), []),
        (c(0, {}, points=0), []),
        (p(0, 15), [("out-not-zero", "/scores/0/points", "7.2a")]),
        (c(0, {"joker": 1}), [("out-not-zero", "/scores/0/points", "7.2a")]),
        (c(0, {}, missing=1), [("out-not-zero", "/scores/0/points", "7.2a")]),
        (none(0), [("out-not-given", "/scores/0", "7.2a")]),
        (p(0, -5), [("points-negative", "/scores/0/points", "7.1")]),
        (p(0, 0, missing=1), [("missing-without-cards", "/scores/0/missing", "7.3a")]),
        (p(0, 0, charge=10), [("out-charged", "/went_out", "12.5")]),
        # The pack is not asked for cards that the winner cannot hold.
        (c(0, {"joker": 99}), [("out-not-zero", "/scores/0/points", "7.2a")]),
    ],
)
def test_the_line_of_who_went_out_says_that_nothing_is_held(line, expected):
    assert faults(0, line, p(1, 5), p(2, 5), p(3, 5)) == expected


def test_who_went_out_may_leave_their_score_out_where_no_score_is_refused():
    assert faults(0, none(0), p(1, 3), p(2, 3), p(3, 3), rules=COLLECTING) == [
        ("out-not-given", "/scores/0", "7.2a")
    ]


def test_a_zero_when_nobody_went_out_is_refused_7_2a():
    assert faults(None, p(0, 0), p(1, 5), p(2, 5), p(3, 5)) == [
        ("zero-nobody-out", "/scores/0/points", "7.2a")
    ]


def test_every_seat_without_a_line_is_named_8_5():
    assert faults(0, p(1, 5)) == [("score-missing", "/scores", "8.5")] * 2


def test_unknown_and_repeated_seats_are_named():
    assert faults(9, p(0, 5), p(1, 5), p(1, 7), p(2, 5), p(3, 5), p(8, -7)) == [
        ("seat-unknown", "/went_out", None),
        ("seat-twice", "/scores/2/seat", None),
        ("seat-unknown", "/scores/5/seat", None),
        ("points-not-fives", "/scores/2/points", "7.2a"),
    ]


def test_the_pack_is_passed_once_at_the_line_that_does_2_1():
    two_lines = (c(1, {"joker": 3}), c(2, {"joker": 2}), c(3, {"joker": 1}))

    assert faults(0, *two_lines) == [("cards-over-pack", "/scores/1/cards/joker", "2.1")]
    assert faults(0, p(1, 990), p(2, 5), p(3, 5)) == []
    assert faults(0, p(1, 600), p(2, 600), p(3, 600)) == [("points-over-pack", "/scores/1/points", "2.1")]


def test_cards_too_few_are_no_points_of_the_pack():
    assert faults(0, p(1, 990), p(2, 5), c(3, {"2-9": 1}, missing=5)) == []


def test_going_rummy_is_refused_where_nothing_follows_from_it():
    no_rummy = [("rummy-not-ruled", "/rummy", None)]
    by_bonus = in_force(LAW, changes={"score": {"rummy_bonus": 0}})

    assert faults(0, p(1, 5), p(2, 5), p(3, 5), rummy=True) == no_rummy
    assert faults(0, p(1, 5), p(2, 5), p(3, 5), rummy=True, rules=by_bonus) == []
    assert faults(0, p(1, 3), p(2, 3), p(3, 3), rummy=True, rules=COLLECTING) == []
    assert faults(None, p(0, 5), p(1, 5), p(2, 5), p(3, 5), rummy=True) == [
        ("rummy-nobody-out", "/rummy", None),
        *no_rummy,
    ]


def test_a_sum_is_asked_of_what_a_winner_collects_or_all_share():
    lose = in_force(COLLECTING, changes={"score": {"block": "lose"}})
    everybody = (p(0, 3), p(1, 5), p(2, 9), p(3, 3))
    not_asked, differs = [("sum-not-asked", "/sum", None)], [("sum-differs", "/sum", None)]

    assert faults(0, p(1, 5), p(2, 5), p(3, 5), total=15) == not_asked
    assert faults(None, *everybody, rules=lose, total=20) == not_asked
    assert faults(0, *everybody[1:], rules=lose, total=17) == []
    assert faults(0, *everybody[1:], rules=COLLECTING, total=17) == []
    assert faults(0, *everybody[1:], rules=COLLECTING, total=16) == differs
    assert faults(0, *everybody[1:], rules=COLLECTING, total=34, rummy=True) == []
    assert faults(None, *everybody, rules=COLLECTING, total=8) == []
    assert faults(None, *everybody, rules=COLLECTING, total=17) == differs
    assert faults(None, p(0, -1), *everybody[1:], rules=COLLECTING, total=1) == [
        ("points-negative", "/scores/0/points", "7.1")
    ]


def test_a_sum_has_the_charges_of_the_hand_in_it_12_5():
    charged = in_force(COLLECTING, changes={"missing_card": 10, "points": {"2-K": 5, "A": 10}})
    lines = (p(1, 5, charge=20), p(2, 5), p(3, 5))

    assert faults(0, *lines, rules=charged, total=35) == []
    assert faults(0, *lines, rules=charged, total=15) == [("sum-differs", "/sum", None)]
