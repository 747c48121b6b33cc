"""`scorekeeper backup` and `db upgrade`: whole copies, never over something else."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import schema
from tests.support.commands import Command, Outcome, queried


def test_db_upgrade_twice_changes_nothing(scorekeeper: Command, data: Path) -> None:
    assert scorekeeper("db", "upgrade") == Outcome(0, "The database is up to date.\n", "")
    assert not (data / "backups").exists()


def test_db_upgrade_in_an_empty_folder_says_that_it_begins_anew(scorekeeper: Command, tmp_path: Path) -> None:
    begun, again = (scorekeeper("db", "upgrade", SCOREKEEPER_DATA=str(tmp_path / "new")) for _ in range(2))

    sentence = f"There was no database in {tmp_path / 'new'}. A new one is there now, without scores.\n"
    assert begun == Outcome(0, sentence, "")
    assert again == Outcome(0, "The database is up to date.\n", "")


@pytest.mark.usefixtures("next_release")
def test_db_upgrade_keeps_the_old_database(scorekeeper: Command, app: Flask, data: Path) -> None:
    old = schema.current_revision(app)

    upgraded = scorekeeper("db", "upgrade")

    (kept,) = (data / "backups").iterdir()
    assert upgraded.output.startswith(f"The database is upgraded. The old one is kept as {kept}\n")
    assert schema.is_current(app)
    assert queried(kept, "SELECT version_num FROM alembic_version") == [(old,)]


def test_a_database_of_an_unfinished_version_stays_as_it_is(scorekeeper: Command, data: Path) -> None:
    with closing(sqlite3.connect(data / "scorekeeper.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '2026_11_26_ruleset_use'")

    refused = scorekeeper("db", "upgrade")

    assert (refused.code, "or from an unfinished one" in refused.error) == (1, True)
    assert not (data / "backups").exists()


def test_db_upgrade_while_a_server_runs_is_refused(scorekeeper: Command, data: Path) -> None:
    with data_folder.alone_in(data, port=8123):
        refused = scorekeeper("db", "upgrade")

    assert refused.code == 1
    assert refused.error.startswith(f"Error: Scorekeeper is already running with the data in {data}")


@pytest.mark.usefixtures("played")
def test_backup_is_whole_and_for_its_owner_only(scorekeeper: Command, data: Path, tmp_path: Path) -> None:
    target = tmp_path / "stick" / "copy.sqlite"
    target.parent.mkdir()

    assert scorekeeper("backup", str(target)) == Outcome(0, f"The backup is in {target}\n", "")

    everything = "SELECT * FROM entry ORDER BY game_id, number"
    assert queried(target, everything) == queried(data / "scorekeeper.sqlite", everything)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in target.parent.iterdir()] == ["copy.sqlite"]


def test_backup_over_a_file_is_refused(scorekeeper: Command, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a letter")

    refused = scorekeeper("backup", str(taken))

    assert refused == Outcome(1, "", f"Error: {taken} already exists. Choose another name.")
    assert taken.read_text() == "a letter"


def test_a_stick_that_is_not_mounted_is_not_made_up(scorekeeper: Command, tmp_path: Path) -> None:
    target = tmp_path / "not" / "mounted" / "copy.sqlite"

    refused = scorekeeper("backup", str(target))

    assert refused == Outcome(
        1, "", f"Error: There is no folder {target.parent}. Mount its disk, or make the folder first."
    )
    assert list(tmp_path.glob("not*")) == []


def test_a_backup_of_a_newer_release_is_one_for_that_release(
    scorekeeper: Command, db: sqlite3.Connection
) -> None:
    db.execute("UPDATE alembic_version SET version_num = 'ffff_future'")

    assert scorekeeper("backup").code == 0
