"""Who may write: the scorer of this game, shown by bearer token alone."""

from __future__ import annotations

import pytest

from scorekeeper.services.common.signing import digest
from tests.support.api_client import GAMES, sheet
from tests.support.play import let_in

PHONE = "a-phone-that-has-the-right-by-its-cookie"

WRITES = [
    ("PUT", "/hands/1", sheet("25 out 45 110")),
    ("POST", "/corrections", {"hand": 1, "kind": "miscount"}),
    ("POST", "/departures", {"seat": 0}),
    ("POST", "/arrivals", {"name": "Eva", "after": 0}),
    ("POST", "/suspensions", {"agreed": True}),
    ("POST", "/resumptions", {"agreed": True, "seats": []}),
    ("POST", "/renames", {"seat": 0, "name": "Eva"}),
    ("POST", "/arrangements", {"order": [1, 0, 2, 3], "first_dealer": 0}),
    ("POST", "/undo", {"entry": 1}),
]


@pytest.mark.parametrize(("method", "what", "body"), WRITES)
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
def test_right_is_asked_for_every_write(game, method, what, body, shown, status):
    game.api.token = None

    refused = game.api.send(method, game.path + what, json=body, headers=shown)

    assert refused.status_code == status
    assert ("WWW-Authenticate" in refused.headers) == (status == 401)
    assert game.now()["version"] == 1


def test_right_is_asked_before_the_body_is_read(game):
    game.api.token = None

    assert game.api.send("PUT", f"{game.path}/hands/1", data="{").status_code == 401


def test_right_to_one_game_is_none_to_another(api):
    mine, other = api.start(), api.start()
    mine.api.token = other.api.token

    assert mine.put(1, "25 out 45 110").status_code == 403


def test_right_of_an_unknown_game(game):
    path = f"{GAMES}/AAAAAAAAAAAAAAAAAAAAAA/undo"

    assert game.api.send("POST", path, json={"entry": 1}).status_code == 404


def test_cookies_give_no_right_and_are_not_read(game, app, client, now):
    with app.app_context():
        let_in(game.started["id"], digest(PHONE), now=now)
    client.set_cookie("device", PHONE)
    game.api.token = None

    assert client.get(f"/games/{game.started['id']}/hands/1").status_code == 200
    assert game.put(1, "25 out 45 110").status_code == 401
    shown = game.get()
    assert "Cookie" not in shown.headers["Vary"]
    assert "Set-Cookie" not in shown.headers
