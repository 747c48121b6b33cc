"""Starts `scorekeeper` commands by forking a process that has already imported the program.

Importing takes two seconds, a start from the fork a third of one, and a proof starts a thousand commands.
Each command is a process group of its own, so that all its processes can be killed together.

`python -m bench.prove.starter` is that process: it reads commands as lines of JSON from its input and prints
`<process> started` and `<process> <exit code>`. At the end of its input it kills what it started, and ends.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[2]
_POLL_SECONDS = 0.005


class Command:
    """A started command; `output` is the file of all that it prints."""

    def __init__(self, process: int, output: Path) -> None:
        self.process = process
        self.output = output
        self.code: int | None = None
        self._ended = threading.Event()

    def end(self, code: int) -> None:
        """Note its exit code; a signal is a negative number."""
        self.code = code
        self._ended.set()

    def wait(self, seconds: float) -> bool:
        """Whether it ends within that time."""
        return self._ended.wait(seconds)

    def printed(self) -> str:
        """The text printed so far."""
        return self.output.read_text(encoding="utf-8", errors="replace") if self.output.exists() else ""

    def family(self) -> list[int]:
        """Its living processes, which form one process group."""
        processes = (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))
        return sorted(process for process in processes if _group_of(process) == self.process)

    def kill(self) -> None:
        """Kill all its processes, and wait until they are gone."""
        while self.family():
            with suppress(ProcessLookupError):
                os.killpg(self.process, signal.SIGKILL)
            time.sleep(_POLL_SECONDS)
        # A process counts as ended before its threads, which hold its files open, have.
        self.wait(60)


def _group_of(process: int) -> int | None:
    """The group of a process, None if there is no such process or it has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    state, _, group = status.rpartition(")")[2].split()[:3]
    return None if state in ("Z", "X") else int(group)


class Starter:
    """A client of the process that has imported the program."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.prove.starter"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._started: Queue[Command] = Queue()
        self._outputs: Queue[Path] = Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def start(self, *arguments: str, environ: Mapping[str, str], output: Path) -> Command:
        """Start `scorekeeper` with these arguments; what it prints is added to `output`."""
        command = {"arguments": arguments, "environ": dict(environ), "output": str(output)}
        self._outputs.put(output)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self._started.get(timeout=60)

    def close(self) -> None:
        """End the process, which kills the commands that it started."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._listener.join()

    def _listen(self) -> None:
        commands: dict[int, Command] = {}
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                process, what = line.split()
                if what == "started":
                    commands[int(process)] = Command(int(process), self._outputs.get())
                    self._started.put(commands[int(process)])
                else:
                    commands.pop(int(process)).end(int(what))


@contextmanager
def starting() -> Iterator[Starter]:
    """A starter that kills its commands at the end."""
    starter = Starter()
    try:
        yield starter
    finally:
        starter.close()


def main() -> None:
    """Start the commands of the input until it ends."""
    from scorekeeper.cli import main as cli

    running: set[int] = set()
    pending = b""
    while True:
        ready, _, _ = select.select([0], [], [], _POLL_SECONDS)
        if ready:
            piece = os.read(0, 1 << 16)
            if not piece:
                break
            *lines, pending = (pending + piece).split(b"\n")
            for line in lines:
                running.add(_fork(json.loads(line), cli.main))
        _report_ends(running)
    for process in running:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)


def _fork(command: dict[str, object], run: object) -> int:
    process = os.fork()
    if process:
        _print(f"{process} started")
        return process
    os.setsid()
    output = os.open(str(command["output"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for stream, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(stream, target)
    os.closerange(3, 256)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(command["environ"])  # type: ignore[call-overload]
    sys.argv = ["scorekeeper", *command["arguments"]]  # type: ignore[misc]
    code = 1
    try:
        run()  # type: ignore[operator]
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
    except BaseException:
        import traceback

        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _report_ends(running: set[int]) -> None:
    for process in list(running):
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            running.remove(process)
            _print(f"{process} {os.waitstatus_to_exitcode(status)}")


def _print(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    main()
