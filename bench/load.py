"""A client that asks as fast as it can: prepared bytes over a few kept connections."""

import socket
import time
from collections.abc import Sequence

CONNECTIONS = 4


def rate(port: int, requests: Sequence[bytes], *, status: int) -> float:
    """Answers per second to all `requests`; RuntimeError at the first answer with another status."""
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS)]
    for connection in connections:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    expected = f"HTTP/1.1 {status} ".encode()
    began = time.perf_counter()
    for first in range(0, len(requests), CONNECTIONS):
        batch = list(zip(connections, requests[first : first + CONNECTIONS], strict=False))
        for connection, request in batch:
            connection.sendall(request)
        for connection, _ in batch:
            head = _answer(connection)
            if not head.startswith(expected):
                raise RuntimeError(head.decode(errors="replace"))
    seconds = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return len(requests) / seconds


def request(method: str, path: str, body: str = "", **headers: str) -> bytes:
    """A request as a browser sends it; header names with `_` for `-`."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    if method == "POST":
        headers |= {"Content_Type": "application/x-www-form-urlencoded", "Content_Length": str(len(body))}
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", body]).encode()


def _answer(connection: socket.socket) -> bytes:
    """Read one answer that tells its length, or has no body; its head."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    missing = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0) - len(body)
    while missing > 0:
        missing -= len(_more(connection))
    return head


def _more(connection: socket.socket) -> bytes:
    received = connection.recv(1 << 16)
    if not received:
        raise RuntimeError("the server closed the connection")
    return received
