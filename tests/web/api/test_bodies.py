"""Bodies that are no JSON, or could mean two things: refused in one sentence, never with a 500."""

from __future__ import annotations

import gzip

import pytest

from tests.support.api_client import GAMES

JSON = "application/json"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        '{"players": ["Ana"]}'.encode("utf-16"),
        b'{"players": [], "players": []}',
        b'{"players": NaN}',
        b'{"players": -Infinity}',
        b'{"players": ["\\ud800"]}',
        b'{"\\udfff": 1}',
        b'{"players": ["\x00"]}',
        b'{"first_dealer": ' + b"9" * 5000 + b"}",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"{} {}",
        b"{'players': []}",
    ],
)
def test_body_unreadable(api, body):
    refused = api.send("POST", GAMES, data=body, content_type=JSON)

    assert (refused.status_code, refused.json["code"]) == (400, "unreadable")


@pytest.mark.parametrize("body", [b"[]", b"null", b"1", b'"x"', b"true", b"[" * 500 + b"]" * 500, b"1e999"])
def test_body_of_another_kind(api, body):
    refused = api.send("POST", GAMES, data=body, content_type=JSON)

    assert (refused.status_code, [error["pointer"] for error in refused.json["errors"]]) == (422, [""])


@pytest.mark.parametrize("players", [None, "Ana", {"0": "Ana"}, [1, 2], [["Ana"]], [None], 5])
def test_body_of_another_shape(api, players):
    assert api.send("POST", GAMES, json={"players": players}).status_code == 422


@pytest.mark.parametrize("name", ["a" * 60_000, "\u0000", "\u202e", "\U0001f600" * 41, " ", "\ufeff"])
def test_body_with_strange_names(api, name):
    assert api.send("POST", GAMES, json={"players": [name, "Ben"]}).status_code == 422


@pytest.mark.parametrize(
    "zone", ["", "\u0000", "..", "/etc/passwd", "Europe", "x" * 5000, "Europe/Prague\n", "é"]
)
def test_body_with_strange_time_zones(api, zone):
    refused = api.send("POST", GAMES, json={"players": ["Ana", "Ben"], "time_zone": zone})

    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/time_zone")


@pytest.mark.parametrize("pointer", ["/~0", "/~1", "/_schema", "/é"])
def test_body_with_strange_field_names(api, pointer):
    field = pointer[1:].replace("~1", "/").replace("~0", "~")

    refused = api.send("POST", GAMES, json={"players": ["Ana", "Ben"], field: 1})

    assert refused.status_code == 422
    assert pointer == "/_schema" or refused.json["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/x+json", "json"]
)
def test_body_of_another_type(api, kind):
    assert api.send("POST", GAMES, data=b'{"players": ["Ana", "Ben"]}', content_type=kind).status_code == 415


def test_body_compressed(api):
    body = gzip.compress(b'{"players": ["Ana", "Ben"]}')
    refused = api.send("POST", GAMES, data=body, content_type=JSON, headers={"Content-Encoding": "gzip"})

    assert refused.status_code == 415


def test_body_with_a_charset(api):
    kind = "application/json; charset=utf-8"

    assert api.send("POST", GAMES, data=b'{"players": ["Ana", "Ben"]}', content_type=kind).status_code == 201


@pytest.mark.parametrize("path", ["", "/AAAAAAAAAAAAAAAAAAAAAA/undo"])
def test_body_too_large(api, path):
    assert api.send("POST", GAMES + path, data=b" " * 70_000, content_type=JSON).status_code == 413


def test_address_unknown(api):
    for path in ("/api/v1", "/api/v1/", "/api/v2/games", "/api/v1/games/", "/api/v1/leagues"):
        assert api.send("GET", path).status_code == 404
