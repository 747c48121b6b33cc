"""Agreements of a game, of the games it plays again, and of the phone's other games are shown."""

from datetime import timedelta

import pytest

from scorekeeper.rules.entries import Agreed, Started
from scorekeeper.services.games import recording, rights
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.precedents import MOST_OF_OTHERS, own_precedents, precedents_for
from tests.support.play import ANAS, BENS, NOW, let_in, scorers, started


def agree(game_id: str, text: str, *, clause: str | None = "6.3", day: int = 0) -> None:
    recording.record(game_id, Agreed(clause, "?", text), now=NOW + timedelta(days=day), origin=Origin(ANAS))


def again(game_id: str, *, device: str) -> str:
    event = Started(("Ana", "Ben", "Cem", "Dee"), 0, NOW, "Europe/Prague")
    return recording.start_game(event, now=NOW, origin=Origin(device), previous=game_id)


def texts(device: str | None, game_id: str | None, clauses: list[str] | None = None) -> list[str]:
    return [line.agreed for line in precedents_for(device, game_id, clauses=clauses)]


@pytest.fixture
def game() -> str:
    game_id = started()
    agree(game_id, "here")
    return game_id


def test_a_phone_that_only_watches_a_game_sees_none_of_its_own_games_there(game):
    bens = started(device=BENS)
    agree(bens, "at Ben's", day=1)

    assert texts(BENS, game) == ["here"]
    let_in(game, BENS)
    assert texts(BENS, game) == ["here", "at Ben's"]
    assert texts(None, game) == ["here"]


def test_without_a_game_a_phone_sees_those_that_it_may_write_to(game):
    assert texts(ANAS, None) == ["here"]
    assert texts(BENS, None) == []
    assert texts(None, None) == []

    let_in(game, BENS)
    right = next(line.id for line in scorers(game, BENS) if line.mine)
    rights.revoke(game, right, device=ANAS, now=NOW)
    assert texts(BENS, None) == []


def test_other_games_never_push_out_those_of_the_game_and_its_chain(game):
    second = again(game, device=ANAS)
    agree(second, "in the second", day=-1)
    for number in range(MOST_OF_OTHERS + 2):
        agree(started(), f"elsewhere {number}", day=number + 1)

    found = texts(ANAS, second, ["6.3"])
    assert found[:3] == ["here", "in the second", f"elsewhere {MOST_OF_OTHERS + 1}"]
    assert len(found) == 2 + MOST_OF_OTHERS
    assert texts(ANAS, second) == found


def test_only_the_clauses_asked_for_are_found(game):
    agree(game, "on none", clause=None, day=1)
    agree(game, "on another", clause="5.4", day=2)

    assert texts(ANAS, game, ["5.4", "8.7"]) == ["on another"]
    assert texts(ANAS, game, []) == []
    assert texts(ANAS, game) == ["on another", "on none", "here"]


def test_what_was_agreed_more_than_once_is_given_once(game):
    agree(game, "otherwise", day=1)
    agree(game, "here", day=2)
    agree(started(), "here", day=3)

    assert texts(ANAS, game) == ["here", "otherwise"]
    assert [line.entry for line in precedents_for(ANAS, game)] == [4, 3]
    assert [line.agreed for line in own_precedents(game)] == ["here", "otherwise", "here"]


def test_own_ones_are_of_the_game_alone(game):
    second = again(game, device=ANAS)
    agree(second, "in the second", day=1)

    assert [line.agreed for line in own_precedents(second)] == ["in the second"]
    assert [line.of_this_game for line in precedents_for(ANAS, second)] == [True, False]
