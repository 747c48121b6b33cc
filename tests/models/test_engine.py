"""Proves how transactions begin and end."""

import sqlite3
from datetime import UTC, datetime, timedelta, timezone

import pytest
from flask import Flask
from sqlalchemy import insert, select

from scorekeeper.models import AttemptCountRow
from scorekeeper.models.engine import reading, writing

NOON = datetime(2026, 12, 31, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _within_app(app: Flask):
    with app.app_context():
        yield


def count(connection, key: str, *, at: datetime = NOON) -> None:
    connection.execute(insert(AttemptCountRow), {"key": key, "window_start": at, "count": 1})


def keys(db: sqlite3.Connection) -> list[str]:
    return [key for (key,) in db.execute("SELECT key FROM attempt_count ORDER BY key")]


def test_a_writer_holds_the_only_write_lock_from_its_first_moment(db):
    db.execute("PRAGMA busy_timeout=0")
    with writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        db.execute("BEGIN IMMEDIATE")


def test_readers_and_a_writer_do_not_wait_for_each_other(db):
    db.execute("PRAGMA busy_timeout=0")
    with writing() as connection:
        count(connection, "a")

        assert keys(db) == []
    assert keys(db) == ["a"]


def test_a_reader_sees_one_state_throughout(db):
    db.execute("PRAGMA busy_timeout=0")
    with reading() as connection:
        assert connection.scalars(select(AttemptCountRow.key)).all() == []
        db.execute("INSERT INTO attempt_count VALUES ('a', '2026-12-31 12:00:00', 1)")

        assert connection.scalars(select(AttemptCountRow.key)).all() == []


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
    with writing() as connection:
        count(connection, "b")
    assert keys(db) == ["b"]


def test_moments_are_stored_in_utc_and_come_back_aware(db):
    with writing() as connection:
        count(connection, "a", at=NOON.astimezone(timezone(timedelta(hours=-9))))
        stored = connection.scalar(select(AttemptCountRow.window_start))

    assert (stored, stored.tzinfo) == (NOON, UTC)
    assert db.execute("SELECT window_start FROM attempt_count").fetchone() == ("2026-12-31 12:00:00.000000",)


def test_moments_without_a_zone_are_refused():
    with pytest.raises(Exception, match="without a time zone"), writing() as connection:
        count(connection, "a", at=NOON.replace(tzinfo=None))
