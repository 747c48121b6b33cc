"""`scorekeeper doctor`: every difference between a game and its history is told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.outcome import Command, Played


@pytest.mark.usefixtures("played")
def test_doctor_finds_nothing_wrong(scorekeeper: Command, data: Path) -> None:
    examined = scorekeeper("doctor", SCOREKEEPER_DATABASE="")

    assert (examined.code, examined.error) == (0, "")
    assert examined.output.splitlines()[-1] == "games checked: 3, of these wrong: 0"
    assert f"sqlite                      {sqlite3.sqlite_version}\n" in examined.output
    assert f"SCOREKEEPER_DATA            {data}\n" in examined.output


def test_doctor_reports_every_difference(
    scorekeeper: Command, played: Played, db: sqlite3.Connection
) -> None:
    db.execute("UPDATE score SET points = 15 WHERE game_id = ? AND seat = 0 AND hand = 1", (played[0],))
    db.execute("DROP TRIGGER entry_no_update")
    db.execute("UPDATE entry SET payload = '{}' WHERE game_id = ? AND number = 2", (played[1],))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert examined.error == "Error: The database is not as it must be: restore a backup, or report this."
    assert [line for line in examined.output.splitlines() if line.startswith("game")] == [
        f"game {played[1]}: its history cannot be followed (KeyError: 'hand')",
        f"game {played[0]}: score (0, 1): stored (15, False), but must be (25, False)",
        "games checked: 3, of these wrong: 2",
    ]


def test_doctor_reports_a_name_that_no_seat_should_show_and_one_that_is_missing(
    scorekeeper: Command, played: Played, db: sqlite3.Connection
) -> None:
    db.execute("UPDATE seat SET name = 'Eve' WHERE game_id = ? AND number = 1", (played[0],))
    db.execute("DROP TRIGGER game_name_no_delete")
    db.execute("DELETE FROM game_name WHERE game_id = ? AND number = 3", (played[1],))

    examined = scorekeeper("doctor")

    shown = [line for line in examined.output.splitlines() if line.startswith("game ")]
    assert shown[0] == f"game {played[1]}: its history cannot be followed (LookupError: there is no name 3)"
    assert shown[1].startswith(f"game {played[0]}: seat (1,): stored (1, 'Eve', ")
    assert len(shown) == 2


def test_doctor_reports_damage(scorekeeper: Command, played: Played, db: sqlite3.Connection) -> None:
    db.execute("PRAGMA foreign_keys=OFF")
    db.execute("DELETE FROM seat WHERE game_id = ? AND number = 3", (played[0],))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert "damage: score refers to a row of seat that is not there" in examined.output.splitlines()
