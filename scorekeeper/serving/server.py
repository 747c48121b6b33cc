"""Serving with a production server: gunicorn, or waitress where there is no fork."""

from __future__ import annotations

import gc
import signal
import sqlite3
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Flask

from scorekeeper.app import LARGEST_REQUEST, create_app
from scorekeeper.config import Settings
from scorekeeper.serving import account_links, housekeeping
from scorekeeper.serving.announcement import announcement
from scorekeeper.serving.chunks import Chunks
from scorekeeper.troubles import Trouble

WORKERS = 2
# Of a request that is refused for its size: bytes that are read all the same, seconds without any of them.
LARGEST_UNREAD = 64 * 1024 * 1024
LONGEST_PAUSE = 2


def serve(settings: Settings) -> None:
    """Serve until told to stop; prints the addresses once everybody is there to answer."""
    if sys.platform == "win32":
        _serve_with_waitress(settings)
    else:
        _serve_with_gunicorn(settings)


def _announce(app: Flask, settings: Settings) -> None:
    blocks = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    first = account_links.first_account(app, settings, now=datetime.now(UTC))
    shown = announcement(settings, blocks=blocks, colours=sys.stdout.isatty(), first_account=first)
    print(shown, flush=True)


def _serve_with_gunicorn(settings: Settings) -> None:
    from gunicorn.app.base import BaseApplication

    class Embedded(BaseApplication):  # type: ignore[misc]
        """Gunicorn without its own command line; one application for all workers."""

        def load_config(self) -> None:
            for name, value in gunicorn_settings(settings).items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            app = create_app(settings)
            app.wsgi_app = Chunks(app.wsgi_app)  # type: ignore[method-assign]
            # What is there before the fork stays: no worker copies it by looking at it, not even at its end.
            gc.collect()
            gc.freeze()
            return app

    Embedded().run()


def gunicorn_settings(settings: Settings) -> dict[str, Any]:
    """Gunicorn's own settings, by their names; the reasons are in docs/decisions.md."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return {
        "bind": f"{host}:{settings.port}",
        "worker_class": "gthread",
        "workers": WORKERS,
        "threads": 4,
        # One application, made before the fork: the workers share its memory, and trouble shows at once.
        "preload_app": True,
        "reuse_port": True,
        "keepalive": 15,
        "graceful_timeout": 10,
        "loglevel": "warning",
        # Whether a proxy is believed is our own setting, not gunicorn's.
        "forwarded_allow_ips": "",
        # It would lie in the home folder of whoever runs this, and nobody needs it.
        "control_socket_disable": True,
        "pre_request": _let_go_of_the_oversized,
        "post_request": _hear_out,
        "post_worker_init": partial(_begin_work, settings),
        "on_exit": lambda _server: _make_file_whole(settings),
    }


def _let_go_of_the_oversized(_worker: Any, request: Any) -> None:
    # What was sent may stay unread, so nothing can follow on the same connection: the answer says so.
    sizes = [int(value) for name, value in request.headers if name == "CONTENT-LENGTH"]
    untold = any(name == "TRANSFER-ENCODING" for name, _ in request.headers)
    if untold or max(sizes, default=0) > LARGEST_REQUEST:
        request.force_close()


def _hear_out(_worker: Any, request: Any, environ: dict[str, Any], _answer: Any) -> None:
    # Who is still sending when the connection ends may never read the answer that was sent meanwhile.
    if not request.must_close or "wsgi.input" not in environ:
        return
    environ["gunicorn.socket"].settimeout(LONGEST_PAUSE)
    heard = 0
    with suppress(OSError):
        while heard < LARGEST_UNREAD and (piece := environ["wsgi.input"].read(LARGEST_REQUEST)):
            heard += len(piece)


def _make_file_whole(settings: Settings) -> None:
    # Workers end without closing the database: what lies beside it goes in, and one file holds everything.
    file = settings.database_file
    if file is None or not file.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(file, timeout=5)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _begin_work(settings: Settings, worker: Any) -> None:
    # Ctrl+C reaches every process, and the first one ends the others: told twice, they stumble.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    housekeeping.start(worker.wsgi)
    # With a shared port every worker listens by itself: before the last one does, not all is well.
    if worker.age == WORKERS:
        _announce(worker.wsgi, settings)


def _serve_with_waitress(settings: Settings) -> None:
    try:
        import waitress
    except ImportError as error:
        raise Trouble("On Windows the server is an extra: pip install 'scorekeeper[windows]'.") from error
    app = create_app(settings)
    housekeeping.start(app)
    _announce(app, settings)
    waitress.serve(app, host=settings.host, port=settings.port, threads=8)
    _make_file_whole(settings)
