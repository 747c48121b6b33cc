"""Proves how transactions begin and end."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from time import monotonic

import pytest
from flask import Flask
from sqlalchemy import insert, select, update
from sqlalchemy.exc import OperationalError

from scorekeeper.models import AttemptCountRow, engine
from scorekeeper.models.engine import empty_log, reading, try_to_write, writing

NOON = datetime(2026, 12, 31, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _within_app(app: Flask):
    with app.app_context():
        yield


def count(session, key: str, *, at: datetime = NOON) -> None:
    session.execute(insert(AttemptCountRow), {"key": key, "window_start": at, "count": 1})


def keys(db: sqlite3.Connection) -> list[str]:
    return [key for (key,) in db.execute("SELECT key FROM attempt_count ORDER BY key")]


def test_a_writer_holds_the_only_write_lock_from_its_first_moment(db):
    db.execute("PRAGMA busy_timeout=0")
    with writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        db.execute("BEGIN IMMEDIATE")


def test_readers_and_a_writer_do_not_wait_for_each_other(db):
    db.execute("PRAGMA busy_timeout=0")
    with writing() as session:
        count(session, "a")

        assert keys(db) == []
    assert keys(db) == ["a"]


def test_a_reader_sees_one_state_throughout(db):
    db.execute("PRAGMA busy_timeout=0")
    with reading() as session:
        assert session.scalars(select(AttemptCountRow.key)).all() == []
        db.execute("INSERT INTO attempt_count VALUES ('a', '2026-12-31 12:00:00', 1)")

        assert session.scalars(select(AttemptCountRow.key)).all() == []


def test_what_is_written_is_seen_after_a_read_that_was_under_way(db):
    row = engine.db.session.get(AttemptCountRow, "a")
    assert row is None
    with writing() as session:
        count(session, "a")
    seen = engine.db.session.get(AttemptCountRow, "a")
    assert seen.count == 1

    with writing() as session:
        session.execute(update(AttemptCountRow).values(count=2))

    with reading() as session:
        assert seen.count == session.scalar(select(AttemptCountRow.count)) == 2


def count_and_fail() -> None:
    with writing() as outer:
        with writing() as inner:
            assert inner is outer
            count(inner, "a")
        with reading() as inner:
            assert inner is outer
        raise LookupError


def test_an_exception_leaves_no_trace_of_anything_within(db):
    with pytest.raises(LookupError):
        count_and_fail()

    assert keys(db) == []
    with writing() as session:
        count(session, "b")
    assert keys(db) == ["b"]


def test_moments_are_stored_in_utc_and_come_back_aware(db):
    with writing() as session:
        count(session, "a", at=NOON.astimezone(timezone(timedelta(hours=-9))))
        stored = session.scalar(select(AttemptCountRow.window_start))

    assert (stored, stored.tzinfo) == (NOON, UTC)
    assert db.execute("SELECT window_start FROM attempt_count").fetchone() == ("2026-12-31 12:00:00.000000",)


def test_moments_without_a_zone_are_refused():
    with pytest.raises(Exception, match="without a time zone"), writing() as session:
        count(session, "a", at=NOON.replace(tzinfo=None))


def seconds_to_fail(app: Flask) -> float:
    """How long a writer in a thread of its own waits before it finds the database busy."""
    began = monotonic()
    with app.app_context(), pytest.raises(OperationalError, match="locked"), writing():
        pass
    return monotonic() - began


def test_who_waits_in_vain_waits_once_for_threads_and_programs_together(app, monkeypatch):
    monkeypatch.setattr(engine, "BUSY_MILLISECONDS", 300)
    with writing(), ThreadPoolExecutor() as pool:
        assert 0.3 <= pool.submit(seconds_to_fail, app).result() < 3


def test_who_waited_in_vain_reads_what_is_new_afterwards(db):
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO attempt_count VALUES ('a', '2026-12-31 12:00:00', 1)")
    with pytest.raises(OperationalError), writing(patience=1):
        pass
    with reading() as session:
        assert session.scalars(select(AttemptCountRow.key)).all() == []
    db.execute("COMMIT")

    with reading() as session:
        assert session.scalars(select(AttemptCountRow.key)).all() == ["a"]


def test_a_probe_does_not_wait_for_long(db, monkeypatch):
    monkeypatch.setattr(engine, "_PROBE_MILLISECONDS", 1)
    db.execute("BEGIN IMMEDIATE")
    began = monotonic()

    with pytest.raises(OperationalError, match="locked"):
        try_to_write()

    assert monotonic() - began < 5
    with reading() as session:
        assert (
            session.connection().exec_driver_sql("PRAGMA busy_timeout").scalar() == engine.BUSY_MILLISECONDS
        )


def test_a_log_that_cannot_be_emptied_now_stays_without_an_error(db):
    db.execute("BEGIN IMMEDIATE")
    began = monotonic()

    empty_log()

    assert monotonic() - began < 5
