"""The numbers of a league as plain rows: one for each player of each hand, or of each game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import Row, Select, and_, bindparam, case, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import (
    GameRow,
    HandRow,
    LeagueGameRow,
    LeagueRow,
    PlayerRow,
    ScoreRow,
    SeasonRow,
    SeatRow,
)
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.leagues.queries.games import State


@dataclass(frozen=True, slots=True, kw_only=True)
class _RowOf:
    """One player in one game of a season, and what the game is worth; `day` is where the league plays."""

    season: str
    day: date
    game: str
    player: str
    state: State


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRowOf(_RowOf):
    """One player in one hand."""

    hand: int
    dealer: str
    points: int
    posted: bool
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRowOf(_RowOf):
    """One player in one game; `posted` is the total by 8.3."""

    rank: int
    total: int
    posted: bool
    hands: int
    outs: int


_AT_ONCE: Final = {"yield_per": 1_000}
_PERSON: Final = aliased(PlayerRow)
_DEALER: Final = aliased(SeatRow)
_GAME: Final = (
    SeasonRow.name.label("season"),
    GameRow.started_at,
    LeagueRow.time_zone,
    GameRow.id.label("game"),
    case(
        (LeagueGameRow.struck_at.is_not(None), State.STRUCK.value),
        (GameRow.status != Status.FINISHED.value, State.RUNNING.value),
        (GameRow.statistics == Statistics.COUNTED.value, State.COUNTED.value),
        else_=State.DISCARDED.value,
    ).label("state"),
)
_OF_LEAGUE: Final = (
    select(*_GAME)
    .select_from(LeagueGameRow)
    .join(LeagueRow, LeagueRow.id == LeagueGameRow.league_id)
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .join(SeatRow, SeatRow.game_id == GameRow.id)
    .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
    .join(_PERSON, _PERSON.id == PlayerRow.person)
    .where(LeagueGameRow.league_id == bindparam("league_id"), GameRow.deleted_at.is_(None))
    .add_columns(_PERSON.name.label("player"))
)
_HANDS: Final = (
    _OF_LEAGUE.join(ScoreRow, (ScoreRow.game_id == GameRow.id) & (ScoreRow.seat == SeatRow.number))
    .join(HandRow, (HandRow.game_id == GameRow.id) & (HandRow.number == ScoreRow.hand))
    .join(_DEALER, (_DEALER.game_id == GameRow.id) & (_DEALER.number == HandRow.dealer))
    .add_columns(HandRow.number.label("hand"), ScoreRow.points, ScoreRow.posted)
    .add_columns(
        _DEALER.name.label("dealer"), (func.coalesce(HandRow.went_out, -1) == SeatRow.number).label("out")
    )
    .order_by(GameRow.started_at, GameRow.id, HandRow.number, SeatRow.position)
)
_OWN: Final = (ScoreRow.game_id == SeatRow.game_id) & (ScoreRow.seat == SeatRow.number)
_GAMES: Final = _OF_LEAGUE.add_columns(
    SeatRow.rank,
    SeatRow.total,
    SeatRow.posted,
    select(func.count())
    .select_from(ScoreRow)
    .where(_OWN)
    .correlate(SeatRow)
    .scalar_subquery()
    .label("hands"),
    select(func.count())
    .select_from(HandRow)
    .where(and_(HandRow.game_id == SeatRow.game_id, HandRow.went_out == SeatRow.number))
    .correlate(SeatRow)
    .scalar_subquery()
    .label("outs"),
).order_by(GameRow.started_at, GameRow.id, SeatRow.rank, SeatRow.position)


def hand_rows(league_id: int) -> Iterator[HandRowOf]:
    """Every score of the league, oldest first, whatever its game is worth."""
    for row in _rows(_HANDS, league_id):
        yield HandRowOf(
            **_of_game(row),
            hand=row.hand,
            dealer=row.dealer,
            points=row.points,
            posted=row.posted,
            out=bool(row.out),
        )


def game_rows(league_id: int) -> Iterator[GameRowOf]:
    """Every seat of the league's games, oldest first."""
    for row in _rows(_GAMES, league_id):
        yield GameRowOf(
            **_of_game(row),
            rank=row.rank,
            total=row.total,
            posted=row.posted,
            hands=row.hands,
            outs=row.outs,
        )


def _rows(query: Select[Any], league_id: int) -> Iterator[Row[Any]]:
    with reading() as connection:
        yield from connection.execute(query, {"league_id": league_id}, execution_options=_AT_ONCE)


def _of_game(row: Row[Any]) -> dict[str, Any]:
    """What a row says of its game, by the fields of `_RowOf`."""
    return {
        "season": row.season,
        "day": local_day(row.started_at, time_zone=row.time_zone),
        "game": row.game,
        "player": row.player,
        "state": State(row.state),
    }
