"""Bodies are refused in one sentence if they are no JSON or have two meanings; 1.0 is a whole number."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest

from tests.support.api_client import GAMES, faults, pointers, sheet

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


JSON = "application/json"
SPELLINGS = {
    "with a point": "{}.0",
    "with zeros": "{}.000",
    "in whole ones": "{}e0",
    "with a sign": "{}.0E+00",
}
SHORT = {"moment": "other-went-out", "direction": "too-few", "by": 2}
# Every kind of request that holds a whole number.
EVENING: list[tuple[str, str, Any]] = [
    ("POST", "arrangements", {"order": [1, 0, 2, 3], "first_dealer": 1}),
    (
        "POST",
        "rulings",
        {"irregularity": "wrong-count", "facts": SHORT, "roles": {"offender": 1}, "hand": 1, "apply": True},
    ),
    ("POST", "cancellations", {"entry": 3, "line": 0}),
    ("PUT", "hands/1", sheet("25 out 45 110")),
    ("POST", "undo", {"entry": 5}),
    (
        "PUT",
        "hands/1",
        {
            "went_out": 1,
            "scores": [
                {"seat": 0, "points": 25},
                {"seat": 2, "cards": {"2-9": 1, "10-K": 0, "A": 2, "joker": 1}, "missing": 1},
                {"seat": 3, "points": 110},
            ],
        },
    ),
    (
        "POST",
        "corrections",
        {"hand": 1, "seat": 3, "points": 105, "kind": "scoresheet", "disputed_before": False, "agreed": True},
    ),
    ("POST", "arrivals", {"name": "Eva", "after": 3, "start_score": 50}),
    ("POST", "renames", {"seat": 0, "name": "Anna"}),
    ("POST", "departures", {"seats": [2]}),
    ("PUT", "hands/2", sheet("25 out . 110 5")),
]


def spelled(value: Any, spelling: str) -> str:
    """The JSON of a value, with its whole numbers in that spelling."""
    return re.sub(r"(?<=[\[:, ])\d+(?=[,\]}])", lambda found: spelling.format(found[0]), json.dumps(value))


def played(api, spelling: str) -> list[str]:
    """Every answer of an evening, without what differs between games, such as ids."""
    started = {"players": ["Ana", "Ben", "Cem", "Dee"], "first_dealer": 0, "changes": {"deal": {"cards": 11}}}
    answer = api.send("POST", GAMES, data=spelled(started, spelling), content_type=JSON)
    told = [answer]
    path, token = f"{GAMES}/{answer.json['id']}", {"Authorization": f"Bearer {answer.json['scorer_token']}"}
    for method, what, body in EVENING:
        sent = {"data": spelled(body, spelling), "content_type": JSON, "headers": token}
        told.append(api.send(method, f"{path}/{what}", **sent))
    told.append(api.send("GET", f"{path}/history"))
    assert [one.text for one in told if one.status_code >= 300] == []
    return [re.sub(r'"[^"]*(at|id|token|url)":\s*"[^"]*"', "", one.text) for one in told]


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_whole_number_is_the_same_however_it_is_written(api, frozen, spelling):
    assert played(api, spelling) == played(api, "{}")


@pytest.fixture
def frozen(app, monkeypatch, now):
    monkeypatch.setitem(app.extensions, "clock", lambda: now)


def test_facts_of_the_referee_are_whole_numbers_however_they_are_written(api):
    asked = {"facts": SHORT, "hand": 3}
    answers = [
        api.send("POST", "/api/v1/referee/wrong-count", data=spelled(asked, spelling), content_type=JSON)
        for spelling in ("{}", *SPELLINGS.values())
    ]

    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


@pytest.mark.parametrize("zero", ["-0", "-0.0", "-0e5", "0.0", "0E-7"])
def test_minus_nothing_is_nothing(game, zero):
    points = ", ".join(f'{{"seat": {seat}, "points": 5, "missing": {zero}}}' for seat in (1, 2, 3))
    body = f'{{"went_out": {zero}, "scores": [{points}]}}'

    answer = game.api.send("PUT", f"{game.path}/hands/1", data=body, content_type=JSON)

    assert answer.status_code == 200, answer.text
    assert not re.search(r"[:,\[]\s*-0", answer.text), answer.text
    assert '"went_out": 0,' in json.dumps(answer.json["hands"][0])


@pytest.mark.parametrize(
    "number",
    [
        *("1.5", "-0.5", "1e-1", "0.99999999999999999999999", "1e15", "1e400", "-1e400", "1e999999999"),
        *("1e-999999999", "1e99999999999999999999", "1" + "0" * 400 + ".0", "0." + "9" * 5000),
    ],
)
def test_a_number_that_is_not_whole_or_far_too_large_is_refused(game, api, number):
    hand = f'{{"went_out": {number}, "scores": []}}'
    refused = game.api.send("PUT", f"{game.path}/hands/1", data=hand, content_type=JSON)
    assert (refused.status_code, pointers(refused)) == (422, ["/went_out"])
    assert "whole number" in refused.json["errors"][0]["detail"]

    facts = f'{{"facts": {{"moment": "other-went-out", "direction": "too-few", "by": {number}}}}}'
    refused = api.send("POST", "/api/v1/referee/wrong-count", data=facts, content_type=JSON)
    assert (refused.status_code, faults(refused)) == (422, [("fact-not-count", "/facts/by")])
    assert game.now()["version"] == 1


def test_one_key_with_the_number_written_otherwise_is_another_request(game):
    key = {"Idempotency-Key": "one evening"}
    first, again = (
        game.api.send(
            "POST", f"{game.path}/departures", data=body, content_type=JSON, headers=key
        ).status_code
        for body in ('{"seat": 2}', '{"seat": 2.0}')
    )

    assert (first, again) == (200, 422)


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
