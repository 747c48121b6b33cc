"""Score books that are refused: one plan names every faulty line."""

import pytest

from scorekeeper.services.leagues.transfer.faults import FileFaultCode
from tests.support.scorebooks import HEAD, book, reasons, rows


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (["7.3.2019,1,1,Ana,25"], [(2, "date")]),
        (["2019-02-30,1,1,Ana,25"], [(2, "date")]),
        (["2019-03-07,1,8,Ana,25"], [(2, "hand")]),
        (["2019-03-07,1,1,Ana,12.5", "2019-03-07,1,1,Ben,-5"], [(2, "points"), (3, "points")]),
        (["2019-03-07,1,1,,5"], [(2, "name-empty")]),
        (rows("0 7"[:3], names="Ana Ben"), [(3, "points-not-fives")]),
        (rows("0 0 5", names="Ana Ben Cem"), [(3, "zero-not-out")]),
        (rows("0 5", "0 5", names="Ana ana"), [(2, "players-too-few"), (3, "twice"), (5, "twice")]),
        (rows("0 5", names="Ana Ben", first=2), [(2, "hand-missing")]),
        (rows("0 5 .", "0 5 5", names="Ana Ben Cem"), [(6, "joined-late")]),
        (rows("0 5 5", "0 . 5", "0 5 5", names="Ana Ben Cem"), [(8, "score-missing")]),
        (rows("0", names="Ana"), [(2, "players-too-few")]),
        (rows("0 5", names="Ana Ben", day="2027-01-01"), [(2, "start-in-future")]),
        (rows("0 5", names="Ana Ben", day="1899-12-31"), [(2, "start-too-early")]),
        (rows("0 5", names=f"Ana {'x' * 41}"), [(3, "name-too-long")]),
    ],
)
def test_each_bad_row_has_its_line_and_its_reason(look, bad, expected):
    assert reasons(look(book(*bad))) == expected


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (rows("0 7", "0 5", "5 9", names="Ana Ben"), [(3, "points-not-fives"), (7, "points-not-fives")]),
        (
            ["2019-03-07,1,1,Ana,-5", *rows("0 7 .", "0 5 5", names="Ben Cem Dee")],
            [(2, "points"), (4, "points-not-fives")],
        ),
        (
            rows("0 5 .", "0 7 5", "0 5 .", "5 5 0", names="Ana Ben Cem"),
            [(5, "points-not-fives"), (6, "joined-late"), (11, "joined-late")],
        ),
        (rows("0 5", "0 7", names="Ana Ben", first=2), [(4, "hand-missing"), (5, "points-not-fives")]),
        (rows("0 805", names="Ana Ben", first=2), [(2, "hand-missing")]),
    ],
)
def test_one_plan_has_all_faults_of_a_game(look, bad, expected):
    assert reasons(look(book(*bad))) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a,b\n1,2\n", FileFaultCode.COLUMN_MISSING),
        (f"{HEAD},player\n", FileFaultCode.COLUMN_TWICE),
        (f"{HEAD}\n", FileFaultCode.EMPTY),
        (f'{HEAD}\n"' + "x\n" * 100_000, FileFaultCode.NOT_CSV),
        ("", FileFaultCode.NOT_TEXT),
    ],
)
def test_a_text_that_is_no_such_table_is_refused(look, text, why):
    assert {fault.code for fault in look(text).faults} == {why}


def test_a_dealer_must_sit_there(look):
    head = f"{HEAD},dealer"

    assert reasons(look(book("2019-03-07,1,1,Ana,0,Zoe", "2019-03-07,1,1,Ben,5,", head=head))) == [
        (2, "dealer")
    ]


def test_equal_faults_of_several_lines_are_one(look):
    plan = look(book(",1,1,Ana,25", ",1,1,Ben,0", "soon,1,1,Cem,25", ",1,1,Dee,"))

    assert reasons(plan) == [(2, "no-value"), (4, "date"), (5, "no-value")]
    assert [fault.more for fault in plan.faults] == [2, 0, 0]
    assert plan.fault_count == 3


def test_a_wrong_heading_is_one_fault_that_shows_it(look):
    (fault,) = look("Datum,Tisch,Runde\n1,2,3\n").faults

    assert dict(fault.values) == {
        "columns": "date, hand, player, points",
        "heading": "Datum, Tisch, Runde",
    }
