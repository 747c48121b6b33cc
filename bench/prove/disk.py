"""Disks that vanish, fill up and fail under saves.

Hands that are acknowledged after the mishap are in the file at the path. The others are refused with 503 and
the reason, and the server goes on when the disk comes back. Damaged databases: tests/cli/test_damage.py.
"""

from __future__ import annotations

import json
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.prove import stores
from bench.prove.proof import Proof, at_least_one, counted
from bench.prove.tables import Answer, ByApi, Failed, Refused, State, playing
from scorekeeper.config import DATABASE_NAME
from tests.support.servers import free_port, running

SAVERS = 3
LOAD_SECONDS = 0.4
AFTER_SECONDS = 1.2
LONGEST_RETURN = 30.0
DISK_BYTES = 24 << 20
PAGE = 4096
FILE_LIMIT = 1 << 16
NO_ANSWER = "no answer"
# Answers that do not mean a missing, full or broken disk.
MISLEADING = ("busy", "internal-server-error")


class NotHere(Exception):
    """A mishap cannot be tried on this machine."""


@dataclass(slots=True)
class Found:
    """Results of all mishaps."""

    mishaps: list[str] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    saved: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    nowhere: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Write:
    """A write and when it was sent; `points` are empty for the start of a game."""

    sent: float
    game: str
    hand: int
    points: tuple[int, ...]


class Saver(ByApi):
    """A client that saves one hand after the other and does not repeat refused ones."""

    def __init__(self, port: int, *, rng: Random) -> None:
        super().__init__(port, rng=rng)
        self.written: list[Write] = []
        self.refused: list[tuple[float, str]] = []

    def play(self, over: threading.Event) -> None:
        """Save until the end, and note when each write was sent, and how it was refused."""
        while not over.wait(0.01):
            sent = time.monotonic()
            try:
                self.write()
            except Failed as failed:
                self.refused.append((sent, _code(failed.answer)))
                if isinstance(failed, Refused):
                    self.leave()
            else:
                hands = self.noted[self._game]
                last = max(hands, default=0)
                self.written.append(Write(sent, self._game, last, hands.get(last, ())))

    def _insist(self, send: Callable[[], str]) -> str:
        return send()


def prove(share: float, seed: int = 1) -> Proof:
    """All mishaps, or the first ones for a small share."""
    found = Found()
    with tempfile.TemporaryDirectory(prefix="prove-disk-") as folder:
        for name in list(MISHAPS)[: at_least_one(len(MISHAPS), share)]:
            Case(Path(folder) / name, found=found, seed=seed).run(MISHAPS[name])
    return Proof("disk", _did(found), tuple(found.broken))


class Case:
    """One mishap under the saves of a running server."""

    def __init__(self, folder: Path, *, found: Found, seed: int) -> None:
        folder.mkdir()
        self.folder, self.data = folder, folder / "data"
        self.process: int
        self._found = found
        self._port = free_port()
        self._savers = [Saver(self._port, rng=Random(seed + number)) for number in range(SAVERS)]

    def run(self, mishap: Callable[[Case], Iterator[None]]) -> None:
        """Save hands before and during the mishap, and again after its end if it has one."""
        step = mishap(self)
        try:
            next(step)
        except NotHere as reason:
            self._found.not_tried.append(f"{self.folder.name} ({reason})")
            return
        with running(self.data, port=self._port, SCOREKEEPER_HOST="127.0.0.1") as server:
            self.process = server.process.pid
            with playing(self._savers):
                time.sleep(LOAD_SECONDS)
                # The mishap takes time: writes sent meanwhile are not judged.
                next(step)
                after = time.monotonic()
                time.sleep(AFTER_SECONDS)
                self._judge(after)
                if next(step, "over") is None:
                    self._judge_return()
            server.process.kill()
        for _ in step:
            pass
        self._found.mishaps.append(self.folder.name)

    def _judge(self, after: float) -> None:
        # Writes acknowledged while the file is read are not judged.
        late = self._written_since(after)
        nowhere = self._nowhere(late)
        refused = [said for saver in self._savers for sent, said in [*saver.refused] if sent > after]
        self._found.saved += len(late)
        self._found.nowhere += nowhere
        self._found.refused += Counter(refused)
        if nowhere:
            self._break(f"{nowhere} of {len(late)} acknowledged saves are not in the file at the path")
        for said in {said for said in refused if said in (*MISLEADING, NO_ANSWER)}:
            self._break(f"{refused.count(said)} saves were refused as: {said}")

    def _judge_return(self) -> None:
        """Check that saves are acknowledged and stored once the disk is back."""
        back = time.monotonic()
        while time.monotonic() < back + LONGEST_RETURN:
            if late := self._written_since(back):
                if self._nowhere(late):
                    self._break("saves after the disk was there again are not in the file")
                return
            time.sleep(0.05)
        self._break(f"nothing could be saved for {LONGEST_RETURN:.0f} s after the disk was there again")

    def _written_since(self, moment: float) -> list[Write]:
        return [write for saver in self._savers for write in [*saver.written] if write.sent > moment]

    def _nowhere(self, writes: list[Write]) -> int:
        """How many of these writes are not in the file at the database's path, while a server runs."""
        try:
            there = stores.state(stores.live(self.data / DATABASE_NAME))[0]
        except sqlite3.Error:
            there = {}
        return sum(not _is_in(there, write) for write in writes)

    def _break(self, what: str) -> None:
        self._found.broken.append(f"{self.folder.name}: {what}")


def _folder_deleted(case: Case) -> Iterator[None]:
    yield
    while case.data.exists():
        shutil.rmtree(case.data, ignore_errors=True)
    yield


def _folder_renamed(case: Case) -> Iterator[None]:
    yield
    case.data.rename(case.folder / "elsewhere")
    yield
    if case.data.exists():
        shutil.rmtree(case.data)
    (case.folder / "elsewhere").rename(case.data)
    yield


def _file_replaced(case: Case) -> Iterator[None]:
    yield
    _copy_of(case.data / DATABASE_NAME, case.folder / "copy.sqlite")
    (case.folder / "copy.sqlite").replace(case.data / DATABASE_NAME)
    yield


def _unmounted(case: Case) -> Iterator[None]:
    with _mounted(case.data):
        yield
        _system("umount", "--lazy", str(case.data))
        yield


def _full(case: Case) -> Iterator[None]:
    with _mounted(case.data):
        yield
        filler = case.data / "filler"
        _fill(filler)
        yield
        filler.unlink()
        yield


def _failing(case: Case) -> Iterator[None]:
    """Limit the size of files: SQLite reports a write beyond it as a disk error."""
    yield
    limits = resource.prlimit(case.process, resource.RLIMIT_FSIZE)
    resource.prlimit(case.process, resource.RLIMIT_FSIZE, (FILE_LIMIT, limits[1]))
    yield
    resource.prlimit(case.process, resource.RLIMIT_FSIZE, limits)
    yield


# Each generator yields after its preparation, after the mishap, and after its end if it has one.
MISHAPS: dict[str, Callable[[Case], Iterator[None]]] = {
    "folder deleted": _folder_deleted,
    "folder renamed": _folder_renamed,
    "disk full": _full,
    "file replaced": _file_replaced,
    "disk unmounted": _unmounted,
    "disk failing": _failing,
}


def _copy_of(file: Path, to: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(to),))


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    """Mount a small disk at `folder`; NotHere without the right to mount."""
    folder.mkdir()
    _system("mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=700", "tmpfs", str(folder))
    try:
        yield
    finally:
        with suppress(NotHere):
            _system("umount", "--lazy", str(folder))


def _system(*words: str) -> None:
    try:
        subprocess.run(words, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotHere(f"{words[0]} is not allowed") from error


def _fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as opened:
        while opened.write(bytes(PAGE)):
            pass


def _is_in(there: State, write: Write) -> bool:
    hands = there.get(write.game)
    return hands is not None and (not write.hand or hands.get(write.hand) == write.points)


def _code(answer: Answer | None) -> str:
    """The error code of an API answer; NO_ANSWER if there was none."""
    if answer is None:
        return NO_ANSWER
    try:
        return str(json.loads(answer.body)["code"])
    except (ValueError, KeyError):
        return f"status {answer.status}"


def _did(found: Found) -> str:
    tried = f"{len(found.mishaps)} mishaps under saves ({', '.join(found.mishaps)})"
    if found.not_tried:
        tried += f", not tried here: {', '.join(found.not_tried)}"
    codes = counted(sorted(found.refused.items()))
    return (
        f"{tried}: afterwards {found.saved:,} saves acknowledged, {found.nowhere} of them nowhere, "
        f"{found.refused.total():,} refused ({codes or 'none'})"
    )
