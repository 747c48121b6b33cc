"""Bodies are refused in one sentence if they are no JSON or have two meanings; 1.0 is a whole number."""

import gzip
import json

import pytest

from tests.support.api_client import GAMES, faults, pointers

JSON = "application/json"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        '{"players": ["Ana"]}'.encode("utf-16"),
        b'{"players": [], "players": []}',
        b'{"players": NaN}',
        b'{"players": ["\\ud800"]}',
        b'{"\\udfff": 1}',
        b'{"players": ["\x00"]}',
        b'{"first_dealer": ' + b"9" * 5000 + b"}",
        b"[" * 60_000,
        b'{"a":' * 10_000,
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


@pytest.mark.parametrize(
    "zone", ["", "\u0000", "..", "/etc/passwd", "Europe", "x" * 5000, "Europe/Prague\n", "é"]
)
def test_body_with_strange_time_zones(api, zone):
    refused = api.send("POST", GAMES, json={"players": ["Ana", "Ben"], "time_zone": zone})

    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/time_zone")


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


@pytest.mark.parametrize("number", ["25.0", "25.000", "25e0", "2.5E+1"])
def test_a_whole_number_is_the_same_however_it_is_written(game, number):
    scores = ", ".join(f'{{"seat": {seat}, "points": {number}}}' for seat in (1, 2, 3))

    hand = f'{{"went_out": 0, "scores": [{scores}]}}'
    game.api.send("PUT", f"{game.path}/hands/1", data=hand, content_type=JSON)

    assert '"points": 25, ' in json.dumps(game.now()["hands"])


@pytest.mark.parametrize(
    "number",
    [
        *("1.5", "-0.5", "1e-1", "1e15", "1e400", "-1e400"),
        *("1e99999999999999999999", "1" + "0" * 400 + ".0"),
    ],
)
def test_a_number_that_is_not_whole_or_far_too_large_is_refused(game, api, number):
    hand = f'{{"went_out": {number}, "scores": []}}'
    refused = game.api.send("PUT", f"{game.path}/hands/1", data=hand, content_type=JSON)
    assert (refused.status_code, pointers(refused)) == (422, ["/went_out"])

    facts = f'{{"facts": {{"moment": "other-went-out", "direction": "too-few", "by": {number}}}}}'
    refused = api.send("POST", "/api/v1/referee/wrong-count", data=facts, content_type=JSON)
    assert (refused.status_code, faults(refused)) == (422, [("fact-not-count", "/facts/by")])
    assert game.now()["version"] == 1


@pytest.mark.parametrize("values", [[1] * 20_000, [[1] * 100] * 200, {f"m{n}": 1 for n in range(5000)}])
@pytest.mark.parametrize(
    ("path", "member"),
    [(GAMES, "players"), ("/api/v1/laydown-checks", "cards"), ("/api/v1/rulesets/check", "changes")],
)
def test_a_body_with_thousands_of_values_has_one_fault(api, path, member, values):
    refused = api.send("POST", path, json={member: values})

    assert refused.status_code == 422
    assert pointers(refused) == [""]


def test_the_longest_contracts_are_not_too_much(api):
    runs = [{"cards": 14, "starts": ["A", *map(str, range(2, 11)), "J", "Q", "K"], "pure": True}] * 5
    contracts = [{"sets": 1, "special": runs}] * 20

    asked = {"ruleset": "six-hand", "changes": {"contracts": contracts, "ends": {"hands": 20}}}
    assert api.send("POST", "/api/v1/rulesets/check", json=asked).status_code == 200
