"""`scorekeeper copy`: every row goes to PostgreSQL and comes back the same, or none goes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, text

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.leagues import players
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.maintenance import doctor
from scorekeeper.services.maintenance.copying import application, copy
from tests.postgresql.test_postgresql import NOW, eventful_club, within
from tests.support.league_cast import set_cast
from tests.support.postgresql import Server

pytestmark = pytest.mark.long

Rows = dict[str, set[tuple[Any, ...]]]


@pytest.fixture
def filled(app: Flask) -> Flask:
    """A league of every kind, a night, people who are signed in, and a game that goes on after another."""
    app.extensions["clock"] = lambda: NOW
    cast = set_cast(app)
    cast.phones["scorer"].start("Ana", "Ben", previous=cast.game)
    with within(app):
        eventful_club("new@example.org", "New")
    return app


@pytest.fixture
def settings(server: Server, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database=server.address("test_0"))


@pytest.fixture
def empty(server: Server) -> str:
    server.send("DROP DATABASE IF EXISTS empty WITH (FORCE)", "CREATE DATABASE empty")
    return server.address("empty")


def rows(app: Flask) -> Rows:
    """All that is stored, by table."""
    with app.app_context(), reading() as session:
        return {
            table.name: {tuple(row) for row in session.execute(select(table))}
            for table in Base.metadata.sorted_tables
        }


def test_everything_goes_there_and_back(
    filled: Flask, settings: Settings, empty: str, tmp_path: Path
) -> None:
    before, data = rows(filled), tmp_path / "data"
    data.mkdir()
    file = replace(settings, data=data, database=None)

    back = copy(filled, to=str(file.database_file), settings=settings, app_for=create_app)
    with application(create_app(file)) as sqlite:
        assert rows(sqlite) == before
        there = copy(sqlite, to=empty, settings=file, app_for=create_app)
    with application(create_app(replace(settings, database=empty))) as app:
        assert rows(app) == before
        assert doctor.examine(app).sound
        with within(app):
            league = next(iter(before["league"]))[0]
            players.add(league, ["Somebody"], actor=Actor(None, NOW))

    assert there == back
    assert back[0] == {name: len(found) for name, found in before.items()}
    assert all(before[name] for name in ("player", "sign_in", "night", "scorer_right", "score", "result"))


def test_what_is_not_empty_or_wrong_is_refused_and_nothing_changes(
    filled: Flask, settings: Settings, empty: str, tmp_path: Path
) -> None:
    for address in (settings.database, str(tmp_path / "none" / "x"), "mysql://host/name", str(tmp_path)):
        with pytest.raises(OperatorError):
            copy(filled, to=address, settings=settings, app_for=create_app)
    with filled.app_context(), writing() as session:
        session.execute(text("UPDATE score SET points = points + 1"))
    with pytest.raises(OperatorError, match="doctor"):
        copy(filled, to=empty, settings=settings, app_for=create_app)
    with application(create_app(replace(settings, database=empty))) as app:
        assert not any(rows(app).values())
