"""The tables that follow from the entries of a game: computing their rows, and writing the rows that changed.

The score sheet, the head of the game, and what rulings left are a projection: they can be made again from the
entries, and are rewritten in the transaction of each entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, and_, bindparam, delete, insert, select, update

from scorekeeper.models import (
    ChargeRow,
    DutyRow,
    GameRow,
    HandRow,
    PrecedentRow,
    ScoreRow,
    SeatRow,
    VoidAttemptRow,
    WaitingRow,
)
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.models.prepared import Prepared
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import log
from scorekeeper.services.games.codec import encode_house_rules, player_of

Key = tuple[int, ...]
Values = tuple[Any, ...]


class SheetTable:
    """One table with its prepared statements. Rows are values by key, both without the id of the game."""

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


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of one game: the columns of its head, and for each table the values of its rows by key."""

    head: Mapping[str, Any]
    tables: Mapping[str, Mapping[Key, Values]]


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
    "first_dealer",
    "hand_number",
    "hand_attempt",
    "dealer",
    "starter",
    "last_entry",
    "updated_at",
)
_SAVED: Final = (
    update(_GAME).where(_GAME.c.id == bindparam("at_id")).values({name: bindparam(name) for name in _HEAD})
)
_SAVE_HEAD: Final = Prepared(_SAVED)
_SAVE_END: Final = Prepared(_SAVED.values(finished_at=bindparam("finished_at")))


def rows_of(game: Game) -> Rows:
    """The rows that the tables must hold for a game."""
    return Rows(_head(game), _tables(game))


def start(connection: Connection, game_id: str, *, game: Game, now: datetime, previous: str | None) -> None:
    """Write the head of a new game; its entry and `write` follow in the same transaction."""
    connection.execute(insert(_GAME), {**new_head(game_id, game=game, now=now), "previous_game": previous})


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


def write(connection: Connection, game_id: str, *, before: Game | None, after: Game, now: datetime) -> None:
    """Change the rows of `before` into those of `after`, whose entry is written already.

    `before` is None for a new game, of which only the head is written.
    """
    old = _tables(before) if before else {}
    new = _tables(after)
    for sheet in reversed(SHEETS):
        gone = [key for key in old.get(sheet.name, ()) if key not in new[sheet.name]]
        sheet.remove(connection, game_id, gone)
    for sheet in SHEETS:
        known = old.get(sheet.name, {})
        rows = new[sheet.name]
        sheet.add(connection, game_id, {key: row for key, row in rows.items() if key not in known})
        sheet.change(connection, game_id, {k: row for k, row in rows.items() if known.get(k, row) != row})
    if before:
        head = {**_head(after), "at_id": game_id, "updated_at": now}
        _save_head(connection, head, before=before, after=after)


def differences(game_id: str) -> tuple[Difference, ...]:
    """Every stored row of a game that differs from its entries, also if the game is deleted."""
    with reading() as connection:
        expected = rows_of(fold(log.load_any(connection, game_id)))
        head = connection.execute(select(_GAME).where(_GAME.c.id == game_id)).mappings().one()
        stored = {sheet.name: sheet.stored(connection, game_id) for sheet in SHEETS}
    heads = tuple(
        Difference(f"game.{name}", (), (head[name],), (value,))
        for name, value in expected.head.items()
        if head[name] != value
    )
    return heads + tuple(
        Difference(sheet.name, key, stored[sheet.name].get(key), expected.tables[sheet.name].get(key))
        for sheet in SHEETS
        for key in sorted({*stored[sheet.name], *expected.tables[sheet.name]})
        if stored[sheet.name].get(key) != expected.tables[sheet.name].get(key)
    )


def _tables(game: Game) -> dict[str, dict[Key, Values]]:
    return {
        "seat": _seats(game),
        "hand": {
            (hand.number,): (hand.attempt, hand.dealer, hand.starter, hand.went_out, hand.entry)
            for hand in game.hands
        },
        "score": {
            (score.seat, hand.number): (score.points, score.posted)
            for hand in game.hands
            for score in hand.scores
        },
        "charge": {
            (score.seat, hand.number): (score.given.charge,)
            for hand in game.hands
            for score in hand.scores
            if score.given.charge and not score.posted
        },
        "void_attempt": {(void.entry,): (void.number, void.attempt, void.went_out) for void in game.void},
        "duty": {
            (bound.entry, bound.line): (bound.duty.code, bound.duty.seat, bound.duty.times)
            for bound in game.duties
        },
        "waiting": {
            (line.entry, line.line): (line.effect.kind.value, line.effect.seat, line.effect.points)
            for line in game.waiting
        },
        "precedent": {
            (said.entry,): (said.clause, said.question, said.irregularity, said.choice, said.agreed)
            for said in game.precedents
        },
    }


def _seats(game: Game) -> dict[Key, Values]:
    position = {number: place for place, number in enumerate(game.order)}
    seats = game.seats
    return {
        (line.seat,): (
            position[line.seat],
            str(seats[line.seat].name),
            seats[line.seat].first_hand,
            seats[line.seat].left_after,
            seats[line.seat].start_score,
            line.total,
            line.posted,
            line.rank,
            player_of(seats[line.seat].name),
        )
        for line in game.standings
    }


def _head(game: Game) -> dict[str, Any]:
    hand = game.hand
    return {
        "version": game.version,
        "ruleset": game.setup.ruleset,
        "house_rules": encode_house_rules(game.setup.house_rules),
        "time_zone": game.setup.time_zone,
        "started_at": game.setup.started_at,
        "status": game.status.value,
        "statistics": game.statistics.value,
        "decks": game.decks,
        "cards_dealt": game.setup.house_rules.cards_dealt,
        "first_dealer": game.first_dealer,
        "hand_number": hand.number if hand else None,
        "hand_attempt": hand.attempt if hand else None,
        "dealer": hand.dealer if hand else None,
        "starter": hand.starter if hand else None,
        "last_entry": game.standing_entries[-1] if len(game.standing_entries) > 1 else None,
    }


def _save_head(connection: Connection, head: dict[str, Any], *, before: Game, after: Game) -> None:
    ends = after.status is Status.FINISHED
    if ends == (before.status is Status.FINISHED):
        _SAVE_HEAD.run(connection, head)
    else:
        _SAVE_END.run(connection, {**head, "finished_at": head["updated_at"] if ends else None})
