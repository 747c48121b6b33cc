"""The `scorekeeper` command as people start it: a process, a port and a data folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.errors import OperatorError
from scorekeeper.server import data_folder

ROOT = Path(__file__).parents[2]
LONGEST_START = 30.0
LONGEST_WAIT = 20.0


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, its address and the file with everything it printed."""

    url: str
    port: int
    data: Path
    process: subprocess.Popen[bytes]
    output: Path


def free_port() -> int:
    """A port on which no program listens."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, *, port: int | None = None, **more: str) -> dict[str, str]:
    """The environment of a command on `data`, without the settings of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    kept.pop("PORT", None)
    if port is not None:
        kept["PORT"] = str(port)
    return {**kept, "SCOREKEEPER_DATA": str(data), "PYTHONPATH": str(ROOT), **more}


def command(*arguments: str, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `scorekeeper` with these arguments to its end."""
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=dict(environ),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


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
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", module, subcommand],
            env=environment(data, port=port, **more),
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_running(process, output=output)
        yield Server(f"http://localhost:{port}", port, data, process, output)
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_until(so: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails after a while."""
    deadline = time.monotonic() + LONGEST_WAIT
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_until_running(process: subprocess.Popen[bytes], *, output: Path) -> None:
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
