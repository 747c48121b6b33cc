"""The numbers of a league as plain rows: one for each player of each hand, or of each game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import GameRow, HandRow, LeagueGameRow, PlayerRow, ScoreRow, SeasonRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.leagues.queries.games import STATES, State


@dataclass(frozen=True, slots=True)
class _RowOf:
    """One player in one game of a season; `counts`: the game counts."""

    season: str
    started_at: datetime
    time_zone: str
    game: str
    counts: bool
    player: str


@dataclass(frozen=True, slots=True)
class HandRowOf(_RowOf):
    """One player in one hand: its score, and the count, None for a score not given; "" where nobody deals."""

    hand: int
    points: Exact
    held: int | None
    posted: bool
    dealer: str
    out: bool


@dataclass(frozen=True, slots=True)
class GameRowOf(_RowOf):
    """One player in one game; `posted` is the total by 8.3."""

    rank: int
    total: Exact
    posted: bool
    hands: int
    outs: int


_Shape = TypeVar("_Shape", bound=_RowOf)
_AT_ONCE: Final = {"yield_per": 1_000}
_PERSON: Final = aliased(PlayerRow)
_DEALER: Final = aliased(SeatRow)
_OF_LEAGUE: Final = (
    select(SeasonRow.name, GameRow.started_at, GameRow.time_zone, GameRow.id)
    .add_columns(STATES[State.COUNTED], _PERSON.name)
    .select_from(LeagueGameRow)
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
    .join(SeatRow, SeatRow.game_id == GameRow.id)
    .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
    .join(_PERSON, _PERSON.id == PlayerRow.person)
    .where(LeagueGameRow.league_id == bindparam("league_id"), GameRow.deleted_at.is_(None))
)
_HANDS: Final = (
    _OF_LEAGUE.join(ScoreRow, (ScoreRow.game_id == GameRow.id) & (ScoreRow.seat == SeatRow.number))
    .join(HandRow, (HandRow.game_id == GameRow.id) & (HandRow.number == ScoreRow.hand))
    .outerjoin(_DEALER, (_DEALER.game_id == GameRow.id) & (_DEALER.number == HandRow.dealer))
    .add_columns(
        HandRow.number,
        ScoreRow.points,
        ScoreRow.held,
        ScoreRow.posted,
        func.coalesce(_DEALER.name, ""),
        func.coalesce(HandRow.went_out, -1) == SeatRow.number,
    )
    .order_by(GameRow.started_at, GameRow.id, HandRow.number, SeatRow.position)
)
_GAMES: Final = _OF_LEAGUE.add_columns(
    SeatRow.rank,
    SeatRow.total,
    SeatRow.posted,
    select(func.count())
    .where(ScoreRow.game_id == SeatRow.game_id, ScoreRow.seat == SeatRow.number)
    .correlate(SeatRow)
    .scalar_subquery(),
    select(func.count())
    .where(HandRow.game_id == SeatRow.game_id, HandRow.went_out == SeatRow.number)
    .correlate(SeatRow)
    .scalar_subquery(),
).order_by(GameRow.started_at, GameRow.id, SeatRow.rank, SeatRow.position)


def hand_rows(league_id: int) -> Iterator[HandRowOf]:
    """Every score of the league, oldest first, whatever its game is worth."""
    return _rows(_HANDS, league_id, shape=HandRowOf)


def game_rows(league_id: int) -> Iterator[GameRowOf]:
    """Every seat of the league's games, oldest first."""
    return _rows(_GAMES, league_id, shape=GameRowOf)


def _rows(query: Select[Any], league_id: int, *, shape: type[_Shape]) -> Iterator[_Shape]:
    with reading() as connection:
        for row in connection.execute(query, {"league_id": league_id}, execution_options=_AT_ONCE):
            yield shape(*row)
