"""Proves that the revision of days finds when each game went on after a long break."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

from flask import Flask

from scorekeeper.rules.entries import Resumed, Suspended
from scorekeeper.services.games import recording
from scorekeeper.services.maintenance import doctor, schema
from tests.support.play import ANAS, NOW, started

BEFORE = "2026_11_23_rulesets"
RESUMED = Resumed(agreed=True, seats=("Ana", "Ben", "Cem", "Dee"))


def test_games_of_before_get_their_second_day(app: Flask, db: sqlite3.Connection) -> None:
    with app.app_context():
        games = [started() for _ in range(4)]
        for game, days in zip(games, (7, 7, 1, None), strict=True):
            if days is not None:
                recording.record(game, Suspended(agreed=True), now=NOW, device=ANAS)
                recording.record(game, RESUMED, now=NOW + timedelta(days=days), device=ANAS)
        recording.undo(games[1], 3, now=NOW + timedelta(days=8), device=ANAS)
        made = db.execute("SELECT id, resumed_at FROM game").fetchall()

        schema.downgrade(app, to=BEFORE)
        schema.upgrade(app)

        assert db.execute("SELECT id, resumed_at FROM game").fetchall() == made
        assert [game for game, at in made if at] == games[:1]
        assert doctor.examine(app).sound
