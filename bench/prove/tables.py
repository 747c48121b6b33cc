"""Clients that save hands as fast as they can, by the API and by forms, and note every acknowledged one.

A write without an answer is sent again with the same key until it gets one. So once all clients have paused,
the database must hold exactly the noted hands: a missing one was lost, an additional one was doubled.
"""

from __future__ import annotations

import http.client
import json
import re
import secrets
import threading
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

State = dict[str, dict[int, tuple[int, ...]]]
PLAYERS = ("Ana", "Ben", "Cem", "Dee")
HANDS = 7
LONGEST_ANSWER = 20.0
_AGAIN_AFTER = 0.02
_LONGEST_PAUSE = 0.02
_TOKEN = re.compile(r'name="csrf_token" value="([0-9a-f]+)"')


class Answer(NamedTuple):
    """The answer to one request."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Unanswered(Exception):
    """There was no answer, or `answer` asks to try again."""

    def __init__(self, answer: Answer | None = None) -> None:
        super().__init__(answer)
        self.answer = answer


class Refused(Exception):
    """An answer that no valid write should get."""

    def __init__(self, method: str, path: str, answer: Answer) -> None:
        super().__init__(f"{method} {path} was answered with {answer.status}: {answer.body[:200]!r}")
        self.answer = answer


class Tables:
    """Clients of one server, each in a thread of its own."""

    def __init__(self, port: int, *, tables: int, rng: Random) -> None:
        self.writes = 0
        self.broken: list[str] = []
        self._seats = [
            (ByForms if number % 2 else ByApi)(port, rng=Random(rng.random()), more=self._count)
            for number in range(tables)
        ]
        self._lock = threading.Lock()
        self._go, self._over = threading.Event(), threading.Event()
        self._idle = [threading.Event() for _ in self._seats]
        self._threads = [
            threading.Thread(target=self._play, args=(seat, idle), daemon=True)
            for seat, idle in zip(self._seats, self._idle, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def play(self) -> None:
        """Start saving, or go on."""
        self._go.set()

    def pause(self, *, within: float) -> bool:
        """Stop after the pending writes; whether all were answered within these seconds."""
        self._go.clear()
        deadline = time.monotonic() + within
        return all(idle.wait(max(0.0, deadline - time.monotonic())) for idle in self._idle)

    def close(self) -> None:
        """Stop for good, without waiting for answers."""
        self._over.set()
        self._go.set()
        for thread, seat in zip(self._threads, self._seats, strict=True):
            thread.join()
            seat.close()

    def noted(self) -> State:
        """Every acknowledged hand, by game."""
        return {game: dict(hands) for seat in self._seats for game, hands in seat.noted.items()}

    def begin_anew(self, kept: State) -> None:
        """Note only `kept`, and let every client start a new game. Call it only while they pause."""
        for seat in self._seats:
            seat.noted = {game: dict(kept[game]) for game in seat.noted if game in kept}
            seat.leave()

    def _count(self) -> None:
        with self._lock:
            self.writes += 1

    def _play(self, seat: Seat, idle: threading.Event) -> None:
        while not self._over.is_set():
            if not self._go.is_set():
                idle.set()
                self._go.wait()
                idle.clear()
            try:
                seat.write(until=self._over)
            except Refused as refused:
                self.broken.append(str(refused))
                seat.leave()
            time.sleep(seat.rng.uniform(0, _LONGEST_PAUSE))


class Seat:
    """A client that keeps the score of one game after another."""

    def __init__(self, port: int, *, rng: Random, more: Callable[[], None]) -> None:
        self.noted: State = {}
        self.rng = rng
        self._port = port
        self._more = more
        self._connection: http.client.HTTPConnection | None = None
        self._game = ""

    def leave(self) -> None:
        """The next write starts a new game."""
        self._game = ""

    def close(self) -> None:
        """Close the connection; the next write opens another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def write(self, *, until: threading.Event) -> None:
        """Start a game or save its next hand, repeating the request until it is answered."""
        hands = self.noted.get(self._game, {})
        if not self._game or len(hands) == HANDS:
            self._game = self._insist(self._started(), until=until)
            if self._game:
                self.noted[self._game] = {}
                self._more()
            return
        points = [0, *(5 * self.rng.randint(1, 40) for _ in PLAYERS[1:])]
        self.rng.shuffle(points)
        if self._insist(self._saved(len(hands) + 1, points), until=until):
            hands[len(hands) + 1] = tuple(points)
            self._more()

    def _insist(self, send: Callable[[], str], *, until: threading.Event) -> str:
        while not until.is_set():
            try:
                return send()
            except Unanswered:
                time.sleep(_AGAIN_AFTER)
        return ""

    def _started(self) -> Callable[[], str]:
        raise NotImplementedError

    def _saved(self, hand: int, points: list[int]) -> Callable[[], str]:
        raise NotImplementedError

    def _ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LONGEST_ANSWER)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._connection.request(method, path, body, names)
            got = self._connection.getresponse()
            answer = Answer(got.status, got.headers, got.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered from error
        if answer.status in (429, 503):
            raise Unanswered(answer)
        return answer


class ByApi(Seat):
    """A client of the API, with idempotency keys."""

    def __init__(self, port: int, *, rng: Random, more: Callable[[], None]) -> None:
        super().__init__(port, rng=rng, more=more)
        self._token = ""

    def _started(self) -> Callable[[], str]:
        key, body = secrets.token_hex(16), json.dumps({"players": PLAYERS})

        def send() -> str:
            answer = self._send("POST", "/api/v1/games", body, key=key, status=201)
            self._token = answer["scorer_token"]
            return str(answer["id"])

        return send

    def _saved(self, hand: int, points: list[int]) -> Callable[[], str]:
        out = points.index(0)
        scores = [{"seat": seat, "points": number} for seat, number in enumerate(points) if seat != out]
        key, body = secrets.token_hex(16), json.dumps({"went_out": out, "scores": scores})
        path = f"/api/v1/games/{self._game}/hands/{hand}"
        return lambda: str(self._send("PUT", path, body, key=key, status=200))

    def _send(self, method: str, path: str, body: str, *, key: str, status: int) -> dict[str, str]:
        headers = {"Content_Type": "application/json", "Idempotency_Key": key}
        if self._token and method == "PUT":
            headers["Authorization"] = f"Bearer {self._token}"
        answer = self._ask(method, path, body, **headers)
        if answer.status != status:
            raise Refused(method, path, answer)
        found: dict[str, str] = json.loads(answer.body)
        return found


class ByForms(Seat):
    """A browser without JavaScript. A form sent twice counts once, since each has a token of its own."""

    def __init__(self, port: int, *, rng: Random, more: Callable[[], None]) -> None:
        super().__init__(port, rng=rng, more=more)
        self._cookies: dict[str, str] = {}
        self._form_token = ""

    def _started(self) -> Callable[[], str]:
        kept: dict[str, str] = {}

        def send() -> str:
            if "csrf_token" not in kept:
                kept["csrf_token"] = self._fresh_token()
            fields = {"player": PLAYERS, "dealer": "0", "start": "1", **kept}
            game = self._post("/games/new", fields).rpartition("/")[2].partition("?")[0]
            self._form_token = kept["csrf_token"]
            return game

        return send

    def _saved(self, hand: int, points: list[int]) -> Callable[[], str]:
        out = points.index(0)
        fields = {f"points-{seat}": str(number) for seat, number in enumerate(points) if seat != out}
        fields |= {"went_out": str(out), "attempt": "1", "csrf_token": self._form_token}
        path = f"/games/{self._game}/hands/{hand}"
        return lambda: self._post(path, fields)

    def _fresh_token(self) -> str:
        answer = self._ask("GET", "/join", **self._cookie())
        for name, value in answer.headers.items():
            if name.lower() == "set-cookie":
                cookie, _, kept = value.partition(";")[0].partition("=")
                self._cookies[cookie] = kept
        found = _TOKEN.search(answer.body.decode())
        if answer.status != 200 or found is None:
            raise Refused("GET", "/join", answer)
        return found[1]

    def _post(self, path: str, fields: dict[str, object]) -> str:
        headers = {"Content_Type": "application/x-www-form-urlencoded", **self._cookie()}
        answer = self._ask("POST", path, urlencode(fields, doseq=True), **headers)
        if answer.status != 303:
            raise Refused("POST", path, answer)
        return answer.headers["Location"]

    def _cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
