"""The tables of a game's score sheet, and the statements that read and change the rows of one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update

from scorekeeper.models import (
    ChargeRow,
    DutyRow,
    HandRow,
    PrecedentRow,
    ScoreRow,
    SeatRow,
    VoidAttemptRow,
    WaitingRow,
)
from scorekeeper.models.base import Base
from scorekeeper.models.prepared import Prepared

Key = tuple[int, ...]
Values = tuple[Any, ...]


class SheetTable:
    """One table with its statements made once. Rows are values by key, both without the game's id."""

    def __init__(self, row: type[Base], *, key: tuple[str, ...], values: tuple[str, ...]) -> None:
        table = Base.metadata.tables[row.__tablename__]
        this_row = and_(*(table.c[name] == bindparam(f"at_{name}") for name in ("game_id", *key)))
        self.name = table.name
        self.key = key
        self.columns = (*key, *values)
        self.insert = Prepared(insert(table))
        self.update = Prepared(
            update(table).where(this_row).values({name: bindparam(name) for name in values})
        )
        self.delete = Prepared(delete(table).where(this_row))
        self.select = Prepared(
            select(*(table.c[name] for name in self.columns)).where(table.c.game_id == bindparam("game_id"))
        )

    def stored(self, connection: Connection, game_id: str) -> dict[Key, Values]:
        rows = self.select.rows(connection, {"game_id": game_id})
        width = len(self.key)
        return {row[:width]: row[width:] for row in rows}

    def add(self, connection: Connection, game_id: str, rows: Mapping[Key, Values]) -> None:
        if rows:
            self.insert.run(
                connection,
                [
                    {"game_id": game_id, **dict(zip(self.columns, (*key, *values), strict=True))}
                    for key, values in rows.items()
                ],
            )

    def change(self, connection: Connection, game_id: str, rows: Mapping[Key, Values]) -> None:
        if rows:
            names = self.columns[len(self.key) :]
            self.update.run(
                connection,
                [
                    {**self._at(game_id, key), **dict(zip(names, values, strict=True))}
                    for key, values in rows.items()
                ],
            )

    def remove(self, connection: Connection, game_id: str, keys: list[Key]) -> None:
        if keys:
            self.delete.run(connection, [self._at(game_id, key) for key in keys])

    def _at(self, game_id: str, key: Key) -> dict[str, Any]:
        return {
            "at_game_id": game_id,
            **{f"at_{name}": part for name, part in zip(self.key, key, strict=True)},
        }


# In the order in which rows refer to each other.
SHEETS: Final = (
    SheetTable(
        SeatRow,
        key=("number",),
        values=(
            "position",
            "name",
            "first_hand",
            "left_after",
            "start_score",
            "total",
            "posted",
            "rank",
            "player_id",
        ),
    ),
    SheetTable(HandRow, key=("number",), values=("attempt", "dealer", "starter", "went_out", "entry")),
    SheetTable(ScoreRow, key=("seat", "hand"), values=("points", "posted")),
    SheetTable(ChargeRow, key=("seat", "hand"), values=("points",)),
    SheetTable(VoidAttemptRow, key=("entry",), values=("hand", "attempt", "went_out")),
    SheetTable(DutyRow, key=("entry", "line"), values=("code", "seat", "times")),
    SheetTable(WaitingRow, key=("entry", "line"), values=("kind", "seat", "points")),
    SheetTable(
        PrecedentRow, key=("entry",), values=("clause", "question", "irregularity", "choice", "agreed")
    ),
)
