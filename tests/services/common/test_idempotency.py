"""Proves that one key has one effect and one answer, and that a refusal leaves its key free."""

from datetime import timedelta

import pytest

from scorekeeper.services.common.idempotency import StoredAnswer, once
from scorekeeper.services.games import recording
from tests.support.play import NOW, sheet, started
from tests.support.racing import race

REQUEST = {"route": "POST /games", "caller": "somebody", "key": "k-1", "body": b"{}", "now": NOW}


class Shop:
    """Counts what it does."""

    def __init__(self, status: int = 201) -> None:
        self.done = 0
        self.status = status

    def __call__(self) -> StoredAnswer:
        self.done += 1
        return StoredAnswer(self.status, f'{{"number":{self.done}}}', (("ETag", '"1"'),))


@pytest.mark.parametrize("other", [{"route": "PUT /hands"}, {"caller": "another"}, {"key": "k-2"}])
def test_a_key_belongs_to_route_and_caller(other):
    shop = Shop()
    once(shop, **REQUEST)
    once(shop, **REQUEST | other)

    assert shop.done == 2


def test_a_key_is_free_again_after_30_days():
    shop = Shop()
    once(shop, **REQUEST)
    once(shop, **REQUEST | {"now": NOW + timedelta(days=30) - timedelta(seconds=1)})
    assert shop.done == 1

    once(shop, **REQUEST | {"now": NOW + timedelta(days=30), "body": b"[]"})
    assert shop.done == 2


@pytest.mark.parametrize("status", [409, 422])
def test_a_refusal_is_not_remembered(status):
    refusing = Shop(status)
    for _ in range(2):
        assert once(refusing, **REQUEST).status == status

    assert refusing.done == 2


def test_an_exception_passes_and_leaves_neither_effect_nor_memory():
    game_id = started()

    def record_and_fail():
        recording.record(game_id, sheet("out 5 10 15"), now=NOW)
        raise LookupError

    with pytest.raises(LookupError):
        once(record_and_fail, **REQUEST)

    assert recording.current(game_id).version == 1
    assert once(Shop(), **REQUEST).body == '{"number":1}'


def test_identical_requests_at_once_have_one_effect(app):
    def create():
        return StoredAnswer(201, started())

    answers = race(app, *[lambda: once(create, **REQUEST)] * 4)

    assert len(set(answers)) == 1
    assert recording.current(answers[0].body).version == 1


def test_keys_and_callers_are_stored_as_hashes(db):
    once(Shop(), **REQUEST | {"caller": "a bearer token", "key": "a key"})
    (row,) = db.execute("SELECT caller, key FROM idempotency").fetchall()

    assert [len(text) for text in row] == [64, 64]
