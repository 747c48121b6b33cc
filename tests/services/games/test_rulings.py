"""Rulings recorded through the services: the tables follow, and nothing is recorded twice."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.rules.entries import Agreed, Entry, GivenScore, HandScored, Ruled, Undone
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.history import canonical
from scorekeeper.services.games import projection, recording, rulings, trash
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.rulings import Dispute
from tests.support.play import ANAS, NOW, played, started

TOO_FEW = {"moment": "other-went-out", "direction": "too-few", "by": 2}
IN_PLAY = {"moment": "in-play", "direction": "too-few", "by": 2}
CHARGE = Dispute(Irregularity.WRONG_COUNT, TOO_FEW, roles={Who.OFFENDER: 1}, apply=True)
SHORT = Dispute(Irregularity.WRONG_COUNT, IN_PLAY, roles={Who.OFFENDER: 1})
WRONG_MELD = Dispute(Irregularity.ILLEGAL_LAYDOWN, {"fault": "wrong-meld"})


@pytest.fixture
def game() -> str:
    return started()


def ruled(game_id: str, dispute: Dispute, **said: object) -> Entry:
    written = rulings.rule(game_id, lambda _game: dispute, now=NOW, origin=Origin(ANAS), **said)
    entry = recording.entries(game_id)[written.recorded.entry - 1]
    assert entry.event == canonical(written.event)
    return entry


def test_a_ruling_on_the_same_cards_is_recorded_once(game):
    laid = replace(WRONG_MELD, roles={Who.OFFENDER: 1}, melds=(("QC", "QD", "QH"), ("5H", "6H", "8S")))
    first = replace(laid, choice=OptionCode.MELD_STAYS)
    entry = ruled(game, first)
    turned = replace(first, melds=first.melds[::-1])
    again = rulings.rule(game, lambda _: turned, now=NOW)

    assert (again.recorded.again, again.recorded.entry) == (True, entry.number)
    assert (again.event.choice, again.bound.named) == (entry.event.choice, {Who.OFFENDER: 1})
    assert len(recording.entries(game)) == 2
    assert rulings.ruled_before(game, lambda now: rulings.ruled(now, first, now=NOW)) == entry.number
    wrong = replace(laid, roles={Who.OFFENDER: 9})
    assert rulings.ruled_before(game, lambda now: rulings.ruled(now, wrong, now=NOW)) is None
    ruled(game, replace(first, roles={Who.OFFENDER: 2}))
    assert len(recording.entries(game)) == 3


@pytest.mark.parametrize(
    "changed", [{"choice": OptionCode.ALL_BACK}, {"choice": None, "agreed": "Once only"}]
)
def test_another_decision_on_the_same_cards_is_recorded(game, changed):
    laid = replace(WRONG_MELD, roles={Who.OFFENDER: 1}, melds=(("QC", "QD", "QH"), ("5H", "6H", "8S")))
    ruled(game, replace(laid, choice=OptionCode.MELD_STAYS))
    changed_mind = replace(laid, **changed)

    assert ruled(game, changed_mind).number == 3
    again = rulings.rule(game, lambda _: replace(changed_mind, agreed=f" {changed_mind.agreed}"), now=NOW)
    assert (again.recorded.again, again.recorded.entry) == (True, 3)


def test_a_duty_said_done_twice_is_done_once(game):
    ruled(game, SHORT)
    rulings.settle(game, (2, 0), now=NOW, times=2)
    with pytest.raises(StateViolation):
        rulings.settle(game, (2, 0), now=NOW, times=2)
    assert recording.current(game).duties[0].duty.times == 1


def test_who_is_not_named_is_bound_by_nothing_where_that_is_allowed(game):
    exposed = {"discarded": "no", "in_hand": "no", "cards_seen": "2 or more"}
    dispute = Dispute(Irregularity.ILLEGAL_DRAW, exposed)
    with pytest.raises(RuleViolation):
        ruled(game, dispute)
    event = ruled(game, dispute, partly=True).event
    assert isinstance(event, Ruled)
    assert [duty.code for duty in event.duties] == ["three-way-draw"]
    assert ruled(game, Dispute(Irregularity.ILLEGAL_DRAW, exposed, apply=True), partly=True)
    with pytest.raises(RuleViolation):
        ruled(game, Dispute(Irregularity.WRONG_COUNT, TOO_FEW, apply=True), partly=True)


def test_the_tables_own_words_alone_set_a_precedent_where_the_rules_are_silent(game):
    ruled(game, WRONG_MELD, partly=True)
    with pytest.raises(RuleViolation) as refused:
        ruled(game, WRONG_MELD)
    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [
        (FaultCode.DECISION_NEEDED, "/choice")
    ]
    ruled(game, Dispute(WRONG_MELD.irregularity, WRONG_MELD.facts, agreed="As it lies"))
    assert [said.agreed for said in precedents_for(None, game)] == ["As it lies"]


def test_a_game_with_rulings_is_purged_whole(game):
    ruled(game, CHARGE)
    played(game, "out 25 45 110")
    ruled(game, CHARGE)
    ruled(game, SHORT)
    recording.record(game, Agreed("6.3", "?", "!"), now=NOW)
    trash.delete(game, now=NOW)
    assert trash.purge(now=NOW + timedelta(days=31)) == 1


def test_a_void_hand_takes_its_charges_with_it(game):
    ruled(game, CHARGE)
    silent = tuple(GivenScore(seat, not_given=True) for seat in (1, 2, 3))
    recording.record(game, HandScored(1, 0, silent), now=NOW)
    assert recording.current(game).void[0].lines[1].charge == 20
    recording.record(game, Undone(3), now=NOW)
    assert len(recording.current(game).waiting) == 1
    assert projection.differences(game) == ()
