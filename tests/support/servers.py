"""The `scorekeeper` command as people start it: a process, a port and a data folder of its own.

Each is forked from one process that has imported the program, which takes longer than most commands.
`tests/packaging/` runs `make run` and the installed program.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.errors import OperatorError
from scorekeeper.server import data_folder
from tests.support import reused

ROOT = Path(__file__).parents[2]
LONGEST_START = LONGEST_WAIT = 60.0

# Makes processes out of one that has imported the program.
warm = multiprocessing.get_context("forkserver")
warm.set_forkserver_preload(["scorekeeper.cli.main", "scorekeeper.server.serve", __name__])


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, its address and the file with everything it printed."""

    url: str
    port: int
    data: Path
    process: Process
    output: Path


class Process:
    """A process of the command, with the methods that tests use of `subprocess.Popen`."""

    def __init__(
        self, module: str, *arguments: str, environ: Mapping[str, str], output: Path, error: Path
    ) -> None:
        begin = (module, arguments, dict(environ), output, error, reused.compiled)
        self._process = warm.Process(target=_become, args=begin, daemon=True)
        self._process.start()
        self.pid = int(self._process.pid or 0)
        self.terminate = self._process.terminate
        self.kill = self._process.kill

    def stop(self) -> None:
        """Ask it to end, and kill it if it does not."""
        self._process.terminate()
        self._process.join(LONGEST_WAIT)
        self._process.kill()
        self._process.join()

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode


_reserved: list[socket.socket] = []


def free_port() -> int:
    """A port on which no program listens, and which the system gives to nobody until these tests end."""
    probe = socket.socket()
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    probe.bind(("127.0.0.1", 0))
    _reserved.append(probe)
    return int(probe.getsockname()[1])


def environment(data: Path, *, port: int | None = None, **more: str) -> dict[str, str]:
    """The environment of a command on `data`, without the settings of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    kept.pop("PORT", None)
    if port is not None:
        kept["PORT"] = str(port)
    return {**kept, "SCOREKEEPER_DATA": str(data), "PYTHONPATH": str(ROOT), **more}


def command(
    *arguments: str, environ: Mapping[str, str], module: str = "scorekeeper"
) -> subprocess.CompletedProcess[str]:
    """Run `scorekeeper` with these arguments to its end."""
    with TemporaryDirectory() as folder:
        output, error = Path(folder, "output"), Path(folder, "error")
        process = Process(module, *arguments, environ=environ, output=output, error=error)
        try:
            code = process.wait(timeout=60)
        finally:
            process.stop()
        return subprocess.CompletedProcess(arguments, code, output.read_text(), error.read_text())


@contextmanager
def running(
    data: Path,
    *,
    port: int | None = None,
    module: str = "scorekeeper",
    subcommand: str = "run",
    **more: str,
) -> Iterator[Server]:
    """A server over `data`, stopped at the end; `subcommand` of `module` is the one that serves."""
    port = port or free_port()
    output = next(folder for folder in data.parents if folder.is_dir()) / f"server-{port}.txt"
    output.write_bytes(b"")
    environ = environment(data, port=port, **more)
    process = Process(module, subcommand, environ=environ, output=output, error=output)
    try:
        wait_until_running(process, output=output)
        yield Server(f"http://localhost:{port}", port, data, process, output)
    finally:
        process.stop()


def wait_until(so: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails after a while."""
    deadline = time.monotonic() + LONGEST_WAIT
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_until_running(process: Process | subprocess.Popen[bytes], *, output: Path) -> None:
    """Wait until a server has printed to `output` that it runs."""
    deadline = time.monotonic() + LONGEST_START
    while "Scorekeeper is running" not in output.read_text(encoding="utf-8", errors="replace"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise AssertionError(f"the server did not start:\n{output.read_text(errors='replace')}")
        time.sleep(0.05)


def wait_until_let_go(data: Path) -> None:
    """Wait until every process of a server has ended."""
    for _ in range(200):
        try:
            with data_folder.alone_in(data):
                return
        except OperatorError:
            time.sleep(0.05)
    raise AssertionError("a process outlived its server")


def _become(
    module: str,
    arguments: Sequence[str],
    environ: Mapping[str, str],
    output: Path,
    error: Path,
    compiled: Path | None,
) -> None:
    """Be `python -m MODULE ARGUMENTS` in this process, which was forked for it."""
    if compiled is not None:
        reused.compile_templates_once(compiled)
    os.environ.clear()
    os.environ.update(environ)
    for stream, path in ((1, output), (2, error)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(file, stream)
        os.close(file)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
