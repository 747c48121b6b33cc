"""What cannot be ruled, done, given up, agreed or charged twice (12.5; 8.2, 8.3a)."""

import pytest

from scorekeeper.rules.entries import Agreed, Departed, Dropped, GivenScore, Settled
from scorekeeper.rules.game import Status
from scorekeeper.rules.rulings import Duty
from tests.support.disputes import ENDS, FOR_ALL, Court, charge, leaves, no_score
from tests.support.score_notation import codes


@pytest.fixture
def court():
    return Court()


@pytest.mark.parametrize("event", [Settled(2, 0), Settled(9, 1), Settled(1, 0)])
def test_what_binds_nobody_cannot_be_done(court, event):
    court.rule(charge())
    assert codes(court.refused(event)) == [("duty-gone", "/line", None)]


def test_missing_cards_are_not_charged_twice_12_5(court):
    court.rule(charge())
    sheet = court.sheet("out 25 45 110")
    counted = GivenScore(1, cards={"2-9": 3}, missing=2)
    twice = type(sheet)(1, 0, (sheet.scores[0], counted, *sheet.scores[2:]))
    assert codes(court.refused(twice)) == [("missing-charged", "/scores/1/missing", "12.5")]

    court.do(Dropped(2, 0))
    court.do(twice)
    assert court.points(1)[1] == 35


def test_whoever_is_charged_cannot_have_gone_out_12_5(court):
    court.rule(charge(1))
    assert codes(court.refused(court.sheet("25 out 45 110"))) == [("winner-charged", "/went_out", "12.5")]


def test_nobody_went_out_of_a_hand_that_the_stock_ended_6_2(court):
    court.rule(ENDS)
    assert codes(court.refused(court.sheet("out 25 45 110"))) == [("hand-ended", "/went_out", "6.2")]
    assert court.do(court.sheet("15 25 45 110")).hands[0].went_out is None


def test_a_charge_is_no_score_of_cards_held_7_2a(court):
    court.rule(charge(1))
    assert codes(court.refused(court.sheet("out 0 45 110"))) == [("zero-not-out", "/scores/1/points", "7.2a")]


def test_all_missing_cards_come_from_the_pack_2_1(court):
    pack = 108
    court.rule(charge(1, 10 * pack))
    court.rule(charge(2, 10))
    assert codes(court.refused(court.sheet("out 25 45 110"))) == [
        ("cards-over-pack", "/scores/2/charge", "2.1")
    ]


def test_a_correction_may_say_the_charges_anew_but_only_in_tens(court):
    court.hand("out 25 45 110")
    wrong = court.correction(1, "out 25 45 110")
    lines = tuple(
        GivenScore(s.seat, points=s.points, charge={1: -10, 2: 15}.get(s.seat, 0)) for s in wrong.scores
    )
    refused = court.refused(type(wrong)(1, 0, lines, wrong.kind, disputed_before=False, agreed=True))
    assert codes(refused) == [
        ("charge-not-tens", "/scores/1/charge", "12.5"),
        ("charge-not-tens", "/scores/2/charge", "12.5"),
    ]


def test_a_ruling_is_on_the_hand_being_played_4_2(court):
    court.hand("out 25 45 110")
    assert codes(court.refused(court.ruling(hand=1))) == [("hand-not-current", "/hand", "4.2")]
    assert codes(court.refused(court.ruling(hand=None))) == [("hand-not-current", "/hand", "4.2")]


def test_after_the_end_a_ruling_is_only_written_down(court):
    court.leave(0, 1, 2)
    assert court.game.status is Status.FINISHED
    assert codes(court.refused(court.ruling(hand=1))) == [("hand-not-current", "/hand", "4.2")]
    assert codes(court.refused(court.ruling(ENDS))) == [("game-finished", "/apply", None)]
    assert court.rule().version == 3


def test_a_suspended_game_takes_no_consequences_8_2(court):
    court.suspend()
    assert codes(court.refused(court.ruling(charge()))) == [("game-suspended", "/apply", "8.2")]
    assert codes(court.refused(court.ruling(duties=(FOR_ALL,)))) == [("game-suspended", "/apply", "8.2")]
    assert court.rule().version == 3


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"roles": (("offender", 4),)}, [("seat-unknown", "/roles/offender", None)]),
        ({"roles": (("offender", -1),)}, [("seat-unknown", "/roles/offender", None)]),
        ({"roles": (("next", 3),)}, [("seat-left", "/roles/next", "8.3a")]),
        ({"duties": (Duty("x", 3),)}, [("seat-left", "/roles", "8.3a")]),
        ({"duties": (Duty("x", 1, times=109),)}, [("cards-over-pack", "/facts/by", "2.1")]),
        ({"agreed": "x" * 301}, [("text-too-long", "/agreed", None)]),
        ({"agreed": "a\0b"}, [("text-unreadable", "/agreed", None)]),
        (
            {"melds": (("5H", "15H"), ("10♥",))},
            [("card-unknown", "/melds/0/1", None), ("card-unknown", "/melds/1/0", None)],
        ),
        ({"melds": (("10H", "JK"), ())}, [("meld-empty", "/melds/1", None)]),
        ({"melds": (("5H",) * 60, ("6H",) * 45)}, [("cards-too-many", "/melds", None)]),
    ],
)
def test_what_a_ruling_cannot_say(court, said, expected):
    court.leave(3)
    assert codes(court.refused(court.ruling(**said))) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (charge(3), [("seat-left", "/roles", "8.3a")]),
        (no_score(None), [("seat-unknown", "/roles", None)]),
        (leaves(9), [("seat-unknown", "/roles", None)]),
        (charge(1, 1090), [("cards-over-pack", "/facts/by", "2.1")]),
        (charge(1, 15), [("charge-not-tens", "/apply", "12.5")]),
    ],
)
def test_what_an_effect_cannot_be(court, effect, expected):
    court.leave(3)
    assert codes(court.refused(court.ruling(effect))) == expected


def test_an_agreement_says_what_was_asked_and_agreed(court):
    assert codes(court.refused(Agreed("6.3", " ", "\t"))) == [
        ("text-empty", "/question", None),
        ("text-empty", "/agreed", None),
        ("text-unreadable", "/agreed", None),
    ]
    assert codes(court.refused(Agreed(None, "a\u202edcb", "x"))) == [("text-unreadable", "/question", None)]
    assert codes(court.refused(Agreed(None, "x" * 301, "x"))) == [("text-too-long", "/question", None)]


def test_who_left_cannot_leave_again_by_a_ruling(court):
    court.do(Departed((3,)))
    assert codes(court.refused(court.ruling(leaves(3)))) == [("seat-left", "/roles", "8.3a")]


def test_what_waits_already_is_not_ruled_again(court):
    court.rule(charge(), no_score())
    again = court.ruling(charge(1, 30), charge(), no_score())
    assert codes(court.refused(again)) == [("waits-already", "/apply", None)] * 2
    court.do(Dropped(2, 0))
    court.rule(charge())
