"""Proves that sign-ins made before they had an end get one: 30 days after they began."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

from flask import Flask

from scorekeeper.services.accounts import sessions
from scorekeeper.services.maintenance import schema
from tests.support.club import account
from tests.support.play import NOW

BEFORE = "2026_11_21_names"
DAY = timedelta(days=1)


def test_old_sign_ins_end_30_days_after_they_began(app: Flask, db: sqlite3.Connection) -> None:
    with app.app_context():
        olga = account()
        old, young = (
            sessions.begin(olga, label="", now=NOW - days * DAY) for days in (sessions.LASTS.days + 1, 1)
        )
    schema.downgrade(app, to=BEFORE)
    db.execute("UPDATE sign_in SET expires_at = ?", [str(NOW.replace(tzinfo=None) + 60 * DAY) + ".000000"])

    schema.upgrade(app)

    with app.app_context():
        assert sessions.who(old, now=NOW) is None
        assert sessions.who(young, now=NOW) is not None
        assert sessions.who(young, now=NOW + 29 * DAY) is None
