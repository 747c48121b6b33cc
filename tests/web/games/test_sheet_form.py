"""A sheet's fields read into scores and written back."""

import pytest

from scorekeeper.rules.entries import GivenScore
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.games import sheet_form
from tests.support.own_rules import COLLECT, ZERO_SUM, own

THREE_LOW = {"cards_2-9-1": "3", "cards_2-9-2": "3"}


@pytest.fixture
def posted(app):
    """The form that these fields are posted by."""

    def form(fields):
        with app.test_request_context(method="POST", data=fields):
            sheet = sheet_form.SheetForm()
            sheet.validate_on_submit()
            return sheet

    return form


def test_points_and_counts_of_one_player_are_left_to_the_rules(posted):
    form = posted({"went_out": "0", "points-1": "45", **THREE_LOW, "missing-2": "1"})

    assert form.scores == (
        GivenScore(1, points=45, cards={"2-9": 3}),
        GivenScore(2, cards={"2-9": 3}, missing=1),
    )


def test_missing_cards_beside_points_are_left_to_the_rules(posted):
    assert posted({"points-1": "45", "missing-1": "2"}).scores == (GivenScore(1, points=45, missing=2),)


def test_an_empty_line_is_left_out_only_for_who_went_out(posted):
    assert posted({"went_out": "0", "points-0": "", "points-1": ""}).scores == (GivenScore(1),)


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
        ("/scores/2/points", ""),
        ("/rummy", "rummy"),
    ],
)
def test_pointers_lead_to_fields(app, posted, pointer, field):
    form = posted({"went_out": "0", "points-2": "5", "points-4": "", "cards_10-K-4": "1", "missing-4": "1"})

    with app.test_request_context():
        form.add_faults([Fault(FaultCode.GAME_FINISHED, pointer)])

    assert list(form.errors) == [field]


def test_what_is_no_number_is_named_by_its_field(posted):
    form = posted({"went_out": "x", "points-1": "five", "cards_2-9-2": "9" * 10, "sum": "many"})

    assert list(form.errors) == ["went_out", "points-1", "cards_2-9-2", "sum"]
    assert len({*map(tuple, form.errors.values())}) == 3


def test_nobody_went_out_is_no_mistake(posted):
    form = posted({"went_out": "nobody", "points-1": "5"})

    assert (form.winner, form.errors) == (None, {})


def test_only_so_many_fields_are_read(posted):
    assert len(posted({f"points-{seat}": "5" for seat in range(1000)}).scores) == 400


@pytest.mark.parametrize(
    "score",
    [
        GivenScore(1, points=45),
        GivenScore(1, cards={"2-9": 2, "joker": 1}, missing=1),
        GivenScore(1, not_given=True),
    ],
)
def test_a_recorded_sheet_is_written_as_it_would_be_typed(posted, score):
    written = sheet_form.form_values(0, [GivenScore(0, points=0), score])

    form = posted(written)

    assert (form.scores, form.winner) == ((score,), 0)
    assert sheet_form.SheetForm(None, **written).scores == (score,)


def test_every_class_of_the_ruleset_has_a_counter_and_missing_cards_the_last_one(app):
    with app.test_request_context():
        layout = sheet_form.layout_of(LAW, hand=1, players=4)

    assert [(one.name, one.label, one.points, one.most) for one in layout.counters] == [
        ("cards_2-9", "2–9", 5, 64),
        ("cards_10-K", "10–K", 10, 32),
        ("cards_A", "Aces", 20, 8),
        ("cards_joker", "Jokers", 50, 4),
        ("missing", "Missing", 10, None),
    ]
    assert (layout.points, layout.most) == (1000, 180)


def test_cards_are_counted_only_where_their_points_are_known(app):
    with app.test_request_context():
        known = sheet_form.layout_of(own(), hand=1, players=4)
        unknown = sheet_form.layout_of(own(points=None), hand=1, players=4)

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
    layout = sheet_form.layout_of(own(points={"2-A": 5}, **changes), hand=1, players=4)

    assert (layout.no_score, layout.rummy, layout.sum, layout.pays) == (no_score, rummy, own_sum, pays)


def test_all_cards_at_once_and_the_own_sum_are_read(posted):
    form = posted({"went_out": "0", "rummy": "1", "sum": " 54 "})

    assert (form.rummy.data, form.sum.data) == (True, 54)
    assert sheet_form.form_values(0, [], rummy=True) == {"went_out": "0", "rummy": "1"}
