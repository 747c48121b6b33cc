"""Proves who may write to a game, and how that is given and taken."""

from __future__ import annotations

import hashlib

import pytest

from scorekeeper.services import rights, trash
from scorekeeper.services.faults import LastRight, UnknownGame, UnknownRight
from scorekeeper.services.reading.scorers import scorers
from scorekeeper.services.reading.version import version_of
from tests.services.play import ANAS, BENS, NOW, let_in, started
from tests.services.racing import race


def test_a_right_belongs_to_one_device_and_one_game():
    game_id, other = started(), started()
    let_in(game_id, BENS)

    assert rights.has_right(game_id, BENS)
    assert not rights.has_right(other, BENS)
    assert not rights.has_right(game_id, rights.device_hash("somebody"))
    assert [(line.via, line.mine) for line in scorers(game_id, BENS)] == [
        (rights.Via.CREATED, False),
        (rights.Via.LINK, True),
    ]


def test_only_a_hash_of_the_device_is_stored(db):
    started(device=rights.device_hash("a secret id"))

    ((stored,),) = db.execute("SELECT device FROM scorer_right")

    assert stored == hashlib.sha256(b"a secret id").hexdigest()


def test_a_right_given_twice_is_one_right():
    game_id = started()
    for _ in range(2):
        let_in(game_id, ANAS)

    assert len(scorers(game_id)) == 1


def test_rights_are_revoked_one_by_one_and_can_be_given_again():
    game_id = started()
    let_in(game_id, BENS)
    bens = next(line.id for line in scorers(game_id, BENS) if line.mine)

    rights.revoke(game_id, bens, now=NOW)

    assert not rights.has_right(game_id, BENS)
    assert rights.has_right(game_id, ANAS)
    let_in(game_id, BENS)
    assert rights.has_right(game_id, BENS)


def test_what_is_not_there_cannot_be_revoked():
    game_id, other = started(), started()
    let_in(game_id, BENS)
    mine, _ = scorers(game_id)

    with pytest.raises(UnknownRight):
        rights.revoke(other, mine.id, now=NOW)
    rights.revoke(game_id, mine.id, now=NOW)
    with pytest.raises(UnknownRight):
        rights.revoke(game_id, mine.id, now=NOW)
    with pytest.raises(UnknownGame):
        rights.revoke("no-such-game", mine.id, now=NOW)


def test_the_last_right_stays():
    game_id = started()
    before = version_of(game_id)

    with pytest.raises(LastRight):
        rights.revoke(game_id, scorers(game_id)[0].id, now=NOW)

    assert rights.has_right(game_id, ANAS)
    assert version_of(game_id) == before


def test_of_two_phones_that_revoke_each_other_at_once_one_stays(app):
    game_id = started()
    let_in(game_id, BENS)

    def revoke(right):
        try:
            rights.revoke(game_id, right, now=NOW)
        except LastRight:
            return "stays"
        return "revoked"

    answers = race(app, *(lambda right=line.id: revoke(right) for line in scorers(game_id)))

    assert sorted(answers) == ["revoked", "stays"]
    assert len(scorers(game_id)) == 1


def test_every_change_of_rights_makes_the_pages_old():
    game_id = started()
    versions = [version_of(game_id)]
    let_in(game_id, BENS)
    versions.append(version_of(game_id))
    rights.revoke(game_id, scorers(game_id)[1].id, now=NOW)
    versions.append(version_of(game_id))

    assert versions == [(1, 1), (1, 3), (1, 4)]


def test_a_deleted_game_takes_and_gives_no_rights():
    game_id = started()
    let_in(game_id, BENS)
    bens = scorers(game_id)[1].id
    trash.delete(game_id, now=NOW)

    with pytest.raises(UnknownGame):
        let_in(game_id, rights.device_hash("the phone of Cem"))
    with pytest.raises(UnknownGame):
        rights.revoke(game_id, bens, now=NOW)
