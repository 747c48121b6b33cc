"""Proves that a program gets a game with its invitation, or neither."""

import pytest

from scorekeeper.rules.entries import Started
from scorekeeper.services.common.faults import InvitationInvalid, LastRight, UnknownGame
from scorekeeper.services.games import invitations, rights
from scorekeeper.services.games.queries.scorers import scorers_page
from tests.support.play import ANAS, BENS, NOW, let_in, scorers, started

EVENT = Started(("Ana", "Ben"), 0, NOW)


def test_without_its_invitation_there_is_no_game(db, monkeypatch):
    def fail(game_id, **_):
        raise UnknownGame(game_id)

    monkeypatch.setattr(invitations, "invite", fail)
    with pytest.raises(UnknownGame):
        invitations.start_by_program(EVENT, now=NOW)

    assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)


def test_it_is_known_who_started_a_game():
    assert scorers_page(invitations.start_by_program(EVENT, now=NOW), device=None).by_program
    assert not scorers_page(started(), device=None).by_program
    assert not scorers_page("no-such-game", device=None).by_program


def test_what_a_start_told_is_not_renewed():
    game_id = invitations.start_by_program(EVENT, now=NOW)
    first = invitations.first_token(game_id)

    rights.renew_token(game_id)

    assert invitations.first_token(game_id) == first
    assert not rights.check_api_token(game_id, first)


def test_what_the_start_told_ends_together():
    game_id = invitations.start_by_program(EVENT, now=NOW)
    token = invitations.first_token(game_id)

    invitations.end_tokens(game_id)

    assert not rights.check_api_token(game_id, token)
    with pytest.raises(InvitationInvalid):
        invitations.accept(invitations.first_link_secret(game_id), BENS, now=NOW)


def test_a_right_is_taken_back_together_with_that_of_programs_or_neither_is():
    game_id = invitations.start_by_program(EVENT, now=NOW)
    invitations.accept(invitations.first_link_secret(game_id), BENS, now=NOW)
    token = invitations.first_token(game_id)
    (bens,) = scorers(game_id)
    with pytest.raises(LastRight):
        invitations.revoke_with_programs(game_id, bens.id, device=BENS, now=NOW)
    assert rights.check_api_token(game_id, token)
    let_in(game_id, ANAS)

    invitations.revoke_with_programs(game_id, bens.id, device=ANAS, now=NOW)

    assert not rights.has_right(game_id, BENS)
    assert not rights.check_api_token(game_id, token)
