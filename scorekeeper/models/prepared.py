"""Statements that are compiled once for each kind of database and handed to its driver directly.

They are for the few statements that every save, page or poll waits for: SQLAlchemy needs more time to find a
compiled statement and name its columns than the database needs for most of them. SQLAlchemy sends all others.

Without it a save takes 1.25 times as much processor time (`python -m bench.shortcuts`). A page that is not
cached takes 1.0 to 1.1 times as much, so it alone would not need this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CompoundSelect, Connection, Delete, Dialect, Engine, Insert, Select, Update
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

Convert = Callable[[Any], Any]
Parameters = Mapping[str, Any]
Query = Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]]
Statement = Query | Insert | Update | Delete


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The text for one kind of database; `results` has a conversion for each column that needs one."""

    text: str
    positional: bool
    parameters: tuple[tuple[str, Convert | None], ...]
    results: tuple[tuple[int, Convert], ...]

    def to_driver(self, given: Parameters) -> Any:
        """The parameters in the form that the driver takes."""
        if self.positional:
            return tuple(given[name] if to is None else to(given[name]) for name, to in self.parameters)
        return {name: given[name] if to is None else to(given[name]) for name, to in self.parameters}

    def from_driver(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """A row of the driver with its values converted."""
        if not self.results:
            return tuple(row)
        values = list(row)
        for index, convert in self.results:
            values[index] = convert(values[index])
        return tuple(values)


class Prepared:
    """One statement; each call gives all its parameters, which are named `bindparam`s."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._compiled: dict[tuple[str, str], _Compiled] = {}

    def run(self, connection: Connection, parameters: Parameters | Sequence[Parameters]) -> None:
        """Execute the statement once, or for each of several rows of parameters."""
        if not isinstance(parameters, Mapping):
            self.send_packed(connection, self.packed(connection.dialect, parameters))
            return
        compiled = self._for(connection.dialect)
        send(connection, compiled.text, compiled.to_driver(parameters), several=False).close()

    def packed(self, dialect: Dialect, rows: Iterable[Parameters]) -> list[Any]:
        """Rows of parameters in the form of the driver, converted before the write lock is taken."""
        compiled = self._for(dialect)
        return [compiled.to_driver(row) for row in rows]

    def send_packed(self, connection: Connection, rows: list[Any]) -> None:
        """Execute the statement for rows that were packed for the same kind of database."""
        if rows:
            send(connection, self._for(connection.dialect).text, rows, several=True).close()

    def rows(self, connection: Connection, parameters: Parameters) -> list[tuple[Any, ...]]:
        """All rows of the query."""
        compiled = self._for(connection.dialect)
        cursor = send(connection, compiled.text, compiled.to_driver(parameters), several=False)
        found = [compiled.from_driver(row) for row in cursor.fetchall()]
        cursor.close()
        return found

    def look_up(self, engine: Engine, parameters: Parameters) -> tuple[Any, ...] | None:
        """The first row of the query, in a transaction of its own that calls no listeners.

        It sees committed data only, even within `writing`.
        """
        compiled = self._for(engine.dialect)
        try:
            connection = engine.raw_connection()
            try:
                cursor = connection.cursor()
                cursor.execute(compiled.text, compiled.to_driver(parameters))
                row = cursor.fetchone()
                cursor.close()
            finally:
                connection.close()
        except engine.dialect.loaded_dbapi.Error as error:
            raise _as_sqlalchemy_error(error, compiled.text, engine.dialect) from error
        return None if row is None else compiled.from_driver(row)

    def _for(self, dialect: Dialect) -> _Compiled:
        kind = (dialect.name, dialect.driver)
        found = self._compiled.get(kind)
        if found is None:
            found = self._compiled[kind] = _compile(self._statement, dialect)
        return found


def send(connection: Connection, text: str, parameters: Any, *, several: bool) -> DBAPICursor:
    """Execute a statement by the driver within the transaction, with SQLAlchemy's listeners and errors."""
    cursor = connection.connection.cursor()
    try:
        for listener in connection.dispatch.before_cursor_execute:
            listener(connection, cursor, text, parameters, None, several)
        (cursor.executemany if several else cursor.execute)(text, parameters)
    except connection.dialect.loaded_dbapi.Error as error:
        cursor.close()
        raise _as_sqlalchemy_error(error, text, connection.dialect) from error
    return cursor


def _as_sqlalchemy_error(error: Exception, text: str, dialect: Dialect) -> BaseException:
    return DBAPIError.instance(text, None, error, dialect.loaded_dbapi.Error)


def _compile(statement: Statement, dialect: Dialect) -> _Compiled:
    compiled = statement.compile(dialect=dialect)
    names = compiled.positiontup if compiled.positiontup is not None else list(compiled.binds)
    parameters = tuple((name, _to_driver(compiled.binds[name].type, dialect)) for name in names)
    columns = statement.selected_columns if isinstance(statement, Select | CompoundSelect) else ()
    results = ((index, _from_driver(column.type, dialect)) for index, column in enumerate(columns))
    return _Compiled(
        text=str(compiled),
        positional=compiled.positiontup is not None,
        parameters=parameters,
        results=tuple((index, convert) for index, convert in results if convert is not None),
    )


def _to_driver(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _from_driver(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
