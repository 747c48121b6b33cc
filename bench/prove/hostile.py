"""Silent, idle and slow connections beside an evening of watchers and tables: nobody at a table notices."""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.prove.intruders import OPENINGS, intruding
from bench.prove.proof import Proof
from bench.prove.tables import ByApi, Client, Failed, playing
from tests.support.servers import running

EACH = 40
WATCHERS = 200
TABLES = 20
SECONDS = 90.0
# Seconds in which a new server makes its index for the search, and until the connections are open.
WARM_UP_SECONDS = 5.0
SETTLE_SECONDS = 2.0
# Seconds between two requests of a phone.
PAUSE = (1.4, 2.6)
# Seconds that an answer may take beside them.
LONGEST_WAIT = 0.5
# A share of the time meets too few requests to judge by the slowest of them.
ENOUGH_TO_JUDGE = 2000


class Wait(NamedTuple):
    """When a request was sent, the seconds until its answer, and how it failed, if it did."""

    sent: float
    seconds: float
    failure: str


class Saver(ByApi):
    """A phone that saves a hand every other second."""

    def __init__(self, port: int, *, rng: Random) -> None:
        super().__init__(port, rng=rng)
        self.waits: list[Wait] = []
        self.write()

    @property
    def table(self) -> str:
        """The address of its game."""
        return f"/games/{self._game}"

    def play(self, over: threading.Event) -> None:
        """Save until the end."""
        while not over.wait(self.rng.uniform(*PAUSE)):
            try:
                self.write()
            except Failed:
                self.leave()

    def _insist(self, send: Callable[[], str]) -> str:
        return _timed(self.waits, send)


class Watcher(Client):
    """A phone that polls the table page every other second."""

    def __init__(self, port: int, saver: Saver, *, rng: Random) -> None:
        super().__init__(port)
        self.waits: list[Wait] = []
        self._saver, self._rng, self._known = saver, rng, ""

    def play(self, over: threading.Event) -> None:
        """Watch until the end."""
        while not over.wait(self._rng.uniform(*PAUSE)):
            try:
                self._known = _timed(self.waits, self._poll)
            except Failed:
                self._known = ""

    def _poll(self) -> str:
        path = self._saver.table
        answer = self.ask("GET", path, If_None_Match=self._known, Accept_Encoding="gzip")
        if answer.status not in (200, 304):
            raise Failed(f"GET {path}", answer)
        return answer.headers.get("ETag", "")


def _timed(waits: list[Wait], send: Callable[[], str]) -> str:
    sent, failure = time.monotonic(), ""
    try:
        return send()
    except Failed as failed:
        failure = str(failed)
        raise
    finally:
        waits.append(Wait(sent, time.monotonic() - sent, failure))


def prove(share: float, seed: int = 1) -> Proof:
    """Let an evening's phones play beside hostile connections."""
    part = min(share, 1.0)
    each, tables, watchers = max(8, round(EACH * part)), max(2, round(TABLES * part)), round(WATCHERS * part)
    with (
        tempfile.TemporaryDirectory(prefix="prove-hostile-") as folder,
        running(Path(folder) / "data", SCOREKEEPER_HOST="127.0.0.1") as server,
    ):
        phones = _phones(server.port, tables=tables, watchers=max(10, watchers), rng=Random(seed))
        waits = _waits(server.port, phones, each=each, seconds=max(2.0, SECONDS * part))
    did = (
        f"{each} connections of each kind ({', '.join(OPENINGS)}) beside {len(phones) - tables} watchers and "
        f"{tables} tables: slowest answer {_slowest(waits):.0f} ms; "
        f"{len(waits):,} requests, {sum(bool(wait.failure) for wait in waits)} not answered"
    )
    return Proof("hostile", did, tuple(_broken(waits)))


def _phones(port: int, *, tables: int, watchers: int, rng: Random) -> list[Saver | Watcher]:
    savers = [Saver(port, rng=Random(rng.random())) for _ in range(tables)]
    beside = (savers[phone % tables] for phone in range(watchers))
    return [*savers, *(Watcher(port, saver, rng=Random(rng.random())) for saver in beside)]


def _waits(port: int, phones: Sequence[Saver | Watcher], *, each: int, seconds: float) -> list[Wait]:
    """The waits for what is sent beside hostile connections within so many seconds."""
    with playing(phones):
        time.sleep(WARM_UP_SECONDS)
        with intruding(port, each=each):
            time.sleep(SETTLE_SECONDS)
            began = time.monotonic()
            # What is sent at the end, too, meets the same connections until it has taken too long.
            time.sleep(seconds + LONGEST_WAIT)
    return [wait for phone in phones for wait in phone.waits if began <= wait.sent < began + seconds]


def _broken(waits: list[Wait]) -> Iterator[str]:
    if failures := [wait.failure for wait in waits if wait.failure]:
        yield f"{len(failures)} requests failed, as {failures[0]}"
    longest = _slowest(waits)
    if len(waits) >= ENOUGH_TO_JUDGE and longest > 1000 * LONGEST_WAIT:
        yield f"an answer took {longest:.0f} ms, more than {LONGEST_WAIT} s"


def _slowest(waits: Sequence[Wait]) -> float:
    """The milliseconds of the slowest answer."""
    return max((1000 * wait.seconds for wait in waits), default=0)
