"""A second process for tests of two at once, which records a game's hands."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.common.faults import HandConflict
from scorekeeper.services.games import recording
from tests.support.play import NOW, sheet
from tests.support.servers import warm

_LONGEST_WAIT = 60


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that says `ready`, waits for a word, and then tells what became of each hand."""

    process: BaseProcess
    connection: Connection

    def hear(self) -> str:
        """The next word, which has to come within a minute."""
        assert self.connection.poll(_LONGEST_WAIT)
        return self.connection.recv()

    def end(self) -> int | None:
        """Wait for the end of the process; its exit code."""
        self.process.join(_LONGEST_WAIT)
        return self.process.exitcode


def worker(data: Path, game_id: str, *, hands: int, points: str) -> Worker:
    """Start a worker; `points` are those of the player who is not out."""
    ours, theirs = warm.Pipe()
    process = warm.Process(target=_work, args=(theirs, data, game_id, hands, points), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours)


def _work(test: Connection, data: Path, game_id: str, hands: int, points: str) -> None:
    app = create_app(Settings(data=data))
    with app.app_context():
        test.send("ready")
        test.recv()
        for hand in range(1, hands + 1):
            test.send(_offer(game_id, hand=hand, points=points))


def _offer(game_id: str, *, hand: int, points: str) -> str:
    try:
        recorded = recording.record(game_id, sheet(f"out {points}", hand=hand), now=NOW, attempt=1)
    except HandConflict:
        return "conflict"
    return "again" if recorded.again else "saved"
