"""Proves that a game's API token is its own, can be told again, and can be taken back."""

from __future__ import annotations

import re

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import tokens, trash
from tests.support.play import NOW, started


def test_a_token_opens_its_own_game_only():
    game_id, other = started(), started()
    token = tokens.token_of(game_id)

    assert re.fullmatch(r"[\w-]{43}", token)
    assert tokens.check_token(game_id, token)
    assert not tokens.check_token(other, token)
    assert not tokens.check_token("no-such-game", token)
    assert not tokens.check_token(game_id, token[:-1])
    assert not tokens.check_token(game_id, "ä\udc80")


def test_a_token_survives_a_restart(data):
    game_id = started()
    token = tokens.token_of(game_id)

    with create_app(Settings(data=data)).app_context():
        assert tokens.token_of(game_id) == token == tokens.api_token(game_id, 1)


def test_a_renewed_token_makes_the_old_one_worthless():
    other, game_id, another = started(), started(), started()
    kept = [tokens.token_of(other), tokens.token_of(another)]
    old = tokens.token_of(game_id)

    tokens.renew(game_id)

    new = tokens.token_of(game_id)
    assert new != old
    assert [tokens.token_of(other), tokens.token_of(another)] == kept
    assert not tokens.check_token(game_id, old)
    assert tokens.check_token(game_id, new)


def test_a_deleted_game_has_no_token():
    game_id = started()
    token = tokens.token_of(game_id)
    trash.delete(game_id, now=NOW)

    assert not tokens.check_token(game_id, token)
    for ask in (tokens.token_of, tokens.renew):
        with pytest.raises(UnknownGame):
            ask(game_id)


def test_tokens_are_not_stored(db):
    token = tokens.token_of(started())

    assert token not in "\n".join(db.iterdump())
