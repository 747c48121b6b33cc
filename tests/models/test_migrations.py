"""Proves that the revisions make exactly the tables of the models, and that a downgrade removes them all."""

import re
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import create_mock_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from scorekeeper import paths
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.services.maintenance import schema

# A comma outside brackets, or the end of the table.
_BETWEEN = r",(?![^()]*\))|\n\)"


def test_revisions_make_the_tables_of_the_code(app: Flask) -> None:
    with app.app_context(), reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})

        assert compare_metadata(context, Base.metadata) == []


def test_revisions_make_the_constraints_of_the_code(db: sqlite3.Connection) -> None:
    made = {name: set(_lines(sql)) for name, sql in db.execute("SELECT name, sql FROM sqlite_master") if sql}

    for table in Base.metadata.tables.values():
        assert set(_lines(_ddl(table.name))) == made[table.name]


def test_downgrade_leaves_nothing(app: Flask, db: sqlite3.Connection) -> None:
    downgrade(app)

    assert [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")] == [
        "alembic_version"
    ]
    assert schema.current_revision(app) is None

    schema.upgrade(app)

    assert schema.is_current(app)


def test_revisions_sort_by_the_names_of_their_files_since_newer_and_older_ones_are_told_by_them() -> None:
    script = ScriptDirectory(str(paths.MIGRATIONS))

    assert [revision.revision for revision in script.walk_revisions()] == schema.revisions()[::-1]


def test_database_of_a_newer_release_is_recognised(app: Flask, db: sqlite3.Connection) -> None:
    db.execute("UPDATE alembic_version SET version_num = '2031_01_01_something'")

    assert not schema.is_known(app)
    assert not schema.is_current(app)


def test_failed_upgrade_changes_nothing(
    app: Flask, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    downgrade(app)
    db.execute("CREATE TABLE invitation (id INTEGER)")

    with pytest.raises(Exception, match="invitation"):
        schema.upgrade(app)

    assert schema.current_revision(app) is None
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'game'").fetchone() == (0,)


def test_tables_can_be_made_by_postgresql() -> None:
    for table in Base.metadata.tables.values():
        assert str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_connections_are_durable(data: Path) -> None:
    app = create_app(Settings(data=data))

    with app.app_context(), reading() as session:
        settings = [
            session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        ]

    assert settings == ["wal", 2, 1, 10_000, 1]


def downgrade(app: Flask) -> None:
    with app.app_context():
        command.downgrade(schema.configuration(), "base")


def _ddl(name: str) -> str:
    statements: list[str] = []
    engine = create_mock_engine(
        "sqlite://", lambda made, *_, **__: statements.append(str(made.compile(engine)))
    )
    Base.metadata.tables[name].create(engine, checkfirst=False)
    return statements[0]


def _lines(sql: str) -> list[str]:
    """The columns and constraints within a CREATE TABLE, and what follows them, without quotation marks."""
    return [line.strip() for line in re.split(_BETWEEN, sql.strip().replace('"', "").partition("(")[2])]
