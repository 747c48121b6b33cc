"""Connections that occupy a server: silent, idle, slow to read, slow to write.

`python -m bench.prove.intruders PORT EACH` opens EACH connections of every kind, and another one for each
that the server closes. At the end of its input it prints JSON: by kind, the lifetimes of the closed
connections and of those that are still open, in seconds.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from collections import defaultdict
from pathlib import Path

_DRIP_SECONDS = 0.5
_AGAIN_SECONDS = 0.2
_REFRESH_SECONDS = 1.0
_ESTABLISHED = "01"
_SMALLEST_BUFFER = 2048
_HEAD = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
# By kind: the bytes sent at once.
OPENINGS = {
    "half a head": _HEAD,
    "half a body": _HEAD + b'Content-Length: 4000\r\n\r\n{"players": ["Ana", ',
    "idle": b"",
    "slow to read": b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 32,
    "slow to write a head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "slow to write a body": _HEAD + b"Content-Length: 4000\r\n\r\n",
}
# The stalled and the slow-writing connections are of two kinds each.
_PARTS = {kind: 1 if kind in ("idle", "slow to read") else 2 for kind in OPENINGS}


def share(kind: str, *, each: int) -> int:
    """How many of one kind there are at a time."""
    return each // _PARTS[kind]


class Intruders:
    """All hostile connections to one port."""

    def __init__(self, port: int, *, each: int) -> None:
        self._port, self._each = port, each
        # Ports of clients whose connection the server has not closed.
        self._kept: set[int] = set()
        self.closed: dict[str, list[float]] = defaultdict(list)
        self.open: dict[tuple[str, int], float] = {}

    async def stay(self, end: asyncio.Event) -> None:
        """Keep the connections open until `end`."""
        tasks = [
            asyncio.create_task(self._insist(kind, number))
            for kind in OPENINGS
            for number in range(share(kind, each=self._each))
        ]
        tasks.append(asyncio.create_task(self._refresh()))
        await end.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def lives(self) -> dict[str, dict[str, list[float]]]:
        """Lifetimes in seconds, by kind, of closed and of open connections."""
        now = time.monotonic()
        still: dict[str, list[float]] = defaultdict(list)
        for (kind, _), since in self.open.items():
            still[kind].append(now - since)
        return {"closed": self.closed, "open": still}

    async def _insist(self, kind: str, number: int) -> None:
        while True:
            with socket.socket() as connection:
                connection.setblocking(False)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALLEST_BUFFER)
                try:
                    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
                    self.open[kind, number] = time.monotonic()
                    await self._hold(connection, kind)
                except OSError:
                    pass
                began = self.open.pop((kind, number), None)
                if began is not None:
                    self.closed[kind].append(time.monotonic() - began)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _hold(self, connection: socket.socket, kind: str) -> None:
        """Behave as `kind` says until the server closes the connection."""
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, OPENINGS[kind])
        if kind.startswith("slow to write"):
            reading = asyncio.create_task(_until_closed(connection))
            try:
                while not reading.done():
                    await loop.sock_sendall(connection, b"x")
                    await asyncio.wait([reading], timeout=_DRIP_SECONDS)
            finally:
                reading.cancel()
        elif kind == "slow to read":
            await self._sip(connection)
        else:
            await _until_closed(connection)

    async def _sip(self, connection: socket.socket) -> None:
        """Read a byte now and then, until the system's table says that the server closed the connection."""
        port, seen = connection.getsockname()[1], False
        while await asyncio.get_running_loop().sock_recv(connection, 1):
            if seen and port not in self._kept:
                return
            seen = seen or port in self._kept
            await asyncio.sleep(_DRIP_SECONDS)

    async def _refresh(self) -> None:
        while True:
            self._kept = _kept_by(self._port)
            await asyncio.sleep(_REFRESH_SECONDS)


def _kept_by(server: int) -> set[int]:
    """Client ports of all connections to this port that the system lists as established."""
    lines = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    ends = ((local, remote) for _, local, remote, state, *_ in lines if state == _ESTABLISHED)
    return {_port(remote) for local, remote in ends if _port(local) == server}


def _port(end: str) -> int:
    return int(end.rpartition(":")[2], 16)


async def _until_closed(connection: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(connection, _SMALLEST_BUFFER):
        pass


async def _main(port: str, each: str) -> None:
    intruders = Intruders(int(port), each=int(each))
    end = asyncio.Event()
    asyncio.get_running_loop().add_reader(0, end.set)
    await intruders.stay(end)
    print(json.dumps(intruders.lives()))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
