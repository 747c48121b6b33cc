"""A server removes for good what was deleted 30 days ago, without being asked."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import DATABASE_NAME
from scorekeeper.models.base import db as database
from scorekeeper.services import examples, log, trash
from scorekeeper.serving import housekeeping


def test_housekeeping_removes_what_was_deleted_long_ago_at_the_start(app: Flask) -> None:
    now = datetime.now(UTC)
    with app.app_context():
        old, fresh, standing = examples.write_examples(now=now)
        trash.delete(old, now=now - timedelta(days=31))
        trash.delete(fresh, now=now - timedelta(days=29))

    run_once(app)

    with app.app_context():
        assert set(log.game_ids()) == {fresh, standing}


def test_housekeeping_tells_when_the_database_fails(
    app: Flask, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        database.engine.dispose()
    (data / DATABASE_NAME).write_bytes(b"broken" * 1000)

    run_once(app)

    assert [record.message for record in caplog.records] == [
        "What was deleted 30 days ago could not be removed; tomorrow it is tried again"
    ]


def run_once(app: Flask) -> None:
    """Keep house once, as at the start of a server."""
    stop = threading.Event()
    stop.set()
    thread = housekeeping.start(app, stop=stop)
    thread.join(10)
    assert not thread.is_alive()
