"""Proves that of two events sent at the same moment one is recorded, by threads and by processes."""

from collections import Counter

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.rules.entries import Renamed
from scorekeeper.rules.faults import StateViolation
from scorekeeper.services.common.faults import HandConflict, StaleVersion
from scorekeeper.services.games import projection, recording
from scorekeeper.services.games.recording import Expected
from tests.support.play import NOW, played, sheet, started
from tests.support.racing import race
from tests.support.servers import warm

PATIENCE = 60


def test_identical_hands_at_once_are_one_hand(app):
    game_id = started()

    recorded = race(
        app,
        *[lambda: recording.record(game_id, sheet("out 5 10 15"), now=NOW, expected=Expected(attempt=1))] * 4,
    )

    assert Counter(answer.again for answer in recorded) == {False: 1, True: 3}
    assert {answer.entry for answer in recorded} == {2}
    assert recording.current(game_id).version == 2
    assert projection.differences(game_id) == ()


def test_different_hands_at_once_are_one_hand_and_a_conflict(app):
    game_id = started()

    def offer(line):
        try:
            return recording.record(game_id, sheet(line), now=NOW, expected=Expected(attempt=1)).game
        except HandConflict as conflict:
            return conflict

    answers = race(app, lambda: offer("out 5 10 15"), lambda: offer("out 5 10 20"))

    (conflict,) = (answer for answer in answers if isinstance(answer, HandConflict))
    assert recording.current(game_id).hands == (conflict.saved,)


def test_two_phones_do_not_undo_two_things(app):
    game_id = started()
    played(game_id, "out 5 10 15", "out 5 10 20")

    def undo():
        try:
            return recording.undo(game_id, 3, now=NOW).entry
        except StateViolation:
            return None

    assert sorted(race(app, undo, undo, undo), key=str) == [4, None, None]
    assert len(recording.current(game_id).hands) == 1


def test_only_one_of_those_who_saw_the_same_version_writes(app):
    game_id = started()

    def rename(name):
        try:
            return recording.record(game_id, Renamed(0, name), now=NOW, expected=Expected(1)).entry
        except StaleVersion:
            return None

    answers = race(app, *(lambda name=name: rename(name) for name in ("A", "E", "I", "O")))

    assert sorted(answers, key=str) == [2, None, None, None]


@pytest.mark.parametrize(("points", "refused"), [(("5", "5"), "again"), (("5", "10"), "conflict")])
def test_two_processes_record_each_hand_once(app, data, points, refused):
    game_id = started("Ana Ben")
    with warm.Manager() as manager, warm.Pool(2) as processes:
        together = manager.Barrier(2, timeout=PATIENCE)
        said = processes.starmap(_record_all, [(data, game_id, own, together) for own in points])

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [sorted([refused, "saved"])] * 7
    assert recording.current(game_id).version == 8
    assert projection.differences(game_id) == ()


def _record_all(data, game_id, points, together):
    app = create_app(Settings(data=data))
    with app.app_context():
        together.wait()
        return [_offered(game_id, hand=hand, points=points) for hand in range(1, 8)]


def _offered(game_id, *, hand, points):
    try:
        recorded = recording.record(
            game_id, sheet(f"out {points}", hand=hand), now=NOW, expected=Expected(attempt=1)
        )
    except HandConflict:
        return "conflict"
    return "again" if recorded.again else "saved"
