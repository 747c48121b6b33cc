"""Serving until told to stop: one process that answers requests in threads, with the work of each hour."""

import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from flask import Flask

from scorekeeper import background, config
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.models import files
from scorekeeper.models.base import db
from scorekeeper.server.announcement import announcement
from scorekeeper.server.connections import Server
from scorekeeper.services.maintenance import backups, expiry, health
from scorekeeper.web.referee.search import irregularities_about

_HOURLY_TASKS: Final[dict[str, Callable[[datetime], object]]] = {
    "No automatic backup was made": lambda now: backups.back_up_if_due(config.current(), now=now),
    "What was deleted 30 days ago could not be removed; it is tried again in an hour": expiry.purge,
}
_CANNOT_LISTEN: Final = {
    errno.EADDRINUSE: N_("Another program is using port {port}. Stop it, or set PORT to another number."),
    errno.EACCES: N_("Only the administrator can use port {port}. Choose one above 1023, as in PORT=8000."),
    0: N_("Can't listen on {host}, port {port} ({reason}). Change SCOREKEEPER_HOST or PORT."),
}


def serve(app: Flask, listener: socket.socket) -> None:
    """Serve on a socket that listens until told to stop, and print the addresses once the server answers."""
    settings: Settings = app.extensions["settings"]
    _share_one_heap()
    _allow_open_files()
    server = Server(app, listener)
    _stop_by_signals(server)
    print(announcement(app, settings, terminal=sys.stdout.isatty()), flush=True)
    _notify_systemd()
    start_housekeeping(app)
    # The first question would wait two seconds for the indexes of the search.
    search = threading.Thread(target=irregularities_about, args=("",), name="search", daemon=True)
    background.start(app, search)
    background.finish(app, seconds=server.run())
    _close_database(app, settings)


def start_housekeeping(app: Flask, *, stop: threading.Event | None = None) -> None:
    """Make backups and remove expired rows every hour in a thread, until `stop` or the application's end."""
    stop = stop or threading.Event()
    thread = threading.Thread(target=_keep_house, args=(app, stop), name="housekeeping", daemon=True)
    background.start(app, thread, stop=stop)


def _keep_house(app: Flask, stop: threading.Event) -> None:
    over = False
    while not over:
        for failure, task in _HOURLY_TASKS.items():
            try:
                with app.app_context():
                    task(datetime.now(UTC))
            # Whatever failed may work in an hour.
            except Exception as error:
                surprising = health.failure_of(error) in (None, health.Failure.UNREACHABLE)
                trace = surprising and not isinstance(error, OSError | OperatorError)
                logging.getLogger(__name__).error("%s: %s", failure, health.reason(error), exc_info=trace)
        over = stop.wait(3600)


def listening(port: int, *, host: str) -> socket.socket:
    """A socket that listens on this host and port alone; OperatorError if it cannot."""
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        sentence = _(_CANNOT_LISTEN.get(getattr(error, "errno", 0), _CANNOT_LISTEN[0]))
        raise OperatorError(sentence.format(host=host, port=port, reason=error)) from error


def _share_one_heap() -> None:
    """By itself glibc keeps a heap for each thread, and what one has freed no other can use: 6 MB here."""
    if sys.platform == "linux":
        import ctypes

        # Another C library may have no such option (M_ARENA_MAX).
        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(-8, 1)


def _allow_open_files() -> None:
    """Three for each connection, with those of a large request and answer, and those of the database."""
    if sys.platform != "win32":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        # Without a limit it is below 0.
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard if 0 <= hard < 3250 else 3250, hard))


def _stop_by_signals(server: Server) -> None:
    # Windows knows no SIGHUP, and `nohup` sets it to be ignored.
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_signal: server.stop())


def _notify_systemd() -> None:
    """Tell systemd by sd_notify that the server is ready; without systemd nothing happens."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"READY=1", f"\0{address[1:]}" if address.startswith("@") else address)


def _close_database(app: Flask, settings: Settings) -> None:
    """Close the database; its last connection takes the log in, so that one file holds everything.

    It leaves the log beside a database that was put in its place: so that one is set aside first.
    """
    if file := settings.database_file:
        files.set_foreign_log_aside(file)
    with app.app_context():
        db.engine.dispose()
    if file:
        files.forget_opened(file)
