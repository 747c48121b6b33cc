"""Malformed requests to pages: each must be answered, and none with an error of the program.

Every batch has an installation of its own, with a league, a night, tables, and phones of every role. Its seed
determines its requests: `python -m bench.prove fuzz --seed N --share 0.01` repeats batch N. Requests to the
API are those of tests/web/api, of which `make prove` looks for new ones.
"""

import logging
import multiprocessing
import tempfile
import traceback
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from sqlalchemy.exc import IntegrityError
from werkzeug.test import TestResponse

from bench.prove import odd
from bench.prove.proof import Proof, at_least_one, counted
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.maintenance import doctor, schema
from tests.support.accounts import PASSWORD, make_account, sign_in
from tests.support.league_cast import set_cast
from tests.support.recommended import recommended

REQUESTS = 90_000
IN_A_BATCH = 1000
_SIGN_IN_EVERY = 20
_SHOWN = 200
AT_ONCE = 2
# The share of steps that send the forms of a page; the others ask for a page.
OF_FORMS = 0.8
Found = tuple[Counter[int], list[str]]


def prove(share: float, seed: int = 1) -> Proof:
    """Send a share of `REQUESTS`, in batches."""
    wanted = at_least_one(REQUESTS, share)
    sizes = [min(IN_A_BATCH, wanted - first) for first in range(0, wanted, IN_A_BATCH)]
    seeds = range(seed, seed + len(sizes))
    statuses, broken = Counter[int](), list[str]()
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        for answers, faults in pool.map(batch, seeds, sizes):
            statuses, broken = statuses + answers, broken + faults
    classes = Counter(f"{status // 100}xx" for status in statuses.elements())
    did = (
        f"{statuses.total():,} requests, seeds {seeds[0]} to {seeds[-1]}; "
        f"answered {counted(sorted(classes.items()))}; {len(sizes)} databases examined afterwards"
    )
    return Proof("fuzz", did, tuple(broken))


def batch(seed: int, requests: int) -> Found:
    """Send odd requests to an installation of their own; half of them are behind a proxy."""
    logging.disable(logging.CRITICAL)
    # The files of broken uploads are closed late.
    warnings.simplefilter("ignore", ResourceWarning)
    with tempfile.TemporaryDirectory(prefix="prove-fuzz-") as folder:
        data, is_behind_proxy = Path(folder), Random(seed).random() < 0.5
        settings = Settings(data=data, sign_up=True)
        app = recommended(data, sign_up=True) if is_behind_proxy else create_app(settings)
        app.testing = True
        schema.upgrade(app)
        trial = Trial(app, seed=seed)
        while trial.statuses.total() < requests:
            trial.step()
        if not doctor.examine(app).sound:
            trial.broken.append(f"seed {seed}: doctor finds the database unsound")
    return trial.statuses, trial.broken


class Trial:
    """Odd requests of every role to one installation."""

    def __init__(self, app: Flask, *, seed: int) -> None:
        self.statuses, self.broken = Counter[int](), list[str]()
        self._seed, self._rng = seed, Random(seed)
        self._cast = set_cast(app)
        make_account(app, "password@example.org", "Pat", PASSWORD)
        self._phones = list(self._cast.phones.values())
        self._pages = [route for route in self._cast.routes() if route.method == "GET"]
        self._steps = 0

    def step(self) -> None:
        """Send one kind of request, chosen at random."""
        self._steps += 1
        if self._steps % _SIGN_IN_EVERY == 0:
            self._sign_in_again()
        phone, route = self._rng.choice(self._phones), self._rng.choice(self._pages)
        if self._rng.random() < OF_FORMS:
            self._send_forms(phone.client, route.path)
        else:
            self._ask(phone.client, route.path)

    def _sign_in_again(self) -> None:
        """Sign the organisers in again: a form may have signed them out. A closed account stays out."""
        for number_of_account, who in enumerate(("organiser", "co-organiser", "other organiser"), start=1):
            with suppress(IntegrityError):
                sign_in(self._cast.phones[who], number_of_account)

    def _send_forms(self, client: Any, path: str) -> None:
        answer = self._send(client, "GET", path)
        forms = odd.forms_of(answer.text) if answer is not None and answer.mimetype == "text/html" else []
        for form in self._rng.sample(forms, min(len(forms), 5)):
            fields = odd.spoiled(odd.filled(form, rng=self._rng), rng=self._rng)
            self._submit(client, form.action or path, fields, form.method)

    def _ask(self, client: Any, path: str) -> None:
        names = ("said", "again", "show", "seat", "q", "page", "season", "sort", "game", "next", "on", "hand")
        pairs = [
            (name, self._rng.choice(odd.TEXTS)) for name in self._rng.sample(names, self._rng.randrange(5))
        ]
        method = self._rng.choice(odd.METHODS) if self._rng.random() < 0.2 else "GET"
        path = self._bent(path) if self._rng.random() < 0.1 else path
        self._send(client, method, path, query=odd.encoded(pairs), headers=odd.headers(self._rng))

    def _bent(self, path: str) -> str:
        parts = path.split("/")
        text = self._rng.choice(odd.TEXTS)
        parts[self._rng.randrange(1, len(parts))] = quote(text, safe="", errors="surrogatepass")
        return "/".join(parts)

    def _submit(self, client: Any, path: str, fields: odd.Fields, method: str) -> None:
        if method == "GET":
            self._send(client, "GET", path, query=odd.encoded(fields))
            return
        body, content_type = odd.encoded(fields).encode(), odd.KINDS[0]
        if self._rng.random() < 0.1:
            body, content_type = odd.multipart(fields, rng=self._rng)
        if self._rng.random() < 0.03:
            content_type = self._rng.choice(odd.KINDS)
        sent = odd.headers(self._rng)
        self._send(client, method, path, data=body, content_type=content_type, headers=sent)

    def _send(self, client: Any, method: str, path: str, query: str = "", **more: Any) -> TestResponse | None:
        """Send one request from a network of its own, and note a forbidden answer."""
        sent = {"method": method, "path": path, "query": query, **more}
        shown = str({name: str(value)[:_SHOWN] for name, value in sent.items()})
        address = ".".join(str(self._rng.randrange(1, 250)) for _ in range(4))
        try:
            answer: TestResponse = client.open(
                path.split("#")[0] + (f"?{query}" if query else ""),
                method=method,
                buffered=True,
                environ_overrides={"REMOTE_ADDR": address},
                **more,
            )
        except Exception as error:
            self.statuses[500] += 1
            self._break(f"{shown} raised {_where(error)}")
            return None
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500 and not (answer.status_code == 503 and "Retry-After" in answer.headers):
            self._break(f"{shown} was answered with {answer.status_code}")
        return answer

    def _break(self, what: str) -> None:
        self.broken.append(f"seed {self._seed}: {what}")


def _where(error: BaseException) -> str:
    """An error, and the last line of the package in its traceback."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if "scorekeeper" in frame.filename]
    at = f" at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}: {str(error)[:200]}{at}"
