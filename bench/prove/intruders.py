"""Connections that occupy a server: silent, idle, slow to read, slow to write."""

import asyncio
import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

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


@contextmanager
def intruding(port: int, *, each: int) -> Iterator[None]:
    """Keep so many connections of each kind open, by a process of their own."""
    process = multiprocessing.get_context("spawn").Process(target=_intrude, args=(port, each), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _intrude(port: int, each: int) -> None:
    asyncio.run(_all(port, each))


async def _all(port: int, each: int) -> None:
    await asyncio.gather(*(_insist(port, kind) for kind in OPENINGS for _ in range(each)))


async def _insist(port: int, kind: str) -> None:
    """Open a connection of this kind, and another one whenever the server has closed it."""
    while True:
        with socket.socket() as connection, suppress(OSError):
            connection.setblocking(False)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALLEST_BUFFER)
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
            await _hold(connection, kind)
        await asyncio.sleep(_AGAIN_SECONDS)


async def _hold(connection: socket.socket, kind: str) -> None:
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
