"""Connections: their limits of time and memory, and the threads that answer their requests.

A request reaches a thread of the application once all of it has arrived, and its answer is buffered until the
client has taken it. So a client that is silent, slow or gone holds a connection for a while, never a thread.
"""

from __future__ import annotations

import logging
import math
import socket
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from scorekeeper.app import LARGEST_REQUEST
from scorekeeper.services.common.limits import network_of

if TYPE_CHECKING:
    from scorekeeper.server.serve import Server

# Waitress would log each request that has to wait for a thread.
_quiet = logging.getLogger("waitress.queue")
_quiet.setLevel(logging.ERROR)
READ_ONLY: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for one client (seconds, bytes) and for all clients together (connections).

    Every deadline counts from the beginning of its phase (head, body, answer), so that a byte now and then
    does not extend it. Bodies and answers get another second for each `slowest` bytes. `idle` is longer than
    proxies keep unused connections, so that none sends a request into a closed one. `buffered` limits the
    sum of incoming bodies and outgoing answers, in memory or temporary files. `unread` limits how much of a
    refused body is received and dropped, as a client that is still sending may not read the answer.
    """

    connections: int = 1000
    idle: float = 150
    head: float = 10
    body: float = 30
    answer: float = 30
    slowest: int = 32 * 1024
    largest_head: int = 32 * 1024
    buffered: int = 96 * 1024 * 1024
    unread: int = 64 * 1024 * 1024


def adjustments(limits: Limits, *, largest_body: int) -> Adjustments:
    """The settings of waitress for these limits."""
    return Adjustments(
        # No name and no version in any answer. Proxy headers are read by the application, not by waitress.
        ident=None,
        clear_untrusted_proxy_headers=False,
        max_request_header_size=limits.largest_head,
        # Waitress refuses a body of exactly this size, too.
        max_request_body_size=largest_body + 1,
        # An answer is buffered whole: a thread that waits for a client costs more than the memory.
        outbuf_high_watermark=limits.buffered,
        recv_bytes=LARGEST_REQUEST,
        log_socket_errors=False,
    )


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is being read. The application refuses one that is too large or incomplete."""

    error: Any

    def __init__(self, adj: Adjustments, server: Server) -> None:
        super().__init__(adj)
        self._server = server

    def parse_header(self, header_plus: bytes) -> None:
        _require_one_meaning(header_plus)
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Such as an address with half a pair of brackets, which waitress does not expect.
            raise ParsingError("The address cannot be read") from error
        large = self.content_length > LARGEST_REQUEST
        if large and self.command == "POST" and self._server.takes_file(self.path):
            self.adj = self._server.adj_of_files

    @property
    def size(self) -> int:
        """Bytes of the body that are, or will be, buffered."""
        return int(max(self.content_length, self.body_bytes_received))

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.error and self.body_rcv is not None:
            self._leave_to_application()
        return consumed

    def _leave_to_application(self) -> None:
        if isinstance(self.error, RequestEntityTooLarge):
            size = max(self.content_length, self.body_bytes_received)
            self.headers["CONTENT_LENGTH"] = str(size)
        else:
            self.body_rcv.getfile = _BrokenOff
        # The rest of the body may stay unread, so no other request can follow on this connection.
        self.expect_continue = False
        self.headers["CONNECTION"] = "close"
        self.error = None


def _require_one_meaning(head: bytes) -> None:
    """Refuse a head that a proxy may read as another one, and so take the rest for another request.

    Such are a body with two lengths, a length by chunks in HTTP/1.0, and a host that is not said once.
    """
    first, *lines = head.split(b"\r\n")
    names = Counter(line.partition(b":")[0].lower() for line in lines)
    is_1_1 = first.rstrip().endswith(b" HTTP/1.1")
    if names[b"transfer-encoding"] and (names[b"content-length"] or not is_1_1):
        raise ParsingError("The length of the body is ambiguous")
    if names[b"host"] > 1 or (is_1_1 and not names[b"host"]):
        raise ParsingError("There must be one Host")


class _BrokenOff:
    """A body that ends before its length; reading it raises OSError."""

    def read(self, _size: int = -1) -> bytes:
        raise OSError("the body cannot be read")


class Answer(WSGITask):  # type: ignore[misc]
    """One answer. Unlike waitress it keeps the connection open after a status without a body."""

    def set_close_on_finish(self) -> None:
        wanted = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or wanted == "close":
            super().set_close_on_finish()


class Pool(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A pool of threads, each of which answers one request at a time."""

    queue_logger = _quiet

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.served = 0
        self._served_before = 0
        self.set_thread_count(threads)

    def makes_progress(self) -> bool:
        """Whether a thread is free, or a request was answered since the last call."""
        before, self._served_before = self._served_before, self.served
        return self.active_count < len(self.threads) or self.served != before


class Pools:
    """Two pools. Requests that write wait for each other and for the database; others never wait for them."""

    def __init__(self, *, readers: int = 4, writers: int = 8) -> None:
        self.reading = Pool(readers)
        self.writing = Pool(writers)

    def pool_for(self, request: Any) -> Pool:
        """The pool for a request, by its method; the reading one for a request that could not be parsed."""
        return self.reading if getattr(request, "command", "GET") in READ_ONLY else self.writing

    def make_progress(self) -> bool:
        """Whether both pools make progress."""
        return all([self.reading.makes_progress(), self.writing.makes_progress()])


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, with the time at which its current phase began."""

    task_class = Answer
    server: Server
    pool: Pool

    def __init__(self, server: Server, sock: socket.socket, addr: Any, adj: Adjustments, **more: Any) -> None:
        self.network = network_of(addr[0])
        self._limits = server.limits
        self.since = monotonic()
        self._began: float | None = None
        self._answer_due = math.inf
        self._leaving_since: float | None = None
        self._unread = 0
        self._answering: Request | None = None
        super().__init__(server, sock, addr, adj, **more)

    def parser_class(self, adj: Adjustments) -> Request:
        return Request(adj, self.server)

    def received(self, data: bytes) -> bool:
        if self._leaving_since is not None:
            self._unread += len(data)
            return False
        if self._began is None:
            self._began = monotonic()
        return bool(super().received(data))

    def service(self) -> None:
        """Answer a request, in a thread of a pool."""
        if self.total_outbufs_len:
            # The client sends requests without reading answers: this one is the last.
            self.requests[0].headers["CONNECTION"] = "close"
        with self.requests_lock:
            self._answering = self.requests[0]
        self._answer_due, self._began, self.since = math.inf, None, monotonic()
        super().service()
        self.since = monotonic()
        self._began = None if self.request is None else self.since
        self._answer_due = self.since + self._limits.answer + self.total_outbufs_len / self._limits.slowest
        self.pool.served += 1

    @property
    def busy(self) -> bool:
        """Whether a request of this connection is being answered, or an answer is being sent."""
        return bool(self.requests or self.total_outbufs_len)

    @property
    def held(self) -> int:
        """Bytes that are, or will be, buffered for this connection."""
        coming = 0 if self.request is None else self.request.size
        return int(self.total_outbufs_len + coming + sum(request.size for request in self._waiting()))

    @property
    def unfinished(self) -> bool:
        """Whether the client is in the middle of a request, or of an answer."""
        return bool(self._began is not None or self.total_outbufs_len)

    def overdue(self, now: float) -> bool:
        """Whether the client exceeded a deadline, or sent too much of a refused body."""
        if self._leaving_since is not None:
            return now > self._leaving_since + self._limits.body or self._unread > self._limits.unread
        if self.total_outbufs_len:
            return now > self._answer_due
        if self.requests:
            return False
        return now > self._request_due()

    def _request_due(self) -> float:
        if self._began is None:
            return self.since + self._limits.idle
        due = self._began + self._limits.head
        if self.request is None or not self.request.headers_finished:
            return due
        return float(due + self._limits.body + self.request.content_length / self._limits.slowest)

    def drop(self) -> None:
        """Close the connection, even if the client reads nothing any more."""
        self.will_close = True
        self._end()

    def handle_close(self) -> None:
        """After the last answer: say that nothing follows, and hear out whoever is still sending."""
        answered = self.will_close and self.connected and not self.total_outbufs_len
        if answered and self._leaving_since is None:
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self._leaving_since = monotonic()
                self.will_close = False
                return
        self._end()

    def _waiting(self) -> list[Request]:
        """The whole requests that no thread has taken up yet; threads change the list meanwhile."""
        return [request for request in tuple(self.requests) if request is not self._answering]

    def _end(self) -> None:
        super().handle_close()
        with self.requests_lock:
            # The connection itself stays in the queue of the threads, and what it brought would with it.
            for request in self._waiting():
                request.close()
