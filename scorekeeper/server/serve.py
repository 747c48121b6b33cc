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
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from flask import Flask
from waitress import wasyncore
from waitress.server import TcpWSGIServer

from scorekeeper.app import LARGEST_REQUEST, create_app
from scorekeeper.config import Settings
from scorekeeper.errors import Trouble
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.server import admin, housekeeping, processes
from scorekeeper.server.announcement import announcement
from scorekeeper.server.connections import Connection, Limits, Pools, adjustments
from scorekeeper.services.maintenance import schema
from scorekeeper.web.accounts import mail
from scorekeeper.web.http import forms
from scorekeeper.web.leagues.imports import LARGEST_FORM

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Seconds for what is being answered when the server is told to stop.
LONGEST_DRAIN: Final = 10
# Files that are open beside connections: the database, temporary files of large requests and answers.
_OTHER_FILES: Final = 250
_TAKEN_IN_AT_ONCE: Final = 100
# Seconds between two lines about connections that were closed.
_BETWEEN_LINES: Final = 60
_WORTH_A_LINE: Final = 10
# A peer that is gone without a word is noticed: after seconds of silence, by three questions; the last in
# milliseconds, for what was sent and is not confirmed.
_PEER: Final = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 60_000}
_log = logging.getLogger(__name__)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with deadlines: it reads requests whole, and keeps answers until they are taken."""

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
        self.adj_of_files = adjustments(self.limits, largest_body=LARGEST_FORM)
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
        """Serve until `stop`; then answer what is whole, for a while."""
        next_look = 0.0
        while not self._stopping:
            self._turn(timeout=1)
            if monotonic() >= next_look:
                self._look_after_connections(monotonic())
                each_second()
                next_look = monotonic() + 1
        self._drain()

    def stop(self) -> None:
        """Take no new connections from now on; may be called by a signal or from another thread."""
        self._stopping = True
        self.pull_trigger()

    def add_task(self, task: Connection) -> None:
        task.pool = self.pools.pool_for(task.requests[0])
        task.pool.add_task(task)

    def readable(self) -> bool:
        return bool(self.accepting)

    def handle_accept(self) -> None:
        """Take in all who have come, many at once: else a crowd that knocks would keep others waiting."""
        for _ in range(_TAKEN_IN_AT_ONCE):
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

    def _look_after_connections(self, now: float) -> None:
        for connection in list(self.active_channels.values()):
            if connection.overdue(now):
                self._closed["slow"] += connection.unfinished
                connection.drop()
        while sum(connection.held for connection in self.active_channels.values()) > self.limits.buffered:
            max(self._of_busiest_network(lambda connection: connection.held), key=lambda one: one.held).drop()
            self._closed["large"] += 1
        self._say_what_was_closed(now)

    def _make_room(self) -> None:
        """Close those that have waited longest, of the networks with the most, until there are few enough."""
        while (excess := len(self.active_channels) - self.limits.connections) > 0:
            waiting = self._of_busiest_network(lambda connection: not connection.requests)
            if not waiting:
                return
            for connection in sorted(waiting, key=lambda one: one.since)[:excess]:
                connection.drop()
                self._closed["full"] += 1

    def _of_busiest_network(self, weight: Callable[[Connection], int]) -> list[Connection]:
        """The connections with a weight, of the network with the greatest weight in sum."""
        weighed = [(connection, weight(connection)) for connection in self.active_channels.values()]
        networks: Counter[str] = Counter()
        for connection, found in weighed:
            networks[connection.network] += found
        busiest = max(networks, key=networks.__getitem__)
        return [connection for connection, found in weighed if found and connection.network == busiest]

    def _say_what_was_closed(self, now: float) -> None:
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
        # What has arrived already counts as asked.
        self.handle_accept()
        self._turn(timeout=0)
        wasyncore.dispatcher.close(self)
        self.drained_by = monotonic() + LONGEST_DRAIN
        while monotonic() < self.drained_by and self._close_idle():
            self._turn(timeout=0.1)

    def _close_idle(self) -> bool:
        """Close what is not being answered; whether anything is left."""
        for connection in list(self.active_channels.values()):
            if not connection.busy:
                connection.drop()
        return bool(self.active_channels)


def serve(settings: Settings) -> None:
    """Serve until told to stop; prints the addresses once the server answers."""
    limits = Limits(connections=connections_possible())
    app = create_app(settings)
    schema.keep_current(app)
    announce = partial(print, _announcement(app, settings), flush=True)
    with listening(settings.port, host=settings.host) as listener:
        if sys.platform == "win32":
            announce()
            _serve_alone(app, listener, limits=limits)
        else:
            _make_ready_to_fork(app)
            work = partial(_serve_for, app, listener, limits)
            processes.keep_serving(work, listener, announce=announce)
    _make_file_whole(settings)


def require_free(port: int, *, host: str) -> None:
    """Raise Trouble if `host`:`port` cannot be listened on."""
    listening(port, host=host).close()


def listening(port: int, *, host: str) -> socket.socket:
    """A socket that listens on `host`:`port`, and shares it with no other; Trouble if there cannot be one."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise Trouble(f"SCOREKEEPER_HOST is {host!r}, which is no address of this machine.") from error
    listener = socket.socket(family, kind)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise Trouble(_why_not(error, port=port, host=host)) from error
    return listener


def _why_not(error: OSError, *, port: int, host: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: stop it, or set PORT to another one."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator: choose one above 1023, as in PORT=8000."
    return f"Nothing can listen on {host}, port {port} ({error.strerror}): set SCOREKEEPER_HOST or PORT."


def server_for(app: Flask, listener: socket.socket, *, limits: Limits) -> Server:
    """A server for the whole application."""
    return Server(app, listener, limits=limits, takes_file=partial(forms.may_bring_file, app))


def connections_possible() -> int:
    """As many as the limit of open files allows, which is raised where it can be."""
    wanted = Limits().connections
    if sys.platform == "win32":
        # What select() there takes.
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
    first = admin.first_account(app, settings, now=datetime.now(UTC), by_link=terminal)
    return announcement(settings, blocks=blocks, colours=terminal, first_account=first)


def _make_ready_to_fork(app: Flask) -> None:
    """No connection to the database crosses the fork; what is there before stays shared."""
    with app.app_context():
        db.engine.dispose()
    gc.collect()
    gc.freeze()


def _serve_for(app: Flask, listener: socket.socket, limits: Limits, first: processes.First) -> None:
    server = server_for(app, listener, limits=limits)
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    first.hear()
    housekeeping.start(app)

    def each_second() -> None:
        if first.is_gone():
            server.stop()
        if server.pools.go_on():
            first.hear()

    server.run(each_second=each_second)
    mail.finish(app, seconds=max(0, server.drained_by - monotonic()))


def _serve_alone(app: Flask, listener: socket.socket, *, limits: Limits) -> None:
    server = server_for(app, listener, limits=limits)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: server.stop())
    housekeeping.start(app)
    server.run()
    mail.finish(app, seconds=max(0, server.drained_by - monotonic()))


def _make_file_whole(settings: Settings) -> None:
    # The server ends without closing the database: what lies beside it goes in, one file holds everything.
    file = settings.database_file
    if file is None or not file.exists():
        return
    files.set_foreign_log_aside(file)
    with suppress(sqlite3.Error), closing(sqlite3.connect(file, timeout=5)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files.forget_opened(file)
