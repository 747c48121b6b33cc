"""Read games straight from the database, bypassing the application: SQLite files or PostgreSQL."""

import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.prove.tables import State
from scorekeeper.models.base import POINT_PARTS

_GAMES = (
    "SELECT game.id, COUNT(entry.number) FROM game JOIN entry ON entry.game_id = game.id GROUP BY game.id"
)
_SCORES = f"SELECT game_id, hand, points / {POINT_PARTS} FROM score ORDER BY game_id, hand, seat"


def state(connect: Callable[[], Any]) -> tuple[State, dict[str, int]]:
    """The points of every hand by game, and how many entries each game's history has."""
    with closing(connect()) as connection:
        cursor = connection.cursor()
        cursor.execute(_GAMES)
        entries = dict(cursor.fetchall())
        cursor.execute(_SCORES)
        hands: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for game, hand, points in cursor.fetchall():
            hands[game][hand].append(points)
    found = {game: {hand: tuple(row) for hand, row in hands[game].items()} for game in entries}
    return found, entries


def live(file: Path) -> Callable[[], sqlite3.Connection]:
    """A SQLite file that a server may be using."""
    return lambda: sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)


def of_file(file: Path) -> State:
    """Read the games in a SQLite file that nobody uses, from a copy of it and its log."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        shutil.copyfile(file, copy)
        if Path(f"{file}-wal").exists():
            shutil.copyfile(f"{file}-wal", f"{copy}-wal")
        return state(lambda: sqlite3.connect(copy))[0]


def is_whole(file: Path) -> bool:
    """Whether a SQLite file can be read to its last page."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except (sqlite3.Error, UnicodeDecodeError):
        return False
