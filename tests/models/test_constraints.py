"""Proves what the database itself refuses, whatever the code above it does."""

import sqlite3

import pytest

from tests.support.play import SHEETS, played, started


@pytest.fixture
def game_id(app):
    with app.app_context():
        game_id = started()
        played(game_id, *SHEETS[:2])
        return game_id


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("INSERT INTO score VALUES (:game, 2, 1, 30, 0, 30)", "UNIQUE constraint failed: score"),
        ("INSERT INTO score VALUES (:game, 7, 1, 30, 0, 30)", "FOREIGN KEY"),
        ("INSERT INTO score VALUES (:game, 2, 6, 30, 0, 30)", "FOREIGN KEY"),
        ("UPDATE hand SET number = 201 WHERE number = 2", "ck_hand_number"),
        ("UPDATE hand SET dealer = 4", "FOREIGN KEY"),
        ("UPDATE entry SET payload = '{}' WHERE number = 2", "never changed"),
        ("DELETE FROM entry WHERE number = 3", "only after the game was deleted"),
        (
            "INSERT INTO entry SELECT game_id, 2, kind, payload, at, device, NULL FROM entry",
            "UNIQUE constraint",
        ),
        ("UPDATE game SET first_dealer = 4", "FOREIGN KEY"),
        ("UPDATE game SET status = 'finished'", "ck_game_"),
        ("UPDATE game SET status = 'paused'", "ck_game_status"),
        ("UPDATE game SET statistics = 'some'", "ck_game_statistics"),
        ("DELETE FROM game", "FOREIGN KEY"),
        (
            "INSERT INTO scorer_right (game_id, device, via, granted_at)"
            " SELECT game_id, device, 'link', granted_at FROM scorer_right",
            "UNIQUE constraint failed: scorer_right",
        ),
    ],
)
def test_the_database_refuses(db: sqlite3.Connection, game_id: str, statement: str, reason: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=reason):
        db.execute(statement, {"game": game_id} if ":game" in statement else {})


def test_the_database_refuses_a_game_without_seats(db: sqlite3.Connection, game_id: str) -> None:
    columns = [name for _, name, *_ in db.execute("PRAGMA table_info(game)") if name != "id"]
    db.execute("BEGIN")
    db.execute(f"INSERT INTO game SELECT 'another', {', '.join(columns)} FROM game")

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        db.execute("COMMIT")


def test_entries_go_with_a_deleted_game(db: sqlite3.Connection, game_id: str) -> None:
    db.execute("UPDATE game SET deleted_at = '2026-11-20 19:00:00'")
    db.execute("DELETE FROM score")
    db.execute("DELETE FROM hand")

    db.execute("DELETE FROM entry WHERE game_id = ?", [game_id])

    assert db.execute("SELECT count(*) FROM entry").fetchone() == (0,)
