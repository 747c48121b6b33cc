"""Silent, idle and slow connections beside an evening of watchers and tables: nobody at a table notices."""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bench.prove import intruders
from bench.prove.crowd import Crowd, Waits
from bench.prove.intruders import OPENINGS
from bench.prove.proof import Proof, at_least_one, number
from bench.prove.starter import ROOT
from tests.support.servers import running

EACH = 64
KINDS = 4
WATCHERS = 200
TABLES = 20
ROUNDS = 6
ROUND_SECONDS = 15.0
SETTLE_SECONDS = 2.0
AIM = 1.5
# Seconds within which the server must close each of them.
LONGEST_LIFE = 180.0
# Fewer requests than this have no 99th percentile that could be judged.
ENOUGH_TO_JUDGE = 2000


def prove(share: float, seed: int = 1) -> Proof:
    """Alternate rounds with and without hostile connections, so that both meet the same machine load."""
    each = max(8, round(EACH * min(share, 1)))
    tables, watchers = max(2, round(TABLES * min(share, 1))), max(10, round(WATCHERS * min(share, 1)))
    rounds = at_least_one(ROUNDS, share)
    seconds = ROUND_SECONDS if share >= 1 else max(1.5, ROUND_SECONDS * share)
    with (
        tempfile.TemporaryDirectory(prefix="prove-hostile-") as folder,
        running(Path(folder) / "data", SCOREKEEPER_HOST="127.0.0.1") as server,
    ):
        trial = Trial(server.port, each=each, rounds=rounds, seconds=seconds, until_closed=share >= 1)
        crowd = Crowd(server.port, tables=tables, watchers=watchers, rng=Random(seed))
        asyncio.run(crowd.evening(trial.rounds(crowd)))
    return trial.proof(f"{watchers} watchers and {tables} tables")


class Trial:
    """Measures answers in rounds with and without hostile connections while an evening goes on."""

    def __init__(self, port: int, *, each: int, rounds: int, seconds: float, until_closed: bool) -> None:
        self._port, self._each, self._rounds, self._seconds = port, each, rounds, seconds
        self._until_closed = until_closed
        self._without, self._with = Waits(), Waits()
        self._closed: dict[str, list[float]] = {}
        self._open: dict[str, list[float]] = {}

    async def rounds(self, crowd: Crowd) -> None:
        """Run the rounds in turn, then wait until the server has closed each hostile connection."""
        for _ in range(self._rounds):
            self._without.add(await self._round(crowd, self._seconds))
            with _intruders(self._port, each=self._each):
                self._with.add(await self._round(crowd, self._seconds))
        if self._until_closed:
            with _intruders(self._port, each=self._each) as lives:
                await asyncio.sleep(LONGEST_LIFE)
            self._closed, self._open = lives["closed"], lives["open"]

    async def _round(self, crowd: Crowd, seconds: float) -> Waits:
        await asyncio.sleep(min(SETTLE_SECONDS, seconds / 2))
        crowd.waits = waits = Waits()
        await asyncio.sleep(seconds)
        crowd.waits = Waits()
        while waits.pending:
            await asyncio.sleep(0.05)
        return waits

    def proof(self, beside: str) -> Proof:
        """Sum up the rounds in one line, with every broken promise."""
        ours, theirs = (_percentile(waits.polls + waits.saves) for waits in (self._with, self._without))
        saves, slowest = (_percentile(waits.saves) for waits in (self._with, self._without))
        count = len(self._with.polls) + len(self._with.saves)
        did = (
            f"{self._each} stalled, {self._each} idle, {self._each} slow-reading and {self._each} "
            f"slow-writing connections beside {beside}: 99 of 100 answers within {1000 * ours:.1f} ms, "
            f"without them {1000 * theirs:.1f} ms: {ours / theirs:.2f} times (saves {1000 * saves:.1f} and "
            f"{1000 * slowest:.1f} ms); {number(count)} requests and {number(len(self._with.saves))} saves "
            f"with them, {len(self._with.refused)} saves refused, {self._with.unanswered} pages not answered"
        )
        if self._closed or self._open:
            longest = max((life for lives in self._closed.values() for life in lives), default=0.0)
            did += f"; each of them closed by the server, the last after {longest:.0f} s"
        return Proof("hostile", did, tuple(self._broken(ours / theirs, count)))

    def _broken(self, ratio: float, count: int) -> Iterator[str]:
        for name, waits in (("with", self._with), ("without", self._without)):
            if waits.refused:
                yield f"{len(waits.refused)} saves were refused {name} them, as {waits.refused[0]}"
            if waits.unanswered:
                yield f"{waits.unanswered} pages were not answered {name} them"
        if count >= ENOUGH_TO_JUDGE and ratio > AIM:
            yield f"answers took {ratio:.2f} times as long, more than {AIM}"
        for kind in OPENINGS if self._closed or self._open else ():
            kept = intruders.share(kind, each=self._each) - len(self._closed.get(kind, []))
            if kept > 0:
                yield f"{kept} connections ({kind}) were not closed within {LONGEST_LIFE:.0f} s"


@contextmanager
def _intruders(port: int, *, each: int) -> Iterator[dict[str, dict[str, list[float]]]]:
    """Keep hostile connections open; afterwards the dictionary has how long each one lived."""
    command = [sys.executable, "-m", "bench.prove.intruders", str(port), str(each)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lives: dict[str, dict[str, list[float]]] = {}
    try:
        yield lives
    finally:
        output, _ = process.communicate(b"end\n")
        lives |= json.loads(output)


def _percentile(waits: list[float]) -> float:
    """The time within which 99 of 100 requests are answered."""
    return statistics.quantiles(waits, n=100)[-1] if len(waits) > 1 else sum(waits)
