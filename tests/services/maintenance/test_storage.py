"""Errors of disk and database are told apart, and a start on a file that cannot be trusted is refused."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.models.files import FileGone, FileReplaced
from scorekeeper.services.maintenance import storage
from scorekeeper.services.maintenance.storage import Failure, LatestCheck
from scorekeeper.web.api.problems import PROBLEMS
from scorekeeper.web.http import messages
from tests.support.disks import SPOILT


class OfServer(Exception):
    """An error as the driver of PostgreSQL raises it."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__(f"said by the server\nDETAIL: {sqlstate}")
        self.sqlstate = sqlstate


def of_sqlite(kind: type[sqlite3.Error], text: str, code: int | None = None) -> sqlite3.Error:
    error = kind(text)
    if code is not None:
        error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("kind", "code", "failure"),
    [
        (sqlite3.OperationalError, sqlite3.SQLITE_BUSY, Failure.BUSY),
        (sqlite3.OperationalError, sqlite3.SQLITE_BUSY_SNAPSHOT, Failure.BUSY),
        (sqlite3.OperationalError, sqlite3.SQLITE_LOCKED, Failure.BUSY),
        (sqlite3.OperationalError, sqlite3.SQLITE_FULL, Failure.FULL),
        (sqlite3.OperationalError, sqlite3.SQLITE_IOERR_SHMSIZE, Failure.FULL),
        (sqlite3.OperationalError, sqlite3.SQLITE_READONLY, Failure.READ_ONLY),
        (sqlite3.OperationalError, sqlite3.SQLITE_READONLY_CANTLOCK, Failure.READ_ONLY),
        (sqlite3.OperationalError, sqlite3.SQLITE_READONLY_DBMOVED, Failure.REPLACED),
        (sqlite3.OperationalError, sqlite3.SQLITE_IOERR_FSYNC, Failure.BROKEN),
        (sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN, Failure.UNKNOWN),
        (sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT, Failure.DAMAGED),
        (sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT_INDEX, Failure.DAMAGED),
        (sqlite3.DatabaseError, sqlite3.SQLITE_NOTADB, Failure.DAMAGED),
        (sqlite3.OperationalError, sqlite3.SQLITE_ERROR, Failure.UNKNOWN),
        (sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
        (sqlite3.ProgrammingError, None, None),
    ],
)
def test_errors_of_sqlite_are_told_apart_wrapped_or_not(
    kind: type[sqlite3.Error], code: int | None, failure: Failure | None
) -> None:
    error = of_sqlite(kind, "said by SQLite", code)

    assert storage.failure_of(error) is failure
    assert storage.failure_of(DatabaseError("INSERT", {}, error)) is failure


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("no such table: game", Failure.REPLACED),
        ("no such column: game.colour", Failure.REPLACED),
        ("Could not decode to UTF-8 column 'name' with text", Failure.DAMAGED),
    ],
)
def test_errors_of_sqlite_without_a_code_of_their_own_are_known_by_their_text(
    text: str, failure: Failure
) -> None:
    assert storage.failure_of(of_sqlite(sqlite3.OperationalError, text)) is failure


@pytest.mark.parametrize(
    ("state", "failure"),
    [
        ("53100", Failure.FULL),
        ("25006", Failure.READ_ONLY),
        ("58030", Failure.BROKEN),
        ("XX001", Failure.DAMAGED),
        ("42P01", Failure.REPLACED),
        ("3D000", Failure.GONE),
        ("55P03", Failure.BUSY),
        ("40P01", Failure.BUSY),
        ("57P01", Failure.UNREACHABLE),
        ("08006", Failure.UNREACHABLE),
        ("28P01", Failure.UNREACHABLE),
        (None, Failure.UNREACHABLE),
        ("53400", Failure.UNKNOWN),
    ],
)
def test_errors_of_postgresql_are_told_apart(state: str | None, failure: Failure) -> None:
    assert storage.failure_of(OperationalError("SELECT", {}, OfServer(state))) is failure


def test_faults_of_the_program_are_no_failures_of_the_database() -> None:
    for fault in (
        IntegrityError("INSERT", {}, OfServer("23505")),
        ProgrammingError("SELEKT", {}, OfServer("42601")),
        ProgrammingError("SELECT", {}, OfServer(None)),
        ValueError(),
        FileNotFoundError(errno.ENOENT, "No such file"),
    ):
        assert storage.failure_of(fault) is None
        assert storage.sentence(fault, Settings(data=Path("/data"))) is None


def test_other_errors_are_told_apart() -> None:
    found = {
        error: storage.failure_of(error)
        for error in (
            FileGone(),
            FileReplaced(),
            PoolTimeout(),
            OSError(errno.EROFS, ""),
            OSError(errno.EIO, ""),
        )
    }

    expected = [Failure.GONE, Failure.REPLACED, Failure.BUSY, Failure.READ_ONLY, Failure.BROKEN]
    assert list(found.values()) == expected


def test_a_sentence_names_the_place_and_never_what_was_to_be_saved() -> None:
    error = OperationalError("INSERT INTO game_name", {"name": "Ana"}, OfServer("53100"))
    settings = Settings(data=Path("/data"))

    assert storage.sentence(error, settings) == (
        "The disk with the scores is full (/data). Make room on it. A running server then carries on by "
        "itself. (The system says: said by the server.)"
    )
    elsewhere = storage.sentence(error, replace(settings, database="postgresql://cards:secret@host/cards"))
    assert elsewhere is not None
    assert elsewhere.startswith("The disk with the scores is full (the database server). ")


@pytest.mark.parametrize("failure", Failure)
def test_each_failure_has_its_words_for_people_and_programs(failure: Failure) -> None:
    said = messages.OUTAGES[failure]

    assert (said.title[-1] not in ".?", said.sentence[-1]) == (True, ".")
    assert "Nothing was changed." in said.sentence
    assert "Nothing has changed" in PROBLEMS[failure]


@pytest.mark.parametrize("kind", SPOILT)
def test_a_damaged_file_is_refused_with_the_way_out(data: Path, template: Path, kind: str) -> None:
    SPOILT[kind](data / DATABASE_NAME)
    before = (data / DATABASE_NAME).read_bytes()

    assert refused(data).startswith(f"The database {data / DATABASE_NAME} is damaged (")
    assert refused(data).endswith(
        f"There is no backup in {data}/backups. If you have one elsewhere, stop the server and run "
        "`scorekeeper restore FILE`."
    )
    newest = backup(template, data, "scorekeeper-20261122-040000-000000")
    backup(template, data, "scorekeeper-20261121-040000-000000")
    backup(template, data, "replaced-20261122-050000-000000")
    backup(template, data, "scorekeeper-20261122-060000-000000").write_bytes(b"")
    SPOILT[kind](backup(template, data, "automatic-20261122-070000-000000"))
    assert refused(data).endswith(
        f"Stop the server and put back the newest good backup with `scorekeeper restore {newest}`."
    )
    assert (data / DATABASE_NAME).read_bytes() == before


def test_what_sqlite_quotes_of_a_damaged_file_can_be_printed(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: fail(sqlite3.DatabaseError("token: \x02\ue000")))

    with pytest.raises(OperatorError, match=r"is damaged \(token: \?\?\)\. There is no backup"):
        storage.check_at_start(Settings(data=data))


def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    "worthless",
    [
        "DROP TABLE alembic_version",
        "DELETE FROM alembic_version",
        "UPDATE alembic_version SET version_num = '2099_01_01_wonders'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = CAST(x'ff' AS TEXT), sql = 'no table'",
    ],
)
def test_no_backup_that_cannot_be_restored_is_the_newest(data: Path, template: Path, worthless: str) -> None:
    older = backup(template, data, "scorekeeper-20261122-040000-000000")
    newer = backup(template, data, "scorekeeper-20261122-050000-000000")
    assert storage.newest_backup(Settings(data=data)) == newer

    with closing(sqlite3.connect(newer)) as connection:
        connection.executescript(worthless)

    assert storage.newest_backup(Settings(data=data)) == older
    assert {file.name for file in older.parent.iterdir()} == {older.name, newer.name}


def test_backups_are_looked_through_as_far_as_time_allows(data: Path, template: Path) -> None:
    newest = backup(template, data, "automatic-20261122-040000-000000")
    with closing(sqlite3.connect(newest)) as connection:
        connection.execute("CREATE TABLE last (number)")
        connection.executemany("INSERT INTO last VALUES (?)", [*[(1,)] * 1000, (None,)])
        connection.commit()
        connection.executescript(
            "PRAGMA writable_schema = ON; "
            "UPDATE sqlite_master SET sql = 'CREATE TABLE last (number NOT NULL)' WHERE name = 'last'"
        )

    assert storage.newest_backup(Settings(data=data)) is None
    assert storage.newest_backup(Settings(data=data), seconds=0) == newest


def test_where_no_backup_is_sound_none_is_named(data: Path) -> None:
    (data / DATABASE_NAME).write_text("a shopping list")
    (data / "backups").mkdir()
    (data / "backups" / "gone.sqlite").symlink_to(data / "nowhere")
    assert "There is no backup in" in refused(data)
    (data / "backups" / "automatic-20261122-040000-000000.sqlite").write_text("a shopping list")

    assert refused(data).endswith(
        f" No backup in {data}/backups can be restored. If you have one elsewhere, stop the server and run "
        "`scorekeeper restore FILE`."
    )
    (data / DATABASE_NAME).write_bytes(b"")
    assert refused(data) == (
        f"The scores are gone: {data / DATABASE_NAME} is missing or empty. "
        "None of the backups can be restored. "
        f"To start again without any games, move {data}/backups somewhere else first."
    )


def test_a_backup_of_another_name_counts_by_its_date(data: Path, template: Path) -> None:
    backup(template, data, "scorekeeper-20261122-040000-000000")
    other = backup(template, data, "before the holidays")
    os.utime(other, (4e9, 4e9))

    found = storage.newest_backup(Settings(data=data))

    assert found == other
    assert storage.command_to_restore(other) == f"scorekeeper restore '{other}'"


@pytest.mark.parametrize("empty", ["missing", "no bytes", "no tables"])
def test_an_empty_database_beside_backups_is_no_new_installation(
    data: Path, template: Path, empty: str
) -> None:
    file = data / DATABASE_NAME
    file.unlink()
    if empty != "missing":
        file.touch()
    if empty == "no tables":
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    assert storage.check_at_start(Settings(data=data))

    newest = backup(template, data, "scorekeeper-20261122-040000-000000")

    assert refused(data) == (
        f"The scores are gone: {file} is missing or empty. "
        f"Put back the newest good backup with `scorekeeper restore {newest}`. "
        f"To start again without any games, move {data}/backups somewhere else first."
    )


def test_a_database_of_another_program_is_refused(data: Path) -> None:
    (data / DATABASE_NAME).unlink()
    with closing(sqlite3.connect(data / DATABASE_NAME)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")

    assert refused(data).startswith(
        f"{data / DATABASE_NAME} is not a Scorekeeper database. There is no backup"
    )


def test_a_folder_in_the_place_of_the_database_is_refused(data: Path) -> None:
    (data / DATABASE_NAME).unlink()
    (data / DATABASE_NAME).mkdir()

    assert refused(data).startswith(f"{data / DATABASE_NAME} is a folder, not a database. ")


def test_a_sound_file_is_looked_through_as_far_as_time_allows(data: Path) -> None:
    settings = Settings(data=data)

    assert storage.check_at_start(settings)
    assert not storage.check_at_start(settings, seconds=1e-9)
    assert storage.check_at_start(replace(settings, database="postgresql://host/cards"))


def refused(data: Path) -> str:
    """Why a server does not start on this folder."""
    with pytest.raises(OperatorError) as trouble:
        storage.check_at_start(Settings(data=data))
    return str(trouble.value)


def backup(template: Path, data: Path, name: str) -> Path:
    """A backup of the database in `template`."""
    made = data / "backups" / f"{name}.sqlite"
    made.parent.mkdir(exist_ok=True)
    shutil.copy(template / DATABASE_NAME, made)
    return made


def test_while_one_thread_looks_the_others_are_told_what_was_found_before() -> None:
    last, begun, may_end = LatestCheck(), Event(), Event()

    def slow() -> dict[str, str]:
        begun.set()
        may_end.wait(30)
        return {"database": "busy"}

    assert last.refreshed(lambda: {"database": "ok"}) == {"database": "ok"}
    with ThreadPoolExecutor() as threads:
        looking = threads.submit(last.refreshed, slow)
        begun.wait(30)
        others = [threads.submit(last.refreshed, slow).result(30) for _ in range(3)]
        may_end.set()
    assert (looking.result(), others) == ({"database": "busy"}, [{"database": "ok"}] * 3)
    assert last.refreshed(lambda: {"database": "ok"}) == {"database": "ok"}
