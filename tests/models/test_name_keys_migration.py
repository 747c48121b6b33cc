"""Proves that new name keys ignore invisible characters, and that the downgrade restores the old keys."""

from __future__ import annotations

import sqlite3

from flask import Flask

from scorekeeper.rules import names
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues import players
from scorekeeper.services.maintenance import schema
from tests.support.club import START, Club, account

BEFORE = "2026_11_21_names"
HEART = "Ana ❤\ufe0f"


def test_players_are_found_by_what_is_seen_of_their_names(app: Flask, db: sqlite3.Connection) -> None:
    with app.app_context():
        club = Club(account())
        people = (HEART, "Zoë", "Ben", "Cem")
        players.add(club.league_id, people, actor=Actor(club.account_id, START))
        schema.downgrade(app, to=BEFORE)
        assert keys(db) == ["ana ❤\ufe0f", "zoë", "ben", "cem"]
        # Two players whose names look alike, and one whose name is invisible.
        db.execute("UPDATE player SET name = ?, name_key = ? WHERE name = 'Cem'", ["Be\u3164n", "be\u1160n"])
        db.execute("UPDATE player SET name = ?, name_key = ? WHERE name = 'Zoë'", ["\u3164", "\u1160"])

        schema.upgrade(app)

    assert keys(db) == [names.key(HEART), "\u1160", "ben", "be\u1160n"]


def keys(db: sqlite3.Connection) -> list[str]:
    return [key for (key,) in db.execute("SELECT name_key FROM player ORDER BY id")]
