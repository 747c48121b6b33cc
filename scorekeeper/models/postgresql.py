"""Connections to PostgreSQL that give up: a server that stands still would hold each of our threads for ever.

The driver has a limit for connecting alone, and PostgreSQL's own limits need a server that runs.
"""

from collections.abc import Generator
from time import monotonic
from typing import Any, Final

import psycopg

from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _

# Seconds for an answer; whoever waits for the lock of writers sets more.
LONGEST: Final = 5.0
_TO_CONNECT: Final = 3

_NO_UTF8: Final = N_(
    "The database {name} has the encoding {encoding}, and Scorekeeper needs UTF8. Make another one with: "
    "createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 NAME"
)


class Connection(psycopg.Connection[Any]):
    """A connection that is closed by an answer that takes longer than `limit` seconds."""

    limit = LONGEST

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **options: Any) -> Any:
        """What the driver's work in `gen` results in; OperationalError if that takes too long."""
        return super().wait(self._limited(gen), *args, **options)

    def _limited(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        ends = monotonic() + self.limit
        try:
            state = next(gen)
            while True:
                # The driver asks every 0.1 seconds, also without an answer.
                state = gen.send((yield state))
                if monotonic() > ends:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the database server takes too long")
        except StopIteration as end:
            return end.value


def end_patience(connection: Connection | None, _record: object) -> None:
    """Let whoever comes next wait no longer than for an answer."""
    if connection is not None:
        connection.limit = LONGEST


def connect(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> Connection:
    """Connect as SQLAlchemy asks for it; OperatorError for a database whose encoding has not every letter."""
    connection = Connection.connect(*arguments, **{"connect_timeout": _TO_CONNECT, **options})
    name, encoding = connection.info.dbname, connection.info.parameter_status("server_encoding")
    if encoding == "UTF8":
        return connection
    connection.close()
    raise OperatorError(_(_NO_UTF8).format(name=name, encoding=encoding))
