"""An application over a folder of its own, and functions that damage its database."""

import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database

PAGE_BYTES = 4096


@contextmanager
def serving(template: Path, data: Path) -> Iterator[Flask]:
    """An application with the settings of a server, over a fresh data folder."""
    shutil.copytree(template, data)
    app = create_app(Settings(data=data))
    app.testing = True
    try:
        yield app
    finally:
        forget_connections(app)


def forget_connections(app: Flask) -> None:
    """Close the database connections of the application, which then opens what is there anew."""
    with app.app_context():
        database.engine.dispose()
    file = app.extensions["database_file"]
    file.__init__(file.path)


@contextmanager
def each_connection(app: Flask, *statements: str) -> Iterator[None]:
    """Run these statements first on each connection that is opened within the block."""

    def send(connection: sqlite3.Connection, _record: object) -> None:
        for statement in statements:
            connection.execute(statement)

    with app.app_context():
        engine = database.engine
    engine.dispose()
    event.listen(engine, "connect", send)
    try:
        yield
    finally:
        event.remove(engine, "connect", send)
        engine.dispose()


@contextmanager
def opened(app: Flask, *, mode: str) -> Iterator[None]:
    """Reopen connections in this mode of SQLite within the block."""

    file = app.extensions["database_file"]
    forget_connections(app)
    file.address = file.address.replace("mode=rw", f"mode={mode}")
    try:
        yield
    finally:
        forget_connections(app)


def games_in(folder: Path) -> int:
    """The number of games in the database of a data folder."""
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])


def make_whole(file: Path) -> None:
    """Checkpoint a database that nobody uses, so that its file holds everything."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def zero_pages(file: Path, *, only: int | None = None) -> None:
    """Overwrite every page but the first, or only one, with zeros."""
    content = bytearray(file.read_bytes())
    for page in [only - 1] if only else range(1, len(content) // PAGE_BYTES):
        content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = bytes(PAGE_BYTES)
    file.write_bytes(content)


def random_bytes(file: Path) -> None:
    """Overwrite the whole file with random bytes."""
    file.write_bytes(bytes(byte % 251 for byte in range(7, 7 + 10 * PAGE_BYTES)))


def cut(file: Path) -> None:
    """Cut the file off in the middle."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 // PAGE_BYTES * PAGE_BYTES])


SPOILT: dict[str, Callable[[Path], object]] = {
    "zeroed": zero_pages,
    "noise": random_bytes,
    "cut": cut,
    "letter": lambda file: file.write_text("Dear Ana, " * 1000),
}


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Every file that this process writes ends there, with an error."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
