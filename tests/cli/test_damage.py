"""Commands on a disk or a database that fails: one sentence that says what it is, and what to do."""

import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import DATABASE_NAME
from tests.support.commands import Command, Played
from tests.support.disks import SPOILT, forget_connections, games_in, make_whole, zero_pages
from tests.support.servers import environment

pytestmark = pytest.mark.long

READING = (["doctor"], ["user", "list"], ["league", "export", "x", "x.json"], ["scorer-link", "x"])


@pytest.fixture
def spoil(app: Flask, data: Path, played: Played) -> Callable[[Callable[[Path], object]], None]:
    """Do this to the database once it is whole and nobody has it open."""

    def act(event: Callable[[Path], object]) -> None:
        forget_connections(app)
        make_whole(data / DATABASE_NAME)
        event(data / DATABASE_NAME)

    return act


@pytest.mark.parametrize("kind", SPOILT)
def test_no_command_upgrades_or_reads_a_damaged_database(
    scorekeeper: Command, spoil: Callable[..., None], data: Path, kind: str
) -> None:
    newest = scorekeeper("backup").output.partition("backup is in ")[2].strip()
    spoil(SPOILT[kind])
    before = (data / DATABASE_NAME).read_bytes()

    for command in (["db", "upgrade"], *READING):
        failed = scorekeeper(*command)
        assert (failed.code, "damaged" in failed.error) == (1, True), failed.error
        assert failed.error.count(f"`scorekeeper restore {newest}`") == 1
        assert "Traceback" not in failed.error
    assert (data / DATABASE_NAME).read_bytes() == before

    assert scorekeeper("restore", newest).code == 0
    assert games_in(data) == 3


@pytest.mark.parametrize("kind", [*SPOILT, "a table", "a constraint"])
def test_a_damaged_database_is_not_copied(
    scorekeeper: Command, spoil: Callable[..., None], data: Path, kind: str
) -> None:
    newest = scorekeeper("backup").output.partition("backup is in ")[2].strip()
    more = {"a table": lambda file: damage_table(file, "entry"), "a constraint": break_constraint}
    spoil((SPOILT | more)[kind])

    for target in ([], [str(data / "copy.sqlite")]):
        refused = scorekeeper("backup", *target)
        assert refused.error.startswith(f"Error: The database {data / DATABASE_NAME} is damaged (")
        assert refused.error.endswith(
            f"Stop the server and put back the newest backup with `scorekeeper restore {newest}`. "
            "It is checked first. If it is refused, try an older one."
        )

    assert [file.name for file in (data / "backups").iterdir()] == [Path(newest).name]
    assert not list(data.glob("*copy.sqlite*"))


def test_doctor_tells_of_damage_in_games_that_cannot_be_read(
    scorekeeper: Command, spoil: Callable[..., None], data: Path
) -> None:
    spoil(lambda file: damage_table(file, "entry"))

    examined = scorekeeper("doctor")

    assert examined.code == 1
    assert "damage: " in examined.output
    assert examined.error.startswith("Error: The database is damaged. There is no backup in ")


def another_program(file: Path) -> None:
    """Put a database of another program in the place of ours."""
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")


def newer_release(file: Path) -> None:
    """Let a database be of a release that is still to come."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffff_future'")


def only_a_header(file: Path) -> None:
    """Leave a database without any tables."""
    file.unlink()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (lambda file: file.write_bytes(b""), "The scores are gone: "),
        (only_a_header, "The scores are gone: "),
        (another_program, "scorekeeper.sqlite is not a Scorekeeper database. "),
        (newer_release, "is from a newer release of Scorekeeper, or "),
    ],
    ids=["empty", "header", "another", "newer"],
)
def test_every_command_says_what_an_upgrade_would_say_where_none_helps(
    scorekeeper: Command, spoil: Callable[..., None], data: Path, event: Callable[[Path], object], said: str
) -> None:
    newest = scorekeeper("backup").output.partition("backup is in ")[2].strip()
    spoil(event)

    refused = scorekeeper("db", "upgrade")

    assert said in refused.error
    restored = "FILE" if event is newer_release else newest
    assert f"`scorekeeper restore {restored}`" in refused.error
    assert {scorekeeper(*command).error for command in READING} == {refused.error}
    if event is not newer_release:
        assert scorekeeper("backup").error == refused.error
        assert [file.name for file in (data / "backups").iterdir()] == [Path(newest).name]


@pytest.mark.parametrize(
    "event", [lambda file: file.write_bytes(b""), only_a_header], ids=["empty", "header"]
)
def test_where_there_are_no_backups_an_empty_database_is_a_new_one(
    scorekeeper: Command, spoil: Callable[..., None], data: Path, event: Callable[[Path], object]
) -> None:
    spoil(event)

    assert scorekeeper("backup").code == 1
    assert not list(data.glob("backups/*"))
    refused = [scorekeeper(*command).error for command in READING]

    assert all("`scorekeeper db upgrade`" in error for error in refused)
    assert scorekeeper("db", "upgrade").code == 0
    assert scorekeeper("doctor").code == 0


def test_a_command_says_that_the_database_is_busy(
    scorekeeper: Command, played: Played, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.models.engine._PRAGMAS", ("PRAGMA busy_timeout=1",))
    with closing(sqlite3.connect(data / DATABASE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = scorekeeper("scorer-link", played[0])

    assert busy.error == (
        "Error: Another program keeps the database busy. Wait a moment, then try again. "
        "(The system says: database is locked.)"
    )


def test_a_start_warns_when_the_disk_is_nearly_full(
    scorekeeper: Command, data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 12_345_678))
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        refused = scorekeeper("run", PORT=str(port), SCOREKEEPER_HOST="127.0.0.1")

    assert caplog.messages == [
        f"Only 12 MB are free on the disk with {data}. Make room, or soon nothing can be saved."
    ]
    assert refused.error.startswith(f"Error: Another program is using port {port}")


def damage_table(file: Path, table: str) -> None:
    """Zero the first page of a table."""
    with closing(sqlite3.connect(file)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    zero_pages(file, only=page)


def break_constraint(file: Path) -> None:
    """Write what a constraint forbids, in pages that are sound."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("PRAGMA ignore_check_constraints = 1; UPDATE game SET version = 0")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.usefixtures("app")
def test_another_full_disk_is_not_that_of_the_scores(data: Path) -> None:
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "doctor"],
            env=environment(data),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert (told.returncode, told.stderr) == (1, "Error: No space left on device.\n")
