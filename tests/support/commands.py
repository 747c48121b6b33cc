"""How commands are called in these tests, and what comes of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

Command = Callable[..., "Outcome"]
Played = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended and what it printed."""

    code: int
    output: str
    error: str


def asked(file: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    """What a database file answers."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(question, values).fetchall()
