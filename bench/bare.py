"""The other side of `make bench`: the least that Flask and a durable save cost.

`python -m bench.bare run` serves it by the server of the product, on the folder and the port that the
environment names.
"""

import os
import signal
import sqlite3
import threading

from flask import Flask, request

from scorekeeper import config
from scorekeeper.config import Settings
from scorekeeper.server.connections import Server
from scorekeeper.server.serve import listening


def bare(settings: Settings) -> Flask:
    """One route that says hello, and one that inserts a row durably, as `models/engine.py` opens SQLite."""
    app = Flask("bare", static_folder=None)
    local = threading.local()
    file = settings.data / "bare.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)")
    connection.close()

    @app.get("/")
    def say() -> str:
        return "hello"

    @app.post("/")
    def insert() -> str:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(file, timeout=10, isolation_level=None)
            local.connection.execute("PRAGMA synchronous=FULL")
        local.connection.execute("BEGIN IMMEDIATE")
        local.connection.execute("INSERT INTO line (text) VALUES (?)", (repr(request.form.to_dict()),))
        local.connection.execute("COMMIT")
        return "saved"

    return app


def main() -> None:
    """Serve until told to stop."""
    settings = config.from_environment(os.environ)
    server = Server(bare(settings), listening(settings.port, host="127.0.0.1"))
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    # The line that `tests.support.servers.running` waits for.
    print("Scorekeeper is running", flush=True)
    server.run()


if __name__ == "__main__":
    main()
