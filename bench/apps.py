"""What Scorekeeper is compared to: the least that Flask and a durable save cost."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

from flask import Flask, request

from scorekeeper import app as product
from scorekeeper import config


def hello() -> Flask:
    """One route that says hello, and one that inserts a row durably, as `models/engine.py` opens SQLite."""
    bare = Flask("hello", static_folder=None)
    local = threading.local()
    # SQLite does not wait for another connection that switches to WAL: it fails at once.
    one_at_a_time = threading.Lock()

    def database() -> sqlite3.Connection:
        if not hasattr(local, "connection"):
            with one_at_a_time:
                local.connection = opened()
        return local.connection

    def opened() -> sqlite3.Connection:
        file = Path(os.environ["SCOREKEEPER_DATA"]) / "bare.sqlite"
        connection = sqlite3.connect(file, isolation_level=None)
        for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, text TEXT)")
        return connection

    @bare.get("/")
    def say() -> str:
        return "hello"

    @bare.post("/")
    def insert() -> str:
        connection = database()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO line (text) VALUES (?)", (repr(request.form.to_dict()),))
        connection.execute("COMMIT")
        return "saved"

    return bare


def scorekeeper() -> Flask:
    """The product over the data folder named by the environment."""
    return product.create_app(config.from_environment(os.environ))
