"""`scorekeeper doctor`: every difference between a game and its history is told."""

import re
import sqlite3
from pathlib import Path

import pytest

from scorekeeper.models.base import POINT_PARTS
from tests.support.commands import Command, Played


@pytest.mark.usefixtures("played")
def test_doctor_finds_nothing_wrong(scorekeeper: Command, data: Path) -> None:
    examined = scorekeeper("doctor", SCOREKEEPER_DATABASE="")

    assert (examined.code, examined.error) == (0, "")
    assert examined.output.splitlines()[-1] == "games checked: 3, of these wrong: 0"
    assert f"sqlite                      {sqlite3.sqlite_version}\n" in examined.output
    assert f"SCOREKEEPER_DATA            {data}\n" in examined.output


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("address", "proxies", "noted"),
    [
        ("https://cards.example.org", "0", 1),
        ("https://cards.example.org", "1", 0),
        ("http://cards.lan", "0", 0),
    ],
)
def test_doctor_notes_https_without_a_trusted_proxy(
    scorekeeper: Command, address: str, proxies: str, noted: int
) -> None:
    examined = scorekeeper(
        "doctor", SCOREKEEPER_PUBLIC_URL=address, SCOREKEEPER_TRUSTED_PROXIES=proxies, SCOREKEEPER_DATABASE=""
    )

    sentences = [line for line in examined.output.splitlines() if "no proxy is trusted" in line]
    assert examined.code == 0
    assert len(sentences) == noted
    assert all("Set SCOREKEEPER_TRUSTED_PROXIES to" in sentence for sentence in sentences)


def test_a_variable_that_is_no_setting_is_named(scorekeeper: Command) -> None:
    environ = {"SCOREKEEPER_HOTS": "1", "SCOREKEEPER_HSTS": "1", "PORT": "8000", "KEEPER_HOSTS": "x"}
    notes = [line for line in scorekeeper("doctor", **environ).output.splitlines() if "no setting" in line]

    assert notes == ["note: SCOREKEEPER_HOTS is no setting, and changes nothing."]


@pytest.mark.usefixtures("played")
def test_doctor_says_how_old_the_newest_automatic_backup_is(scorekeeper: Command, data: Path) -> None:
    (data / "backups").mkdir()
    old = data / "backups" / "automatic-20260101-190000-000000.sqlite"
    scorekeeper("backup", str(old))

    examined = scorekeeper("doctor")

    assert examined.code == 0
    assert re.findall(r"^(automatic|warning).*?([0-9]+) days", examined.output, re.MULTILINE) != []
    assert old.name in examined.output


@pytest.mark.usefixtures("played")
def test_doctor_reports_every_difference(
    scorekeeper: Command, played: Played, db: sqlite3.Connection
) -> None:
    wrong = "UPDATE score SET points = ? WHERE game_id = ? AND seat = 0 AND hand = 1"
    db.execute(wrong, (15 * POINT_PARTS, played[0]))
    db.execute("DROP TRIGGER entry_no_update")
    db.execute("UPDATE entry SET payload = '{}' WHERE game_id = ? AND number = 2", (played[1],))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert examined.error == (
        "Error: Something is wrong with the scores, see above. "
        "Put back a backup with `scorekeeper restore FILE`, or report this."
    )
    assert [line for line in examined.output.splitlines() if line.startswith("game ")] == [
        f"game {played[1]}: its history can't be followed "
        "(ValidationError: Object missing required field `hand`)",
        f"game {played[0]}: score 0, 1: stored 15, no, 25, but must be 25, no, 25",
    ]


def test_doctor_names_what_only_a_newer_release_can_read(
    scorekeeper: Command, played: Played, db: sqlite3.Connection
) -> None:
    db.execute("DROP TRIGGER entry_no_update")
    db.execute(
        "UPDATE entry SET payload = json_insert(payload, '$.rules.deal.gin', 1) "
        "WHERE game_id = ? AND number = 1",
        (played[1],),
    )
    saved = '{"format": "scorekeeper-ruleset/2"}'
    db.execute("INSERT INTO saved_ruleset (key, document, used_at) VALUES ('K', ?, '2026-11-20')", (saved,))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert examined.error == (
        "Error: Upgrade this Scorekeeper first. A newer one wrote what it can't read, see above."
    )
    assert [line for line in examined.output.splitlines() if line.startswith("newer")] == [
        f"newer: game {played[1]}: “gin”",
        "newer: saved rules K: “scorekeeper-ruleset/2”",
    ]


def test_doctor_reports_a_name_that_no_seat_should_show_and_one_that_is_missing(
    scorekeeper: Command, played: Played, db: sqlite3.Connection
) -> None:
    db.execute("UPDATE seat SET name = 'Eve' WHERE game_id = ? AND number = 1", (played[0],))
    db.execute("DROP TRIGGER game_name_no_delete")
    db.execute("DELETE FROM game_name WHERE game_id = ? AND number = 3", (played[1],))

    examined = scorekeeper("doctor")

    shown = [line for line in examined.output.splitlines() if line.startswith("game ")]
    assert shown[0] == f"game {played[1]}: its history can't be followed (LookupError: there is no name 3)"
    assert shown[1].startswith(f"game {played[0]}: seat 1: stored 1, Eve, ")
    assert len(shown) == 2


def test_doctor_reports_damage(scorekeeper: Command, played: Played, db: sqlite3.Connection) -> None:
    db.execute("PRAGMA foreign_keys=OFF")
    db.execute("DELETE FROM seat WHERE game_id = ? AND number = 3", (played[0],))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert re.findall(r"^damage: (.*)$", examined.output, re.MULTILINE) == [
        "hand refers to a row of seat that is not there"
    ]
