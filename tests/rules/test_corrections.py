"""Correcting a recorded hand: section 15."""

from dataclasses import replace

import pytest

from scorekeeper.rules.corrections import clause_of, in_place_of, merged
from scorekeeper.rules.entries import Corrected, ErrorKind, GivenScore
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from tests.support.disputes import Court, charge
from tests.support.score_notation import Table, codes

MISCOUNT = ErrorKind.MISCOUNT
SCORESHEET = ErrorKind.SCORESHEET
AGREED = ErrorKind.AGREED


@pytest.fixture
def table():
    table = Table()
    table.hands("out 25 45 110", "5 out 10 -")
    return table


def test_a_scoresheet_error_is_corrected_by_agreement_15_2(table):
    event = table.correction(1, "out 25 55 110", mixed=True)
    assert clause_of(event.kind, rules=LAW) == "15.2"
    table.do(event)
    assert table.points(1) == [0, 25, 55, 110]
    assert table.totals()["Cem"] == 65


def test_a_miscount_is_corrected_before_the_cards_are_mixed_15_1a(table):
    event = table.correction(2, "5 out 20 -", kind=MISCOUNT, mixed=False, agreed=None, disputed_before=None)
    assert clause_of(event.kind, rules=LAW) == "15.1a"
    table.do(event)
    assert table.points(2) == [5, 0, 20, 25]


@pytest.mark.parametrize("answers", [{"mixed": True}, {"disputed_before": True}, {"disputed_before": None}])
def test_a_table_that_agrees_corrects_what_section_15_would_leave_15_4(table, answers):
    table.do(table.correction(1, "out 25 55 110", kind=AGREED, **answers))
    assert table.points(1) == [0, 25, 55, 110]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"kind": AGREED, "agreed": None}, [("answer-needed", "/agreed", "15.4")]),
        ({"kind": AGREED, "agreed": False}, [("correction-not-agreed", "/agreed", "15.4")]),
        ({"kind": MISCOUNT, "mixed": True}, [("miscount-mixed", "/mixed", "15.1")]),
        ({"kind": MISCOUNT}, [("answer-needed", "/mixed", "15.1")]),
        ({"disputed_before": True}, [("scoring-disputed", "/disputed_before", "15.3a")]),
        ({"agreed": False}, [("correction-not-agreed", "/agreed", "15.2")]),
        (
            {"agreed": None, "disputed_before": None},
            [("answer-needed", "/disputed_before", "15.3a"), ("answer-needed", "/agreed", "15.2")],
        ),
    ],
)
def test_what_section_15_forbids_is_refused_with_its_clause(table, answers, expected):
    assert codes(table.refused(table.correction(1, "out 25 55 110", **answers))) == expected


def test_the_corrected_hand_is_checked_as_a_whole_7_2a(table):
    assert codes(table.refused(table.correction(1, "out 25 0 112"))) == [
        ("zero-not-out", "/scores/2/points", "7.2a"),
        ("points-not-fives", "/scores/3/points", "7.2a"),
    ]


def test_another_player_may_turn_out_to_have_gone_out(table):
    winner, sheet = merged(table.game.hands[0], changes=(GivenScore(0, points=15),), went_out=1)
    table.do(Corrected(1, winner, sheet, SCORESHEET, disputed_before=False, agreed=True))
    assert table.game.hands[0].went_out == 1
    assert table.points(1) == [15, 0, 45, 110]


def test_the_former_winner_needs_a_score(table):
    winner, sheet = merged(table.game.hands[0], changes=(), went_out=1)
    faults = table.refused(Corrected(1, winner, sheet, SCORESHEET, disputed_before=False, agreed=True))
    assert codes(faults) == [("zero-not-out", "/scores/0/points", "7.2a")]


def test_merging_keeps_the_rest_and_puts_the_changes_first(table):
    change = GivenScore(3, points=90)
    assert merged(table.game.hands[1], changes=(change,)) == (
        1,
        (change, GivenScore(0, points=5), GivenScore(2, points=10)),
    )
    assert merged(table.game.hands[1], changes=(), went_out=None)[0] is None


def test_a_score_given_later_replaces_the_posted_one_8_5a(table):
    table.do(table.correction(2, "5 out 10 95"))
    assert table.points(2) == [5, 0, 10, 95]
    assert not table.game.hands[1].scores[3].posted


def test_a_correction_that_would_void_the_hand_is_refused_8_6(table):
    assert codes(table.refused(table.correction(2, "- out - -"))) == [
        ("correction-voids-hand", "/scores", "8.6")
    ]


def test_a_correction_that_changes_nothing_is_refused(table):
    assert codes(table.refused(table.correction(1, "out 25 45 110"))) == [
        ("correction-same", "/scores", None)
    ]


@pytest.mark.parametrize("hand", [0, 3, 8])
def test_a_hand_that_was_not_played_cannot_be_corrected(table, hand):
    event = Corrected(hand, 0, (), SCORESHEET, agreed=True, disputed_before=False)
    assert codes(table.refused(event)) == [("hand-not-played", "/hand", None)]


def test_a_correction_reaches_posted_totals_8_3(table):
    table.leave(3)
    before = table.totals()["Dee"]
    table.do(table.correction(1, "out 25 65 110"))
    assert table.totals()["Dee"] == before + 20


def test_a_player_who_left_later_may_still_be_corrected(table):
    table.leave(3)
    table.do(table.correction(1, "out 25 45 120"))
    assert table.points(1) == [0, 25, 45, 120]


def test_a_charge_is_taken_away_by_its_own_word_before_its_player_goes_out_12_5():
    court = Court()
    court.rule(charge(1))
    court.hand("out 25 45 110")

    def going_out(charges):
        changes = (GivenScore(0, points=15),)
        winner, lines = merged(court.game.hands[0], changes=changes, went_out=1, charges=charges)
        return Corrected(1, winner, lines, SCORESHEET, disputed_before=False, agreed=True)

    assert codes(court.refused(going_out({}))) == [("out-charged", "/went_out", "12.5")]
    court.do(going_out({1: 0}))
    assert court.points(1) == [15, 0, 45, 110]


def test_a_sheet_in_place_of_a_void_one_keeps_its_charges_8_6():
    court = Court()
    court.rule(charge(1))
    sheet = court.sheet("out 25 45 110")
    court.hand("out - - -")

    mistaken = in_place_of(court.game.void[0], court.sheet("25 out 45 110"))
    assert codes(court.refused(mistaken)) == [("out-charged", "/went_out", "12.5")]
    bare = replace(mistaken, scores=tuple(line for line in mistaken.scores if line.seat != 1))
    absent = in_place_of(court.game.void[0], bare)
    assert codes(court.refused(absent)) == [("out-charged", "/went_out", "12.5")]
    court.do(in_place_of(court.game.void[0], sheet))
    assert court.points(1) == [0, 45, 45, 110]


def test_a_reason_holds_no_characters_that_cannot_be_shown(table):
    event = table.correction(1, "out 25 55 110", mixed=True, reason="30\x00 for 35")

    assert codes(table.refused(event)) == [("text-unreadable", "/reason", None)]


def test_an_error_of_no_kind_is_asked_for_its_kind_where_the_referee_is_law(table):
    event = replace(table.correction(1, "out 25 55 110", mixed=True), kind=None)

    assert codes(table.refused(event)) == [("answer-needed", "/kind", "15.1")]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize(("kind", "clause"), [(MISCOUNT, "15.1a"), (SCORESHEET, "15.2"), (AGREED, "15.4")])
def test_a_correction_is_allowed_by_section_15_where_games_are_posted_else_by_p5(rules, kind, clause):
    posted, plain = (in_force(rules, changes={"incomplete": value}) for value in ("posted", "plain"))

    assert clause_of(kind, rules=posted) == clause
    assert clause_of(kind, rules=plain) == clause_of(None, rules=plain) == "P-5"
