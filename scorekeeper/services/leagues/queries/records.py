"""The records of a league: each with all who hold it. Only games that count, and nothing that was posted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import (
    CTE,
    Connection,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    func,
    literal,
    null,
    select,
)
from sqlalchemy.orm import aliased

from scorekeeper.models import PlayerRow, ResultRow, ScoreRow, SeasonRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.results import PARTS

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
    hand: int | None = None


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
_SEASONS: Final = (
    select(SeasonRow.id, SeasonRow.name)
    .where(SeasonRow.league_id == bindparam("league_id"))
    .order_by(SeasonRow.starts_on.desc(), SeasonRow.name)
)
_WITHIN: Final = ResultRow.season_id.in_(bindparam("seasons", expanding=True))
_KNOWN: Final = (
    select(ResultRow.player_id, func.count().label("games"), func.sum(ResultRow.won).label("won"))
    .where(_WITHIN)
    .group_by(ResultRow.player_id)
    .having(func.count() >= bindparam("min_games"))
    .cte("known")
)


def records_page(league_id: int, *, season: str | None = None, min_games: int = USUAL_MIN) -> RecordsPage:
    """The records of a season or of all: those of players with `min_games` counted games in it."""
    with reading() as connection:
        seasons = connection.execute(_SEASONS, {"league_id": league_id}).all()
        asked = {
            "seasons": [row.id for row in seasons if season in (None, row.name)],
            "min_games": min_games,
        }
        lines = [
            line
            for record, query in _QUERIES.items()
            if (line := _line(connection, record, query, asked)) is not None
        ]
    return RecordsPage(tuple(lines), tuple(row.name for row in seasons))


def _line(
    connection: Connection, record: Record, query: _Query, asked: Mapping[str, object]
) -> RecordLine | None:
    rows = connection.execute(query, asked).all()
    if not rows:
        return None
    holders = [Holder(row.number, row.name, row.game, row.at, row.hand) for row in rows]
    value = Fraction(rows[0].value, PARTS if record is Record.WINS else 1)
    return RecordLine(record, value, tuple(holders[:MOST_HOLDERS]), len(holders[MOST_HOLDERS:]))


def _single(
    value: SQLColumnExpression[int],
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
        .join(_KNOWN, _KNOWN.c.player_id == ResultRow.player_id)
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
        select(found.c.value, found.c.game, found.c.at, found.c.hand, PlayerRow.number, PlayerRow.name)
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
        .join(_KNOWN, _KNOWN.c.player_id == numbered.c.player_id)
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
        second - ResultRow.total, ResultRow.rank == 1, ResultRow.sharers == 1, ResultRow.posted.is_(False)
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
    Record.WINS: _best(_of_many(_KNOWN.c.won, _KNOWN)),
    Record.GAMES: _best(_of_many(_KNOWN.c.games, _KNOWN)),
    Record.HAND: _best(_hands()),
}
