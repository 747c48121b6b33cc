"""Idempotency-Key: the first answer again, and nothing done twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.support.api_client import GAMES, sheet

FOUR = {"players": ["Ana", "Ben", "Cem", "Dee"]}
KEY = {"Idempotency-Key": "8f5a4f1e-7a54-4a6f-9f0e-0f5d7c7b7f35"}


def test_key_of_a_start_repeats_its_token(api, db):
    (before,) = db.execute("SELECT count(*) FROM game").fetchone()

    first = api.send("POST", GAMES, json=FOUR, headers=KEY)
    second = api.send("POST", GAMES, json=FOUR, headers=KEY)

    assert (second.status_code, second.data) == (201, first.data)
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["ETag"] == first.headers["ETag"]
    assert db.execute("SELECT count(*) FROM game").fetchone() == (before + 1,)


def test_key_repeats_the_first_answer_whatever_happened_since(game):
    first = game.put(1, "25 out 45 110", headers=KEY)
    game.hands("25 out 45 110")

    second = game.put(1, "25 out 45 110", headers=KEY)

    assert (second.status_code, second.data) == (200, first.data)
    assert second.headers["ETag"] == '"2"'
    assert game.now()["version"] == 3


def test_key_is_looked_up_before_if_match(game):
    first = game.put(1, "25 out 45 110", headers={**KEY, "If-Match": '"1"'})
    second = game.put(1, "25 out 45 110", headers={**KEY, "If-Match": '"1"'})

    assert (second.status_code, second.data) == (200, first.data)


def test_key_of_an_undo_undoes_once(game):
    game.hands("25 out 45 110", "out 25 45 110")

    for _ in range(2):
        assert game.post("undo", {"entry": 3}, headers=KEY).status_code == 200

    assert len(game.now()["hands"]) == 1


def test_key_of_a_void_hand_records_one_attempt(game):
    for _ in range(2):
        assert game.put(1, "- out - -", headers=KEY).json["replay"] is True

    assert game.now()["version"] == 2


@pytest.mark.parametrize("other", [b"{", b"", b'{"went_out": 0, "scores": []}'])
def test_key_with_another_body(game, other):
    game.put(1, "25 out 45 110", headers=KEY)
    before = game.now()

    refused = game.api.send(
        "PUT", f"{game.path}/hands/1", data=other, content_type="application/json", headers=KEY
    )

    assert (refused.status_code, refused.json["code"]) == (422, "key-reused")
    assert game.now() == before


def test_key_of_a_refused_request_stays_free(game):
    assert game.put(1, "23 out 45 110", headers=KEY).status_code == 422
    assert game.put(2, "25 out 45 110", headers=KEY).status_code == 409
    assert game.put(1, "25 out 45 110", headers={**KEY, "If-Match": '"9"'}).status_code == 412

    assert game.put(1, "25 out 45 110", headers=KEY).status_code == 200


def test_key_counts_for_one_address(game):
    assert game.put(1, "25 out 45 110", headers=KEY).status_code == 200
    assert game.put(2, "25 out 45 110", headers=KEY).status_code == 200
    assert game.post("undo", {"entry": 3}, headers=KEY).status_code == 200


def test_key_of_another_caller_gives_nothing_away(game):
    game.put(1, "25 out 45 110", headers=KEY)
    game.api.token = "another"

    assert game.put(1, "25 out 45 110", headers=KEY).status_code == 403


def test_key_is_forgotten_after_30_days(game, app, now):
    app.extensions["clock"] = lambda: now
    game.put(1, "25 out 45 110", headers=KEY)
    app.extensions["clock"] = lambda: now + timedelta(days=31)

    assert game.put(1, "out 25 45 110", headers=KEY).status_code == 409


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_key_of_another_length(game, key):
    refused = game.put(1, "25 out 45 110", headers={"Idempotency-Key": key})

    assert (refused.status_code, refused.json["code"]) == (400, "bad-key")


@pytest.mark.parametrize("key", ["x" * 255, "é", '"quoted"', "; DROP TABLE game"])
def test_key_may_hold_anything(game, key):
    for _ in range(2):
        assert game.put(1, sheet("25 out 45 110"), headers={"Idempotency-Key": key}).status_code == 200
