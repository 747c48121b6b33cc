"""Processes are killed while tables save: nothing acknowledged is lost, nothing is doubled, all is sound.

After each kill the server is started again where it has to be, every table waits until its last write is
answered, and then the database must hold exactly what was acknowledged, entry by entry.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired
from typing import Any

from bench.prove import stores
from bench.prove.proof import Proof, at_least_one, counted
from bench.prove.tables import ByApi, ByForms, State, playing
from scorekeeper.config import DATABASE_NAME
from tests.support import postgresql
from tests.support.servers import Process, command, environment, free_port, wait_until_running

ON_SQLITE = {"server": 330, "backup": 70, "restore": 50}
ON_POSTGRESQL = {"server": 75, "database server": 25}
IN_A_BATCH = 25
AT_ONCE = 2
TABLES = 6
# Seconds until a process has ended, and of load before a kill.
LONGEST_END = 30.0
LOAD = (0.03, 0.3)
_LEFTOVERS = (".*", "backups/.*", "secret-key.*")


@dataclass(slots=True)
class Found:
    """Results of batches of kills; each broken promise carries the seed of its batch."""

    kills: Counter[str] = field(default_factory=Counter)
    writes: int = 0
    lost: int = 0
    doubled: int = 0
    longest: float = 0.0
    broken: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Add the results of another batch."""
        self.kills += other.kills
        self.writes += other.writes
        self.lost += other.lost
        self.doubled += other.doubled
        self.longest = max(self.longest, other.longest)
        self.broken += other.broken


def prove(share: float, seed: int = 1) -> Proof:
    """Kills on SQLite."""
    return proof("kills", ON_SQLITE, share, seed, batch=on_sqlite)


def prove_on_postgresql(share: float, seed: int = 1) -> Proof:
    """Kills on PostgreSQL, of the database server itself too."""
    return proof("kills on PostgreSQL", ON_POSTGRESQL, share, seed, batch=on_postgresql)


def on_sqlite(kinds: list[str], seed: int) -> Found:
    """One batch, in a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="prove-kills-") as folder:
        data = Path(folder) / "data"
        connect = stores.live(data / DATABASE_NAME)
        return Batch(data, seed=seed, connect=connect).run(kinds)


def on_postgresql(kinds: list[str], seed: int) -> Found:
    """One batch, with a PostgreSQL server of its own that writes durably, as in production."""
    import psycopg

    with (
        tempfile.TemporaryDirectory(prefix="prove-kills-") as folder,
        postgresql.running(options=postgresql.DURABLE) as server,
    ):
        batch = Batch(
            Path(folder) / "data",
            seed=seed,
            connect=lambda: psycopg.connect(host=str(server.folder), user="postgres"),
            restart_database=lambda: (server.stop(), server.start()),
            SCOREKEEPER_DATABASE=server.address("postgres"),
        )
        return batch.run(kinds)


def proof(
    part: str, wanted: dict[str, int], share: float, seed: int, *, batch: Callable[[list[str], int], Found]
) -> Proof:
    """Run batches of these kinds of kills, and add up what was found."""
    kinds = [kind for kind, whole in wanted.items() for _ in range(at_least_one(whole, share))]
    Random(seed).shuffle(kinds)
    batches = [kinds[first : first + IN_A_BATCH] for first in range(0, len(kinds), IN_A_BATCH)]
    found = Found()
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        for one in pool.map(batch, batches, range(seed, seed + len(batches))):
            found.add(one)
    did = (
        f"{found.kills.total():,} ({counted((kind, found.kills[kind]) for kind in wanted | found.kills)}), "
        f"{found.writes:,} acknowledged writes, {found.lost} lost, {found.doubled} doubled; "
        f"served again after {found.longest:.1f} s at most"
    )
    return Proof(part, did, tuple(found.broken))


class Batch:
    """One data folder, a server over it that is killed again and again, and the tables that use it."""

    _module = "scorekeeper"

    def __init__(
        self,
        data: Path,
        *,
        seed: int,
        connect: Callable[[], Any],
        restart_database: Callable[[], object] = lambda: None,
        tables: int = TABLES,
        **more: str,
    ) -> None:
        self.found = Found()
        self._data, self._seed, self._rng = data, seed, Random(seed)
        self._connect = connect
        self._acts: dict[str, Callable[[], object]] = {
            "server": self._kill_server,
            "backup": self._kill_backup,
            "database server": restart_database,
        }
        port = free_port()
        self._environ = environment(data, port=port, SCOREKEEPER_HOST="127.0.0.1", **more)
        self._seats = [
            (ByForms if table % 2 else ByApi)(port, rng=Random(self._rng.random())) for table in range(tables)
        ]
        # Seconds that each command takes without a kill.
        self._takes: dict[str, float] = {}
        self._outputs = 0
        self._server: Process

    def run(self, kinds: list[str]) -> Found:
        """Make these kinds of kills, one after the other."""
        self._serve()
        try:
            for kind in kinds:
                self._kill(kind)
            self._end()
        finally:
            self._give_up()
        self.found.writes = sum(seat.writes for seat in self._seats)
        for said in (said for seat in self._seats for said in seat.broken):
            self._break(said)
        return self.found

    def _kill(self, kind: str) -> None:
        if kind == "restore":
            self._kill_restore()
        else:
            with self._load(f"a kill of: {kind}"):
                self._acts[kind]()
        self.found.kills[kind] += 1
        for file in self._data.glob("backups/*.sqlite"):
            if not stores.is_whole(file):
                self._break(f"after a kill of: {kind}, the backup {file.name} cannot be read")
                file.unlink()

    def _kill_server(self) -> None:
        self._crash()
        self._serve()

    def _kill_backup(self) -> None:
        while not self._killed("backup"):
            pass

    def _kill_restore(self) -> None:
        before = self._save()
        copy = self._data.parent / f"copy-{self._outputs}.sqlite"
        self._run_whole("backup", str(copy))
        after = self._save()
        self._rng.choice([self._stop, self._crash])()
        while not self._killed("restore", str(copy)):
            pass
        kept = self._one_of(before, after)
        for seat in self._seats:
            seat.noted = {game: dict(kept[game]) for game in seat.noted if game in kept}
            seat.leave()
        self._serve()
        self._save(after="a kill of: restore")

    def _one_of(self, before: State, after: State) -> State:
        """The state that a killed restore left, old or restored; a replaced database must be kept aside."""
        now = stores.of_file(self._data / DATABASE_NAME)
        if now not in (before, after):
            self._break("after a kill of: restore, the database is neither the old nor the restored one")
            return now
        aside = (stores.of_file(file) for file in self._data.glob("backups/replaced-*.sqlite"))
        if now == before != after and after not in aside:
            self._break("after a kill of: restore, the database that it replaced is not kept")
        return now

    def _save(self, *, after: str = "a save") -> State:
        with self._load(after):
            pass
        return self._noted()

    @contextmanager
    def _load(self, what: str) -> Iterator[None]:
        """Let all tables save before and during the block, then compare the database with what they noted."""
        with playing(self._seats):
            time.sleep(self._rng.uniform(*LOAD))
            yield
            began = time.monotonic()
        self.found.longest = max(self.found.longest, time.monotonic() - began)
        noted = self._noted()
        there, entries = stores.state(self._connect)
        lost, doubled = _missing(noted, there), _missing(there, noted)
        doubled += sum(entries[game] != 1 + len(hands) for game, hands in there.items())
        self.found.lost += lost
        self.found.doubled += doubled
        if lost or doubled:
            self._break(f"after {what}, the database holds other scores than were acknowledged")

    def _noted(self) -> State:
        """Every acknowledged hand, by game."""
        return {game: dict(hands) for seat in self._seats for game, hands in seat.noted.items()}

    def _serve(self) -> None:
        began = time.monotonic()
        self._server, output = self._start("run")
        wait_until_running(self._server, output=output)
        self.found.longest = max(self.found.longest, time.monotonic() - began)

    def _give_up(self) -> None:
        self._server.kill()

    def _crash(self) -> None:
        self._server.kill()
        self._server.wait(LONGEST_END)

    def _stop(self) -> None:
        """Stop the server as an administrator does."""
        self._server.terminate()
        if code := self._server.wait(LONGEST_END):
            self._break(f"a server that was told to stop ended with {code}")

    def _killed(self, *arguments: str) -> bool:
        """Run a command and kill it at a random moment; False if it ended before."""
        began = time.monotonic()
        process, output = self._start(*arguments)
        try:
            code = process.wait(self._rng.uniform(0, self._takes.get(arguments[0], 0.5)))
        except TimeoutExpired:
            process.kill()
            process.wait(LONGEST_END)
            return True
        self._takes[arguments[0]] = time.monotonic() - began
        if code:
            raise RuntimeError(f"seed {self._seed}: {arguments} failed: {output.read_text()}")
        return False

    def _run_whole(self, *arguments: str) -> str:
        ended = command(*arguments, environ=self._environ, module=self._module)
        if ended.returncode:
            self._break(f"scorekeeper {arguments[0]} ended with {ended.returncode}: {ended.stderr}")
        return ended.stdout

    def _start(self, *arguments: str) -> tuple[Process, Path]:
        self._outputs += 1
        output = self._data.parent / f"output-{self._outputs}.txt"
        output.touch()
        process = Process(self._module, *arguments, environ=self._environ, output=output, error=output)
        return process, output

    def _end(self) -> None:
        """Start once more with old temporary files, then check by `doctor` and list what remains."""
        self._stop()
        for path in self._leftovers():
            os.utime(path, (0, 0))
        self._serve()
        self._save()
        self._stop()
        said = self._run_whole("doctor")
        if "of these wrong: 0" not in said:
            self._break(f"doctor found: {said}")
        if left := [path.name for path in self._leftovers() if not _is_of_a_living_process(path.name)]:
            self._break(f"{len(left)} leftovers of killed commands are never removed, as {min(left)}")
        for output in self._data.parent.glob("output-*.txt"):
            printed = output.read_text(errors="replace")
            if "Traceback" in printed:
                self._break(printed[printed.index("Traceback") :])

    def _leftovers(self) -> list[Path]:
        return [path for pattern in _LEFTOVERS for path in self._data.glob(pattern)]

    def _break(self, promise: str) -> None:
        self.found.broken.append(f"seed {self._seed}: {promise}")


def _missing(wanted: State, there: State) -> int:
    """How many writes of `wanted` are missing in `there`."""
    starts = sum(game not in there for game in wanted)
    hands = sum(
        there.get(game, {}).get(hand) != points
        for game, rows in wanted.items()
        for hand, points in rows.items()
    )
    return starts + hands


def _is_of_a_living_process(name: str) -> bool:
    """Whether a temporary file names a living process; process numbers are reused."""
    number_of_process = re.search(r"\.(\d+)(-journal)?$", name)
    return number_of_process is not None and Path(f"/proc/{number_of_process[1]}").exists()
