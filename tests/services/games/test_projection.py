"""Proves that the tables always follow from the entries, and that a refusal changes nothing."""

import sqlite3

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.entries import Started, Undone
from scorekeeper.rules.faults import StateViolation, Violation
from scorekeeper.services.common.faults import HandConflict
from scorekeeper.services.games import projection, recording
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.projection import Difference
from tests.support.histories import STEPS
from tests.support.play import ANAS, LAST_SHEET, NOW, SHEETS, corrected, played, started


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@forall(
    players=st.integers(2, 12),
    dealer=st.integers(0, 11),
    steps=st.lists(st.tuples(st.sampled_from(STEPS), st.randoms(use_true_random=False)), max_size=14),
)
def test_the_tables_equal_the_fold_after_every_event(db, players, dealer, steps):
    names = tuple(f"P{number}" for number in range(players))
    game_id = recording.start_game(Started(names, dealer % players, NOW), now=NOW, origin=Origin(ANAS))
    game = recording.current(game_id)
    for step, random in steps:
        before = data_version(db)
        try:
            recorded = recording.record(game_id, step(game, random), now=NOW)
        except (Violation, HandConflict):
            assert data_version(db) == before
            assert recording.current(game_id) == game
            continue
        game = recording.current(game_id)
        assert recorded.game == game
        assert projection.differences(game_id) == ()


def test_a_finished_game_is_finished_when_its_last_hand_was_recorded_and_not_after_its_undo(db):
    game_id = started()
    moments = "SELECT finished_at IS NOT NULL, status, statistics, hand_number FROM game"
    played(game_id, *SHEETS)
    assert db.execute(moments).fetchall() == [(0, "playing", "pending", 7)]

    played(game_id, LAST_SHEET)
    assert db.execute(moments).fetchall() == [(1, "finished", "counted", None)]

    recording.record(game_id, corrected("45 5 out 25", hand=7), now=NOW)
    assert db.execute(moments).fetchall() == [(1, "finished", "counted", None)]

    recording.undo(game_id, 9, now=NOW)
    recording.undo(game_id, 8, now=NOW)
    assert db.execute(moments).fetchall() == [(0, "playing", "pending", 7)]


def test_differences_name_every_wrong_row(db):
    game_id = started()
    played(game_id, *SHEETS[:2])
    db.execute("UPDATE score SET points = 30 * 27720 WHERE seat = 2 AND hand = 1")
    db.execute("DELETE FROM score WHERE seat = 3 AND hand = 2")
    db.execute("UPDATE game SET hand_number = 5")

    assert projection.differences(game_id) == (
        Difference("game.hand_number", (), (5,), (3,)),
        Difference("score", (2, 1), (30, False, 45), (45, False, 45)),
        Difference("score", (3, 2), None, (60, False, 60)),
    )


def test_undo_of_the_start_is_refused_and_changes_nothing(db):
    game_id = started()
    before = data_version(db)

    with pytest.raises(StateViolation):
        recording.record(game_id, Undone(1), now=NOW)

    assert data_version(db) == before


def data_version(db: sqlite3.Connection) -> int:
    """A number that changes whenever another connection commits a change."""
    return db.execute("PRAGMA data_version").fetchone()[0]
