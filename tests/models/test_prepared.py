"""Proves that a prepared statement sends and returns what SQLAlchemy would."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta, timezone

import pytest
from flask import Flask
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.models import AttemptCountRow
from scorekeeper.models.base import db as database
from scorekeeper.models.engine import reading, writing
from scorekeeper.models.prepared import Prepared

NOON = datetime(2026, 12, 31, 12, 0, tzinfo=UTC)
INSERT = Prepared(insert(AttemptCountRow))
RECOUNT = Prepared(
    update(AttemptCountRow).where(AttemptCountRow.key == bindparam("at_key")).values(count=bindparam("count"))
)
WANTED = (
    select(AttemptCountRow.key, AttemptCountRow.window_start, AttemptCountRow.count > bindparam("most"))
    .where(AttemptCountRow.window_start >= bindparam("since"))
    .order_by(AttemptCountRow.key)
)
FIND = Prepared(WANTED)
ASKED = {"most": 2, "since": NOON}


@pytest.fixture(autouse=True)
def _within_app(app: Flask):
    with app.app_context():
        yield


def line(key: str, *, count: int, at: datetime = NOON) -> dict[str, object]:
    return {"key": key, "window_start": at, "count": count}


def test_rows_come_back_as_from_sqlalchemy_with_moments_and_truths():
    elsewhere = NOON.astimezone(timezone(timedelta(hours=-9)))
    with writing() as connection:
        INSERT.run(connection, [line("a", count=2, at=elsewhere), line("b", count=3)])
        INSERT.run(connection, line("c", count=9, at=NOON - timedelta(seconds=1)))

        found = FIND.rows(connection, ASKED)
        assert found == [tuple(row) for row in connection.execute(WANTED, ASKED)]

    assert found == [("a", NOON, False), ("b", NOON, True)]
    assert [type(part) for part in found[0]] == [str, datetime, bool]


def test_several_rows_are_changed_each_by_its_own_parameters(db):
    with writing() as connection:
        INSERT.run(connection, [line("a", count=1), line("b", count=1), line("c", count=1)])
        RECOUNT.run(connection, [{"at_key": "a", "count": 5}, {"at_key": "c", "count": 7}])

    assert db.execute("SELECT key, count FROM attempt_count").fetchall() == [("a", 5), ("b", 1), ("c", 7)]


def test_parameters_that_nobody_asked_for_are_left_out(db):
    with writing() as connection:
        INSERT.run(connection, {**line("a", count=1), "more": "than needed"})

    assert db.execute("SELECT key, count FROM attempt_count").fetchall() == [("a", 1)]


def test_a_look_up_sees_what_is_committed_and_begins_nothing(db):
    assert FIND.look_up(database.engine, ASKED) is None
    with writing() as connection:
        INSERT.run(connection, line("a", count=3))
        assert FIND.look_up(database.engine, ASKED) is None

    assert FIND.look_up(database.engine, ASKED) == ("a", NOON, True)
    db.execute("PRAGMA busy_timeout=0")
    db.execute("DELETE FROM attempt_count")


def test_failures_are_those_of_sqlalchemy(db: sqlite3.Connection):
    with pytest.raises(IntegrityError), writing() as connection:
        INSERT.run(connection, [line("a", count=1)] * 2)
    db.execute("DROP TABLE attempt_count")

    with pytest.raises(OperationalError, match="no such table"):
        FIND.look_up(database.engine, ASKED)
    with pytest.raises(OperationalError, match="no such table"), reading() as connection:
        FIND.rows(connection, ASKED)
