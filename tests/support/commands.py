"""Types of the tests that run commands, and a query of a database file."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

Command = Callable[..., "Outcome"]
Played = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code of a command and what it printed."""

    code: int
    output: str
    error: str


def queried(file: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    """The rows that a query of a database file gives."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query, values).fetchall()
