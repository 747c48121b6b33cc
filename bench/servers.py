"""One server for each side of a comparison, set alike: that of the product."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import apps
from scorekeeper.server.connections import Server
from scorekeeper.server.serve import listening

_START_SECONDS = 30


@contextmanager
def serving(factory: str, *, data: Path) -> Iterator[tuple[int, int]]:
    """Serve `bench.apps:<factory>()`; yields its port and its process."""
    port = _free_port()
    command = [sys.executable, "-m", "bench.servers", factory, str(port)]
    process = subprocess.Popen(command, env=os.environ | {"SCOREKEEPER_DATA": str(data)})
    try:
        _wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def memory_megabytes(process: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"process {process} tells no memory")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), 1) as probe:
                probe.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if probe.recv(12):
                    return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nothing answers on port {port}")


def _main(factory: str, port: str) -> None:
    app = getattr(apps, factory)()
    server = Server(app, listening(int(port), host="127.0.0.1"))
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    server.run()


if __name__ == "__main__":
    _main(*sys.argv[1:])
