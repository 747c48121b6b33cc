"""Proves that saved rules survive the revision of their use, both ways, and are used when it is made."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

from flask import Flask

from scorekeeper.services.games import rulesets
from scorekeeper.services.maintenance import schema
from tests.support.play import NOW

BEFORE = "2026_11_25_days"


def test_saved_rules_go_both_ways_and_count_as_used(app: Flask, db: sqlite3.Connection) -> None:
    with app.app_context():
        base = rulesets.base_of("basic")
        key = rulesets.save("Ours", base, variants=(), changes={}, now=NOW)
        document = rulesets.saved(key)
        schema.downgrade(app, to=BEFORE)
        (saved_at,) = db.execute("SELECT created_at FROM saved_ruleset").fetchone()
        schema.upgrade(app)

        assert rulesets.saved(key) == document
    assert datetime.fromisoformat(saved_at).replace(tzinfo=UTC) == NOW
    (used_at,) = db.execute("SELECT used_at FROM saved_ruleset").fetchone()
    assert abs(datetime.now(UTC) - datetime.fromisoformat(used_at).replace(tzinfo=UTC)) < timedelta(hours=1)
