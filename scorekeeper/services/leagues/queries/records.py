"""The records of a league: each with all who hold it. Only games that count, and nothing that was posted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

from scorekeeper.models import GameRow, PlayerRow, ResultRow, ScoreRow
from scorekeeper.models.base import ExactPoints
from scorekeeper.models.engine import reading
from scorekeeper.rules.results import PARTS
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.measures import default_measure
from scorekeeper.services.leagues.queries.seasons import games_left_out, season_rows

USUAL_MIN: Final = 3
MOST_HOLDERS: Final = 5


class Record(StrEnum):
    """What there is a record of."""

    LOWEST = "lowest-total"
    HIGHEST = "highest-total"
    OUTS = "most-outs"
    MARGIN = "biggest-win"
    STREAK = "longest-streak"
    WINS = "most-wins"
    GAMES = "most-games"
    HAND = "highest-hand"


def records_of(wins: Wins) -> tuple[Record, ...]:
    """The records of a league in which this total wins."""
    worst = Record.HIGHEST if wins is Wins.LOWEST else Record.LOWEST
    return tuple(record for record in Record if record is not worst)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, and in which game; for one made of many games all but the player is None."""

    number: int
    name: str
    game: str | None
    started_at: datetime | None
    resumed_at: datetime | None
    time_zone: str | None
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
    """All records that somebody holds with so many games at least.

    Those of totals and points leave out the `left_out` games that were not scored by the league's rules.
    """

    lines: tuple[RecordLine, ...]
    seasons: tuple[str, ...]
    left_out: int


_Query = Select[*tuple[Any, ...]]
_OTHER: Final = aliased(ResultRow)
_WHEN: Final = (GameRow.started_at, GameRow.resumed_at, GameRow.time_zone)
_COMPARES: Final = ResultRow.measure == bindparam("measure")
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
        if not seasons:
            return RecordsPage((), (), 0)
        chosen = [row["id"] for row in seasons if season in (None, row["name"])]
        measure, wins = default_measure(seasons[0]["ruleset"])
        eligible = {"seasons": chosen, "min_games": min_games, "measure": measure}
        found = [
            (record, connection.execute(_QUERIES[record], eligible).all()) for record in records_of(wins)
        ]
        left_out = games_left_out(connection, chosen, measure=measure)
    lines = tuple(_line(record, rows) for record, rows in found if rows)
    return RecordsPage(lines, tuple(row["name"] for row in seasons), left_out)


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
            *_WHEN,
            (null() if hand is None else hand).label("hand"),
        )
        .join(_ELIGIBLE, _ELIGIBLE.c.player_id == ResultRow.player_id)
        .join(GameRow, GameRow.id == ResultRow.game_id)
        .where(_WITHIN, *where)
    )


def _of_many(value: SQLColumnExpression[int], table: CTE) -> _Query:
    """What many games are worth together."""
    return select(
        value.label("value"),
        table.c.player_id,
        null().label("game"),
        *(null().label(column.key) for column in _WHEN),
        null().label("hand"),
    )


def _most(candidates: _Query) -> _Query:
    """The candidates with the highest value above zero, the oldest first."""
    found = candidates.cte("candidates")
    return _with(func.max(found.c.value), found).where(found.c.value > 0)


def _totals(best: Callable[[Any], SQLColumnExpression[Any]]) -> _Query:
    found = _single(ResultRow.total, ResultRow.posted.is_(False), _COMPARES).cte("candidates")
    return _with(best(found.c.value), found)


def _with(value: SQLColumnExpression[Any], found: CTE) -> _Query:
    """The candidates with this value, the oldest first."""
    return (
        select(found.c.value, PlayerRow.number, PlayerRow.name, found.c.game)
        .add_columns(*(found.c[column.key] for column in _WHEN), found.c.hand)
        .join(PlayerRow, PlayerRow.id == found.c.player_id)
        .where(found.c.value == select(value).scalar_subquery())
        .order_by(found.c.started_at, found.c.game, found.c.hand, PlayerRow.number)
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
        type_coerce(func.abs(second - ResultRow.total), ExactPoints),
        _COMPARES,
        ResultRow.rank == 1,
        ResultRow.sharers == 1,
        ResultRow.posted.is_(False),
    )


def _hands() -> _Query:
    return _single(ScoreRow.points, ScoreRow.posted.is_(False), _COMPARES, hand=ScoreRow.hand).join(
        ScoreRow, and_(ScoreRow.game_id == ResultRow.game_id, ScoreRow.seat == ResultRow.seat)
    )


_QUERIES: Final[Mapping[Record, _Query]] = {
    Record.LOWEST: _totals(func.min),
    Record.HIGHEST: _totals(func.max),
    Record.OUTS: _most(_single(ResultRow.outs)),
    Record.MARGIN: _most(_margins()),
    Record.STREAK: _most(_streaks()),
    Record.WINS: _most(_of_many(_ELIGIBLE.c.won, _ELIGIBLE)),
    Record.GAMES: _most(_of_many(_ELIGIBLE.c.games, _ELIGIBLE)),
    Record.HAND: _most(_hands()),
}
