"""`scorekeeper restore`: a backup comes back whole, or nothing changes at all."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.server import data_folder
from scorekeeper.services.games import recording
from scorekeeper.services.maintenance import schema
from tests.support.commands import Command, Played, queried
from tests.support.disks import files_no_larger_than

VERSION = "SELECT version FROM game WHERE id = ?"
REVISION = "SELECT version_num FROM alembic_version"
SOUND_FOLDER = ("backups", "scorekeeper.sqlite", "secret-key", "server.lock")


def test_restore_brings_back_what_was_and_keeps_what_it_replaced(
    scorekeeper: Command, app: Flask, played: Played, data: Path, tmp_path: Path
) -> None:
    scorekeeper("backup", str(tmp_path / "copy"))
    with app.app_context():
        recording.undo(played[0], 4, now=datetime.now(UTC))
        after_undo = recording.current(played[0])

    restored = scorekeeper("restore", str(tmp_path / "copy"))

    (kept,) = (data / "backups").iterdir()
    assert restored.output.splitlines() == [
        f"Restored {tmp_path / 'copy'} to {data / 'scorekeeper.sqlite'}. Games in it: 3",
        f"The old database is kept as {kept}",
    ]
    assert queried(data / "scorekeeper.sqlite", VERSION, played[0]) == [(4,)]
    assert queried(kept, VERSION, played[0]) == [(after_undo.version,)] == [(5,)]
    assert {path.name for path in data.iterdir()} == set(SOUND_FOLDER)


def test_restore_of_an_older_backup_upgrades_it(
    scorekeeper: Command, data: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    scorekeeper("backup", str(tmp_path / "old"))
    before = (tmp_path / "old").read_bytes()
    request.getfixturevalue("next_release")

    assert scorekeeper("restore", str(tmp_path / "old")).code == 0

    assert queried(data / "scorekeeper.sqlite", REVISION) == [("2099_01_01_more",)]
    assert (tmp_path / "old").read_bytes() == before


def test_restore_of_a_backup_of_an_unfinished_version_is_refused(
    scorekeeper: Command, data: Path, tmp_path: Path
) -> None:
    scorekeeper("backup", str(tmp_path / "old"))
    with closing(sqlite3.connect(tmp_path / "old")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '2026_11_26_ruleset_use'")

    refused = scorekeeper("restore", str(tmp_path / "old"))

    assert (refused.code, "or from an unfinished one" in refused.error) == (1, True)
    assert queried(data / "scorekeeper.sqlite", REVISION) == [(schema.revisions()[-1],)]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("UPDATE score SET points = points + 5 WHERE points > 0", "doesn't match its history"),
        ("UPDATE seat SET total = total + 5", "doesn't match its history"),
        ("UPDATE seat SET name = 'Eve' WHERE number = 0", "doesn't match its history"),
        (
            "DROP TRIGGER entry_no_update; UPDATE entry SET payload = '{}' WHERE number = 2",
            "doesn't match its history",
        ),
        (
            "DROP TRIGGER entry_no_update; "
            "UPDATE entry SET payload = json_insert(payload, '$.rules.gin', 1) WHERE number = 1",
            "is from a newer release of Scorekeeper",
        ),
        ("DELETE FROM hand", "is no sound backup (score refers to a row of hand"),
        ("UPDATE alembic_version SET version_num = '2099'", "is from a newer release of Scorekeeper"),
        ("DROP TABLE alembic_version", "is no sound backup (no such table: alembic_version)"),
    ],
)
def test_restore_of_a_spoilt_backup_is_refused(
    scorekeeper: Command, data: Path, tmp_path: Path, spoil: str, sentence: str
) -> None:
    copy = tmp_path / "copy"
    scorekeeper("backup", str(copy))
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(spoil)

    refused_and_nothing_changed(scorekeeper, data, file=copy, sentence=sentence)


@pytest.mark.usefixtures("played")
def test_restore_of_something_else_is_refused(scorekeeper: Command, data: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Ana, " * 100)

    refused_and_nothing_changed(
        scorekeeper, data, file=letter, sentence="is no sound backup (file is not a database)"
    )


def test_restore_of_a_folder_is_refused(scorekeeper: Command, tmp_path: Path) -> None:
    assert scorekeeper("restore", str(tmp_path)).error.startswith(f"Error: {tmp_path} is a folder.")


def test_restore_while_a_server_runs_is_refused(scorekeeper: Command, data: Path, tmp_path: Path) -> None:
    scorekeeper("backup", str(tmp_path / "copy"))
    with data_folder.alone_in(data, port=8123):
        refused = scorekeeper("restore", str(tmp_path / "copy"))

    assert refused.code == 1
    assert "is already running" in refused.error
    assert not (data / "backups").exists()


def test_restore_over_a_broken_database_keeps_the_broken_one(
    scorekeeper: Command, played: Played, data: Path, tmp_path: Path
) -> None:
    scorekeeper("backup", str(tmp_path / "copy"))
    (data / "scorekeeper.sqlite").write_bytes(b"broken")

    assert scorekeeper("restore", str(tmp_path / "copy")).code == 0

    (kept,) = (data / "backups").iterdir()
    assert kept.read_bytes() == b"broken"
    assert queried(data / "scorekeeper.sqlite", "SELECT count(*) FROM game") == [(len(played),)]


def test_restore_that_cannot_keep_the_old_database_leaves_no_half_of_it(
    scorekeeper: Command, data: Path, tmp_path: Path
) -> None:
    scorekeeper("backup", str(tmp_path / "copy"))
    broken = b"broken" * 400_000
    (data / "scorekeeper.sqlite").write_bytes(broken)

    with files_no_larger_than(1_000_000):
        refused = scorekeeper("restore", str(tmp_path / "copy"))

    assert refused.code == 1
    assert list((data / "backups").iterdir()) == []
    assert (data / "scorekeeper.sqlite").read_bytes() == broken


def refused_and_nothing_changed(scorekeeper: Command, data: Path, *, file: Path, sentence: str) -> None:
    """A restore of `file` is refused with that sentence, and the database holds what it held."""
    before = queried(data / "scorekeeper.sqlite", "SELECT * FROM entry")

    refused = scorekeeper("restore", str(file))

    assert (refused.code, refused.output) == (1, "")
    assert sentence in refused.error
    assert refused.error.endswith(" Nothing was changed.")
    assert queried(data / "scorekeeper.sqlite", "SELECT * FROM entry") == before
    assert {path.name for path in data.iterdir()} == {*SOUND_FOLDER, "scorekeeper.sqlite-opened"} - {
        "backups"
    }
