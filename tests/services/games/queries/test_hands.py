"""The sheets that the scoring page offers again after an undo, and those that it must not."""

import pytest
from flask import Flask

from scorekeeper.rules.entries import Arranged, Departed, Event, Joined
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import scoring_page
from tests.support.play import NOW, sheet, started

MOVES = [Arranged((3, 2, 1, 0), 0), Joined("Eva", after=0), Departed((2,))]


def undo(game_id: str) -> None:
    recording.undo(game_id, recording.current(game_id).standing_entries[-1], now=NOW)


def score(game_id: str, line: str) -> None:
    recording.record(game_id, sheet(line), now=NOW)


@pytest.fixture
def game(app: Flask):
    with app.app_context():
        yield started()


@pytest.mark.parametrize("move", MOVES)
def test_a_sheet_is_not_put_back_once_the_seats_have_moved(game: str, move: Event) -> None:
    score(game, "25 out 45 110")
    undo(game)
    recording.record(game, move, now=NOW)
    page = scoring_page(game)
    assert page is not None
    assert page.undone is None


@pytest.mark.parametrize(
    ("move", "line"),
    [(MOVES[0], "25 out 45 110"), (MOVES[1], "25 out 45 110 500"), (MOVES[2], "25 out . 110")],
)
def test_a_sheet_is_not_put_back_once_its_seats_were_undone(game: str, move: Event, line: str) -> None:
    recording.record(game, move, now=NOW)
    recording.record(game, sheet(line), now=NOW)
    undo(game)
    undo(game)
    page = scoring_page(game)
    assert page is not None
    assert page.undone is None


@pytest.mark.parametrize("move", MOVES[1:])
def test_a_sheet_is_put_back_after_a_move_that_was_undone_first(game: str, move: Event) -> None:
    score(game, "25 out 45 110")
    recording.record(game, move, now=NOW)
    undo(game)
    undo(game)
    page = scoring_page(game)
    assert page is not None
    assert page.undone is not None
    assert page.undone.went_out == 1
