"""Score books that are refused: one plan names every faulty line."""

from functools import partial

import pytest

from scorekeeper.scorebooks.faults import FileFaultCode
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import importing
from tests.support.layouts import xlsx
from tests.support.scorebooks import HEAD, book, reasons, rows


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (["2019-02-30,1,1,Ana,25"], [(2, "date")]),
        (["2019-03-07,1,last,Ana,25"], [(2, "hand")]),
        (["2019-03-07,1,1,Ana,12.5", "2019-03-07,1,1,Ben,-5"], [(2, "points")]),
        (["2019-03-07,1,1,,5"], [(2, "name-empty")]),
        (rows("0 7"[:3], names="Ana Ben"), [(3, "points-not-fives")]),
        (rows("0 0 5", names="Ana Ben Cem"), [(3, "zero-not-out")]),
        (rows("0 5", "0 5", names="Ana ana"), [(3, "twice"), (5, "twice")]),
        (rows("0 5", names="Ana Ben", first=2), [(2, "hand-missing")]),
        (rows("0 5 .", "0 5 5", names="Ana Ben Cem"), [(6, "joined-late")]),
        (rows("0 5 5", "0 . 5", "0 5 5", names="Ana Ben Cem"), [(8, "joined-late")]),
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
            [(2, "points-negative"), (4, "points-not-fives"), (7, "joined-late")],
        ),
        (
            rows("0 5 .", "0 7 5", "0 5 .", "5 5 0", names="Ana Ben Cem"),
            [(5, "points-not-fives"), (6, "joined-late"), (11, "joined-late")],
        ),
    ],
)
def test_one_plan_has_all_faults_of_a_game(look, bad, expected):
    assert reasons(look(book(*bad))) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{HEAD}\n", FileFaultCode.EMPTY),
        (f"{HEAD}\n" + ",,,,\n1,1,1,1,1\n" * 150 + '"' + "x\n" * 100_000, FileFaultCode.NOT_CSV),
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


def test_a_kind_of_fault_is_told_once_with_all_its_rows(look):
    plan = look(
        book(
            "2019-03-07,1,1,Ana,x",
            "soon,1,1,Ben,0",
            "2019-03-07,1,1,Cem,25",
            "later,1,1,Dee,0",
            "2019-03-07,1,2,Eva,y",
        )
    )

    assert [(fault.kind, fault.lines) for fault in plan.faults if fault.kind in ("points", "date")] == [
        ("points", (2, 6)),
        ("date", (3, 5)),
    ]


_HANDS = "{};;\n;Ana;Ben\nHand 1;0;5\nHand 2;10;0\nTotal;10;{}\n\n".format


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (_HANDS("2019-03-08", 6) + _HANDS("2019-03-09", 5), ("total", (5,))),
        (
            "Date;Table;Player;Total\n2019-03-08;1;Ana;0\n2019-03-08;1;Ana;9\n2019-03-08;1;Ben;5\n"
            "2019-03-09;1;Ana;0\n2019-03-09;1;Ben;5\n",
            ("twice", (3,)),
        ),
    ],
    ids=["sum", "twice"],
)
def test_a_game_that_a_row_beside_it_makes_wrong_is_left_out(club, look, now, content, fault):
    read = partial(
        importing.planner, content.encode(), into=club.league_id, actor=Actor(club.account_id, now)
    )

    assert fault in [(each.kind, each.lines) for each in importing.dry_run(read()).faults]
    plan = importing.dry_run(read(answers={"without": "yes"}))
    assert (plan.games, plan.left_out) == (1, 1)


def test_what_is_wrong_in_a_sheet_leaves_the_same_rows_of_others_alone(look, club, now):
    good = [HEAD.split(","), *(line.split(",") for line in rows(*("0 5",) * 7, names="Ana Ben"))]
    bad = [[cell.replace("2019-03-07", "2019-03-08") for cell in row] for row in good]
    bad[2][4] = "?!"
    content = xlsx({"March": good, "Late March": bad})
    read = partial(importing.planner, content, into=club.league_id, actor=Actor(club.account_id, now))

    assert [(fault.kind, *map(str, fault.lines)) for fault in importing.dry_run(read()).faults] == [
        ("points", "Late March!3")
    ]
    plan = importing.dry_run(read(answers={"without": "yes"}))
    assert (plan.games, plan.left_out) == (1, 1)
