"""A server makes a backup a day and removes for good what was deleted 30 days ago, without being asked."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import background
from scorekeeper.config import DATABASE_NAME
from scorekeeper.models.base import db as database
from scorekeeper.server import serve
from scorekeeper.services.games import log, trash
from scorekeeper.services.leagues import demo
from tests.support.reused import LONGEST_WAIT


def test_housekeeping_removes_what_was_deleted_long_ago_at_the_start(app: Flask) -> None:
    now = datetime.now(UTC)
    with app.app_context():
        old, fresh, standing = demo.write_examples(now=now)
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

    assert [record.message.partition(": ")[0] for record in caplog.records] == [
        "No automatic backup was made",
        "What was deleted 30 days ago could not be removed; it is tried again in an hour",
    ]
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


def test_housekeeping_goes_on_after_an_error_that_nobody_foresaw(
    app: Flask, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = app.extensions.pop("settings")

    run(app, Hours(3, after_two=lambda: app.extensions.update(settings=settings)))

    assert [record.message for record in caplog.records] == ["No automatic backup was made: KeyError"] * 2
    assert len(list((data / "backups").iterdir())) == 1


def test_housekeeping_makes_nothing_where_the_data_folder_is_gone(
    app: Flask, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        database.engine.dispose()
    for file in data.iterdir():
        file.unlink()
    data.rmdir()

    run_once(app)

    told = caplog.records[0].message
    assert told.startswith(f"No automatic backup was made: There are no scores in {data}")
    assert not data.exists()


class Hours(threading.Event):
    """Lets a server run for so many looks at what is due, without waiting between them."""

    def __init__(self, count: int, *, after_two: Callable[[], object] = bool) -> None:
        super().__init__()
        self._left = count
        self._two_are_over = count - 2
        self._after_two = after_two

    def wait(self, timeout: float | None = None) -> bool:
        self._left -= 1
        if self._left == self._two_are_over:
            self._after_two()
        return self._left == 0


def run_once(app: Flask) -> None:
    """Keep house once, as at the start of a server."""
    run(app, Hours(1))


def run(app: Flask, stop: Hours) -> None:
    """Keep house until `stop`."""
    serve.start_housekeeping(app, stop=stop)
    assert background.finish(app, seconds=LONGEST_WAIT)
