"""A sheet's fields read into scores and written back."""

import pytest

from scorekeeper.rules.entries import GivenScore
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.games import sheet_form
from scorekeeper.web.http import form_errors
from tests.support.own_rules import COLLECT, ZERO_SUM, own

THREE_LOW = {"cards_2-9-1": "3", "cards_2-9-2": "3"}


def test_points_and_counts_of_one_player_are_left_to_the_rules():
    read = sheet_form.read({"went_out": "0", "points-1": "45", **THREE_LOW, "missing-2": "1"})

    assert read.scores == (
        GivenScore(1, points=45, cards={"2-9": 3}),
        GivenScore(2, cards={"2-9": 3}, missing=1),
    )


def test_missing_cards_beside_points_are_left_to_the_rules():
    assert sheet_form.read({"points-1": "45", "missing-1": "2"}).scores == (
        GivenScore(1, points=45, missing=2),
    )


def test_an_empty_line_is_left_out_only_for_who_went_out():
    read = sheet_form.read({"went_out": "0", "points-0": "", "points-1": ""})

    assert read.scores == (GivenScore(1),)


@pytest.mark.parametrize(
    ("pointer", "field"),
    [
        ("/went_out", "went_out"),
        ("/scores", ""),
        ("", ""),
        ("/scores/1", "points-4"),
        ("/scores/1/points", "points-4"),
        ("/scores/1/seat", "points-4"),
        ("/scores/1/cards/10-K", "cards_10-K-4"),
        ("/scores/1/missing", "missing-4"),
        ("/mixed", "mixed"),
    ],
)
def test_pointers_lead_to_fields(app, pointer, field):
    read = sheet_form.read({"went_out": "0", "points-2": "5", "cards_10-K-4": "1"})
    faults = [Fault(FaultCode.GAME_FINISHED, pointer)]

    with app.test_request_context():
        assert list(form_errors.by_field(faults, fields=read.fields)) == [field]


def test_what_is_no_number_is_named_by_its_field():
    read = sheet_form.read({"went_out": "x", "points-1": "five", "cards_2-9-2": "9" * 10})

    assert read.malformed == {"went_out": "winner", "points-1": "number", "cards_2-9-2": "large"}


def test_nobody_went_out_is_no_mistake():
    read = sheet_form.read({"went_out": "nobody", "points-1": "5"})

    assert (read.went_out, read.malformed) == (None, {})


def test_only_so_many_seats_are_read():
    assert len(sheet_form.read({f"points-{seat}": "5" for seat in range(1000)}).scores) == 20


@pytest.mark.parametrize(
    "score",
    [
        GivenScore(1, points=45),
        GivenScore(1, cards={"2-9": 2, "joker": 1}, missing=1),
        GivenScore(1, not_given=True),
    ],
)
def test_a_recorded_sheet_is_written_as_it_would_be_typed(score):
    written = sheet_form.written(0, [GivenScore(0, points=0), score])

    assert sheet_form.read(written).scores == (score,)
    assert sheet_form.read(written).went_out == 0


def test_every_class_of_the_ruleset_has_a_counter_and_missing_cards_the_last_one(app):
    with app.test_request_context():
        asked = sheet_form.asked(LAW, hand=1, players=4)

    assert [(one.name, one.label, one.points, one.most) for one in asked.counters] == [
        ("cards_2-9", "2–9", 5, 64),
        ("cards_10-K", "10–K", 10, 32),
        ("cards_A", "Aces", 20, 8),
        ("cards_joker", "Jokers", 50, 4),
        ("missing", "Missing", 10, None),
    ]
    assert (asked.points, asked.most) == (1000, 360)


def test_cards_are_counted_only_where_their_points_are_known(app):
    with app.test_request_context():
        known = sheet_form.asked(own(), hand=1, players=4)
        unknown = sheet_form.asked(own(points=None), hand=1, players=4)

    assert [one.name for one in known.counters] == ["cards_2-10", "cards_J-A"]
    assert (unknown.counters, unknown.points, unknown.most) == ((), None, 9999)


@pytest.mark.parametrize(
    ("changes", "no_score", "rummy", "own_sum", "pays"),
    [
        ({}, False, False, False, False),
        ({"incomplete": "posted"}, True, False, False, False),
        ({"score": {"out_bonus": 10}}, False, False, False, True),
        ({"score": {"rummy_bonus": 0}}, False, True, False, True),
        ({"score": {"rummy_times": 2}}, False, True, False, True),
        (COLLECT, False, False, True, True),
        (ZERO_SUM, False, False, True, True),
    ],
)
def test_a_sheet_asks_for_what_its_rules_count(changes, no_score, rummy, own_sum, pays):
    asked = sheet_form.asked(own(points={"2-A": 5}, **changes), hand=1, players=4)

    assert (asked.no_score, asked.rummy, asked.sum, asked.pays) == (no_score, rummy, own_sum, pays)


def test_all_cards_at_once_and_the_own_sum_are_read():
    read = sheet_form.read({"went_out": "0", "rummy": "1", "sum": " 54 "})

    assert (read.rummy, read.sum) == (True, 54)
    assert sheet_form.read({"sum": "many"}).malformed["sum"] == "number"
    assert sheet_form.written(0, [], rummy=True) == {"went_out": "0", "rummy": "1"}
