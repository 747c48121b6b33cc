"""The tables that follow from the entries of a game: computing their rows, and writing the rows that changed.

What goes in is a `Game`, folded from its entries before and after a new one. What comes out are the rows of
the tables that queries over many games need: the head of the game, its seats with their totals and ranks, its
hands and scores, and what its table agreed.

The idea: `rows_of` says all rows that a game implies, by table and key, as plain values. Writing an event is
then the difference of two such mappings: rows that only the new game has are inserted, those that differ are
updated, those that are gone are deleted, whatever the event was.

Invariants: rows are a function of the entries alone, so they can be thrown away and made again. They are
written in the transaction of the entry, so nobody sees one without the other. Keys refer downwards only:
tables are filled in the order of `SHEETS` and emptied in the opposite one.

The cost is two passes over the game, for each event a few rows. Where it can be wrong: a column that follows
from a game must stand in `rows_of` or in `_head`, nowhere else. `differences` compares what is stored with
what should be; `scorekeeper doctor` does so for every game.

An example: a hand of four players adds one row to `hand` and four to `score`, and changes four of `seat`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, HandRow, PrecedentRow, ScoreRow, SeatRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import log

Key = tuple[int, ...]
Values = tuple[Any, ...]
# For each table, by its name, the values of its rows by key, both without the id of the game.
Rows = Mapping[str, Mapping[Key, Values]]

# In the order in which rows refer to each other. Each begins with the id of the game and the key.
SHEETS: Final = [
    Base.metadata.tables[row.__tablename__] for row in (SeatRow, HandRow, ScoreRow, PrecedentRow)
]
_GAME: Final = Base.metadata.tables[GameRow.__tablename__]
# What every list of games reads: the columns of `Played`, and the number of recorded hands.
WHEN_PLAYED: Final = (GameRow.started_at, GameRow.resumed_at, GameRow.time_zone)
HANDS: Final = (
    select(func.count())
    .select_from(HandRow)
    .where(HandRow.game_id == GameRow.id)
    .correlate(GameRow)
    .scalar_subquery()
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored row that differs from the one computed from the entries; None where there is no row."""

    table: str
    key: Key
    stored: Values | None
    expected: Values | None


def start(session: Session, game_id: str, *, game: Game, now: datetime, previous: str | None) -> None:
    """Write the rows of a new game; its entry follows in the same transaction."""
    session.execute(insert(_GAME), {**new_head(game_id, game=game, now=now), "previous_game": previous})
    change(session, game_id, before={}, after=rows_of(game))


def new_head(game_id: str, *, game: Game, now: datetime) -> dict[str, Any]:
    """The row of the head of a new game."""
    versions = {"rights_version": 1, "token_generation": 1}
    return {"id": game_id, **versions, "created_at": now, "updated_at": now, **_head(game)}


def write(session: Session, game_id: str, *, before: Game, after: Game, now: datetime) -> None:
    """Change the rows of `before` into those of `after`, whose entry is written already."""
    change(session, game_id, before=rows_of(before), after=rows_of(after))
    ended_at = func.coalesce(_GAME.c.finished_at, now) if after.status is Status.FINISHED else None
    changed = {**_head(after), "updated_at": now, "finished_at": ended_at}
    session.execute(update(_GAME).where(_GAME.c.id == game_id).values(changed))


def differences(game_id: str) -> tuple[Difference, ...]:
    """Every stored row of a game that differs from its entries, also if the game is deleted."""
    with reading() as session:
        game = fold(log.load_any(session, game_id))
        head = session.execute(select(_GAME).where(_GAME.c.id == game_id)).mappings().one()
        stored = {table.name: _stored(session, table, game_id) for table in SHEETS}
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
            (line.entry,): (line.clause, line.question, line.irregularity, line.choice, line.agreed)
            for line in game.precedents
        },
    }


def row_of(table: Table, game_id: str, key: Key, values: Values) -> dict[str, Any]:
    """The columns of a row by name."""
    return dict(zip(table.c.keys(), (game_id, *key, *values), strict=True))


def change(session: Session, game_id: str, *, before: Rows, after: Rows) -> None:
    """Write which rows differ from those before; each statement is sent once with all its rows."""
    for table in reversed(SHEETS):
        old, new = before.get(table.name, {}), after[table.name]
        if gone := [_key_of(table, row_of(table, game_id, key, old[key])) for key in old if key not in new]:
            session.execute(delete(table).where(*_has_key(table)), gone)
    for table in SHEETS:
        old, new = before.get(table.name, {}), after[table.name]
        rows = {key: row_of(table, game_id, key, new[key]) for key in new if old.get(key) != new[key]}
        if changed := [{**row, **_key_of(table, row)} for key, row in rows.items() if key in old]:
            session.execute(update(table).where(*_has_key(table)), changed)
        if added := [row for key, row in rows.items() if key not in old]:
            session.execute(insert(table), added)


def _key_of(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """The key of a row as the parameters of `_has_key`."""
    return {f"key_{column.name}": row[column.name] for column in table.primary_key}


def _has_key(table: Table) -> list[ColumnElement[bool]]:
    return [column == bindparam(f"key_{column.name}") for column in table.primary_key]


def _stored(session: Session, table: Table, game_id: str) -> dict[Key, Values]:
    width = len(table.primary_key)
    rows = session.execute(select(table).where(table.c.game_id == game_id))
    return {tuple(row[1:width]): tuple(row[width:]) for row in rows}


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
