"""Clients that save hands, by the API or by forms, and note every acknowledged one.

A write without an answer is sent again with the same key until it gets one. So once all clients have paused,
the database must hold exactly the noted hands: a missing one was lost, an additional one was doubled.
"""

import http.client
import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

State = dict[str, dict[int, tuple[int, ...]]]
PLAYERS = ("Ana", "Ben", "Cem", "Dee")
HANDS = 7
# Seconds: for one answer, for a write that is repeated, and between two writes.
LONGEST_ANSWER = 20.0
LONGEST_WRITE = 60.0
_AGAIN_AFTER = 0.02
_LONGEST_PAUSE = 0.02
_TOKEN = re.compile(r'name="csrf_token" value="([0-9a-f]+)"')


class Answer(NamedTuple):
    """The answer to one request."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Failed(Exception):
    """A request that did not get the answer it should; `answer` is None if it got none."""

    def __init__(self, request: str, answer: Answer | None = None) -> None:
        said = f"{answer.status} {answer.body[:200]!r}" if answer else "nothing"
        super().__init__(f"{request} was answered with {said}")
        self.answer = answer


class Unanswered(Failed):
    """There was no answer, or it asks to try again."""


class Refused(Failed):
    """An answer that no valid write should get."""


class Client:
    """One persistent connection, reopened when it was closed."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_ANSWER)

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        """The answer to a request; header names with `_` for `-`."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._connection.request(method, path, body, names)
            got = self._connection.getresponse()
            answer = Answer(got.status, got.headers, got.read())
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Unanswered(f"{method} {path}") from error
        if answer.status in (429, 502, 503, 504):
            raise Unanswered(f"{method} {path}", answer)
        return answer

    def play(self, over: threading.Event) -> None:
        """Ask until the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        self._connection.close()


@contextmanager
def playing(clients: Sequence[Client]) -> Iterator[None]:
    """Let the clients play, each in a thread of its own; at the end wait for the answers they are due."""
    over = threading.Event()
    threads = [threading.Thread(target=client.play, args=(over,), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread, client in zip(threads, clients, strict=True):
            thread.join()
            client.close()


class Seat(Client):
    """A client that keeps the score of one game after another."""

    def __init__(self, port: int, *, rng: Random) -> None:
        super().__init__(port)
        self.noted: State = {}
        self.writes = 0
        self.broken: list[str] = []
        self.rng = rng
        self._game = ""

    def leave(self) -> None:
        """The next write starts a new game."""
        self._game = ""

    def play(self, over: threading.Event) -> None:
        """Save as fast as it goes."""
        while not over.is_set():
            try:
                self.write()
            except Failed as failed:
                self.broken.append(str(failed))
                self.leave()
            time.sleep(self.rng.uniform(0, _LONGEST_PAUSE))

    def write(self) -> None:
        """Start a game or save its next hand, and note it."""
        hands = self.noted.get(self._game, {})
        if not self._game or len(hands) == HANDS:
            self._game = self._insist(self._started())
            self.noted[self._game] = {}
        else:
            points = [0, *(5 * self.rng.randint(1, 40) for _ in PLAYERS[1:])]
            self.rng.shuffle(points)
            self._insist(self._saved(len(hands) + 1, points))
            hands[len(hands) + 1] = tuple(points)
        self.writes += 1

    def _insist(self, send: Callable[[], str]) -> str:
        deadline = time.monotonic() + LONGEST_WRITE
        while True:
            try:
                return send()
            except Unanswered:
                if time.monotonic() > deadline:
                    raise
                time.sleep(_AGAIN_AFTER)

    def _started(self) -> Callable[[], str]:
        raise NotImplementedError

    def _saved(self, hand: int, points: list[int]) -> Callable[[], str]:
        raise NotImplementedError


class ByApi(Seat):
    """A client of the API, with idempotency keys."""

    _token = ""

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
        answer = self.ask(method, path, body, **headers)
        if answer.status != status:
            raise Refused(f"{method} {path}", answer)
        found: dict[str, str] = json.loads(answer.body)
        return found


class ByForms(Seat):
    """A browser without JavaScript. A form sent twice counts once, since each has a token of its own."""

    _cookie = _form_token = ""

    def _started(self) -> Callable[[], str]:
        tokens: list[str] = []

        def send() -> str:
            if not tokens:
                tokens.append(self._fresh_token())
            fields = {"player": PLAYERS, "dealer": "0", "start": "1", "csrf_token": tokens[0]}
            game = self._post("/games/new", fields).rpartition("/")[2].partition("?")[0]
            self._form_token = tokens[0]
            return game

        return send

    def _saved(self, hand: int, points: list[int]) -> Callable[[], str]:
        out = points.index(0)
        fields = {f"points-{seat}": str(number) for seat, number in enumerate(points) if seat != out}
        fields |= {"went_out": str(out), "attempt": "1", "csrf_token": self._form_token}
        path = f"/games/{self._game}/hands/{hand}"
        return lambda: self._post(path, fields)

    def _fresh_token(self) -> str:
        answer = self.ask("GET", "/join", Cookie=self._cookie)
        # The phone's; a page for watchers sets no other.
        self._cookie = answer.headers.get("Set-Cookie", self._cookie).partition(";")[0]
        found = _TOKEN.search(answer.body.decode())
        if answer.status != 200 or found is None:
            raise Refused("GET /join", answer)
        return found[1]

    def _post(self, path: str, fields: dict[str, object]) -> str:
        headers = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": self._cookie}
        answer = self.ask("POST", path, urlencode(fields, doseq=True), **headers)
        if answer.status != 303:
            raise Refused(f"POST {path}", answer)
        return answer.headers["Location"]
