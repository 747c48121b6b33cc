"""Waitress with options of its own, one meaning for each request, and an end that answers what has arrived.

Waitress reads a request whole before a thread gets it, and buffers an answer until the client has taken it.
So a client that is silent, slow or gone holds a connection for a while, never a thread.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections import Counter
from copy import copy
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from scorekeeper.app import LARGEST_REQUEST
from scorekeeper.web.http.csrf import LARGEST_FORM

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Seconds for requests that are being answered when the server is told to stop.
LONGEST_DRAIN: Final = 10
_OPTIONS: Final[dict[str, Any]] = {
    # Writers wait for each other in these threads, and readers should still find a free one.
    "threads": 12,
    # select() takes 512 on Windows.
    "connection_limit": 400 if sys.platform == "win32" else 1000,
    # Longer than proxies keep unused connections, so that none sends a request into a closed one.
    "channel_timeout": 150,
    "max_request_header_size": 32 * 1024,
    # The application has limits of its own. Who is still sending may not read its refusal, so more is read.
    "max_request_body_size": 2 * LARGEST_FORM,
    # An answer is buffered whole: a thread that waits for a client costs more than a temporary file.
    "outbuf_high_watermark": 96 * 1024 * 1024,
    "log_socket_errors": False,
    # No name and no version in any answer. Proxy headers are read by the application, not by waitress.
    "ident": None,
    "clear_untrusted_proxy_headers": False,
}
# Waitress would log each request that has to wait for a thread.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is being read; one whose head a proxy may read as another one is refused.

    Such are a body with two lengths, a length by chunks in HTTP/1.0, and a host that is not said once: the
    rest could be taken for another request. The application answers one whose body cannot be read.
    """

    adj: Any
    error: Any

    def parse_header(self, header_plus: bytes) -> None:
        first, *lines = header_plus.split(b"\r\n")
        names = Counter(line.partition(b":")[0].lower() for line in lines)
        is_1_1 = first.rstrip().endswith(b" HTTP/1.1")
        if names[b"transfer-encoding"] and (names[b"content-length"] or not is_1_1):
            raise ParsingError("The length of the body is ambiguous")
        if names[b"host"] > 1 or (is_1_1 and not names[b"host"]):
            raise ParsingError("There must be one Host")
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Such as an address with half a pair of brackets, which waitress does not expect.
            raise ParsingError("The address cannot be read") from error
        if self.chunked:
            # Reading the lines between chunks takes a time that grows with the square of the body.
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LARGEST_REQUEST + 1

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.error and self.body_rcv is not None:
            self.body_rcv.getfile = _BrokenOff
            # By this length the application knows a body that is too large.
            self.headers.setdefault("CONTENT_LENGTH", str(self.body_bytes_received))
            # The rest of the body may stay unread, so no other request can follow on this connection.
            self.headers["CONNECTION"] = "close"
            self.expect_continue = False
            self.error = None
        return consumed


class _BrokenOff:
    """A body that ends before its length; reading it raises OSError."""

    def read(self, _size: int = -1) -> bytes:
        raise OSError("the body cannot be read")


class Answer(WSGITask):  # type: ignore[misc]
    """One answer. Unlike waitress it keeps the connection open after a poll that finds nothing new (304)."""

    def set_close_on_finish(self) -> None:
        wanted = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or wanted == "close":
            super().set_close_on_finish()


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, with our requests and answers."""

    parser_class = Request
    task_class = Answer


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress on a socket that listens; `options` are its own, and go before ours."""

    channel_class = Connection

    def __init__(self, application: WSGIApplication, listener: socket.socket, **options: Any) -> None:
        self._stopping = False
        super().__init__(
            application,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            adj=Adjustments(**{**_OPTIONS, **options}),
        )

    def run(self) -> float:
        """Serve until `stop`, then answer what has arrived; returns the seconds left for other work."""
        turn = partial(wasyncore.loop, map=self._map, use_poll=True, count=1)
        while not self._stopping:
            turn(timeout=1)
        ends = monotonic() + LONGEST_DRAIN
        # Connections that have arrived are still served.
        for _time in range(self.adj.backlog):
            self.handle_accept()
        turn(timeout=0)
        wasyncore.dispatcher.close(self)
        while self._close_idle() and monotonic() < ends:
            turn(timeout=0.1)
        self.task_dispatcher.shutdown(timeout=max(0, ends - monotonic()))
        return max(0, ends - monotonic())

    def stop(self) -> None:
        """Stop serving; may be called by a signal handler or from another thread."""
        self._stopping = True
        self.pull_trigger()

    def _close_idle(self) -> bool:
        """Close connections that have nothing to be answered or sent; True if any others are left."""
        for connection in list(self.active_channels.values()):
            if not connection.requests and not connection.total_outbufs_len:
                connection.handle_close()
        return bool(self.active_channels)
