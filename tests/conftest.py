"""What all tests share: an application over a fresh, migrated database, and one fixed moment."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database
from scorekeeper.services import schema


class CompiledOnce(BytecodeCache):
    """Templates compiled once for all tests of a process, not once for each application."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledOnce()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty database with its secret key: the data folder that every test starts from."""
    data = tmp_path_factory.mktemp("template")
    app = create_app(Settings(data=data))
    schema.upgrade(app)
    with app.app_context():
        database.engine.dispose()
    return data


@pytest.fixture
def data(template: Path, tmp_path: Path) -> Path:
    """A data folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(template / DATABASE_NAME, folder)
    shutil.copy(template / "secret-key", folder)
    return folder


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    app = create_app(Settings(data=data))
    app.testing = True
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        database.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


@pytest.fixture
def db(data: Path) -> Iterator[sqlite3.Connection]:
    """The database itself, past the application: constraints on, every statement its own transaction."""
    connection = sqlite3.connect(data / DATABASE_NAME, isolation_level=None)
    connection.execute("PRAGMA foreign_keys=ON")
    yield connection
    connection.close()


@pytest.fixture
def statements(app: Flask) -> Iterator[list[str]]:
    """Every SQL statement the application sends, but for the begin of a transaction."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    with app.app_context():
        event.listen(database.engine, "before_cursor_execute", note)
    yield sent
    with app.app_context():
        event.remove(database.engine, "before_cursor_execute", note)
