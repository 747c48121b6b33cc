"""Errors of disk and database are told apart, and a start on a file that cannot be trusted is refused."""

import errno
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.models.files import FileMoved
from scorekeeper.services.maintenance import health
from scorekeeper.services.maintenance.health import Failure
from scorekeeper.web.http import messages
from tests.support.disks import SPOILT


class OfServer(Exception):
    """An error as the driver of PostgreSQL raises it."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__(f"said by the server\nDETAIL: {sqlstate}")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("kind", "code", "failure"),
    [
        (sqlite3.OperationalError, sqlite3.SQLITE_BUSY_SNAPSHOT, Failure.BUSY),
        (sqlite3.OperationalError, sqlite3.SQLITE_LOCKED, Failure.BUSY),
        (sqlite3.OperationalError, sqlite3.SQLITE_FULL, Failure.FULL),
        (sqlite3.OperationalError, sqlite3.SQLITE_IOERR_SHMSIZE, Failure.FULL),
        (sqlite3.OperationalError, sqlite3.SQLITE_READONLY_CANTLOCK, Failure.READ_ONLY),
        (sqlite3.OperationalError, sqlite3.SQLITE_IOERR_FSYNC, Failure.DAMAGED),
        (sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT_INDEX, Failure.DAMAGED),
        (sqlite3.DatabaseError, sqlite3.SQLITE_NOTADB, Failure.DAMAGED),
        (sqlite3.DatabaseError, None, Failure.DAMAGED),
        (sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN, Failure.UNREACHABLE),
        (sqlite3.OperationalError, None, Failure.UNREACHABLE),
        (sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
        (sqlite3.ProgrammingError, None, None),
    ],
)
def test_errors_of_sqlite_are_told_apart_wrapped_or_not(
    kind: type[sqlite3.Error], code: int | None, failure: Failure | None
) -> None:
    error = kind("said by SQLite")
    if code is not None:
        error.sqlite_errorcode = code

    assert health.failure_of(error) is failure
    assert health.failure_of(DatabaseError("INSERT", {}, error)) is failure


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (OperationalError("SELECT", {}, OfServer("53100")), Failure.FULL),
        (OperationalError("SELECT", {}, OfServer("53300")), Failure.BUSY),
        (OperationalError("SELECT", {}, OfServer("57014")), Failure.BUSY),
        (OperationalError("SELECT", {}, OfServer("58030")), Failure.DAMAGED),
        (OperationalError("SELECT", {}, OfServer("25006")), Failure.READ_ONLY),
        (OperationalError("SELECT", {}, OfServer("XX001")), Failure.DAMAGED),
        (ProgrammingError("SELECT", {}, OfServer("42P01")), Failure.UNREACHABLE),
        (OperationalError("SELECT", {}, OfServer("40P01")), Failure.BUSY),
        (OperationalError("SELECT", {}, OfServer("08006")), Failure.UNREACHABLE),
        (OperationalError("SELECT", {}, OfServer(None)), Failure.UNREACHABLE),
        (FileMoved(), Failure.UNREACHABLE),
        (PoolTimeout(), Failure.UNREACHABLE),
        (OSError(errno.EROFS, ""), Failure.READ_ONLY),
        (OSError(errno.EIO, ""), Failure.DAMAGED),
    ],
)
def test_other_errors_are_told_apart(error: Exception, failure: Failure) -> None:
    assert health.failure_of(error) is failure


def test_faults_of_the_program_are_no_failures_of_the_database() -> None:
    for fault in (
        IntegrityError("INSERT", {}, OfServer("23505")),
        ProgrammingError("SELEKT", {}, OfServer("42601")),
        ProgrammingError("SELECT", {}, OfServer(None)),
        ValueError(),
        FileNotFoundError(errno.ENOENT, "No such file"),
    ):
        assert health.failure_of(fault) is None
        assert health.sentence(fault, Settings(data=Path("/data"))) is None


def test_a_sentence_names_the_place_and_never_what_was_to_be_saved() -> None:
    error = OperationalError("INSERT INTO game_name", {"name": "Ana"}, OfServer("53100"))
    settings = Settings(data=Path("/data"))

    assert health.sentence(error, settings) == (
        "The disk with the scores is full (/data). Make room on it. A running server then carries on by "
        "itself. (The system says: said by the server.)"
    )
    elsewhere = health.sentence(error, replace(settings, database="postgresql://cards:secret@host/cards"))
    assert elsewhere is not None
    assert elsewhere.startswith("The disk with the scores is full (postgresql://cards:***@host/cards). ")


@pytest.mark.parametrize("failure", Failure)
def test_each_failure_has_its_words(failure: Failure) -> None:
    said = messages.OUTAGES[failure]

    assert (said.title[-1] not in ".?", said.sentence[-1]) == (True, ".")
    # Where nothing answers, a change may have been made all the same.
    is_sure = failure is not Failure.UNREACHABLE
    assert ("Nothing was changed." in said.sentence) is is_sure


@pytest.mark.parametrize("kind", SPOILT)
def test_a_damaged_file_is_refused_with_the_way_out(data: Path, template: Path, kind: str) -> None:
    SPOILT[kind](data / DATABASE_NAME)
    before = (data / DATABASE_NAME).read_bytes()

    assert refused(data).startswith(f"The database {data / DATABASE_NAME} is damaged (")
    assert refused(data).endswith(
        f"There is no backup in {data}/backups. If you have one elsewhere, stop the server and run "
        "`scorekeeper restore FILE`."
    )
    newest = backup(template, data, "automatic-20261122-040000-000000")
    backup(template, data, "scorekeeper-20261121-040000-000000")
    backup(template, data, "replaced-20261122-050000-000000")
    assert refused(data).endswith(
        f"Stop the server and put back the newest backup with `scorekeeper restore {newest}`. "
        "It is checked first. If it is refused, try an older one."
    )
    assert (data / DATABASE_NAME).read_bytes() == before


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
    health.check_at_start(Settings(data=data))

    newest = backup(template, data, "scorekeeper-20261122-040000-000000")

    assert refused(data) == (
        f"The scores are gone: {file} is missing or empty. "
        f"Put back the newest backup with `scorekeeper restore {newest}`. "
        f"To start again without any games, move {data}/backups somewhere else first."
    )


def test_a_folder_in_the_place_of_the_database_is_refused(data: Path) -> None:
    (data / DATABASE_NAME).unlink()
    (data / DATABASE_NAME).mkdir()

    assert refused(data).startswith(f"{data / DATABASE_NAME} is a folder, not a database. ")


def test_a_sound_file_is_let_through(data: Path) -> None:
    health.check_at_start(Settings(data=data))
    health.check_at_start(Settings(data=data, database="postgresql://host/cards"))


def refused(data: Path) -> str:
    """Why a server does not start on this folder."""
    with pytest.raises(OperatorError) as trouble:
        health.check_at_start(Settings(data=data))
    return str(trouble.value)


def backup(template: Path, data: Path, name: str) -> Path:
    """A backup of the database in `template`."""
    made = data / "backups" / f"{name}.sqlite"
    made.parent.mkdir(exist_ok=True)
    shutil.copy(template / DATABASE_NAME, made)
    return made
