"""The tables that follow from the entries of a game: computing their rows, and writing the rows that changed.

The score sheet, the head of the game, and what rulings left are a projection: they can be made again from the
entries, and are rewritten in the transaction of each entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Connection,
    Table,
    UpdateBase,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from scorekeeper.models import (
    GameRow,
    HandRow,
    PrecedentRow,
    ScoreRow,
    SeatRow,
)
from scorekeeper.models.base import Base, UtcDateTime
from scorekeeper.models.engine import reading
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import log

Key = tuple[int, ...]
Values = tuple[Any, ...]
# For each table, by its name, the values of its rows by key.
Rows = Mapping[str, Mapping[Key, Values]]


class SheetTable:
    """One table with its statements. Rows are values by key, both without the id of the game."""

    def __init__(self, row: type[Base]) -> None:
        table = Base.metadata.tables[row.__tablename__]
        self.name = table.name
        self.columns = [column.name for column in table.columns if column.name != "game_id"]
        self.key_width = len(table.primary_key) - 1
        values: dict[str, Any] = {name: bindparam(name) for name in self.columns[self.key_width :]}
        # SQLAlchemy keeps the names of columns for the values of an update.
        this_row = and_(*(column == bindparam(f"at_{column.name}") for column in table.primary_key))
        self.insert = insert(table)
        self.update = update(table).where(this_row).values(values)
        self.delete = delete(table).where(this_row)
        self.select = select(*(table.c[name] for name in self.columns)).where(
            table.c.game_id == bindparam("game_id")
        )

    def stored(self, connection: Connection, game_id: str) -> dict[Key, Values]:
        rows = connection.execute(self.select, {"game_id": game_id})
        return {row[: self.key_width]: row[self.key_width :] for row in rows}

    def parameters(self, game_id: str, rows: Mapping[Key, Values]) -> list[dict[str, Any]]:
        """The columns of these rows by name."""
        return [
            {"game_id": game_id, **dict(zip(self.columns, (*key, *values), strict=True))}
            for key, values in rows.items()
        ]

    def keyed(self, game_id: str, rows: Mapping[Key, Values]) -> list[dict[str, Any]]:
        """The values of these rows, and their keys by other names, for an update."""
        return [
            at | dict(zip(self.columns[self.key_width :], values, strict=True))
            for at, values in zip(self.keys(game_id, rows), rows.values(), strict=True)
        ]

    def keys(self, game_id: str, rows: Mapping[Key, Values]) -> list[dict[str, Any]]:
        """The keys of these rows by other names, for a deletion."""
        names = [f"at_{name}" for name in self.columns[: self.key_width]]
        return [{"at_game_id": game_id, **dict(zip(names, key, strict=True))} for key in rows]


# In the order in which rows refer to each other.
SHEETS: Final = tuple(map(SheetTable, (SeatRow, HandRow, ScoreRow, PrecedentRow)))


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored row that differs from the one computed from the entries; None where there is no row."""

    table: str
    key: Key
    stored: Values | None
    expected: Values | None


_GAME: Final[Table] = Base.metadata.tables[GameRow.__tablename__]
# The columns that can change; the others follow from the start of the game alone.
_HEAD: Final = (
    "version",
    "status",
    "statistics",
    "players",
    "rules_entry",
    "first_dealer",
    "hand_number",
    "hand_attempt",
    "dealer",
    "starter",
    "last_entry",
    "resumed_at",
    "updated_at",
)
_ENDED: Final = func.coalesce(_GAME.c.finished_at, bindparam("ended_at", type_=UtcDateTime))
_SAVE_HEAD: Final = (
    update(_GAME)
    .where(_GAME.c.id == bindparam("at_id"))
    .values(
        finished_at=case((bindparam("is_finished", type_=Boolean), _ENDED)),
        **{name: bindparam(name) for name in _HEAD},
    )
)


def start(connection: Connection, game_id: str, *, game: Game, now: datetime, previous: str | None) -> None:
    """Write the rows of a new game; its entry follows in the same transaction."""
    connection.execute(insert(_GAME), {**new_head(game_id, game=game, now=now), "previous_game": previous})
    _change(connection, game_id, before={}, after=rows_of(game))


def new_head(game_id: str, *, game: Game, now: datetime) -> dict[str, Any]:
    """The row of the head of a new game."""
    return {
        "id": game_id,
        "rights_version": 1,
        "token_generation": 1,
        "previous_game": None,
        "created_at": now,
        "updated_at": now,
        "finished_at": None,
        "deleted_at": None,
        **_head(game),
    }


def write(connection: Connection, game_id: str, *, before: Game, after: Game, now: datetime) -> None:
    """Change the rows of `before` into those of `after`, whose entry is written already."""
    _change(connection, game_id, before=rows_of(before), after=rows_of(after))
    changing = {"at_id": game_id, "updated_at": now, "ended_at": now}
    is_finished = after.status is Status.FINISHED
    connection.execute(_SAVE_HEAD, {**_head(after), **changing, "is_finished": is_finished})


def differences(game_id: str) -> tuple[Difference, ...]:
    """Every stored row of a game that differs from its entries, also if the game is deleted."""
    with reading() as connection:
        game = fold(log.load_any(connection, game_id))
        head = connection.execute(select(_GAME).where(_GAME.c.id == game_id)).mappings().one()
        stored = {sheet.name: sheet.stored(connection, game_id) for sheet in SHEETS}
    heads = tuple(
        Difference(f"game.{name}", (), (head[name],), (value,))
        for name, value in _head(game).items()
        if head[name] != value
    )
    return heads + tuple(
        Difference(name, key, stored[name].get(key), rows.get(key))
        for name, rows in rows_of(game).items()
        for key in sorted({*stored[name], *rows})
        if stored[name].get(key) != rows.get(key)
    )


def rows_of(game: Game) -> Rows:
    """The rows that the tables must hold for a game."""
    return {
        "seat": _seats(game),
        "hand": {(hand.number,): (hand.dealer, hand.went_out) for hand in game.hands},
        "score": {
            (score.seat, hand.number): (score.points, score.posted, score.held)
            for hand in game.hands
            for score in hand.scores
        },
        "precedent": {
            (said.entry,): (said.clause, said.question, said.irregularity, said.choice, said.agreed)
            for said in game.precedents
        },
    }


def _change(connection: Connection, game_id: str, *, before: Rows, after: Rows) -> None:
    changes = [(sheet, before.get(sheet.name, {}), after[sheet.name]) for sheet in SHEETS]
    for sheet, old, new in reversed(changes):
        gone = {key: row for key, row in old.items() if key not in new}
        execute_all(connection, sheet.delete, sheet.keys(game_id, gone))
    for sheet, old, new in changes:
        added = {key: row for key, row in new.items() if key not in old}
        changed = {key: row for key, row in new.items() if old.get(key, row) != row}
        execute_all(connection, sheet.insert, sheet.parameters(game_id, added))
        execute_all(connection, sheet.update, sheet.keyed(game_id, changed))


def execute_all(connection: Connection, statement: UpdateBase, rows: list[dict[str, Any]]) -> None:
    """Execute a statement for each of several rows of parameters, if there are any."""
    if rows:
        connection.execute(statement, rows)


def _seats(game: Game) -> dict[Key, Values]:
    position = {number: place for place, number in enumerate(game.order)}
    seats = game.seats
    return {
        (line.seat,): (
            position[line.seat],
            seats[line.seat].name,
            seats[line.seat].first_hand,
            seats[line.seat].left_after,
            seats[line.seat].start_score,
            line.total,
            line.posted,
            line.rank,
            line.seat in (game.winners or ()),
            seats[line.seat].player_id,
        )
        for line in game.standings
    }


def _head(game: Game) -> dict[str, Any]:
    hand = game.hand
    return {
        "version": game.version,
        "time_zone": game.setup.time_zone,
        "started_at": game.setup.started_at,
        "resumed_at": game.resumed_at,
        "status": game.status.value,
        "statistics": game.statistics.value,
        "players": len(game.setup.players),
        "rules_entry": game.rules_entry,
        "first_dealer": game.first_dealer,
        "hand_number": hand.number if hand else None,
        "hand_attempt": hand.attempt if hand else None,
        "dealer": hand.dealer if hand else None,
        "starter": hand.starter if hand else None,
        "last_entry": game.standing_entries[-1] if len(game.standing_entries) > 1 else None,
    }
