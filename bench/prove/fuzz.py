"""Malformed requests to forms and API: each must be answered, and none with an error of the program.

Every batch has an installation of its own, with a league, a night, tables, and phones of every role. Its seed
determines its requests: `python -m bench.prove fuzz --seed N --share 0.01` repeats batch N. Requests by the
OpenAPI document are those of tests/web/api, of which `make prove` looks for new ones.
"""

import gzip
import multiprocessing
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from sqlalchemy.exc import IntegrityError
from werkzeug.test import TestResponse

from bench.prove import odd
from bench.prove.installations import installation
from bench.prove.proof import Proof, at_least_one, counted
from scorekeeper.services.games import invitations
from scorekeeper.services.maintenance import doctor
from tests.support.accounts import PASSWORD, make_account, sign_in
from tests.support.api_client import Document
from tests.support.league_cast import Cast, set_cast
from tests.support.routes import Route

REQUESTS = 90_000
IN_A_BATCH = 1000
_SIGN_IN_EVERY = 20
_SHOWN = 200
AT_ONCE = 2
# The steps of a batch, and their frequency.
WEIGHTS = {"forms of pages": 65, "pages": 15, "API": 20}
# Answers of the API are checked against this document.
DOCUMENT = "/api/v1/openapi.json"


@dataclass(slots=True)
class Found:
    """Counts of one batch: requests by kind, answers by status, broken promises."""

    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def prove(share: float, seed: int = 1) -> Proof:
    """Send a share of `REQUESTS`, in batches."""
    wanted = at_least_one(REQUESTS, share)
    sizes = [min(IN_A_BATCH, wanted - first) for first in range(0, wanted, IN_A_BATCH)]
    seeds = range(seed, seed + len(sizes))
    found = Found()
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        for result in pool.map(batch, seeds, sizes):
            found.sent += result.sent
            found.statuses += result.statuses
            found.broken += result.broken
    sent = counted((name, found.sent[name]) for name in WEIGHTS)
    classes = Counter(f"{status // 100}xx" for status in found.statuses.elements())
    did = (
        f"{found.statuses.total():,} requests ({sent}), seeds {seeds[0]} to {seeds[-1]}; "
        f"answered {counted((name, classes[name]) for name in sorted(classes))}; "
        f"{sum(count for status, count in found.statuses.items() if status >= 500)} with 500 or more, "
        f"{len(sizes)} databases sound afterwards"
    )
    return Proof("fuzz", did, tuple(found.broken))


def batch(seed: int, requests: int) -> Found:
    """Send odd requests to an installation of their own; half of them are behind a proxy."""
    with installation(behind_proxy=Random(seed).random() < 0.5, sign_up=True) as app:
        trial = Trial(app, seed=seed)
        while trial.found.statuses.total() < requests:
            trial.step()
        if not doctor.examine(app).sound:
            trial.found.broken.append(f"seed {seed}: doctor finds the database unsound")
    return trial.found


class Trial:
    """Odd requests of every role to one installation."""

    def __init__(self, app: Flask, *, seed: int) -> None:
        self.found = Found()
        self._app, self._seed, self._rng = app, seed, Random(seed)
        self._cast: Cast = set_cast(app)
        make_account(app, "password@example.org", "Pat", PASSWORD)
        self._phones = list(self._cast.phones.values())
        self._document = Document(app.test_client())
        self._pages = [route for route in self._cast.routes() if route.method == "GET"]
        self._calls = self._cast.routes(calls=True)
        with app.app_context():
            self._tokens = [
                invitations.first_token(game) for game in (self._cast.game, self._cast.other_game)
            ]
        self._steps = 0

    def step(self) -> None:
        """Send one kind of request, chosen at random."""
        self._steps += 1
        if self._steps % _SIGN_IN_EVERY == 0:
            self._sign_in_again()
        kind = self._rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        {"forms of pages": self._forms_of_a_page, "pages": self._page, "API": self._call}[kind](kind)

    def _sign_in_again(self) -> None:
        """Sign the organisers in again: a form may have signed them out. A closed account stays out."""
        for number_of_account, who in enumerate(("organiser", "co-organiser", "other organiser"), start=1):
            with suppress(IntegrityError):
                sign_in(self._cast.phones[who], number_of_account)

    def _forms_of_a_page(self, kind: str) -> None:
        phone, route = self._rng.choice(self._phones), self._rng.choice(self._pages)
        answer = self._send(kind, phone.client, "GET", route.path)
        forms = odd.forms_of(answer.text) if answer is not None and answer.mimetype == "text/html" else []
        for form in self._rng.sample(forms, min(len(forms), 5)):
            fields = odd.spoiled(odd.filled(form, rng=self._rng), rng=self._rng)
            self._submit(kind, phone.client, form.action or route.path, fields, form.method)

    def _page(self, kind: str) -> None:
        phone, route = self._rng.choice(self._phones), self._rng.choice(self._pages)
        names = ("said", "again", "show", "seat", "q", "page", "season", "sort", "game", "next", "on", "hand")
        asked = [
            (name, self._rng.choice(odd.TEXTS)) for name in self._rng.sample(names, self._rng.randrange(5))
        ]
        method = self._rng.choice(odd.METHODS) if self._rng.random() < 0.2 else "GET"
        path = self._bent(route.path) if self._rng.random() < 0.1 else route.path
        self._send(kind, phone.client, method, path, query=odd.encoded(asked))

    def _call(self, kind: str) -> None:
        route = self._rng.choice(self._calls)
        example = self._example(route)
        body = odd.json_text(odd.spoiled_json(example, rng=self._rng), rng=self._rng)
        sent = odd.headers(self._rng)
        if self._rng.random() < 0.8:
            sent["Authorization"] = f"Bearer {self._rng.choice(self._tokens)}"
        content_type = self._rng.choice(odd.KINDS) if self._rng.random() < 0.05 else "application/json"
        method = self._rng.choice(odd.METHODS) if self._rng.random() < 0.05 else route.method
        path = self._bent(route.path) if self._rng.random() < 0.1 else route.path
        more = {} if method == "GET" else {"data": body, "content_type": content_type}
        self._send(kind, self._app.test_client(), method, path, headers=sent, **more)

    def _bent(self, path: str) -> str:
        parts = path.split("/")
        text = self._rng.choice(odd.TEXTS)
        parts[self._rng.randrange(1, len(parts))] = quote(text, safe="", errors="surrogatepass")
        return "/".join(parts)

    def _example(self, route: Route) -> Any:
        operation = self._document.operation(route.method, route.path) or {}
        content = operation.get("requestBody", {}).get("content", {})
        return content.get("application/json", {}).get("example", {})

    def _submit(self, kind: str, client: Any, path: str, fields: odd.Fields, method: str) -> None:
        if method == "GET":
            self._send(kind, client, "GET", path, query=odd.encoded(fields))
            return
        body, content_type = odd.encoded(fields).encode(), odd.KINDS[0]
        if self._rng.random() < 0.1:
            body, content_type = odd.multipart(fields, rng=self._rng)
        if self._rng.random() < 0.03:
            content_type = self._rng.choice(odd.KINDS)
        sent = odd.headers(self._rng)
        self._send(kind, client, method, path, data=body, content_type=content_type, headers=sent)

    def _send(
        self, kind: str, client: Any, method: str, path: str, query: str = "", **more: Any
    ) -> TestResponse | None:
        """Send one request from a network of its own, and note a forbidden answer."""
        sent = {"method": method, "path": path, "query": query, **more}
        shown = str({name: str(value)[:_SHOWN] for name, value in sent.items()})
        address = ".".join(str(self._rng.randrange(1, 250)) for _ in range(4))
        self.found.sent[kind] += 1
        try:
            answer: TestResponse = client.open(
                path.split("#")[0] + (f"?{query}" if query else ""),
                method=method,
                buffered=True,
                environ_overrides={"REMOTE_ADDR": address},
                **more,
            )
        except Exception as error:
            self.found.statuses[500] += 1
            self._break(f"{shown} raised {_where(error)}")
            return None
        self.found.statuses[answer.status_code] += 1
        if answer.status_code >= 500 and not (answer.status_code == 503 and "Retry-After" in answer.headers):
            self._break(f"{shown} was answered with {answer.status_code}")
        # An invalid host name is refused before anything that the document describes.
        outside = path == DOCUMENT or ("Host" in more.get("headers", ()) and answer.status_code == 400)
        if path.startswith("/api/") and not outside and method in ("GET", "POST", "PUT"):
            try:
                self._check(method, path, answer)
            except Exception as error:
                self._break(f"{shown} was answered otherwise than promised: {error!r:.300}")
        return answer

    def _check(self, method: str, path: str, answer: TestResponse) -> None:
        if answer.headers.pop("Content-Encoding", "") == "gzip":
            answer.set_data(gzip.decompress(answer.data))
        self._document.check(method, path, answer)

    def _break(self, what: str) -> None:
        self.found.broken.append(f"seed {self._seed}: {what}")


def _where(error: BaseException) -> str:
    """An error, and the last line of the package in its traceback."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "scorekeeper" in frame.filename]
    at = f" at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}: {str(error)[:200]}{at}"
