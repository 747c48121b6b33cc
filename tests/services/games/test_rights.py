"""Proves which phones and programs may write to a game, and how rights are given, taken and renewed."""

import re
from datetime import timedelta

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.common.faults import LastRight, UnknownGame, UnknownRight
from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import invitations, rights, trash
from scorekeeper.services.games.queries.head import version_of
from tests.support.play import ANAS, BENS, NOW, let_in, scorers, started
from tests.support.racing import race

CEMS = digest("the phone of Cem")
ALMOST_A_DAY_LATER = NOW + rights.TAKE_BACK_WITHIN - timedelta(seconds=1)


def remove(game_id, device, *, by):
    """Take the right of one phone back by another one."""
    right = next(line.id for line in scorers(game_id, device) if line.mine)
    rights.revoke(game_id, right, now=NOW, device=by)


def test_a_right_belongs_to_one_device_and_one_game():
    game_id, other = started(), started()
    let_in(game_id, BENS)

    assert rights.has_right(game_id, BENS)
    assert not rights.has_right(other, BENS)
    assert not rights.has_right(game_id, digest("somebody"))
    assert [(line.via, line.mine) for line in scorers(game_id, BENS)] == [
        (rights.Via.CREATED, False),
        (rights.Via.LINK, True),
    ]


def test_what_is_not_there_cannot_be_revoked():
    game_id, other = started(), started()
    let_in(game_id, BENS)
    mine, _ = scorers(game_id)

    with pytest.raises(UnknownRight):
        rights.revoke(other, mine.id, device=ANAS, now=NOW)
    rights.revoke(game_id, mine.id, device=ANAS, now=NOW)
    with pytest.raises(UnknownRight):
        rights.revoke(game_id, mine.id, device=ANAS, now=NOW)
    with pytest.raises(UnknownGame):
        rights.revoke("no-such-game", mine.id, device=ANAS, now=NOW)


def test_the_last_right_stays():
    game_id = started()
    before = version_of(game_id)

    with pytest.raises(LastRight):
        rights.revoke(game_id, scorers(game_id)[0].id, device=ANAS, now=NOW)

    assert rights.has_right(game_id, ANAS)
    assert version_of(game_id) == before


def test_every_change_of_rights_makes_the_pages_old():
    game_id = started()
    versions = [version_of(game_id)]
    let_in(game_id, BENS)
    versions.append(version_of(game_id))
    rights.revoke(game_id, scorers(game_id)[1].id, device=ANAS, now=NOW)
    versions.append(version_of(game_id))

    assert versions == [(1, 1), (1, 3), (1, 4)]


def test_a_deleted_game_takes_and_gives_no_rights():
    game_id = started()
    let_in(game_id, BENS)
    bens = scorers(game_id)[1].id
    trash.delete(game_id, now=NOW)

    with pytest.raises(UnknownGame):
        let_in(game_id, digest("the phone of Cem"))
    with pytest.raises(UnknownGame):
        rights.revoke(game_id, bens, device=ANAS, now=NOW)


def test_the_phone_that_started_the_game_takes_its_right_back_within_a_day():
    game_id = started()
    let_in(game_id, BENS)
    remove(game_id, ANAS, by=BENS)
    assert not rights.has_right(game_id, ANAS)
    assert rights.may_take_back(game_id, ANAS, now=ALMOST_A_DAY_LATER)

    for _ in range(2):
        rights.take_back(game_id, ANAS, now=ALMOST_A_DAY_LATER)

    assert [(line.via, line.mine) for line in scorers(game_id, ANAS)] == [("link", False), ("returned", True)]


def test_it_takes_it_back_as_often_as_another_phone_takes_it():
    game_id = started()
    let_in(game_id, BENS)

    for _ in range(3):
        remove(game_id, ANAS, by=BENS)
        rights.take_back(game_id, ANAS, now=NOW)

    assert rights.has_right(game_id, ANAS)


@pytest.mark.parametrize(
    "case", ["a day later", "clock ahead", "given up", "ended for good", "never started it", "had one"]
)
def test_nobody_else_takes_a_right_back(case):
    game_id, now, device = started(), NOW, ANAS
    let_in(game_id, BENS)
    match case:
        case "a day later":
            remove(game_id, ANAS, by=BENS)
            now += rights.TAKE_BACK_WITHIN
        case "clock ahead":
            remove(game_id, ANAS, by=BENS)
            now -= timedelta(days=300)
        case "given up":
            remove(game_id, ANAS, by=BENS)
            rights.take_back(game_id, ANAS, now=NOW)
            remove(game_id, ANAS, by=ANAS)
        case "ended for good":
            remove(game_id, ANAS, by=BENS)
            invitations.invite_alone(game_id, now=NOW)
        case "never started it":
            device = CEMS
        case "had one":
            remove(game_id, BENS, by=ANAS)
            device = BENS

    assert not rights.may_take_back(game_id, device, now=now)
    with pytest.raises(UnknownRight):
        rights.take_back(game_id, device, now=now)
    assert not rights.has_right(game_id, device)


def test_a_phone_without_a_right_takes_none_from_others():
    game_id = started()
    let_in(game_id, BENS)
    let_in(game_id, CEMS)
    remove(game_id, CEMS, by=BENS)

    with pytest.raises(UnknownRight):
        remove(game_id, BENS, by=CEMS)

    assert rights.has_right(game_id, BENS)


def test_of_three_phones_two_that_remove_each_other_at_once_do_not_both_go(app):
    game_id = started()
    let_in(game_id, BENS)
    let_in(game_id, CEMS)

    def take(device, by):
        try:
            remove(game_id, device, by=by)
        except UnknownRight:
            return "too late"
        return "removed"

    answers = race(app, lambda: take(BENS, CEMS), lambda: take(CEMS, BENS))

    assert sorted(answers) == ["removed", "too late"]


def test_a_device_is_known_by_any_right_it_ever_had():
    game_id = started()
    let_in(game_id, BENS)
    remove(game_id, BENS, by=ANAS)

    assert [rights.is_known(device) for device in (ANAS, BENS, CEMS)] == [True, True, False]


def test_a_token_opens_its_own_game_only():
    game_id, other = started(), started()
    token = rights.api_token(game_id, 1)

    assert re.fullmatch(r"[\w-]{43}", token)
    assert rights.check_api_token(game_id, token)
    assert not rights.check_api_token(other, token)
    assert not rights.check_api_token("no-such-game", token)
    assert not rights.check_api_token(game_id, token[:-1])
    assert not rights.check_api_token(game_id, "ä\udc80")


def test_a_token_survives_a_restart(data):
    game_id = started()
    token = rights.api_token(game_id, 1)

    with create_app(Settings(data=data)).app_context():
        assert rights.check_api_token(game_id, token)


def test_a_deleted_game_has_no_token():
    game_id = started()
    trash.delete(game_id, now=NOW)

    assert not rights.check_api_token(game_id, rights.api_token(game_id, 1))
    with pytest.raises(UnknownGame):
        rights.renew_token(game_id)


def test_tokens_are_not_stored(db):
    token = rights.api_token(started(), 1)

    assert token not in "\n".join(db.iterdump())
