"""Proves that the history shows each event, the changes it made, and whether it was undone."""

from scorekeeper.rules.entries import Arranged, Renamed
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.history import Change, SheetScore, history_page
from tests.support.play import NOW, SHEETS, corrected, played, sheet, started


def lines(game_id):
    return history_page(game_id).entries


def test_an_undone_entry_and_its_undo_name_each_other():
    game_id = started()
    played(game_id, *SHEETS[:2])
    recording.undo(game_id, 3, now=NOW)
    recording.undo(game_id, 2, now=NOW)

    shown = lines(game_id)

    assert [line.undone_by for line in shown] == [None, 5, 4, None, None]
    assert [line.undone and line.undone.number for line in shown] == [None, None, None, 3, 2]


def test_re_entry_after_several_undos_compares_hand_with_hand():
    game_id = started()
    played(game_id, "25 out 45 110", "5 out 10 15")
    recording.undo(game_id, 3, now=NOW)
    recording.undo(game_id, 2, now=NOW)
    played(game_id, "30 out 45 110", "5 out 10 15", "5 10 out 90")

    shown = lines(game_id)[-3:]

    assert [line.changes for line in shown] == [(Change(0, 25, 30),), (), ()]
    assert [line.reentry for line in shown] == [True, True, False]


def test_posted_points_that_follow_a_correction_are_changes_too():
    game_id = started()
    played(game_id, "25 out - 110")
    recording.record(game_id, corrected("30 out - 110"), now=NOW)

    shown = lines(game_id)[-1]

    assert shown.changes == (Change(0, 25, 30), Change(2, 135, 140))
    assert shown.sheet.scores[2] == SheetScore(2, 140, posted=True)


def test_a_void_attempt_is_told_with_what_was_given():
    game_id = started()
    played(game_id, "- out - -", "25 out 45 110")

    void, played_again = lines(game_id)[1:]

    assert (void.sheet.void, void.sheet.hand, void.sheet.went_out) == (True, 1, 1)
    assert [score.points for score in void.sheet.scores] == [None, 0, None, None]
    assert (played_again.reentry, played_again.changes) == (False, ())


def test_names_and_places_are_told_as_they_were():
    game_id = started()
    recording.record(game_id, Renamed(1, "Benno"), now=NOW)
    recording.record(game_id, Arranged((3, 2, 1, 0), first_dealer=2), now=NOW)

    renamed, arranged = lines(game_id)[1:]

    assert renamed.changes == (Change(1, "Ben", "Benno"),)
    assert renamed.names[1] == "Benno"
    assert arranged.names == ("Dee", "Cem", "Benno", "Ana")
    assert (renamed.after.first_dealer, arranged.after.first_dealer) == (0, 2)


def test_a_sheet_from_before_new_seats_is_compared_with_nothing():
    game_id = started()
    played(game_id, "25 out 45 110")
    recording.undo(game_id, 2, now=NOW)
    recording.record(game_id, Arranged((3, 2, 1, 0), first_dealer=2), now=NOW)
    recording.record(game_id, sheet("25 out 45 110"), now=NOW)

    assert (lines(game_id)[-1].changes, lines(game_id)[-1].reentry) == ((), False)
