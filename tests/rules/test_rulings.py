"""Recorded rulings: duties, effects that wait for the sheet, and new deals (12, 13; 8.3 to 8.6)."""

import pytest

from scorekeeper.rules.corrections import merged
from scorekeeper.rules.entries import Agreed, Arranged, Dropped, GivenScore, Settled
from scorekeeper.rules.fold import Replay, games
from scorekeeper.rules.rulings import Duty, OpenDuty, Precedent, WaitingEffect
from tests.support.disputes import (
    ENDS,
    FOR_ALL,
    NEW_DEAL,
    NO_LAYING_DOWN,
    SHORT,
    Court,
    charge,
    leaves,
    no_score,
)
from tests.support.score_notation import codes


@pytest.fixture
def court():
    return Court()


def test_a_ruling_without_consequences_changes_only_the_version(court):
    before = court.game
    after = court.rule()

    assert (after.version, after.duties, after.waiting, after.precedents) == (2, (), (), ())
    assert (after.hand, after.standings) == (before.hand, before.standings)


def test_duties_bind_until_each_was_done_as_often_as_ordered_12_2(court):
    court.rule(duties=(FOR_ALL, SHORT))
    assert court.game.duties == (OpenDuty(2, 0, FOR_ALL), OpenDuty(2, 1, SHORT))

    court.do(Settled(2, 1))
    assert court.game.duties == (
        OpenDuty(2, 0, FOR_ALL),
        OpenDuty(2, 1, Duty("draw-without-discarding", 1, times=1)),
    )
    court.do(Settled(2, 1))
    assert court.game.duties == (OpenDuty(2, 0, FOR_ALL),)
    assert codes(court.refused(Settled(2, 1))) == [("duty-gone", "/line", None)]


def test_a_duty_done_is_open_again_once_undone(court):
    open_duties = court.rule(duties=(NO_LAYING_DOWN,)).duties
    court.do(Settled(2, 0))
    assert court.undo().duties == open_duties
    assert court.undo().duties == ()


def test_effects_wait_for_the_sheet_and_can_be_given_up(court):
    court.rule(charge(), no_score(), ENDS)
    assert court.game.waiting == (
        WaitingEffect(2, 0, charge()),
        WaitingEffect(2, 1, no_score()),
        WaitingEffect(2, 2, ENDS),
    )
    court.do(Dropped(2, 0))
    assert court.game.waiting == (WaitingEffect(2, 1, no_score()), WaitingEffect(2, 2, ENDS))
    assert codes(court.refused(Dropped(2, 0))) == [("waiting-gone", "/line", None)]
    assert [line.line for line in court.undo().waiting] == [0, 1, 2]


def test_charges_are_added_once_to_the_hand_they_were_for_12_5(court):
    court.rule(charge(1, 20))
    court.rule(charge(1, 10))
    court.hand("out 25 45 110")
    assert court.points(1) == [0, 55, 45, 110]
    assert court.game.hands[0].scores[1].line == GivenScore(1, points=25, charge=30)
    assert court.game.waiting == ()

    court.hand("out 25 45 110")
    assert court.points(2) == [0, 25, 45, 110]


def test_a_charge_waits_again_when_its_hand_is_taken_back(court):
    waiting = court.rule(charge()).waiting
    court.hand("out 25 45 110")
    assert court.undo().waiting == waiting
    court.hand("out 30 45 110")
    assert court.points(1) == [0, 50, 45, 110]


def test_a_charge_counts_among_the_two_highest_and_not_for_a_score_not_given_8_5(court):
    court.rule(charge(1, 20), charge(3, 50))
    court.hand("out 25 45 -")
    assert court.points(1) == [0, 45, 45, 90]

    court.do(court.correction(1, "out 25 45 15"))
    assert court.points(1) == [0, 25, 45, 15]


def test_a_corrected_hand_keeps_its_charges_unless_they_are_said_anew_12_5(court):
    court.rule(charge(1), charge(2))
    court.hand("out 25 45 110")
    hand = court.game.hands[0]

    kept = merged(hand, changes=(GivenScore(1, points=30),))[1]
    assert [(line.seat, line.charge) for line in kept] == [(1, 20), (2, 20), (3, 0)]
    anew = merged(hand, changes=(GivenScore(1, points=30),), charges={1: 0, 3: 10})[1]
    assert [(line.seat, line.charge) for line in anew] == [(1, 0), (2, 20), (3, 10)]
    winner, moved = merged(hand, changes=(GivenScore(0, points=5),), went_out=1)
    assert (winner, [(line.seat, line.charge) for line in moved]) == (
        1,
        [(0, 0), (2, 20), (3, 0), (1, 20)],
    )


def test_a_new_deal_leaves_the_hand_and_clears_what_was_held_13_1(court):
    court.hand("out 25 45 110")
    court.rule(charge(), duties=(SHORT,))
    before = court.game.hand
    after = court.rule(NEW_DEAL)

    assert (after.duties, after.waiting) == ((), ())
    assert (after.hand.number, after.hand.dealer, after.hand.starter) == (2, before.dealer, before.starter)
    assert after.hand.attempt == before.attempt + 1
    undone = court.undo()
    assert (len(undone.duties), len(undone.waiting)) == (1, 1)
    assert undone.hand.attempt == before.attempt + 2


def test_what_is_ordered_with_a_new_deal_binds_after_it(court):
    court.rule(duties=(SHORT,))
    court.rule(NEW_DEAL, duties=(FOR_ALL,))
    assert court.game.duties == (OpenDuty(3, 0, FOR_ALL),)


@pytest.mark.parametrize("line", ["out 25 45 110", "out - - -"])
def test_nothing_binds_beyond_its_hand(court, line):
    court.rule(no_score(), duties=(SHORT, FOR_ALL))
    court.hand(line)
    assert (court.game.duties, court.game.waiting) == ((), ())


def test_who_leaves_by_a_ruling_posts_a_total_8_3(court):
    court.hand("out 25 45 110")
    attempt = court.game.hand.attempt
    court.rule(leaves(3))
    assert court.game.seats[3].left_after == 1
    assert court.totals() == {"Ana": 0, "Ben": 25, "Cem": 45, "Dee": 70}
    assert court.game.hand.attempt == attempt + 1
    assert court.undo().seats[3].left_after is None


def test_what_binds_a_player_ends_when_they_leave_8_3a(court):
    court.rule(charge(1), charge(2), duties=(SHORT, FOR_ALL))
    court.leave(1)
    assert court.game.waiting == (WaitingEffect(2, 1, charge(2)),)
    assert court.game.duties == (OpenDuty(2, 1, FOR_ALL),)


def test_nothing_binds_in_a_finished_game_8_4a(court):
    court.rule(ENDS, duties=(FOR_ALL,))
    court.leave(0, 1, 2)
    assert (court.game.duties, court.game.waiting) == ((), ())
    assert codes(court.refused(Settled(2, 0))) == [("duty-gone", "/line", None)]
    assert len(court.undo().duties) == 1


def test_what_binds_a_player_moves_with_the_name_2_2(court):
    court.rule(charge(1), ENDS, duties=(SHORT, FOR_ALL))
    game = court.do(Arranged((3, 0, 2, 1), 0))
    assert game.seats[3].name == "Ben"
    assert [line.duty.seat for line in game.duties] == [3, None]
    assert [line.effect.seat for line in game.waiting] == [3, None]


def test_what_binds_a_player_goes_with_one_who_is_taken_away_8_7a(court):
    court.rule(charge(1), charge(2, 10), ENDS, duties=(SHORT, FOR_ALL))
    game = court.do(Arranged((3, 2, None, 0), 0, ("Dee", "Cem", "Eva", "Ana")))
    assert [line.duty.seat for line in game.duties] == [None]
    assert [line.effect.seat for line in game.waiting] == [1, None]
    assert [line.duty.seat for line in court.undo().duties] == [1, None]


def test_a_silent_ruling_and_an_agreement_are_precedents_until_undone(court):
    court.rule(precedent="14.4", choice="all-back", agreed="  All   cards back ")
    court.do(Agreed("6.3", " Is the stock out? ", "When nobody can draw"))
    court.do(Agreed(None, "Phones?", "Away"))
    assert court.game.precedents == (
        Precedent(2, "14.4", irregularity="wrong-count", choice="all-back", agreed="All cards back"),
        Precedent(3, "6.3", question="Is the stock out?", agreed="When nobody can draw"),
        Precedent(4, None, question="Phones?", agreed="Away"),
    )
    court.hand("out 25 45 110")
    assert len(court.game.precedents) == 3
    court.undo()
    assert [said.entry for said in court.undo().precedents] == [2, 3]


def test_roles_are_kept_in_one_order(court):
    court.rule(roles=(("offender", 2), ("in-turn", 1)))
    assert court.last.event.roles == (("in-turn", 1), ("offender", 2))


def test_undoing_rulings_leads_back_step_by_step(court):
    court.rule(charge(), duties=(SHORT,))
    court.do(Settled(2, 0))
    court.rule(leaves(2))
    court.do(Dropped(2, 0))
    steps = [(game.duties, game.waiting) for game in games(court.entries)]
    for step in reversed(steps[:-1]):
        game = court.undo()
        assert (game.duties, game.waiting) == step


LAID = (("QC", "QD", "QH"), ("5H", "6H", "8S", "9D"))
BEN = (("offender", 1),)


def before(court, **fields):
    """The entry of the ruling that says the same of these cards."""
    return Replay(court.entries).ruled_before(court.ruling(**fields))


def test_the_same_ruling_on_the_same_cards_of_the_same_player_is_found(court):
    court.rule(melds=LAID, roles=BEN)
    court.rule(melds=LAID[:1], roles=BEN)
    court.do(Agreed(None, "Phones?", "Away"))

    assert before(court, melds=LAID, roles=BEN) == 2
    assert before(court, melds=(("9D", "6H", "5H", "8S"), LAID[0]), roles=BEN) == 2
    assert before(court, melds=LAID[:1], roles=BEN) == 3
    assert before(court, melds=LAID, roles=(("offender", 2),)) is None
    assert before(court, melds=LAID[1:], roles=BEN) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"choice": "put-right"},
        {"choice": None},
        {"choice": None, "agreed": "Once only"},
        {"agreed": "Once only"},
    ],
)
def test_another_decision_on_the_same_cards_is_new_and_may_be_changed_back(court, changed):
    first = {"melds": LAID, "roles": BEN, "choice": "all-back"}
    court.rule(**first)

    assert before(court, **(first | changed)) is None
    court.rule(**(first | changed))
    assert before(court, **(first | changed)) == 3
    assert before(court, **first) is None


def test_rulings_without_cards_may_be_meant_twice(court):
    court.rule(roles=BEN)

    assert before(court, roles=BEN) is None


def test_a_ruling_on_the_same_cards_after_another_deal_is_new(court):
    court.rule(melds=LAID, roles=BEN)
    court.rule(NEW_DEAL)
    assert before(court, melds=LAID, roles=BEN) is None
    court.rule(melds=LAID, roles=BEN)
    court.hand("out 25 45 110")
    assert before(court, melds=LAID, roles=BEN) is None
    court.undo()
    assert before(court, melds=LAID, roles=BEN) == 4
    court.undo()
    assert before(court, melds=LAID, roles=BEN) is None
