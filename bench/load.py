"""A client that asks as fast as it can: prepared bytes over a few kept connections."""

from __future__ import annotations

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
            head, _ = answer(connection)
            if not head.startswith(expected):
                raise RuntimeError(head.decode(errors="replace"))
    seconds = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return len(requests) / seconds


def ask(port: int, request: bytes) -> tuple[bytes, bytes]:
    """Head and body of one answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        return answer(connection)


def get(path: str, **headers: str) -> bytes:
    """A GET as a browser on a phone sends it; header names with `_` for `-`."""
    return _request("GET", path, headers=headers, body=b"")


def post(path: str, body: str, **headers: str) -> bytes:
    """A form as a browser posts it."""
    headers = {"Content_Type": "application/x-www-form-urlencoded"} | headers
    return _request("POST", path, headers=headers, body=body.encode())


def answer(connection: socket.socket) -> tuple[bytes, bytes]:
    """Read one answer that tells its length, or has none."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        (int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    while len(body) < length:
        body += _more(connection)
    return head, body


def _more(connection: socket.socket) -> bytes:
    received = connection.recv(1 << 16)
    if not received:
        raise RuntimeError("the server closed the connection")
    return received


def _request(method: str, path: str, *, headers: dict[str, str], body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body
