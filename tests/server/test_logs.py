"""The log says where and how something failed, and never holds names or addresses that grant a right."""

import io
import json
import logging
import re
import sqlite3
import threading
from collections.abc import Iterator
from datetime import datetime

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError, OperationalError
from werkzeug.test import TestResponse

from scorekeeper import background
from scorekeeper.errors import OperatorError
from scorekeeper.server import logs, serve
from tests.support.league_cast import Cast, set_cast
from tests.support.phones import Phone, text_of
from tests.support.reused import LONGEST_WAIT
from tests.support.routes import Route, api_calls, pages
from tests.support.servers import ROOT

NAME, MAIL = "Zdenka Marker", "zdenka.marker@example.org"
SECRET = f"UNIQUE constraint failed on '{NAME}' <{MAIL}>"
DEPLOYING = (ROOT / "docs/deploying.md").read_text(encoding="utf-8")
Log = tuple[io.StringIO, io.StringIO]


@pytest.fixture
def log() -> Iterator[Log]:
    """Everything that is logged, as text and as JSON."""
    handlers = [logging.StreamHandler(io.StringIO()) for _ in range(2)]
    root = logging.getLogger()
    for handler, formatter in zip(handlers, (logs.AsText(), logs.AsJson()), strict=True):
        handler.setFormatter(formatter)
        root.addHandler(handler)
    yield handlers[0].stream, handlers[1].stream
    for handler in handlers:
        root.removeHandler(handler)


@pytest.fixture
def cast(app: Flask, now: datetime) -> Cast:
    app.extensions["clock"] = lambda: now
    return set_cast(app, visibility="private")


def entries(log: Log) -> list[dict[str, object]]:
    return [json.loads(line) for line in log[1].getvalue().splitlines()]


def test_addresses_that_are_rights_are_removed_wherever_they_stand(app: Flask) -> None:
    values = {"season": "2026", "number": 1, "right": 1, "account": 1, "entry": 1, "line": 0, "player": 1}
    values["ruleset"] = "any"
    with app.test_request_context():
        for rule in (*pages(app), *api_calls(app)):
            names = rule.arguments - values.keys() - {"irregularity", "clause"}
            if not names:
                continue
            marked = dict.fromkeys(names, "thursday-marker")
            path = rule.build({**values, "irregularity": "may-i", "clause": "1.1", **marked})[1]
            for message in (f"Exception while serving {path}", f"Referer: 'http://localhost{path}?a=b'"):
                assert "marker" not in logs.clean(message), rule


@pytest.mark.parametrize(
    ("message", "cleaned"),
    [
        ("refused: {'olga@example.org': (550, b'no')}", "refused: {'…@…': (550, b'no')}"),
        ("Bearer 3q2-7wX0a9ZbYc81kLmNo", "Bearer …"),
        ("a line\r\nand\x1b[31m another", "a line and [31m another"),
        ("The scores in /srv/cards/scorekeeper.sqlite", "The scores in /srv/cards/scorekeeper.sqlite"),
        ("sign-in failed from 2001:db8::7", "sign-in failed from 2001:db8::7"),
    ],
)
def test_messages_are_cleaned(message: str, cleaned: str) -> None:
    assert logs.clean(message) == cleaned


@pytest.mark.parametrize(
    ("error", "summary"),
    [
        (ValueError(NAME), "ValueError"),
        (sqlite3.OperationalError("database is locked"), "sqlite3.OperationalError: database is locked"),
        (sqlite3.OperationalError(SECRET), "sqlite3.OperationalError: UNIQUE constraint failed on"),
        (OSError(28, "No space left on device", MAIL), "OSError: No space left on device"),
        (OperatorError("The disk is full."), "scorekeeper.errors.OperatorError: The disk is full."),
        (OperationalError("x", {"a": NAME}, Exception(NAME)), "sqlalchemy.exc.OperationalError"),
    ],
)
def test_exceptions_are_named_without_values(error: Exception, summary: str) -> None:
    assert logs.summary(error) == summary


@pytest.mark.parametrize(
    "error",
    [RuntimeError(SECRET), IntegrityError("INSERT", {"mail": MAIL}, sqlite3.IntegrityError(SECRET))],
)
def test_failing_requests_log_their_endpoint_and_no_secret(
    cast: Cast, log: Log, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    routes = [*cast.routes(), *cast.routes(calls=True)]

    assert cast.phones["organiser"].token
    _break_every_view(cast.app, monkeypatch, error)

    assert {_ask(cast, route).status_code for route in routes} == {500}
    told = [(entry["message"], entry["endpoint"], entry["method"], entry["status"]) for entry in entries(log)]
    assert told == [("Request failed", route.endpoint, route.method, 500) for route in routes]
    secrets = (NAME, "Zdenka", MAIL, cast.slug, cast.night, cast.token, cast.game, cast.upload, "Thursday")
    for stream in log:
        assert [secret for secret in secrets if secret in stream.getvalue()] == []


def test_a_failure_can_be_found_by_the_reference_on_its_page(
    app: Flask, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    _break_every_view(app, monkeypatch, RuntimeError(SECRET))

    page = text_of(Phone(app).get("/help"))

    (entry,) = entries(log)
    reference = entry["reference"]
    assert re.search(r"tell the person who runs this server. The code is ([0-9a-f]{8})", page)[1] == reference
    first, *places = log[0].getvalue().splitlines()
    assert first.endswith(f"ERROR scorekeeper: Request failed [GET home.help 500 {reference}] RuntimeError")
    assert re.fullmatch(r"    \S+test_logs\.py:\d+ broken", places[-1])
    assert entry["stack"] == [place.strip() for place in places]


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_failed_sign_ins_are_found_by_one_expression_in_both_forms(log: Log, address: str) -> None:
    logging.getLogger("scorekeeper.sign-in").warning("sign-in failed from %s", address)

    documented = re.search(r"^failregex = (.+)$", DEPLOYING, re.MULTILINE)[1]
    expression = documented.replace("<ADDR>", r"(?P<ip>[0-9a-f.:]+)")
    for stream in log:
        assert re.search(expression, stream.getvalue())["ip"] == address


def test_a_thread_that_ends_by_an_exception_is_logged_without_what_it_says(log: Log) -> None:
    def fail() -> None:
        raise RuntimeError(SECRET)

    thread = threading.Thread(target=fail)
    before, threading.excepthook = threading.excepthook, logs.log_end_of_thread
    try:
        thread.start()
        thread.join()
    finally:
        threading.excepthook = before

    (entry,) = entries(log)
    assert (entry["message"], entry["exception"]) == ("A thread ended unexpectedly", "RuntimeError")


def test_housekeeping_that_fails_is_logged_with_its_cause(
    app: Flask, db: sqlite3.Connection, log: Log
) -> None:
    db.execute("DROP TABLE attempt_count")
    db.execute("CREATE VIEW attempt_count AS SELECT 1 AS tries")
    serve.start_housekeeping(app)
    assert background.finish(app, seconds=LONGEST_WAIT)

    (entry,) = entries(log)
    cause = "caused by sqlite3.OperationalError: cannot modify attempt_count because it is a view"
    assert entry["exception"] == "sqlalchemy.exc.OperationalError"
    assert cause in entry["stack"]


def _break_every_view(app: Flask, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(**_parts: object) -> None:
        raise error.with_traceback(None)

    # As in service: while testing, Flask lets an error out that it would answer with 500.
    app.testing = False
    for endpoint in app.view_functions:
        monkeypatch.setitem(app.view_functions, endpoint, broken)


def _ask(cast: Cast, route: Route) -> TestResponse:
    """The answer to a phone that has a right, with a form's token or a program's."""
    phone = cast.phones["organiser"]
    client, headers = (
        phone.client,
        {"Authorization": f"Bearer {cast.token}", "Referer": f"http://x{route.path}"},
    )
    if route.method == "GET" or route.path.startswith("/api/"):
        return client.open(route.path, method=route.method, headers=headers, buffered=True)
    return client.post(route.path, data={"csrf_token": phone.token}, headers=headers)
