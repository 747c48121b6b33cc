"""The records of a league: each with all who hold it. Only games that count, and nothing that was posted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, SQLColumnExpression, and_, func, select, type_coerce
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import PlayerRow, ResultRow, ScoreRow
from scorekeeper.models.base import ExactPoints
from scorekeeper.models.engine import reading
from scorekeeper.rules.results import PARTS
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.tallies import longest_streak
from scorekeeper.services.leagues.queries.seasons import GameResult, game_results, measure_in, season_rows

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
    game: str | None = None
    started_at: datetime | None = None
    resumed_at: datetime | None = None
    time_zone: str | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record: `value` in points, hands, or games, won ones as shares. The oldest come first.

    `others` is how many more hold it.
    """

    record: Record
    value: Exact
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


# How far ahead of the second a winner was, in the database.
_SECOND: Final = aliased(ResultRow)
_MARGIN: Final = type_coerce(
    select(func.abs(func.max(_SECOND.total) - ResultRow.total))
    .where(_SECOND.game_id == ResultRow.game_id, _SECOND.rank == 2, _SECOND.posted.is_(False))
    .correlate(ResultRow)
    .scalar_subquery(),
    ExactPoints,
)
_PLAYED: Final = select(ResultRow.player_id, ResultRow.rank, ResultRow.won).order_by(
    ResultRow.player_id, ResultRow.started_at, ResultRow.game_id
)
# Each player's rank and share of the win in all games make these.
_OF_ALL_GAMES: Final[Mapping[Record, Callable[[Sequence[Row[int, int, int]]], Exact]]] = {
    Record.STREAK: lambda games: longest_streak(game.rank for game in games),
    Record.WINS: lambda games: Fraction(sum(game.won for game in games), PARTS),
    Record.GAMES: len,
}


def records_page(league_id: int, *, season: str | None = None, min_games: int = USUAL_MIN) -> RecordsPage:
    """The records of a season or of all: those of players with `min_games` counted games in it."""
    with reading() as session:
        seasons = season_rows(session, league_id)
        if not seasons:
            return RecordsPage((), (), 0)
        chosen = [row for row in seasons if row.name == season]
        measure, wins = measure_in((chosen or seasons)[0])
        every = ResultRow.season_id.in_([row.id for row in seasons if season in (None, row.name)])
        games = groupby(session.execute(_PLAYED.where(every)), key=itemgetter(0))
        played = {player: rows for player, each in games if len(rows := [*each]) >= min_games}
        eligible = every & ResultRow.player_id.in_(played)
        like = eligible & (ResultRow.measure == measure)
        alike = like & ResultRow.posted.is_(False)
        sole = alike & (ResultRow.rank == 1) & (ResultRow.sharers == 1)
        lines = (
            _of_a_game(session, records_of(wins)[0], ResultRow.total, alike),
            _of_a_game(session, Record.OUTS, ResultRow.outs, eligible),
            _of_a_game(session, Record.MARGIN, _MARGIN, sole),
            *_of_all_games(session, played),
            _of_a_hand(session, like),
        )
        others = select(func.count(ResultRow.game_id.distinct())).where(every, ResultRow.measure != measure)
        left_out = session.scalars(others).one()
    return RecordsPage(tuple(filter(None, lines)), tuple(row.name for row in seasons), left_out)


def _of_a_game(
    session: Session, record: Record, column: SQLColumnExpression[Any], where: ColumnElement[bool]
) -> RecordLine | None:
    """The record that the best number of one game makes."""
    best = func.min if record is Record.LOWEST else func.max
    value = session.scalar(select(best(column)).where(where))
    if value is None:
        return None
    return _line(record, value, [_holder(line) for line in game_results(session, where, column == value)])


def _of_all_games(
    session: Session, played: Mapping[int, Sequence[Row[int, int, int]]]
) -> Iterator[RecordLine | None]:
    """The records of what each player did in all games."""
    query = select(PlayerRow.id, PlayerRow.number, PlayerRow.name).where(PlayerRow.id.in_(played))
    people = session.execute(query.order_by(PlayerRow.number)).all()
    for record, number in _OF_ALL_GAMES.items():
        numbers = {player: number(games) for player, games in played.items()}
        best = max(numbers.values(), default=0)
        yield _line(record, best, [Holder(who.number, who.name) for who in people if numbers[who.id] == best])


def _of_a_hand(session: Session, where: ColumnElement[bool]) -> RecordLine | None:
    """The record of the points of one hand."""
    hands = (
        select(ScoreRow.game_id, ScoreRow.seat, ScoreRow.hand)
        .join(ResultRow, and_(ResultRow.game_id == ScoreRow.game_id, ResultRow.seat == ScoreRow.seat))
        .where(ScoreRow.posted.is_(False), where)
    )
    most = session.scalar(hands.with_only_columns(func.max(ScoreRow.points)))
    if most is None:
        return None
    order = (ResultRow.started_at, ResultRow.game_id, ScoreRow.hand, ResultRow.player_id)
    rows = session.execute(hands.where(ScoreRow.points == most).order_by(*order)).all()
    of_games = ResultRow.game_id.in_({row.game_id for row in rows[:MOST_HOLDERS]})
    at = {(line.game, line.result.seat): line for line in game_results(session, of_games)}
    holders = [_holder(at[row.game_id, row.seat], row.hand) for row in rows[:MOST_HOLDERS]]
    return _line(Record.HAND, most, holders, others=len(rows) - len(holders))


def _line(record: Record, value: Exact, holders: Sequence[Holder], *, others: int = 0) -> RecordLine | None:
    """The record, if it is one: only a total may be zero or less, and one win is no streak."""
    if value <= int(record is Record.STREAK) and record not in (Record.LOWEST, Record.HIGHEST):
        return None
    others += len(holders[MOST_HOLDERS:])
    return RecordLine(record, value, tuple(holders[:MOST_HOLDERS]), others)


def _holder(line: GameResult, hand: int | None = None) -> Holder:
    when = (line.started_at, line.resumed_at, line.time_zone)
    return Holder(line.number, line.name, line.game, *when, hand)
