"""Silent, idle and slow connections beside an evening of watchers and tables: nobody at a table notices."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bench.prove.crowd import Crowd, Waits
from bench.prove.intruders import OPENINGS
from bench.prove.proof import Proof, at_least_one, number
from bench.prove.starter import ROOT
from tests.support.servers import running

EACH = 40
WATCHERS = 200
TABLES = 20
ROUNDS = 6
ROUND_SECONDS = 15.0
SETTLE_SECONDS = 2.0
# Seconds that an answer may take beside them, unless one takes longer without them.
LONGEST_WAIT = 0.5
# A share of the rounds meets too few requests to judge by the slowest of them.
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
        trial = Trial(server.port, each=each, rounds=rounds, seconds=seconds)
        crowd = Crowd(server.port, tables=tables, watchers=watchers, rng=Random(seed))
        asyncio.run(crowd.evening(trial.rounds(crowd)))
    return trial.proof(f"{watchers} watchers and {tables} tables")


class Trial:
    """Measures answers in rounds with and without hostile connections while an evening goes on."""

    def __init__(self, port: int, *, each: int, rounds: int, seconds: float) -> None:
        self._port, self._each, self._rounds, self._seconds = port, each, rounds, seconds
        self._without, self._with = Waits(), Waits()

    async def rounds(self, crowd: Crowd) -> None:
        """Run the rounds in turn."""
        for _ in range(self._rounds):
            self._without.add(await self._round(crowd, self._seconds))
            with _intruders(self._port, each=self._each):
                self._with.add(await self._round(crowd, self._seconds))

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
        ours, theirs = (waits.polls + waits.saves for waits in (self._with, self._without))
        kinds = ", ".join(OPENINGS)
        did = (
            f"{self._each} connections of each kind ({kinds}) beside {beside}: slowest answer "
            f"{1000 * max(ours):.0f} ms, without them {1000 * max(theirs):.0f} ms; 99 of 100 within "
            f"{1000 * _percentile(ours):.1f} and {1000 * _percentile(theirs):.1f} ms; {number(len(ours))} "
            f"requests and {number(len(self._with.saves))} saves with them, {len(self._with.refused)} saves "
            f"refused, {self._with.unanswered} pages not answered"
        )
        return Proof("hostile", did, tuple(self._broken(ours, theirs)))

    def _broken(self, ours: list[float], theirs: list[float]) -> Iterator[str]:
        for name, waits in (("with", self._with), ("without", self._without)):
            if waits.refused:
                yield f"{len(waits.refused)} saves were refused {name} them, as {waits.refused[0]}"
            if waits.unanswered:
                yield f"{waits.unanswered} pages were not answered {name} them"
        if len(ours) >= ENOUGH_TO_JUDGE and max(ours) > max(LONGEST_WAIT, *theirs):
            yield f"an answer took {max(ours):.2f} s, more than {LONGEST_WAIT} s"


@contextmanager
def _intruders(port: int, *, each: int) -> Iterator[None]:
    """Keep hostile connections open."""
    command = [sys.executable, "-m", "bench.prove.intruders", str(port), str(each)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE)
    try:
        yield
    finally:
        process.communicate(b"end\n")


def _percentile(waits: list[float]) -> float:
    """The time within which 99 of 100 requests are answered."""
    return statistics.quantiles(waits, n=100)[-1] if len(waits) > 1 else sum(waits)
