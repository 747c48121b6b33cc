"""A server in a thread of the tests, with options of its own, and slow or greedy clients for it."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from scorekeeper.server import serve
from scorekeeper.server.connections import Server
from scorekeeper.web.http import device
from tests.support.phones import Phone, sheet

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PATIENCE = 60


@contextmanager
def serving(application: WSGIApplication, **options: Any) -> Iterator[Server]:
    """Serve `application` on a free port, which is `effective_port` of the server."""
    listener = serve.listening(0, host="127.0.0.1")
    # What the system takes of an answer is little: the rest waits in the server until the client has read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)
    server = Server(application, listener, **options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE)
        server.close()
        # After a test that failed, requests may still be under way.
        for connection in list(server.active_channels.values()):
            connection.handle_close()
        assert not thread.is_alive()


class Clients(ExitStack):
    """Connections to one server, closed together at the end."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._port = int(server.effective_port)

    def sending(self, data: bytes, *, source: str = "127.0.0.1", window: int | None = None) -> socket.socket:
        """Open a connection and send `data`; a small `window` makes it receive little at once."""
        connection = self.enter_context(socket.socket())
        if window:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        connection.settimeout(PATIENCE)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", self._port))
        connection.sendall(data)
        return connection

    def dripping(self, connection: socket.socket, letter: bytes) -> None:
        """Send one byte now and then, until the server closes the connection."""

        def drip() -> None:
            try:
                while connection.send(letter):
                    time.sleep(0.1)
            except OSError:
                return

        thread = threading.Thread(target=drip)
        thread.start()
        self.callback(thread.join, PATIENCE)
        self.callback(connection.close)


def answer(connection: socket.socket) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Status, headers and body of the next answer; RuntimeError when the connection ends without one."""
    response = http.client.HTTPResponse(connection)
    try:
        response.begin()
    except (http.client.RemoteDisconnected, ConnectionResetError) as error:
        raise RuntimeError("closed without an answer") from error
    return response.status, response.headers, response.read()


def everything(connection: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    pieces = []
    with suppress(ConnectionResetError):
        while piece := connection.recv(1 << 20):
            pieces.append(piece)
    return b"".join(pieces)


def get(path: str, *headers: str) -> bytes:
    """A request without a body."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def post(path: str, body: bytes, *headers: str) -> bytes:
    """A request with a form."""
    kind = ("Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}")
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", *kind, *headers, "", "")).encode() + body


def saves(phone: Phone, game: str) -> bytes:
    """A request that saves the first hand of a game of two."""
    fields = {"csrf_token": phone.token, **sheet(0, {1: 5}, attempt=1)}
    cookie = f"Cookie: {device.COOKIE}={phone.client.get_cookie(device.COOKIE).value}"
    return post(f"/games/{game}/hands/1", urlencode(fields).encode(), cookie)
