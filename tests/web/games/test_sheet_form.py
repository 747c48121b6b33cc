"""A sheet's fields read into scores and written back."""

import pytest

from scorekeeper.rules.cards import HeldCards
from scorekeeper.rules.entries import GivenScore
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.web.games import sheet_form
from scorekeeper.web.http import form_errors


def test_counts_are_read_where_no_points_were_typed():
    read = sheet_form.read({"went_out": "0", "points-1": "45", "low-1": "3", "low-2": "3", "missing-2": "1"})

    assert read.scores == (
        GivenScore(1, points=45),
        GivenScore(2, cards=HeldCards(low=3), missing=1),
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
        ("/scores/1/cards/10-K", "ten-4"),
        ("/scores/1/missing", "missing-4"),
        ("/mixed", "mixed"),
    ],
)
def test_pointers_lead_to_fields(app, pointer, field):
    read = sheet_form.read({"went_out": "0", "points-2": "5", "points-4": "10"})
    faults = [Fault(FaultCode.GAME_FINISHED, pointer)]

    with app.test_request_context():
        assert list(form_errors.by_field(faults, fields=read.fields)) == [field]


def test_what_is_no_number_is_named_by_its_field():
    read = sheet_form.read({"went_out": "x", "points-1": "five", "low-2": "9" * 10})

    assert read.malformed == {"went_out": "winner", "points-1": "number", "low-2": "large"}


def test_nobody_went_out_is_no_mistake():
    read = sheet_form.read({"went_out": "nobody", "points-1": "5"})

    assert (read.went_out, read.malformed) == (None, {})


def test_only_so_many_seats_are_read():
    assert len(sheet_form.read({f"points-{seat}": "5" for seat in range(1000)}).scores) == 20


@pytest.mark.parametrize(
    "score",
    [
        GivenScore(1, points=45),
        GivenScore(1, cards=HeldCards(low=2, joker=1), missing=1),
        GivenScore(1, not_given=True),
    ],
)
def test_a_recorded_sheet_is_written_as_it_would_be_typed(score):
    written = sheet_form.written(0, [GivenScore(0, points=0), score])

    assert sheet_form.read(written).scores == (score,)
    assert sheet_form.read(written).went_out == 0
