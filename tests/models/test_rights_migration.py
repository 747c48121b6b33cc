"""Proves that rights, invitations, nights and their history survive the revision of rights, both ways."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games import invitations, rights
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues import night_addresses, nights
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.maintenance import doctor, schema
from tests.services.games.test_rights import remove
from tests.support.club import Club, account
from tests.support.play import ANAS, BENS, NOW, let_in, started

BEFORE = "2026_11_21_names"
TABLES = ("scorer_right", "invitation", "night", "league_game", "league_entry")


@pytest.fixture(autouse=True)
def _within_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def _rows(db: sqlite3.Connection, *, but: tuple[str, ...] = ()) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    for table in TABLES:
        columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})") if name not in but]
        found[table] = db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2").fetchall()
    return found


def test_what_was_there_before_goes_both_ways(app: Flask, db: sqlite3.Connection) -> None:
    club = Club(account())
    key = nights.open_night(club.league_id, actor=Actor(club.account_id, NOW))
    token = night_addresses.by_key(club.league_id, key).token
    game = club.begin("Ana Ben", night_id=night_addresses.by_key(club.league_id, key).id)
    let_in(game, BENS)
    opened = invitations.invite(game, now=NOW)
    schema.downgrade(app, to=BEFORE)
    before = _rows(db)

    schema.upgrade(app)

    assert _rows(db, but=("revoked_by", "made_by_right", "made_by_account", "renewed_at")) == before
    assert night_addresses.by_token(token).key == key
    assert rights.has_right(game, BENS)
    assert invitations.accept(opened.token, "d" * 64, now=NOW) == game
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert doctor.examine(app).sound


def test_what_came_since_is_told_as_the_release_before_tells_it(app: Flask, db: sqlite3.Connection) -> None:
    game = started()
    let_in(game, BENS)
    remove(game, ANAS, by=BENS)
    rights.take_back(game, ANAS, now=NOW)
    invitations.invite(game, now=NOW, device=BENS)
    club = Club(account())
    night = nights.open_night(club.league_id, actor=Actor(club.account_id, NOW))
    nights.renew_address(club.league_id, night, actor=Actor(club.account_id, NOW))
    mine = club.begin("Ana Ben")
    league_games.invite_scorer(club.league_id, mine, actor=Actor(club.account_id, NOW), alone=True)

    schema.downgrade(app, to=BEFORE)

    ways = db.execute("SELECT via FROM scorer_right WHERE game_id = ? ORDER BY id", [game]).fetchall()
    assert ways == [("created",), ("link",), ("created",)]
    kinds = [kind for (kind,) in db.execute("SELECT kind FROM league_entry ORDER BY number")]
    assert kinds.count("night-opened") == kinds.count("scorer-invited") == 2
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE league_entry SET kind = 'renamed'")
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE scorer_right SET via = 'returned'")
    schema.upgrade(app)
    assert rights.has_right(game, ANAS)
    assert len(history_page(club.league_id).lines) == len(kinds)
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
