"""Connections that occupy a server: silent, idle, slow to read, slow to write.

`python -m bench.prove.intruders PORT EACH` opens EACH connections of every kind, and another one for each
that the server closes, until the end of its input.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import suppress

_DRIP_SECONDS = 0.5
_AGAIN_SECONDS = 0.2
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


class Intruders:
    """All hostile connections to one port."""

    def __init__(self, port: int, *, each: int) -> None:
        self._port, self._each = port, each

    async def stay(self, end: asyncio.Event) -> None:
        """Keep the connections open until `end`."""
        tasks = [
            asyncio.create_task(self._insist(kind)) for kind in OPENINGS for _number in range(self._each)
        ]
        await end.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _insist(self, kind: str) -> None:
        while True:
            with socket.socket() as connection:
                connection.setblocking(False)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALLEST_BUFFER)
                with suppress(OSError):
                    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
                    await self._hold(connection, kind)
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
            while await loop.sock_recv(connection, 1):
                await asyncio.sleep(_DRIP_SECONDS)
        else:
            await _until_closed(connection)


async def _until_closed(connection: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(connection, _SMALLEST_BUFFER):
        pass


async def _main(port: str, each: str) -> None:
    intruders = Intruders(int(port), each=int(each))
    end = asyncio.Event()
    asyncio.get_running_loop().add_reader(0, end.set)
    await intruders.stay(end)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
