"""Serving: one process reads requests and answers them in its threads; another one starts and watches it."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.server import TcpWSGIServer

from scorekeeper import background
from scorekeeper.app import LARGEST_REQUEST, create_app
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.server import housekeeping, processes
from scorekeeper.server.announcement import announcement, first_account
from scorekeeper.server.connections import Connection, Limits, Pools, adjustments
from scorekeeper.web.http import forms
from scorekeeper.web.referee.search import ranked

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Seconds for requests that are being answered when the server is told to stop.
LONGEST_DRAIN: Final = 10
# Files that are open beside connections: the database, temporary files of large requests and answers.
_OTHER_FILES: Final = 250
_ACCEPTED_AT_ONCE: Final = 100
# Seconds between two lines about connections that were closed.
_BETWEEN_LINES: Final = 60
_WORTH_A_LINE: Final = 10
# TCP notices a peer that is gone: after these seconds of silence, by so many probes, so many seconds apart.
# The last number is in milliseconds, for data that was sent and is not acknowledged.
_PEER: Final = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 60_000}
_log = logging.getLogger(__name__)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with deadlines, two pools of threads, and limits on memory and connections."""

    channel_class = Connection

    def __init__(
        self,
        application: WSGIApplication,
        listener: socket.socket,
        *,
        limits: Limits | None = None,
        takes_file: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        self.limits = limits or Limits()
        self.takes_file = takes_file
        self.adj_of_files = adjustments(self.limits, largest_body=forms.LARGEST_FORM)
        self.pools = Pools()
        self._stopping = False
        self.drained_by = 0.0
        self._closed: Counter[str] = Counter()
        self._next_line = 0.0
        super().__init__(
            application,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            dispatcher=self.pools.reading,
            adj=adjustments(self.limits, largest_body=LARGEST_REQUEST),
        )

    def run(self, *, each_second: Callable[[], object] = lambda: None) -> None:
        """Serve until `stop`; then answer the requests that have arrived, for a limited time."""
        next_check = 0.0
        while not self._stopping:
            self._turn(timeout=1)
            if monotonic() >= next_check:
                self._check_connections(monotonic())
                each_second()
                next_check = monotonic() + 1
        self._drain()

    def stop(self) -> None:
        """Stop serving; may be called by a signal handler or from another thread."""
        self._stopping = True
        self.pull_trigger()

    def add_task(self, task: Connection) -> None:
        task.pool = self.pools.pool_for(task.requests[0])
        task.pool.add_task(task)

    def readable(self) -> bool:
        return bool(self.accepting)

    def handle_accept(self) -> None:
        """Accept many connections at once, so that a crowd of new ones does not delay the others."""
        for _time in range(_ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break
        self._make_room()

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in _PEER.items():
            # Not every system knows each of them.
            with suppress(AttributeError, OSError):
                conn.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def set_reuse_addr(self) -> None:
        """Do nothing: `listening` has set what each system needs."""

    def _turn(self, *, timeout: float) -> None:
        wasyncore.loop(timeout=timeout, map=self._map, use_poll=True, count=1)

    def _check_connections(self, now: float) -> None:
        for connection in list(self.active_channels.values()):
            if connection.overdue(now):
                self._closed["slow"] += connection.unfinished
                connection.drop()
        while sum(connection.held for connection in self.active_channels.values()) > self.limits.buffered:
            max(self._of_busiest_network(lambda connection: connection.held), key=lambda one: one.held).drop()
            self._closed["large"] += 1
        self._log_closed(now)

    def _make_room(self) -> None:
        """Close the oldest idle connections of the networks with the most, until there are few enough."""
        while (excess := len(self.active_channels) - self.limits.connections) > 0:
            waiting = self._of_busiest_network(lambda connection: not connection.requests)
            if not waiting:
                return
            for connection in sorted(waiting, key=lambda one: one.since)[:excess]:
                connection.drop()
                self._closed["full"] += 1

    def _of_busiest_network(self, weight: Callable[[Connection], int]) -> list[Connection]:
        """The connections that weigh anything, of the network with the greatest sum of weights."""
        weighed = [(connection, weight(connection)) for connection in self.active_channels.values()]
        networks: Counter[str] = Counter()
        for connection, found in weighed:
            networks[connection.network] += found
        busiest = max(networks, key=networks.__getitem__)
        return [connection for connection, found in weighed if found and connection.network == busiest]

    def _log_closed(self, now: float) -> None:
        if now < self._next_line or self._closed.total() < _WORTH_A_LINE:
            return
        _log.warning(
            "Connections closed lately: %d did not finish in time, %d of the busiest network made room "
            "when all %d were in use, %d held too much",
            *(self._closed["slow"], self._closed["full"], self.limits.connections, self._closed["large"]),
        )
        self._closed.clear()
        self._next_line = now + _BETWEEN_LINES

    def _drain(self) -> None:
        # Connections that have arrived are still served.
        self.handle_accept()
        self._turn(timeout=0)
        wasyncore.dispatcher.close(self)
        self.drained_by = monotonic() + LONGEST_DRAIN
        while monotonic() < self.drained_by and self._close_idle():
            self._turn(timeout=0.1)

    def _close_idle(self) -> bool:
        """Close connections that are not busy; True if any are left."""
        for connection in list(self.active_channels.values()):
            if not connection.busy:
                connection.drop()
        return bool(self.active_channels)


def serve(settings: Settings) -> None:
    """Serve until told to stop, and print the addresses once the server answers."""
    limits = Limits(connections=connections_possible())
    app = create_app(settings)
    announce = partial(print, _announcement(app, settings), flush=True)
    with listening(settings.port, host=settings.host) as listener:
        if sys.platform == "win32":
            announce()
            _serve_alone(app, listener, limits=limits)
        else:
            _make_ready_to_fork(app)
            work = partial(_serve_for, app, listener, limits)
            processes.keep_serving(work, listener, announce=announce)
    _take_log_in(settings)


def require_free(port: int, *, host: str) -> None:
    """Raise OperatorError if no server can listen on this host and port."""
    listening(port, host=host).close()


def listening(port: int, *, host: str) -> socket.socket:
    """A socket that listens on this host and port alone; OperatorError if it cannot."""
    family, kind, address = address_of(host, port)
    listener = socket.socket(family, kind)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise OperatorError(_why_not(error, port=port, host=host)) from error
    return listener


def address_of(host: str, port: int) -> tuple[int, int, tuple[Any, ...]]:
    """The family, kind and address of a socket that listens there; OperatorError if there is none here."""
    try:
        family, kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise OperatorError(
            _("SCOREKEEPER_HOST is {host!r}, but this computer has no such address.").format(host=host)
        ) from error
    return family, kind, address


def _why_not(error: OSError, *, port: int, host: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return _("Another program is using port {port}. Stop it, or set PORT to another number.").format(
            port=port
        )
    if error.errno == errno.EACCES:
        return _(
            "Only the administrator can use port {port}. Choose one above 1023, as in PORT=8000."
        ).format(port=port)
    return _("Can't listen on {host}, port {port} ({strerror}). Change SCOREKEEPER_HOST or PORT.").format(
        host=host, port=port, strerror=error.strerror
    )


def server_for(app: Flask, listener: socket.socket, *, limits: Limits) -> Server:
    """Make a server for an application, with its larger limit for uploads."""
    return Server(app, listener, limits=limits, takes_file=partial(forms.may_bring_file, app))


def start_search(app: Flask) -> threading.Thread:
    """Make the indexes of the search in a thread: the first question would wait two seconds for them."""
    thread = threading.Thread(target=ranked, args=("",), name="search", daemon=True)
    background.start(app, thread)
    return thread


def connections_possible() -> int:
    """The number of connections that the limit of open files allows; the limit is raised if possible."""
    wanted = Limits().connections
    if sys.platform == "win32":
        # The most that select() takes on Windows.
        return min(wanted, 400)
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + _OTHER_FILES:
        soft = wanted + _OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + _OTHER_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, max(soft - _OTHER_FILES, 50))


def _announcement(app: Flask, settings: Settings) -> str:
    blocks = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    terminal = sys.stdout.isatty()
    first = first_account(app, settings, now=datetime.now(UTC), by_link=terminal)
    return announcement(settings, blocks=blocks, colours=terminal, first_account=first)


def _make_ready_to_fork(app: Flask) -> None:
    """Close database connections, which must not be shared, and freeze memory, which may be."""
    with app.app_context():
        db.engine.dispose()
    gc.collect()
    gc.freeze()


def _serve_for(app: Flask, listener: socket.socket, limits: Limits, first: processes.First) -> None:
    server = server_for(app, listener, limits=limits)
    signal.signal(signal.SIGTERM, lambda *_signal: server.stop())
    first.beat()
    housekeeping.start(app)
    start_search(app)

    def each_second() -> None:
        if first.is_gone():
            server.stop()
        if server.pools.make_progress():
            first.beat()

    server.run(each_second=each_second)
    background.finish(app, seconds=max(0, server.drained_by - monotonic()))


def _serve_alone(app: Flask, listener: socket.socket, *, limits: Limits) -> None:
    server = server_for(app, listener, limits=limits)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_signal: server.stop())
    housekeeping.start(app)
    start_search(app)
    server.run()
    background.finish(app, seconds=max(0, server.drained_by - monotonic()))


def _take_log_in(settings: Settings) -> None:
    # The server ends without closing the database: take the log in, so that one file holds everything.
    file = settings.database_file
    if file is None or not file.exists():
        return
    files.set_foreign_log_aside(file)
    with suppress(sqlite3.Error), closing(sqlite3.connect(file, timeout=5)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files.forget_opened(file)
