"""The application over PostgreSQL: a database of its own for every test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import background
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db as database
from scorekeeper.services.maintenance import schema
from tests.support import postgresql as servers
from tests.support.examples import cannot_run
from tests.support.postgresql import NoServer, Server
from tests.support.reused import LONGEST_WAIT

Install = Callable[[], Flask]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with ExitStack() as until:
        try:
            found = until.enter_context(servers.running())
        except (NoServer, OSError, KeyError) as error:
            cannot_run(f"no PostgreSQL: {error}")
        yield found


@pytest.fixture(scope="session")
def migrated(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a migrated database, of which every test gets a copy."""
    server.send("CREATE DATABASE migrated")
    app = create_app(Settings(data=tmp_path_factory.mktemp("migrated"), database=server.address("migrated")))
    schema.upgrade(app)
    _let_go(app)
    return "migrated"


@pytest.fixture
def install(server: Server, migrated: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Install]:
    """A function that makes an empty installation over PostgreSQL."""
    made: list[Flask] = []

    def another() -> Flask:
        name = f"test_{len(made)}"
        server.send(f"CREATE DATABASE {name} TEMPLATE {migrated}")
        app = create_app(Settings(data=tmp_path_factory.mktemp(name), database=server.address(name)))
        app.testing = True
        made.append(app)
        return app

    yield another
    for number, app in enumerate(made):
        _let_go(app)
        server.send(f"DROP DATABASE test_{number} WITH (FORCE)")


@pytest.fixture
def app(install: Install) -> Flask:
    return install()


@pytest.fixture
def data(app: Flask) -> Path:
    """The folder of its secret key."""
    folder: Path = app.extensions["settings"].data
    return folder


def _let_go(app: Flask) -> None:
    assert background.finish(app, seconds=LONGEST_WAIT)
    with app.app_context():
        database.engine.dispose()
