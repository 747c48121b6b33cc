"""Proves that an invitation is used once, in time, by link or by code, and by one phone."""

import re
from datetime import timedelta

import pytest

from scorekeeper.rules.entries import Started
from scorekeeper.services.common.faults import InvitationInvalid, UnknownGame, UnknownRight
from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import invitations, rights, trash
from tests.support.play import ANAS, BENS, NOW, let_in, scorers, started
from tests.support.racing import race

SOON = NOW + timedelta(minutes=14)
TOO_LATE = NOW + timedelta(minutes=15)
CEMS = digest("the phone of Cem")
DORAS = digest("the phone of Dora")


def take_back(game_id: str, device: str, *, by: str = ANAS) -> None:
    right = next(line.id for line in scorers(game_id, device) if line.mine)
    rights.revoke(game_id, right, now=NOW, device=by)


def typed(code: str) -> str:
    return f" {code[:4].lower()}-{code[4:]} "


@pytest.mark.parametrize("via", ["link", "code"])
def test_an_invitation_gives_the_right_once(via):
    game_id = started()
    made = invitations.invite(game_id, now=NOW)
    accept, secret = {
        "link": (invitations.accept, made.token),
        "code": (invitations.accept_code, typed(made.code)),
    }[via]
    assert invitations.find(made.token, now=SOON) == game_id

    assert accept(secret, BENS, now=SOON) == game_id

    assert rights.has_right(game_id, BENS)
    assert [line.via for line in scorers(game_id)] == ["created", via]
    assert invitations.find(made.token, now=SOON) is None
    with pytest.raises(InvitationInvalid):
        accept(secret, CEMS, now=SOON)
    assert not rights.has_right(game_id, CEMS)


@pytest.mark.parametrize("shape", ["{}", "--------{}", "_{}_", "{}________"])
def test_a_code_is_no_token_and_a_token_no_code(shape):
    made = invitations.invite(started(), now=NOW)

    assert invitations.find(shape.format(made.code), now=SOON) is None
    with pytest.raises(InvitationInvalid):
        invitations.accept(shape.format(made.code), BENS, now=SOON)
    with pytest.raises(InvitationInvalid):
        invitations.accept_code(made.token, BENS, now=SOON)


def test_the_same_tap_twice_does_no_harm():
    game_id = started()
    made = invitations.invite(game_id, now=NOW)

    assert invitations.accept(made.token, ANAS, now=SOON) == game_id
    assert [invitations.accept(made.token, BENS, now=SOON) for _ in range(2)] == [game_id] * 2
    assert len(scorers(game_id)) == 2


def test_an_invitation_ends_after_a_quarter_of_an_hour():
    made = invitations.invite(started(), now=NOW)

    assert made.expires_at == TOO_LATE
    assert invitations.find(made.token, now=TOO_LATE) is None
    with pytest.raises(InvitationInvalid):
        invitations.accept(made.token, BENS, now=TOO_LATE)


def test_an_invitation_to_a_deleted_game_is_refused():
    game_id = started()
    made = invitations.invite(game_id, now=NOW)
    trash.delete(game_id, now=NOW)

    assert invitations.find(made.token, now=SOON) is None
    with pytest.raises(InvitationInvalid):
        invitations.accept(made.token, BENS, now=SOON)
    with pytest.raises(UnknownGame):
        invitations.invite(game_id, now=NOW)


def test_what_a_phone_made_ends_with_its_right():
    game_id = started()
    let_in(game_id, BENS)
    used, opened = (invitations.invite(game_id, now=NOW, device=BENS) for _ in range(2))
    invitations.accept(used.token, CEMS, now=NOW)

    take_back(game_id, BENS)

    assert invitations.find(opened.token, now=SOON) is None
    for phone in (BENS, DORAS):
        with pytest.raises(InvitationInvalid):
            invitations.accept(opened.token, phone, now=SOON)
        with pytest.raises(InvitationInvalid):
            invitations.accept_code(opened.code, phone, now=SOON)
    assert rights.has_right(game_id, CEMS)
    assert invitations.accept(used.token, CEMS, now=SOON) == game_id


def test_what_ended_does_not_come_back_with_a_new_right():
    game_id = started()
    let_in(game_id, BENS)
    opened = invitations.invite(game_id, now=NOW, device=BENS)
    take_back(game_id, BENS)
    let_in(game_id, BENS)

    with pytest.raises(InvitationInvalid):
        invitations.accept(opened.token, CEMS, now=SOON)


def test_a_phone_may_come_back_by_what_another_made():
    game_id = started()
    let_in(game_id, BENS)
    anas, hosts = (invitations.invite(game_id, now=NOW, device=device) for device in (ANAS, None))

    for made in (anas, hosts):
        take_back(game_id, BENS)
        invitations.accept(made.token, BENS, now=SOON)

    assert rights.has_right(game_id, BENS)


def test_a_phone_without_a_right_makes_none():
    game_id = started()
    let_in(game_id, BENS)
    take_back(game_id, BENS)

    for phone in (BENS, CEMS):
        with pytest.raises(UnknownRight):
            invitations.invite(game_id, now=NOW, device=phone)


def test_one_in_the_place_of_all_others_ends_every_other_way_to_write():
    game_id = invitations.start_by_program(Started(("Ana", "Ben"), 0, NOW), now=NOW)
    invitations.accept(invitations.first_link_secret(game_id), BENS, now=NOW)
    opened = [invitations.invite(game_id, now=NOW, device=device) for device in (BENS, None)]

    made = invitations.invite_alone(game_id, now=NOW)

    assert scorers(game_id) == ()
    assert not rights.check_api_token(game_id, invitations.first_token(game_id))
    for ended in opened:
        with pytest.raises(InvitationInvalid):
            invitations.accept(ended.token, BENS, now=SOON)
    assert invitations.accept(made.token, CEMS, now=SOON) == game_id
    with pytest.raises(UnknownGame):
        invitations.invite_alone("no-such-game", now=NOW)


def test_only_hashes_are_stored(db):
    made = invitations.invite(started(), now=NOW)
    (row,) = db.execute("SELECT * FROM invitation").fetchall()

    assert made.token not in str(row)
    assert made.code not in str(row)


def test_a_code_has_eight_characters_without_look_alikes():
    game_id = started()
    for _ in range(20):
        code = invitations.invite(game_id, now=NOW).code
        assert re.fullmatch("[A-Z0-9]{8}", code)
        assert not set(code) & set("0O1IL5S2Z8BV")


def test_of_two_phones_at_once_one_wins(app):
    game_id = started()
    made = invitations.invite(game_id, now=NOW)

    def accept(device):
        try:
            return invitations.accept_code(made.code, device, now=SOON)
        except InvitationInvalid:
            return None

    answers = race(app, *(lambda device=device: accept(device) for device in (BENS, CEMS) * 2))

    winners = [device for device in (BENS, CEMS) if rights.has_right(game_id, device)]
    assert len(winners) == 1
    assert sorted(answers, key=str) == sorted([game_id, game_id, None, None], key=str)
