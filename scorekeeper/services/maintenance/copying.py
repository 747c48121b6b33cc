"""Copying the whole database into an empty one, of SQLite or PostgreSQL.

The source is read in one transaction, and everything is written in one: there it is wholly, and every game
follows from its history, or nothing is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask import Flask
from sqlalchemy import Connection, Table, bindparam, func, insert, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import config
from scorekeeper.config import DATABASE_NAME, Settings, SettingsError
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.models.base import Base, db
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.maintenance import backups, doctor, health, schema

AppFor = Callable[[Settings], Flask]
_AT_ONCE: Final = 1000
_NOTHING: Final = N_("Nothing was copied.")


def copy(source: Flask, *, to: str, settings: Settings, app_for: AppFor) -> tuple[dict[str, int], int]:
    """Copy the database of `source` to one at the address `to`, or to a new SQLite file of this path.

    Returns the numbers of rows in the copy by table, and of games, all of which have been replayed.
    OperatorError, and nothing copied, if there is something already, or a game does not follow from its
    history.
    """
    with _target(to, settings, app_for=app_for) as target:
        _make_ready(target)
        with source.app_context(), reading() as session:
            # A session asks the application that is current then for its database.
            rows = session.connection()
            with target.app_context(), writing() as written:
                counts = {
                    table.name: _copied(table, rows, to=written.connection())
                    for table in Base.metadata.sorted_tables
                }
                checked = doctor.check_every_game()
                if not checked.sound:
                    sentence = _("Something is wrong with these scores: see `scorekeeper doctor`.")
                    raise OperatorError(f"{sentence} {_(_NOTHING)}")
        return counts, checked.games


@contextmanager
def _target(to: str, settings: Settings, *, app_for: AppFor) -> Iterator[Flask]:
    """The application over the new database; a file gets its name when it is whole."""
    if "://" in to:
        with application(app_for(replace(settings, database=_address(to)))) as app:
            yield app
        return
    file = Path(to).absolute()
    backups.require_new(file)
    with TemporaryDirectory(dir=file.parent, prefix=".copying-") as folder:
        with application(app_for(replace(settings, data=Path(folder), database=None))) as app:
            yield app
        draft = Path(folder) / DATABASE_NAME
        backups.make_durable(draft)
        draft.rename(file)


def _address(to: str) -> str:
    try:
        return str(config.from_environment({"SCOREKEEPER_DATABASE": to}).database)
    except SettingsError:
        sentence = _("Name a new file, or a database such as postgresql://user:password@host/name.")
        raise OperatorError(sentence) from None


@contextmanager
def application(app: Flask) -> Iterator[Flask]:
    """The application; its database connections are closed at the end."""
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def _make_ready(target: Flask) -> None:
    """Make the tables; OperatorError if the database is not empty, or cannot be reached or written."""
    try:
        _require_empty(target)
        schema.upgrade(target)
    except SQLAlchemyError as error:
        with target.app_context():
            raise OperatorError(health.sentence(error, config.current()) or health.reason(error)) from error


def _require_empty(target: Flask) -> None:
    file = target.extensions["database_file"]
    if file and not file.path.exists():
        return
    with target.app_context(), reading() as session:
        tables = {*inspect(session.connection()).get_table_names()} - {"alembic_version"}
        ours = [table for table in Base.metadata.sorted_tables if table.name in tables]
        is_filled = any(session.execute(select(1).select_from(table).limit(1)).first() for table in ours)
        if is_filled or len(tables) > len(ours):
            sentence = _("The database {place} is not empty.").format(place=db.engine.url.render_as_string())
            raise OperatorError(f"{sentence} {_(_NOTHING)}")


def _copied(table: Table, rows: Connection, *, to: Connection) -> int:
    """Copy the rows of a table; how many there are. What refers to another row of the table follows."""
    references = [
        column.name
        for column in table.columns
        if column.nullable and any(key.column.table is table for key in column.foreign_keys)
    ]
    count = 0
    for part in rows.execute(select(table)).mappings().partitions(_AT_ONCE):
        to.execute(insert(table), [{**row, **dict.fromkeys(references)} for row in part])
        count += len(part)
    for name in references:
        (key,), column = table.primary_key.columns, table.columns[name]
        referring = rows.execute(select(key.label("of"), column.label("other")).where(column.is_not(None)))
        if pairs := [dict(row) for row in referring.mappings()]:
            to.execute(update(table).where(key == bindparam("of")).values({name: bindparam("other")}), pairs)
    _count_on(table, to)
    return count


def _count_on(table: Table, connection: Connection) -> None:
    """Let PostgreSQL number new rows from behind those that are there."""
    key = table.autoincrement_column
    if connection.dialect.name == "postgresql" and key is not None:
        sequence, last = func.pg_get_serial_sequence(table.name, key.name), func.max(key)
        connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))
