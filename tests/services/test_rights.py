"""Proves who may write to a game, and how that is given and taken."""

from __future__ import annotations

import hashlib

import pytest

from scorekeeper.services import rights, trash
from scorekeeper.services.faults import UnknownGame, UnknownRight
from scorekeeper.services.reading.scorers import scorers
from scorekeeper.services.reading.version import version_of
from tests.services.play import ANAS, BENS, NOW, started


def test_a_right_belongs_to_one_device_and_one_game():
    game_id, other = started(), started()
    rights.grant(game_id, BENS, now=NOW, via=rights.Via.COMMAND, label="Ben's phone")

    assert rights.has_right(game_id, BENS)
    assert not rights.has_right(other, BENS)
    assert not rights.has_right(game_id, rights.device_hash("somebody"))
    assert [(line.label, line.via, line.mine) for line in scorers(game_id, BENS)] == [
        ("", rights.Via.CREATED, False),
        ("Ben's phone", rights.Via.COMMAND, True),
    ]


def test_only_a_hash_of_the_device_is_stored(db):
    started(device=rights.device_hash("a secret id"))

    ((stored,),) = db.execute("SELECT device FROM scorer_right")

    assert stored == hashlib.sha256(b"a secret id").hexdigest()


def test_a_right_given_twice_is_one_right():
    game_id = started()
    for _ in range(2):
        rights.grant(game_id, ANAS, now=NOW, via=rights.Via.LINK)

    assert len(scorers(game_id)) == 1


def test_rights_are_revoked_one_by_one_and_can_be_given_again():
    game_id = started()
    rights.grant(game_id, BENS, now=NOW, via=rights.Via.LINK)
    bens = next(line.id for line in scorers(game_id, BENS) if line.mine)

    rights.revoke(game_id, bens, now=NOW)

    assert not rights.has_right(game_id, BENS)
    assert rights.has_right(game_id, ANAS)
    rights.grant(game_id, BENS, now=NOW, via=rights.Via.CODE)
    assert rights.has_right(game_id, BENS)


def test_what_is_not_there_cannot_be_revoked():
    game_id, other = started(), started()
    (mine,) = scorers(game_id)

    with pytest.raises(UnknownRight):
        rights.revoke(other, mine.id, now=NOW)
    rights.revoke(game_id, mine.id, now=NOW)
    with pytest.raises(UnknownRight):
        rights.revoke(game_id, mine.id, now=NOW)
    with pytest.raises(UnknownGame):
        rights.revoke("no-such-game", mine.id, now=NOW)


def test_every_change_of_rights_makes_the_pages_old():
    game_id = started()
    versions = [version_of(game_id)]
    rights.grant(game_id, BENS, now=NOW, via=rights.Via.LINK)
    versions.append(version_of(game_id))
    rights.revoke(game_id, scorers(game_id)[1].id, now=NOW)
    versions.append(version_of(game_id))

    assert versions == [(1, 1), (1, 2), (1, 3)]


def test_a_deleted_game_gives_no_rights():
    game_id = started()
    trash.delete(game_id, now=NOW)

    with pytest.raises(UnknownGame):
        rights.grant(game_id, BENS, now=NOW, via=rights.Via.LINK)
