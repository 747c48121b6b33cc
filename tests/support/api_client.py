"""The API as a client sees it: every answer is checked against its OpenAPI document."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

GAMES = "/api/v1/games"
OUTSIDE_THE_DOCUMENT = (405,)


class Document:
    """The OpenAPI document, which checks that answers conform to it."""

    def __init__(self, client: FlaskClient) -> None:
        self.spec = client.get("/api/v1/openapi.json").json
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def operations(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Path, method and description of every operation."""
        return [
            (path, method, item[method])
            for path, item in self.spec["paths"].items()
            for method in ("get", "put", "post")
            if method in item
        ]

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        operation = self.operation(method, path)
        if operation is None or answer.status_code in OUTSIDE_THE_DOCUMENT:
            assert answer.mimetype == "application/problem+json"
            self._schema({"$ref": "#/components/schemas/Problem"}).validate(answer.json)
            return
        responses = operation["responses"]
        promised = self._resolved(responses.get(str(answer.status_code), responses["default"]))
        if "content" not in promised:
            assert answer.data == b""
            return
        content = promised["content"][answer.mimetype]
        self._schema(content["schema"]).validate(answer.json)

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The description of the operation at that path, if it has one."""
        for pattern, operations in self._paths:
            if pattern.fullmatch(path):
                found: dict[str, Any] | None = operations.get(method.lower())
                return found
        return None

    @cached_property
    def _paths(self) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
        return [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations)
            for path, operations in self.spec["paths"].items()
        ]

    def _resolved(self, found: dict[str, Any]) -> dict[str, Any]:
        reference = found.get("$ref")
        return self.spec["components"]["responses"][reference.rpartition("/")[2]] if reference else found

    def _schema(self, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        known = str(schema)
        if known not in self._validators:
            whole = {**schema, "components": self.spec["components"]}
            self._validators[known] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return self._validators[known]


class Api:
    """Sends requests and checks the answers; a token is sent with all of them."""

    def __init__(self, client: FlaskClient, document: Document, *, token: str | None = None) -> None:
        self.client = client
        self.document = document
        self.token = token

    def send(self, method: str, path: str, **options: Any) -> TestResponse:
        headers = dict(options.pop("headers", {}))
        if self.token is not None:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        answer = self.client.open(path, method=method, headers=headers, **options)
        self.document.check(method, path, answer)
        return answer

    def start(self, names: str = "Ana Ben Cem Dee", **asked: Any) -> Sitting:
        answer = self.send("POST", GAMES, json={"players": names.split(), **asked})
        assert answer.status_code == 201, answer.text
        return Sitting(Api(self.client, self.document, token=answer.json["scorer_token"]), answer.json)


class Sitting:
    """One game and the right to write to it."""

    def __init__(self, api: Api, started: dict[str, Any]) -> None:
        self.api = api
        self.started = started
        self.path = f"{GAMES}/{started['id']}"

    def get(self, what: str = "", **options: Any) -> TestResponse:
        return self.api.send("GET", self.path + what, **options)

    def post(self, what: str, body: Any, **options: Any) -> TestResponse:
        return self.api.send("POST", f"{self.path}/{what}", json=body, **options)

    def put(self, number: int, line: str | dict[str, Any], **options: Any) -> TestResponse:
        body = sheet(line) if isinstance(line, str) else line
        return self.api.send("PUT", f"{self.path}/hands/{number}", json=body, **options)

    def hands(self, *lines: str) -> None:
        """Record the next hands, each a line that `sheet` reads."""
        for line in lines:
            answer = self.put(self.now()["hand"]["number"], line)
            assert answer.status_code == 200, answer.text

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get().json
        return found

    def points(self, hand: int) -> list[int]:
        return [score["points"] for score in self.now()["hands"][hand - 1]["scores"]]


def sheet(line: str) -> dict[str, Any]:
    """The body for `25 out - 45`, by seats: `out` went out, `-` gives no score, and `.` has left."""
    tokens = dict(enumerate(line.split()))
    scores = [
        {"seat": seat, "not_given": True} if token == "-" else {"seat": seat, "points": int(token)}
        for seat, token in tokens.items()
        if token not in ("out", ".")
    ]
    return {"went_out": next((seat for seat in tokens if tokens[seat] == "out"), None), "scores": scores}


def faults(answer: TestResponse) -> list[tuple[str, str]]:
    """Code and pointer of every fault in an answer."""
    return [(error["code"], error["pointer"]) for error in answer.json["errors"]]


def pointers(answer: TestResponse) -> list[str]:
    return [error["pointer"] for error in answer.json["errors"]]
