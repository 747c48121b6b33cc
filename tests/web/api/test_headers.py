"""Headers of requests: the bearer token gives the right to write, an Idempotency-Key repeats an answer."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.services.common.signing import digest
from scorekeeper.web.http import device
from tests.support.api_client import GAMES, sheet
from tests.support.play import let_in

PHONE = "p" * 43


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        ({}, 401),
        ({"Authorization": "Basic QW5hOng="}, 401),
        ({"Authorization": "Bearer"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": "Bearer nonsense"}, 403),
        ({"Authorization": "Bearer é"}, 403),
        ({"Authorization": "Bearer " + "x" * 5000}, 403),
    ],
)
def test_right_is_asked_for_every_write_before_the_body_is_read(game, document, shown, status):
    game.api.token = None
    writes = [
        (method.upper(), path.replace("{game_id}", game.started["id"]).replace("{number}", "1"))
        for path, method, operation in document.operations()
        if "security" in operation
    ]

    refused = [game.api.send(method, path, data="{", headers=shown) for method, path in writes]

    assert {answer.status_code for answer in refused} == {status}
    assert {"WWW-Authenticate" in answer.headers for answer in refused} == {status == 401}


def test_right_of_an_unknown_game(game):
    path = f"{GAMES}/AAAAAAAAAAAAAAAAAAAAAA/undo"

    assert game.api.send("POST", path, json={"entry": 1}).status_code == 404


def test_cookies_give_no_right_and_are_not_read(game, app, client, now):
    with app.app_context():
        let_in(game.started["id"], digest(PHONE), now=now)
        client.set_cookie(device.COOKIE, device.sign_identity(PHONE))
    game.api.token = None

    assert client.get(f"/games/{game.started['id']}/hands/1").status_code == 200
    assert game.put(1, "25 out 45 110").status_code == 401
    shown = game.get()
    assert "Cookie" not in shown.headers["Vary"]
    assert "Set-Cookie" not in shown.headers


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


@pytest.mark.parametrize("other", [b"{", b"", b'{"went_out": 0, "scores": []}'])
def test_key_with_another_body(game, other):
    game.put(1, "25 out 45 110", headers=KEY)
    before = game.now()

    refused = game.api.send(
        "PUT", f"{game.path}/hands/1", data=other, content_type="application/json", headers=KEY
    )

    assert (refused.status_code, refused.json["code"]) == (422, "key-reused")
    assert game.now() == before


def test_key_of_another_caller_gives_nothing_away(game):
    game.put(1, "25 out 45 110", headers=KEY)
    game.api.token = "another"

    assert game.put(1, "25 out 45 110", headers=KEY).status_code == 403


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_key_of_another_length(game, key):
    refused = game.put(1, "25 out 45 110", headers={"Idempotency-Key": key})

    assert (refused.status_code, refused.json["code"]) == (400, "bad-key")


@pytest.mark.parametrize("key", ["x" * 255, "é", '"quoted"', "; DROP TABLE game"])
def test_key_may_hold_anything(game, key):
    for _ in range(2):
        assert game.put(1, sheet("25 out 45 110"), headers={"Idempotency-Key": key}).status_code == 200


@pytest.mark.parametrize(
    ("path", "bodies"),
    [
        ("laydown-checks", ({"melds": [["7S", "7H", "7D"]]}, {"melds": [["8S", "8H", "8D"]]})),
        ("rulesets/check", ({"ruleset": "basic"}, {"ruleset": "continental"})),
        ("referee/stock-out", ({"facts": {"time": "first"}}, {"facts": {"time": "second"}})),
    ],
)
@pytest.mark.parametrize("key", ["one", "", "x" * 256])
def test_a_key_is_ignored_where_nothing_is_recorded(api, data, path, bodies, key):
    before = _rows(data)

    for body in bodies:
        sent = api.send("POST", f"/api/v1/{path}", json=body, headers={"Idempotency-Key": key})
        assert sent.status_code == 200
    assert _rows(data) == before


def _rows(data):
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as file:
        return list(file.iterdump())
