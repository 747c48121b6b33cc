"""No page asks the database more often for 8 players and 7 hands than for 4 and 1."""

import pytest

from tests.support.routes import all_routes

PAGES_OF_OTHERS = ("scorers.join_by_link",)


@pytest.fixture
def small(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    return game


@pytest.fixture
def large(scorer):
    game = scorer.start(*(f"P{n}" for n in range(8)))
    for hand in range(1, 8):
        scorer.score(game, hand, 0, {seat: 5 * (seat + hand) for seat in range(1, 8)})
    return game


def test_no_page_asks_more_for_a_large_game(app, scorer, small, large, statements):
    few = _statements(app, scorer, small, statements)
    many = _statements(app, scorer, large, statements)

    asked_more = {path: (few[path], many[path]) for path in few if many[path] > few[path]}
    assert asked_more == {}


def _statements(app, phone, game, statements):
    """How many statements each page of the game took."""
    counted = {}
    for route in all_routes(app, game=game):
        if route.method == "GET" and route.endpoint not in PAGES_OF_OTHERS:
            statements.clear()
            phone.get(route.path)
            counted[route.endpoint] = len(statements)
    return counted


@pytest.mark.parametrize("path", ["/", "/players", "/games/new"])
def test_page_of_a_phone_asks_the_same_for_many_games(scorer, finished, statements, path):
    scorer.start("Eva", "Fay")
    statements.clear()
    scorer.get(path)
    once = len(statements)
    for n in range(5):
        scorer.leave(scorer.start("Ana", f"P{n}"), 0, 1)

    statements.clear()
    scorer.get(path)

    assert len(statements) == once
