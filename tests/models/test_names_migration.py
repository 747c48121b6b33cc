"""Proves that games whose entries held names and texts replay to the same games after the revision."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask

from scorekeeper.rules.entries import Agreed, Arranged, Joined, Renamed, Resumed, Suspended
from scorekeeper.rules.faults import Violation
from scorekeeper.services.common.faults import HandConflict
from scorekeeper.services.games import log, recording, trash
from scorekeeper.services.maintenance import consistency, schema
from tests.support.histories import PLAIN_STEPS
from tests.support.play import NOW, corrected, played, started

BEFORE = "2026_11_21_leagues"
AFTER = "2026_11_21_names"


@pytest.fixture(autouse=True)
def _within_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def talkative() -> str:
    """A game with an entry of every kind that has names or texts."""
    game_id = started("Ana Ben Cem")
    played(game_id, "25 out 45")
    for event in (
        corrected("30 out 45", reason='Ana said "30"'),
        Renamed(0, "Anna"),
        Joined("Çağla", after=1, start_score=50),
        Suspended(agreed=True),
        Resumed(agreed=True, seats=("ben", "çağla", "Cem", "anna")),
        Agreed(None, "Who sits in the draught?", "Ben"),
        corrected("35 out 45"),
    ):
        recording.record(game_id, event, now=NOW)
    return game_id


def entries_of(db: sqlite3.Connection, game_id: str) -> list[tuple[str, dict[str, object]]]:
    """Kind and payload of every entry as it is stored."""
    lines = db.execute("SELECT kind, payload FROM entry WHERE game_id = ? ORDER BY number", [game_id])
    return [(kind, json.loads(payload)) for kind, payload in lines]


def everything(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the tables of games."""
    tables = ("game", "entry", "game_name", "entry_note", "seat", "hand", "score", "precedent")
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}


def random_games(number: int) -> None:
    for seed in range(number):
        random = Random(seed)
        game_id = started(" ".join(f"P{seat}" for seat in range(2 + seed % 5)))
        for _ in range(20):
            game = recording.current(game_id)
            event = random.choice(PLAIN_STEPS)(game, random)
            # The old format knows no newcomers before the first hand.
            if isinstance(event, (Arranged, Joined)) and not game.hands:
                continue
            try:
                recording.record(game_id, event, now=NOW)
            except (Violation, HandConflict):
                continue


def test_old_entries_hold_names_and_texts_and_new_ones_refer_to_them(app, db, talkative):
    schema.downgrade(app, to=AFTER)
    new = entries_of(db, talkative)
    schema.downgrade(app, to=BEFORE)
    old = entries_of(db, talkative)

    assert old[0][1] == {**new[0][1], "players": ["Ana", "Ben", "Cem"]}
    assert [said for kind, said in old if kind == "rename"] == [{"seat": 0, "name": "Anna"}]
    assert [said["name"] for kind, said in old if kind == "arrival"] == ["Çağla"]
    assert [said["seats"] for kind, said in old if kind == "resumption"] == [["ben", "çağla", "Cem", "anna"]]
    assert [said["reason"] for kind, said in old if kind == "correction"] == ['Ana said "30"', ""]
    assert old[7] == (
        "agreement",
        {"clause": None, "question": "Who sits in the draught?", "agreed": "Ben"},
    )
    assert db.execute("SELECT payload FROM entry WHERE kind = 'rename'").fetchone() == (
        '{"name":"Anna","seat":0}',
    )


def test_new_entries_hold_neither_names_nor_texts(db, talkative):
    texts = " ".join(payload for (payload,) in db.execute("SELECT payload FROM entry"))

    assert [word for word in ("Ana", "Ann", "Ben", "ben", "draught", "said", 'la"') if word in texts] == []
    assert db.execute("SELECT number, name, player_id FROM game_name").fetchall() == [
        (number, name, None)
        for number, name in enumerate(["Ana", "Ben", "Cem", "Anna", "Çağla", "ben", "çağla", "anna"])
    ]
    assert db.execute("SELECT entry, field, text FROM entry_note").fetchall() == [
        (3, "reason", 'Ana said "30"'),
        (8, "agreed", "Ben"),
        (8, "question", "Who sits in the draught?"),
    ]


def test_a_filled_database_of_the_old_format_folds_to_the_same_games_and_back(app, db, talkative):
    random_games(12)
    trash.delete(talkative, now=NOW)
    before = {game_id: recording.current(game_id) for game_id in log.game_ids() if game_id != talkative}
    schema.downgrade(app, to=BEFORE)
    schema.upgrade(app)
    rows = everything(db)

    schema.downgrade(app, to=BEFORE)
    old = everything_old(db)
    schema.upgrade(app)

    assert everything(db) == rows
    assert {game_id: recording.current(game_id) for game_id in before} == before
    assert consistency.check_every_game().wrong == ()
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []

    schema.downgrade(app, to=BEFORE)
    assert everything_old(db) == old


def everything_old(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Every row that the revision changes, in its old form."""
    return [
        *db.execute("SELECT * FROM entry ORDER BY game_id, number"),
        *db.execute("SELECT * FROM seat ORDER BY game_id, number"),
    ]


def test_the_history_is_guarded_again_after_the_way_back_and_forth(app, db, talkative):
    schema.downgrade(app, to=BEFORE)
    guarded(db, "UPDATE entry SET payload = '{}'")
    schema.upgrade(app)
    guarded(db, "UPDATE entry SET payload = '{}'")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry_note SET text = 'Ben said 30'",
        "DELETE FROM entry_note",
        "UPDATE game_name SET name = 'Eve' WHERE number = 0",
        "DELETE FROM game_name WHERE number = 0",
    ],
)
def test_names_and_texts_are_guarded_like_the_entries(db, talkative, statement):
    guarded(db, statement)


def test_a_text_may_be_erased_and_all_go_with_a_deleted_game(db, talkative):
    db.execute("UPDATE entry_note SET text = ''")
    assert recording.entries(talkative)[2].event.reason == ""

    db.execute("UPDATE game SET deleted_at = '2026-11-20 19:00:00'")
    db.execute("DELETE FROM entry_note")
    db.execute("DELETE FROM game_name")


def guarded(db: sqlite3.Connection, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="The history of a game is"):
        db.execute(statement)
