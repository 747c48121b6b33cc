"""Proves recording: events sent twice, late or by two phones, and refusals."""

import json

import pytest

from scorekeeper.rules.entries import Arranged, Departed, HandScored, Renamed, Suspended
from scorekeeper.rules.faults import FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.game import VoidAttempt
from scorekeeper.services.common.faults import HandConflict, StaleVersion, UnknownGame
from scorekeeper.services.games import recording, rights, trash
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.recording import Expected
from tests.support.play import ANAS, BENS, LAST_SHEET, NOW, SHEETS, played, sheet, started

ONE = sheet("25 out 45 110")
OTHER = sheet("25 out 40 110")
VOID = sheet("- out - -")


def code(refusal: pytest.ExceptionInfo[RuleViolation]) -> list[FaultCode]:
    return [fault.code for fault in refusal.value.faults]


def test_a_start_gives_the_game_its_first_entry_and_its_device_the_right(db):
    game_id = started()

    assert len(game_id) == 22
    assert recording.current(game_id).version == 1
    assert rights.has_right(game_id, ANAS)
    assert not rights.has_right(game_id, BENS)
    assert db.execute("SELECT number, kind, device FROM entry").fetchall() == [(1, "start", ANAS)]


def test_a_hand_is_recorded_once(db):
    game_id = started()

    recorded = recording.record(game_id, ONE, now=NOW, origin=Origin(ANAS), expected=Expected(attempt=1))

    assert (recorded.entry, recorded.again, recorded.replay) == (2, False, False)
    assert recorded.game == recording.current(game_id)
    ((payload, device),) = db.execute("SELECT payload, device FROM entry WHERE number = 2")
    assert json.loads(payload)["went_out"] == 1
    assert device == ANAS


@pytest.mark.parametrize("attempt", [None, 1])
def test_the_same_sheet_again_writes_nothing(attempt):
    game_id = started()
    first = recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=attempt))

    second = recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=attempt))

    assert (second.game, second.entry, second.again) == (first.game, first.entry, True)


def test_the_same_sheet_again_is_known_after_later_hands_and_the_end():
    game_id = started()
    played(game_id, *SHEETS, LAST_SHEET)

    assert recording.record(game_id, sheet(SHEETS[0], hand=1), now=NOW).entry == 2
    assert recording.record(game_id, sheet(LAST_SHEET, hand=7), now=NOW, expected=Expected(attempt=1)).again


@pytest.mark.parametrize("attempt", [None, 1])
def test_another_sheet_of_a_recorded_hand_is_a_conflict_that_shows_both(attempt):
    game_id = started()
    saved = recording.record(game_id, ONE, now=NOW).game

    with pytest.raises(HandConflict) as refusal:
        recording.record(game_id, OTHER, now=NOW, expected=Expected(attempt=attempt))

    assert refusal.value.saved == saved.hands[0]
    assert (refusal.value.offered, refusal.value.version) == (OTHER, saved.version)
    assert code(refusal) == [FaultCode.HAND_RECORDED]
    assert recording.current(game_id) == saved


def test_a_form_from_before_an_undo_cannot_bring_its_hand_back():
    game_id = started()
    recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=1))
    recording.undo(game_id, 2, now=NOW)

    with pytest.raises(StateViolation) as refusal:
        recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=1))

    assert code(refusal) == [FaultCode.HAND_TAKEN_BACK]
    assert recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=2)).entry == 4


def test_a_form_for_seats_numbered_otherwise_is_told_from_one_that_is_only_old():
    game_id = started()
    recording.record(game_id, Arranged((1, 0, 2, 3)), now=NOW)
    recording.undo(game_id, 2, now=NOW)
    recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=3))
    recording.undo(game_id, 4, now=NOW)

    for attempt, told in (
        (1, FaultCode.HAND_RESEATED),
        (2, FaultCode.HAND_RESEATED),
        (3, FaultCode.HAND_TAKEN_BACK),
    ):
        with pytest.raises(StateViolation) as refusal:
            recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=attempt))
        assert code(refusal) == [told]
        assert recording.is_reseated(game_id, hand=1, attempt=attempt) == (told is FaultCode.HAND_RESEATED)


def test_without_an_attempt_a_hand_taken_back_can_be_recorded_again():
    game_id = started()
    recording.record(game_id, ONE, now=NOW)
    recording.undo(game_id, 2, now=NOW)

    assert recording.record(game_id, ONE, now=NOW).entry == 4


def test_a_void_hand_is_replayed_and_its_sheet_known_again():
    game_id = started()
    first = recording.record(game_id, VOID, now=NOW, expected=Expected(attempt=1))
    assert (first.replay, first.game.hand.number, first.game.hand.attempt) == (True, 1, 2)

    for attempt in (1, None):
        again = recording.record(game_id, VOID, now=NOW, expected=Expected(attempt=attempt))
        assert (again.again, again.replay, again.entry) == (True, True, 2)


def test_another_sheet_for_a_void_attempt_is_a_conflict():
    game_id = started()
    recording.record(game_id, VOID, now=NOW, expected=Expected(attempt=1))

    with pytest.raises(HandConflict) as refusal:
        recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=1))

    assert isinstance(refusal.value.saved, VoidAttempt)
    assert recording.record(game_id, ONE, now=NOW, expected=Expected(attempt=2)).game.hands[0].attempt == 2


def test_who_has_seen_a_void_hand_may_record_the_same_again():
    game_id = started()
    recording.record(game_id, VOID, now=NOW)

    assert recording.record(game_id, VOID, now=NOW, expected=Expected(2)).entry == 3
    assert recording.record(game_id, VOID, now=NOW, expected=Expected(attempt=3)).entry == 4


@pytest.mark.parametrize("seen", [1, 3, 99])
def test_a_stale_version_changes_nothing(seen):
    game_id = started()
    game = recording.record(game_id, ONE, now=NOW).game

    with pytest.raises(StaleVersion) as refusal:
        recording.record(game_id, Renamed(0, "Anna"), now=NOW, expected=Expected(seen))

    assert refusal.value.current == 2
    assert recording.current(game_id) == game
    assert recording.record(game_id, Renamed(0, "Anna"), now=NOW, expected=Expected(2)).entry == 3


@pytest.mark.parametrize("event", [ONE, Departed((1,)), Suspended(agreed=True), Renamed(0, "A")])
def test_an_unknown_or_deleted_game_is_unknown(event):
    game_id = started()
    trash.delete(game_id, now=NOW)

    for unknown in (game_id, "no-such-game"):
        with pytest.raises(UnknownGame):
            recording.record(unknown, event, now=NOW)
        with pytest.raises(UnknownGame):
            recording.current(unknown)


def test_a_sheet_counted_by_cards_equals_the_same_points():
    game_id = started()
    recording.record(game_id, ONE, now=NOW)
    cards = HandScored(1, 1, (*ONE.scores[:1], *ONE.scores[2:]))

    assert recording.record(game_id, cards, now=NOW).again
