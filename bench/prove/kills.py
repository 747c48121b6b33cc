"""Processes are killed while tables save: nothing acknowledged is lost, nothing is doubled, all is sound.

After each kill the server is started again where it has to be, every table waits until its last write is
answered, and then the database must hold exactly what was acknowledged, entry by entry.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.prove import stores
from bench.prove.proof import Proof, at_least_one, counted, number
from bench.prove.starter import Command, Starter, starting
from bench.prove.tables import State, Tables
from scorekeeper.config import DATABASE_NAME
from tests.support.servers import environment, free_port

ON_SQLITE = {
    "server": 330,
    "backup": 70,
    "restore": 50,
}
ON_POSTGRESQL = {"server": 75, "database server": 25}
IN_A_BATCH = 25
AT_ONCE = 2
TABLES = 6
# Seconds: until a killed server serves again, until a stopped one has ended, of load before a kill.
LONGEST_START = 40.0
LONGEST_END = 30.0
LOAD = (0.03, 0.3)
_LEFTOVERS = (".*", "backups/.*", "secret-key.*")


@dataclass(slots=True)
class Found:
    """Results of a batch of kills; each broken promise carries the seed of its batch."""

    kills: Counter[str] = field(default_factory=Counter)
    writes: int = 0
    lost: int = 0
    doubled: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    broken: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Add the results of another batch."""
        self.kills += other.kills
        self.writes += other.writes
        self.lost += other.lost
        self.doubled += other.doubled
        self.refusals += other.refusals
        self.longest = max(self.longest, other.longest)
        self.broken += other.broken


def prove(share: float, seed: int = 1) -> Proof:
    """Kills on SQLite."""
    return _proof("kills", ON_SQLITE, share, seed, batch=on_sqlite)


def prove_on_postgresql(share: float, seed: int = 1) -> Proof:
    """Kills on PostgreSQL, of the database server itself too."""
    return _proof("kills on PostgreSQL", ON_POSTGRESQL, share, seed, batch=on_postgresql)


def on_sqlite(kinds: list[str], seed: int) -> Found:
    """One batch, in a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="prove-kills-") as folder:
        data = Path(folder) / "data"
        connect = stores.live(data / DATABASE_NAME)
        return Batch(data, seed=seed, connect=connect).run(kinds)


def on_postgresql(kinds: list[str], seed: int) -> Found:
    """One batch, with a PostgreSQL server of its own that writes durably, as in production."""
    import psycopg

    from tests.support import postgresql as servers

    with (
        tempfile.TemporaryDirectory(prefix="prove-kills-") as folder,
        servers.running(options=servers.DURABLE) as server,
    ):
        batch = Batch(
            Path(folder) / "data",
            seed=seed,
            connect=lambda: psycopg.connect(host=str(server.folder), user="postgres"),
            database=server.address("postgres"),
            restart_database=lambda: (server.stop(), server.start()),
        )
        return batch.run(kinds)


def _proof(
    part: str,
    wanted: dict[str, int],
    share: float,
    seed: int,
    *,
    batch: Callable[[list[str], int], Found],
) -> Proof:
    kinds = [kind for kind, whole in wanted.items() for _ in range(at_least_one(whole, share))]
    Random(seed).shuffle(kinds)
    batches = [kinds[first : first + IN_A_BATCH] for first in range(0, len(kinds), IN_A_BATCH)]
    found = Found()
    if len(batches) == 1:
        found.add(batch(kinds, seed))
    else:
        with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
            for one in pool.map(batch, batches, range(seed, seed + len(batches))):
                found.add(one)
    did = (
        f"{number(found.kills.total())} ({counted((kind, found.kills[kind]) for kind in wanted)}), "
        f"{number(found.writes)} acknowledged writes, {found.lost} lost, {found.doubled} doubled; "
        f"served again after {found.longest:.1f} s at most, after {found.refusals.total()} refused starts"
    )
    refused = found.refusals.items()
    broken = [*found.broken, *(f"a start was refused {count} times: {said}" for said, count in refused)]
    return Proof(part, did, tuple(broken))


class Batch:
    """One data folder, a server over it that is killed again and again, and the tables that use it."""

    def __init__(
        self,
        data: Path,
        *,
        seed: int,
        connect: Callable[[], Any],
        database: str | None = None,
        restart_database: Callable[[], None] = lambda: None,
    ) -> None:
        self.found = Found()
        self._data, self._seed, self._rng = data, seed, Random(seed)
        self._connect, self._database, self._restart_database = connect, database, restart_database
        self._port = free_port()
        more = {"SCOREKEEPER_DATABASE": database} if database else {}
        self._environ = environment(data, port=self._port, SCOREKEEPER_HOST="127.0.0.1", **more)
        # Seconds that each command takes without a kill.
        self._takes: dict[str, float] = {}
        self._outputs = 0
        self._server: Command
        self._starter: Starter
        self._tables: Tables

    def run(self, kinds: list[str]) -> Found:
        """Make these kinds of kills, one after the other."""
        with ExitStack() as until:
            self._starter = until.enter_context(starting())
            self._serve()
            self._tables = Tables(self._port, tables=TABLES, rng=self._rng)
            until.callback(self._tables.close)
            for kind in kinds:
                self._kill(kind)
            self._end()
        self.found.writes = self._tables.writes
        self.found.broken += [f"seed {self._seed}: {said}" for said in self._tables.broken]
        return self.found

    def _kill(self, kind: str) -> None:
        {
            "server": self._kill_server,
            "backup": self._kill_backup,
            "restore": self._kill_restore,
            "database server": self._kill_database,
        }[kind]()
        self.found.kills[kind] += 1
        self._settle(f"a kill of: {kind}")
        for file in self._data.glob("backups/*.sqlite"):
            if not stores.is_whole(file):
                self._break(f"after a kill of: {kind}, the backup {file.name} cannot be read")
                file.unlink()

    def _kill_server(self) -> None:
        self._load()
        self._server.kill()
        self._serve()

    def _kill_backup(self) -> None:
        self._load()
        while not self._killed("backup"):
            pass

    def _kill_restore(self) -> None:
        self._load()
        before = self._settle("a save")
        copy = self._data.parent / f"copy-{self._outputs}.sqlite"
        self._run_whole("backup", str(copy))
        self._load()
        after = self._settle("a save")
        self._rng.choice([self._stop, self._server.kill])()
        while not self._killed("restore", str(copy)):
            pass
        self._tables.begin_anew(self._one_of(before, after))
        self._serve()

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

    def _kill_database(self) -> None:
        self._load()
        self._restart_database()

    def _load(self) -> None:
        self._tables.play()
        time.sleep(self._rng.uniform(*LOAD))

    def _settle(self, after: str) -> State:
        """Pause all tables, compare acknowledged hands with the database, and return the former."""
        began = time.monotonic()
        if not self._tables.pause(within=LONGEST_START):
            raise RuntimeError(f"seed {self._seed}: no answer for {LONGEST_START} s after {after}")
        self.found.longest = max(self.found.longest, time.monotonic() - began)
        noted = self._tables.noted()
        there, entries = stores.state(self._connect)
        self.found.lost += _missing(noted, there)
        self.found.doubled += _missing(there, noted)
        self.found.doubled += sum(entries[game] != 1 + len(hands) for game, hands in there.items())
        if there != noted:
            self._break(f"after {after}, the database holds other scores than were acknowledged")
        return noted

    def _serve(self) -> None:
        """Start the server, repeating a refused start for a while."""
        began = time.monotonic()
        while True:
            self._server = self._start("run")
            if self._serves(until=began + LONGEST_START):
                break
            self.found.refusals[_last_line(self._server.printed(), data=self._data)] += 1
            if time.monotonic() > began + LONGEST_START:
                raise RuntimeError(f"seed {self._seed}: no start for {LONGEST_START} s")
            time.sleep(0.2)
        self.found.longest = max(self.found.longest, time.monotonic() - began)

    def _serves(self, *, until: float) -> bool:
        while self._server.code is None and time.monotonic() < until:
            if "Scorekeeper is running" in self._server.printed():
                return True
            time.sleep(0.02)
        return False

    def _stop(self) -> None:
        """Stop the server by SIGTERM, as an administrator does."""
        os.kill(self._server.process, signal.SIGTERM)
        if not self._server.wait(LONGEST_END) or self._server.code:
            self._break(f"a server that was told to stop ended with {self._server.code}")
        self._server.kill()

    def _killed(self, *arguments: str) -> bool:
        """Run a command and kill it at a random moment; False if it ended before."""
        takes = self._takes.get(arguments[0], 0.5)
        began = time.monotonic()
        command = self._start(*arguments)
        command.wait(self._rng.uniform(0, takes))
        if command.code is None or arguments[0] == "run":
            command.kill()
            return True
        self._takes[arguments[0]] = time.monotonic() - began
        if command.code:
            raise RuntimeError(f"seed {self._seed}: {arguments} failed: {command.printed()}")
        return False

    def _run_whole(self, *arguments: str) -> str:
        command = self._start(*arguments)
        if not command.wait(60) or command.code:
            self._break(f"scorekeeper {arguments[0]} ended with {command.code}: {command.printed()}")
        return command.printed()

    def _start(self, *arguments: str) -> Command:
        self._outputs += 1
        output = self._data.parent / f"output-{self._outputs}.txt"
        return self._starter.start(*arguments, environ=self._environ, output=output)

    def _end(self) -> None:
        """Start once more with old temporary files, then check by `doctor` and list what remains."""
        self._stop()
        for pattern in _LEFTOVERS:
            for path in self._data.glob(pattern):
                os.utime(path, (0, 0))
        self._serve()
        self._load()
        self._settle("a save")
        self._stop()
        said = self._run_whole("doctor")
        if "of these wrong: 0" not in said:
            self._break(f"doctor found: {_last_line(said, data=self._data)}")
        found = [path.name for pattern in _LEFTOVERS for path in self._data.glob(pattern)]
        left = [name for name in found if not _is_of_a_living_process(name)]
        if left:
            self._break(f"{len(left)} leftovers of killed commands are never removed, as {min(left)}")
        for output in self._data.parent.glob("output-*.txt"):
            if "Traceback" in output.read_text(errors="replace"):
                kept = Path(tempfile.gettempdir()) / f"prove-{self._seed}-{output.name}"
                shutil.copy(output, kept)
                self._break(f"a traceback was printed, see {kept}")

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


def _last_line(printed: str, *, data: Path) -> str:
    """The last line a command printed, with folder, process and port left out."""
    said = (printed.strip().splitlines() or ["nothing"])[-1]
    said = re.sub(r"process \d+", "process ...", said.replace(str(data), "..."))
    return re.sub(r"localhost:\d+", "localhost:...", said)
