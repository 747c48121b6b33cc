"""Serving until told to stop: one process that reads requests and answers them in its threads."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sqlite3
import sys
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import Any, Final

from flask import Flask

from scorekeeper import background
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.server import housekeeping
from scorekeeper.server.announcement import announcement, first_account
from scorekeeper.server.connections import Server
from scorekeeper.web.referee.search import ranked

# Open files: three for each connection, with those of a large request and answer, and those of the database.
_FILES: Final = 3 * 1000 + 250


def serve(settings: Settings, listener: socket.socket) -> None:
    """Serve on a socket that listens until told to stop, and print the addresses once the server answers."""
    app = create_app(settings)
    text = _announcement(app, settings)
    _allow_open_files()
    server = Server(app, listener)
    _stop_by_signals(server)
    print(text, flush=True)
    _notify_systemd("READY=1")
    housekeeping.start(app)
    start_search(app)
    seconds = server.run()
    background.finish(app, seconds=seconds)
    _close_database(app, settings)


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


def start_search(app: Flask) -> threading.Thread:
    """Make the indexes of the search in a thread: the first question would wait two seconds for them."""
    thread = threading.Thread(target=ranked, args=("",), name="search", daemon=True)
    background.start(app, thread)
    return thread


def _announcement(app: Flask, settings: Settings) -> str:
    blocks = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    terminal = sys.stdout.isatty()
    first = first_account(app, settings, now=datetime.now(UTC), by_link=terminal)
    return announcement(settings, blocks=blocks, colours=terminal, first_account=first)


def _allow_open_files() -> None:
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _stop_by_signals(server: Server) -> None:
    def stop(*_signal: object) -> None:
        server.stop()
        _notify_systemd("STOPPING=1")

    # Windows knows no SIGHUP, and `nohup` sets it to be ignored.
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def _notify_systemd(state: str) -> None:
    """Send systemd one line, such as READY=1, by the protocol sd_notify; without systemd nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.settimeout(1)
        sender.connect(f"\0{address[1:]}" if address.startswith("@") else address)
        sender.sendall(state.encode())


def _close_database(app: Flask, settings: Settings) -> None:
    """Close the database and take its log in, so that one file holds everything."""
    file = settings.database_file
    there = file is not None and file.exists()
    if file and there:
        # Before the connections close, which would remove it.
        files.set_foreign_log_aside(file)
    with app.app_context():
        db.engine.dispose()
    if file and there:
        with suppress(sqlite3.Error), closing(sqlite3.connect(file, timeout=5)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        files.forget_opened(file)
