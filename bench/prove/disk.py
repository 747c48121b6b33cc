"""Disks that vanish, fill up and fail under saves, and damaged databases at a start.

Under saves: hands that are acknowledged after the mishap are in the file at the path. The others are refused
with 503 and the reason, the log has few lines about it, and the server goes on when the disk comes back.
At a start: the server and `doctor` end with one sentence, or the database is sound.
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
from bench.prove.proof import Proof, at_least_one, counted, number
from bench.prove.starter import Command, Starter, starting
from bench.prove.tables import Answer, ByApi, Refused, State, Unanswered
from scorekeeper.config import DATABASE_NAME
from tests.support.servers import environment, free_port

SAVERS = 3
LOAD_SECONDS = 0.4
AFTER_SECONDS = 1.2
LONGEST_START = 30.0
LONGEST_RETURN = 30.0
MOST_LINES = 6
DISK_BYTES = 24 << 20
PAGE = 4096
FILE_LIMIT = 1 << 16
GAMES = 12
DAMAGES_OF_A_KIND = 6
_NOT_YET = -1.0
NO_ANSWER = "no answer"
# With an older copy at the path, a game may be behind its scorer.
OF_THE_GAME = ("state", "hand-conflict", "unknown-game")
# Answers that do not mean a missing, full or broken disk.
MISLEADING = ("busy", "internal-server-error")


class NotHere(Exception):
    """A mishap cannot be tried on this machine."""


@dataclass(slots=True)
class Found:
    """Results of all mishaps; `damaged` counts the outcomes of starts on damaged databases."""

    mishaps: list[str] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    saved: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    nowhere: int = 0
    damaged: Counter[str] = field(default_factory=Counter)
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
        super().__init__(port, rng=rng, more=self._note)
        self.written: list[Write] = []
        self.refused: list[tuple[float, str]] = []
        self.over = threading.Event()
        self._sent = _NOT_YET
        self._thread = threading.Thread(target=self._play, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self.over.set()
        self._thread.join()
        self.close()

    def _play(self) -> None:
        while not self.over.is_set():
            try:
                self.write(until=self.over)
            except Refused as refused:
                self.refused.append((self._sent, _code(refused.answer)))
                self.leave()
            time.sleep(0.01)

    def _insist(self, send: Callable[[], str], *, until: threading.Event) -> str:
        self._sent = time.monotonic()
        try:
            return send()
        except Unanswered as error:
            self.refused.append((self._sent, _code(error.answer)))
            return ""

    def _note(self) -> None:
        hands = self.noted[self._game]
        last = max(hands, default=0)
        self.written.append(Write(self._sent, self._game, last, hands.get(last, ())))


def prove(share: float, seed: int = 1) -> Proof:
    """All mishaps, or the first ones for a small share."""
    found = Found()
    with starting() as starter, tempfile.TemporaryDirectory(prefix="prove-disk-") as folder:
        for count, (name, mishap) in enumerate(MISHAPS.items()):
            if count < at_least_one(len(MISHAPS), share):
                Case(Path(folder) / f"mishap-{count}", name, starter=starter, found=found).run(mishap, seed)
        _damaged(Path(folder), starter, found, share=share, rng=Random(seed))
    return Proof("disk", _did(found), tuple(found.broken))


class Case:
    """One mishap under the saves of a running server."""

    def __init__(self, folder: Path, name: str, *, starter: Starter, found: Found) -> None:
        folder.mkdir()
        self.folder, self.data = folder, folder / "data"
        self.server: Command
        self._name, self._starter, self._found = name, starter, found
        self._port = free_port()

    def run(self, mishap: Callable[[Case], Iterator[None]], seed: int) -> None:
        """Save hands before and during the mishap, and again after its end if it has one."""
        step = mishap(self)
        try:
            next(step)
        except NotHere as reason:
            self._found.not_tried.append(f"{self._name} ({reason})")
            return
        self.server = _started(self._starter, self.data, port=self._port, output=self.folder / "server.txt")
        savers = [Saver(self._port, rng=Random(seed + number)) for number in range(SAVERS)]
        for saver in savers:
            saver.start()
        time.sleep(LOAD_SECONDS)
        printed = len(self.server.printed())
        # The mishap takes time: writes sent meanwhile are not judged.
        next(step)
        after = time.monotonic()
        time.sleep(AFTER_SECONDS)
        self._judge_log(self.server.printed()[printed:], savers, after)
        self._judge(savers, after)
        if next(step, "over") is None:
            self._judge_return(savers)
        for saver in savers:
            saver.stop()
        self.server.kill()
        for _ in step:
            pass
        self._found.mishaps.append(self._name)

    def _judge(self, savers: list[Saver], after: float) -> None:
        # Writes acknowledged while the file is read are not judged.
        late = [write for saver in savers for write in [*saver.written] if write.sent > after]
        there = self._there()
        nowhere = sum(not _is_in(there, write) for write in late)
        refused = [said for saver in savers for sent, said in [*saver.refused] if sent > after]
        self._found.saved += len(late)
        self._found.nowhere += nowhere
        self._found.refused += Counter(refused)
        if nowhere:
            self._break(f"{nowhere} of {len(late)} acknowledged saves are not in the file at the path")
        for said in {said for said in refused if said in (*MISLEADING, NO_ANSWER)}:
            self._break(f"{refused.count(said)} saves were refused as: {said}")

    def _there(self) -> State:
        """The hands in the file at the database's path while a server runs; {} if it is unreadable."""
        file = self.data / DATABASE_NAME
        if not file.exists():
            return {}
        try:
            return stores.state(stores.live(file))[0]
        except sqlite3.Error:
            return {}

    def _judge_log(self, printed: str, savers: list[Saver], after: float) -> None:
        refused = sum(
            sent > after and said not in OF_THE_GAME for saver in savers for sent, said in saver.refused
        )
        lines = len(printed.splitlines())
        if refused and not lines:
            self._break(f"{refused} saves were refused without a line in the log")
        if lines > MOST_LINES:
            self._break(f"{lines} lines were logged about {refused} refused saves")

    def _judge_return(self, savers: list[Saver]) -> None:
        """Check that saves are acknowledged and stored once the disk is back."""
        back = time.monotonic()
        while time.monotonic() < back + LONGEST_RETURN:
            late = [write for saver in savers for write in [*saver.written] if write.sent > back]
            if late:
                there = self._there()
                if not all(_is_in(there, write) for write in late):
                    self._break("saves after the disk was there again are not in the file")
                return
            time.sleep(0.05)
        self._break(f"nothing could be saved for {LONGEST_RETURN:.0f} s after the disk was there again")

    def _break(self, what: str) -> None:
        self._found.broken.append(f"{self._name}: {what}")


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


def _file_deleted(case: Case) -> Iterator[None]:
    yield
    for file in case.data.glob(f"{DATABASE_NAME}*"):
        file.unlink(missing_ok=True)
    yield


def _folder_replaced(case: Case) -> Iterator[None]:
    yield
    _copy_of(case.data / DATABASE_NAME, case.folder / "copy.sqlite")
    case.data.rename(case.folder / "elsewhere")
    case.data.mkdir()
    shutil.copy(case.folder / "elsewhere" / "secret-key", case.data)
    (case.folder / "copy.sqlite").rename(case.data / DATABASE_NAME)
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
    processes = case.server.family()
    kept = {process: resource.prlimit(process, resource.RLIMIT_FSIZE) for process in processes}
    for process, (_, hard) in kept.items():
        resource.prlimit(process, resource.RLIMIT_FSIZE, (FILE_LIMIT, hard))
    yield
    for process, limits in kept.items():
        with suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
    yield


# Each generator yields after its preparation, after the mishap, and after its end if it has one.
MISHAPS: dict[str, Callable[[Case], Iterator[None]]] = {
    "folder deleted": _folder_deleted,
    "folder renamed": _folder_renamed,
    "disk full": _full,
    "file deleted": _file_deleted,
    "folder replaced": _folder_replaced,
    "file replaced": _file_replaced,
    "disk unmounted": _unmounted,
    "disk failing": _failing,
}


def _damaged(folder: Path, starter: Starter, found: Found, *, share: float, rng: Random) -> None:
    """Start and examine copies of one installation, each damaged in another way."""
    sound = folder / "sound"
    _make_installation(sound, starter)
    kinds = list(DAMAGES.items())[: at_least_one(len(DAMAGES), share)]
    each = at_least_one(DAMAGES_OF_A_KIND, share)
    damages = [pair for pair in kinds for _ in range(each if pair[0] in REPEATED else 1)]
    for count, (name, damage) in enumerate(damages):
        data = folder / f"damaged-{count}"
        shutil.copytree(sound, data)
        damage(data / DATABASE_NAME, rng)
        seen = not stores.is_whole(data / DATABASE_NAME) or name in UNSEEN
        for command in ("doctor", "run"):
            ended = _ended(starter, data, command)
            found.damaged[ended] += 1
            if ended not in ("refused", "served") or (seen and ended == "served"):
                output = data / f"{command}.txt"
                said = "" if ended == "served" else f": {_last_lines(output)}"
                found.broken.append(f"{name}: `{command}` {ended}{said}")
        shutil.rmtree(data)


def _ended(starter: Starter, data: Path, command: str) -> str:
    """The outcome of a command on a damaged database; `served` means that it was accepted as sound."""
    output = data / f"{command}.txt"
    environ = environment(data, port=free_port(), SCOREKEEPER_HOST="127.0.0.1")
    started = starter.start(command, environ=environ, output=output)
    deadline = time.monotonic() + LONGEST_START
    while started.code is None and time.monotonic() < deadline:
        if "Scorekeeper is running" in started.printed():
            started.kill()
            return "served"
        time.sleep(0.02)
    printed = started.printed()
    if "Traceback" in printed:
        return "ended with a traceback"
    *_, last = printed.rstrip("\n").split("\n")
    if started.code == 1 and last.startswith("Error: "):
        return "refused" if last.isprintable() else "said what cannot be printed"
    return "served" if started.code == 0 else f"ended with {started.code}"


def _make_installation(data: Path, starter: Starter) -> None:
    """Make an installation with some games and a backup."""
    port = free_port()
    server = _started(starter, data, port=port, output=data.parent / "sound.txt")
    saver = Saver(port, rng=Random(1))
    for _ in range(GAMES * 8):
        saver.write(until=saver.over)
    saver.close()
    server.kill()
    backup = starter.start("backup", environ=environment(data), output=data.parent / "sound.txt")
    backup.wait(LONGEST_START)
    with closing(sqlite3.connect(data / DATABASE_NAME, timeout=LONGEST_START)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _zero_pages(file: Path, rng: Random) -> None:
    pages = file.stat().st_size // PAGE
    _overwrite(file, {rng.randrange(pages) * PAGE: bytes(PAGE) for _ in range(rng.choice((1, 5, 20)))})


def _random_bytes(file: Path, rng: Random) -> None:
    size = file.stat().st_size
    _overwrite(file, {rng.randrange(size - 64): rng.randbytes(64) for _ in range(rng.choice((1, 10, 100)))})


def _truncate(file: Path, rng: Random) -> None:
    with file.open("r+b") as opened:
        opened.truncate(rng.randrange(1, file.stat().st_size))


def _empty(file: Path, _rng: Random) -> None:
    file.write_bytes(b"")


def _shopping_list(file: Path, _rng: Random) -> None:
    file.write_text("a shopping list " * 1000)


def _no_header(file: Path, _rng: Random) -> None:
    _overwrite(file, {0: bytes(100)})


def _newer(file: Path, _rng: Random) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '2099_01_01_wonders'")


def _another_program(file: Path, _rng: Random) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")


def _folder_in_its_place(file: Path, _rng: Random) -> None:
    file.unlink()
    file.mkdir()


def _log_of_garbage(file: Path, rng: Random) -> None:
    Path(f"{file}-wal").write_bytes(rng.randbytes(40_000))


DAMAGES: dict[str, Callable[[Path, Random], None]] = {
    "zeroed pages": _zero_pages,
    "emptied beside backups": _empty,
    "from a newer release": _newer,
    "random bytes": _random_bytes,
    "cut off": _truncate,
    "another file": _shopping_list,
    "no header": _no_header,
    "of another program": _another_program,
    "a folder in its place": _folder_in_its_place,
    "a log of garbage": _log_of_garbage,
}
REPEATED = ("zeroed pages", "random bytes", "cut off")
# SQLite finds these sound, but they must not be served.
UNSEEN = ("emptied beside backups", "from a newer release", "of another program")


def _started(starter: Starter, data: Path, *, port: int, output: Path) -> Command:
    environ = environment(data, port=port, SCOREKEEPER_HOST="127.0.0.1")
    server = starter.start("run", environ=environ, output=output)
    deadline = time.monotonic() + LONGEST_START
    while "Scorekeeper is running" not in server.printed():
        if server.code is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not start: {server.printed()}")
        time.sleep(0.02)
    return server


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


def _system(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NotHere(f"{command[0]} is not allowed") from error


def _fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as opened:
        while opened.write(bytes(PAGE)):
            pass


def _overwrite(file: Path, pieces: dict[int, bytes]) -> None:
    with file.open("r+b") as opened:
        for at, piece in pieces.items():
            opened.seek(at)
            opened.write(piece)


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


def _last_lines(output: Path) -> str:
    return " ".join(output.read_text(errors="replace").splitlines()[-3:])[:300]


def _did(found: Found) -> str:
    tried = f"{len(found.mishaps)} mishaps under saves ({', '.join(found.mishaps)})"
    if found.not_tried:
        tried += f", not tried here: {', '.join(found.not_tried)}"
    codes = counted(sorted(found.refused.items()))
    starts, refused = found.damaged.total(), found.damaged["refused"]
    return (
        f"{tried}: afterwards {number(found.saved)} saves acknowledged, {found.nowhere} of them nowhere, "
        f"{number(found.refused.total())} refused ({codes or 'none'}); {starts} starts and examinations "
        f"of damaged databases: {refused} refused with one sentence, {found.damaged['served']} sound"
    )
