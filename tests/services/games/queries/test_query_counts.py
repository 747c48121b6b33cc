"""Proves that no page asks the database more for a large game, or for many games, than for a small one."""

import pytest

from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import hand_page
from scorekeeper.services.games.queries.head import head_of, version_of
from scorekeeper.services.games.queries.history import history_page
from scorekeeper.services.games.queries.home import home_page
from scorekeeper.services.games.queries.players import names_before, players_page
from scorekeeper.services.games.queries.table import table_page
from tests.support.play import ANAS, NOW, let_in, played, scorers, started

EIGHT = "out 5 10 15 20 25 30 35"


@pytest.fixture
def small() -> str:
    game_id = started()
    played(game_id, "out 5 10 15")
    return game_id


@pytest.fixture
def large() -> str:
    game_id = started("A B C D E F G H", device=digest("a busy phone"))
    played(game_id, *[EIGHT] * 6, "- out - - - - - -", EIGHT)
    recording.undo(game_id, recording.current(game_id).standing_entries[-1], now=NOW)
    for number in range(5):
        started(device=digest("a busy phone"))
        let_in(game_id, digest(f"phone {number}"))
    return game_id


@pytest.mark.parametrize(
    "page", [head_of, table_page, lambda game_id: hand_page(game_id, 1), history_page, scorers]
)
def test_a_page_of_a_game(page, small, large, statements):
    counts = []
    for game_id in (small, large):
        statements.clear()
        assert page(game_id)
        counts.append(len(statements))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("page", [home_page, players_page, names_before])
def test_a_page_of_a_device(page, small, large, statements):
    counts = []
    for device in (ANAS, digest("a busy phone")):
        statements.clear()
        page(device)
        counts.append(len(statements))

    assert counts[0] == counts[1]


def test_a_poll_sees_what_was_just_saved(small):
    assert version_of(small) == (2, 1)
    played(small, "out 5 10 15")
    assert version_of(small) == (3, 1)
    assert version_of("no-such-game") is None
