"""Waitress with options of its own, one meaning for each request, and an end that answers what has arrived.

Waitress reads a request whole before a thread gets it, and buffers an answer until the client has taken it.
So a client that is silent, slow or gone holds a connection for a while, never a thread.
"""

import logging
import socket
import sys
from copy import copy
from functools import partial
from io import BufferedIOBase
from time import monotonic
from typing import Any, Final
from wsgiref.types import WSGIApplication

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.app import LARGEST_REQUEST
from scorekeeper.web.http.csrf import LARGEST_FORM
from scorekeeper.web.http.errors import ALIVE

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
    """A request that is being read; the application answers one whose body cannot be read.

    One with two lengths is refused: to a proxy, its rest could be another request.
    """

    adj: Any
    error: Any

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Such as an address with half a pair of brackets, which waitress does not expect.
            raise ParsingError("The address cannot be read") from error
        # Waitress itself believes one of the two, and overlooks an empty encoding.
        has_encoding = b"\ntransfer-encoding:" in header_plus.lower()
        if has_encoding and (not self.chunked or "CONTENT_LENGTH" in self.headers):
            self.body_rcv = None
            raise ParsingError("The length of the body is ambiguous")
        if self.chunked:
            # Reading the lines between chunks takes a time that grows with the square of the body.
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LARGEST_REQUEST + 1

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.error and self.body_rcv is not None:
            # Reading this raises OSError.
            self.body_rcv.getfile = BufferedIOBase
            # By this length the application knows a body that is too large.
            self.headers.setdefault("CONTENT_LENGTH", str(self.body_bytes_received))
            # The rest of the body may stay unread, so no other request can follow on this connection.
            self.headers["CONNECTION"], self.connection_close = "close", True
            self.expect_continue = False
            self.error = None
        return consumed


class ResponseTask(WSGITask):  # type: ignore[misc]
    """One answer. Unlike waitress it keeps the connection open after a poll that finds nothing new (304)."""

    def set_close_on_finish(self) -> None:
        if self.has_body or self.version != "1.1" or self.request.connection_close:
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, with our requests and answers."""

    parser_class = Request
    task_class = ResponseTask


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress on a socket that listens; `options` are its own, and go before ours."""

    channel_class = Channel

    def __init__(self, application: WSGIApplication, listener: socket.socket, **options: Any) -> None:
        kind = (listener.family, listener.type)
        settings = {**_OPTIONS, **options}
        super().__init__(application, _sock=listener, bind_socket=False, sockinfo=kind, **settings)
        self._alive = ThreadedTaskDispatcher()
        self._alive.set_thread_count(1)

    def add_task(self, task: HTTPChannel) -> None:
        """Have a thread answer the first request of a connection.

        One alone says that the process is alive, as all others may wait for a database.
        """
        is_asking = getattr(task.requests[0], "path", None) == ALIVE
        (self._alive if is_asking else self.task_dispatcher).add_task(task)

    def run(self) -> float:
        """Serve until `stop`, then answer what has arrived; returns the seconds left for other work."""
        turn = partial(wasyncore.loop, map=self._map, use_poll=True, count=1)
        while self.accepting:
            turn(timeout=1)
        ends = monotonic() + LONGEST_DRAIN
        # Connections that have arrived are still served.
        for _time in range(self.adj.backlog):
            self.handle_accept()
        turn(timeout=0)
        wasyncore.dispatcher.close(self)
        clients = self.active_channels.values()
        while monotonic() < ends and any(client.requests or client.total_outbufs_len for client in clients):
            turn(timeout=0.1)
        self.task_dispatcher.shutdown(timeout=max(0, ends - monotonic()))
        return max(0, ends - monotonic())

    def stop(self) -> None:
        """Stop serving; may be called by a signal handler or from another thread."""
        self.accepting = False
        self.pull_trigger()
