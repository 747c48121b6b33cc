"""Proves that no page asks the database more for a large game, or for many games, than for a small one."""

from __future__ import annotations

import pytest

from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import hand_page, scoring_page
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
    ("page", "queries"),
    [
        (head_of, 1),
        (table_page, 7),
        (lambda game_id: hand_page(game_id, 1), 3),
        (history_page, 2),
        (scorers, 1),
    ],
)
def test_a_page_of_a_game(page, queries, small, large, statements):
    counts = []
    for game_id in (small, large):
        statements.clear()
        assert page(game_id)
        counts.append(len(statements))

    assert counts == [queries, queries]


def test_the_scoring_page_asks_once_more_only_for_a_sheet_that_was_taken_back(small, large, statements):
    for game_id, queries in ((small, 3), (large, 4)):
        statements.clear()
        scoring_page(game_id)
        assert len(statements) == queries


@pytest.mark.parametrize(("page", "queries"), [(home_page, 2), (players_page, 2), (names_before, 1)])
def test_a_page_of_a_device(page, queries, small, large, statements):
    for device in (ANAS, digest("a busy phone")):
        statements.clear()
        page(device)
        assert len(statements) == queries


def test_a_poll_asks_past_the_toolkit_and_sees_what_was_just_saved(small, statements):
    assert version_of(small) == (2, 1)
    played(small, "out 5 10 15")
    assert version_of(small) == (3, 1)
    assert version_of("no-such-game") is None
    assert [sent for sent in statements if "rights_version FROM game" in sent.replace("\n", "")] == []
