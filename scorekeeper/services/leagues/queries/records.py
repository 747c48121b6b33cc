"""The records of a league: each with all who hold it. Only games that count, and nothing that was posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import (
    CTE,
    Row,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    func,
    literal,
    null,
    select,
    type_coerce,
)
from sqlalchemy.orm import aliased

from scorekeeper.models import PlayerRow, ResultRow, ScoreRow
from scorekeeper.models.base import ExactPoints
from scorekeeper.models.engine import reading
from scorekeeper.rules.results import PARTS
from scorekeeper.services.leagues.queries.seasons import season_rows

USUAL_MIN: Final = 3
MOST_HOLDERS: Final = 5


class Record(StrEnum):
    """What there is a record of."""

    LOWEST = "lowest-total"
    OUTS = "most-outs"
    HAND = "highest-hand"
    MARGIN = "biggest-win"
    STREAK = "longest-streak"
    WINS = "most-wins"
    GAMES = "most-games"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, and in which game; `game` None for one made of many games."""

    number: int
    name: str
    game: str | None
    at: datetime | None
    hand: int | None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record: `value` in points, hands, or games, won ones as shares. The oldest come first.

    `others` is how many more hold it.
    """

    record: Record
    value: Fraction
    holders: tuple[Holder, ...]
    others: int


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """All records that somebody holds with so many games at least."""

    lines: tuple[RecordLine, ...]
    seasons: tuple[str, ...]


_Query = Select[*tuple[Any, ...]]
_OTHER: Final = aliased(ResultRow)
_WITHIN: Final = ResultRow.season_id.in_(bindparam("seasons", expanding=True))
_ELIGIBLE: Final = (
    select(ResultRow.player_id, func.count().label("games"), func.sum(ResultRow.won).label("won"))
    .where(_WITHIN)
    .group_by(ResultRow.player_id)
    .having(func.count() >= bindparam("min_games"))
    .cte("eligible")
)


def records_page(league_id: int, *, season: str | None = None, min_games: int = USUAL_MIN) -> RecordsPage:
    """The records of a season or of all: those of players with `min_games` counted games in it."""
    with reading() as connection:
        seasons = season_rows(connection, league_id)
        chosen = [row["id"] for row in seasons if season in (None, row["name"])]
        eligible = {"seasons": chosen, "min_games": min_games}
        found = [(record, connection.execute(query, eligible).all()) for record, query in _QUERIES.items()]
    lines = tuple(_line(record, rows) for record, rows in found if rows)
    return RecordsPage(lines, tuple(row["name"] for row in seasons))


def _line(record: Record, rows: Sequence[Row[*tuple[Any, ...]]]) -> RecordLine:
    holders = tuple(Holder(*row[1:]) for row in rows[:MOST_HOLDERS])
    value = Fraction(rows[0].value, PARTS if record is Record.WINS else 1)
    return RecordLine(record, value, holders, len(rows[MOST_HOLDERS:]))


def _single(
    value: SQLColumnExpression[Any],
    *where: SQLColumnExpression[bool],
    hand: SQLColumnExpression[int] | None = None,
) -> _Query:
    """Every single game, or hand of it, and what it is worth, of those who may hold a record."""
    return (
        select(
            value.label("value"),
            ResultRow.player_id,
            ResultRow.game_id.label("game"),
            ResultRow.started_at.label("at"),
            (null() if hand is None else hand).label("hand"),
        )
        .join(_ELIGIBLE, _ELIGIBLE.c.player_id == ResultRow.player_id)
        .where(_WITHIN, *where)
    )


def _of_many(value: SQLColumnExpression[int], table: CTE) -> _Query:
    """What many games are worth together."""
    return select(
        value.label("value"),
        table.c.player_id,
        null().label("game"),
        null().label("at"),
        null().label("hand"),
    )


def _best(candidates: _Query, *, highest: bool = True) -> _Query:
    """The candidates with the best value, the oldest first."""
    found = candidates.cte("candidates")
    best = select((func.max if highest else func.min)(found.c.value)).scalar_subquery()
    return (
        select(found.c.value, PlayerRow.number, PlayerRow.name, found.c.game, found.c.at, found.c.hand)
        .join(PlayerRow, PlayerRow.id == found.c.player_id)
        .where(found.c.value == best, found.c.value > (0 if highest else -1))
        .order_by(found.c.at, found.c.game, found.c.hand, PlayerRow.number)
    )


def _streaks() -> _Query:
    """Games won one after the other: within such a run both counts rise alike, so their difference stays."""
    order = (ResultRow.started_at, ResultRow.game_id)
    won = case((ResultRow.rank == 1, 1), else_=0)
    every = func.row_number().over(partition_by=ResultRow.player_id, order_by=order)
    alike = func.row_number().over(partition_by=(ResultRow.player_id, won), order_by=order)
    numbered = (
        select(ResultRow.player_id, won.label("won"), (every - alike).label("run")).where(_WITHIN).cte("runs")
    )
    runs = (
        select(numbered.c.player_id, func.count().label("length"))
        .join(_ELIGIBLE, _ELIGIBLE.c.player_id == numbered.c.player_id)
        .where(numbered.c.won == 1)
        .group_by(numbered.c.player_id, numbered.c.run)
        .cte("streaks")
    )
    longest = (
        select(runs.c.player_id, func.max(runs.c.length).label("length"))
        .group_by(runs.c.player_id)
        .cte("longest")
    )
    return _of_many(longest.c.length, longest)


def _margins() -> _Query:
    """How far each sole winner was ahead of the second."""
    second = (
        select(func.min(_OTHER.total))
        .where(_OTHER.game_id == ResultRow.game_id, _OTHER.rank == literal(2), _OTHER.posted.is_(False))
        .correlate(ResultRow)
        .scalar_subquery()
    )
    return _single(
        type_coerce(second - ResultRow.total, ExactPoints),
        ResultRow.rank == 1,
        ResultRow.sharers == 1,
        ResultRow.posted.is_(False),
    )


def _hands() -> _Query:
    return _single(ScoreRow.points, ScoreRow.posted.is_(False), hand=ScoreRow.hand).join(
        ScoreRow, and_(ScoreRow.game_id == ResultRow.game_id, ScoreRow.seat == ResultRow.seat)
    )


_QUERIES: Final[Mapping[Record, _Query]] = {
    Record.LOWEST: _best(_single(ResultRow.total, ResultRow.posted.is_(False)), highest=False),
    Record.OUTS: _best(_single(ResultRow.outs)),
    Record.MARGIN: _best(_margins()),
    Record.STREAK: _best(_streaks()),
    Record.WINS: _best(_of_many(_ELIGIBLE.c.won, _ELIGIBLE)),
    Record.GAMES: _best(_of_many(_ELIGIBLE.c.games, _ELIGIBLE)),
    Record.HAND: _best(_hands()),
}
