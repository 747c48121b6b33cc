"""Database, key and backups are for their owner only, whatever the folder and the umask allow."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db as database
from scorekeeper.server import data_folder
from scorekeeper.services.maintenance import schema
from tests.support.commands import Command


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody may write, where everything new is for everybody."""
    folder = tmp_path / "open"
    before = os.umask(0)
    folder.mkdir()
    yield folder
    os.umask(before)


def test_everything_new_is_private(scorekeeper: Command, open_folder: Path, tmp_path: Path) -> None:
    here = {"SCOREKEEPER_DATA": str(open_folder)}
    copy = tmp_path / "copy.sqlite"

    assert scorekeeper("db", "upgrade", **here).code == 0
    assert scorekeeper("backup", str(copy), **here).code == 0
    assert scorekeeper("backup", **here).code == 0
    assert scorekeeper("restore", str(copy), **here).code == 0

    assert stat.S_IMODE(open_folder.stat().st_mode) == 0o777
    assert stat.S_IMODE((open_folder / "backups").stat().st_mode) == 0o700
    assert len(list((open_folder / "backups").iterdir())) == 2
    assert modes(open_folder) | {stat.S_IMODE(copy.stat().st_mode)} == {0o600}


def test_what_an_earlier_release_left_open_becomes_private_at_the_start(
    scorekeeper: Command, data: Path
) -> None:
    assert scorekeeper("backup").code == 0
    (data / "server.lock").touch()
    (data / "backups" / "notes.txt").touch(mode=0o644)
    with closing(sqlite3.connect(data / "scorekeeper.sqlite", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE t (x)")
        names = {file.name for file in data.iterdir()}
        assert names >= {"scorekeeper.sqlite-wal", "scorekeeper.sqlite-shm", "secret-key", "server.lock"}
        for file in files(data):
            file.chmod(0o644)

        settings = Settings(data=data)
        data_folder.prepare(settings)
        with data_folder.alone_in(data):
            pass

        (data / "backups" / "notes.txt").unlink()
        assert modes(data) == {0o600}


def test_the_log_of_an_open_database_is_private(open_folder: Path) -> None:
    app = create_app(Settings(data=open_folder))
    schema.upgrade(app)
    with app.app_context():
        assert {file.name for file in files(open_folder)} == {
            *("scorekeeper.sqlite", "scorekeeper.sqlite-wal", "scorekeeper.sqlite-shm"),
            *("scorekeeper.sqlite-opened", "secret-key"),
        }
        assert modes(open_folder) == {0o600}
        database.engine.dispose()


def test_a_database_elsewhere_than_in_a_file_makes_nothing_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_mode
    app = create_app(Settings(data=tmp_path, database="sqlite://"))

    with app.app_context(), database.engine.connect():
        pass

    assert tmp_path.stat().st_mode == before


def files(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(file.stat().st_mode) for file in files(folder)}
