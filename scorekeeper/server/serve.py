"""Serving until told to stop: one process that reads requests and answers them in its threads."""

import errno
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import Final

from flask import Flask

from scorekeeper import background
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.server import housekeeping
from scorekeeper.server.announcement import announcement
from scorekeeper.server.connections import Server
from scorekeeper.web.referee.search import ranked

# Open files: three for each connection, with those of a large request and answer, and those of the database.
_FILES: Final = 3 * 1000 + 250
_CANNOT_LISTEN: Final = {
    errno.EADDRINUSE: N_("Another program is using port {port}. Stop it, or set PORT to another number."),
    errno.EACCES: N_("Only the administrator can use port {port}. Choose one above 1023, as in PORT=8000."),
    0: N_("Can't listen on {host}, port {port} ({strerror}). Change SCOREKEEPER_HOST or PORT."),
}


def serve(settings: Settings, listener: socket.socket) -> None:
    """Serve on a socket that listens until told to stop, and print the addresses once the server answers."""
    app = create_app(settings)
    text = announcement(app, settings, terminal=sys.stdout.isatty())
    _allow_open_files()
    _share_one_heap()
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
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        sentence = _("SCOREKEEPER_HOST is {host!r}, but this computer has no such address.")
        raise OperatorError(sentence.format(host=host)) from error
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        return socket.create_server(address, family=family, dualstack_ipv6=both)
    except OSError as error:
        sentence = _CANNOT_LISTEN.get(error.errno or 0, _CANNOT_LISTEN[0])
        reason = os.strerror(error.errno or 0)
        raise OperatorError(_(sentence).format(host=host, port=port, strerror=reason)) from error


def start_search(app: Flask) -> threading.Thread:
    """Make the indexes of the search in a thread: the first question would wait two seconds for them."""
    thread = threading.Thread(target=ranked, args=("",), name="search", daemon=True)
    background.start(app, thread)
    return thread


def _allow_open_files() -> None:
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _share_one_heap() -> None:
    """By itself glibc keeps a heap for each thread, and what one has freed no other can use: 6 MB here."""
    if sys.platform == "linux":
        import ctypes

        # Another C library may have no such option (M_ARENA_MAX).
        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(-8, 1)


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
    """Close the database; its last connection takes the log in, so that one file holds everything.

    It leaves the log beside a database that was put in its place: so that one is set aside first.
    """
    file = settings.database_file
    if file:
        files.set_foreign_log_aside(file)
    with app.app_context():
        db.engine.dispose()
    if file:
        files.forget_opened(file)
