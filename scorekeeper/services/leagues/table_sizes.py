"""How many sat down at the tables of a league that count, or still may."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, select

from scorekeeper.models import GameRow, LeagueGameRow, SeatRow
from scorekeeper.rules.game import Statistics

# Nobody who comes later counts: with them the game counts nowhere, and their coming may be taken back.
_SIZES: Final = (
    select(func.count())
    .select_from(SeatRow)
    .join(LeagueGameRow, LeagueGameRow.game_id == SeatRow.game_id)
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .where(
        SeatRow.start_score.is_(None),
        GameRow.statistics != Statistics.DISCARDED.value,
        GameRow.deleted_at.is_(None),
        LeagueGameRow.struck_at.is_(None),
    )
    .group_by(SeatRow.game_id)
)


def table_sizes(connection: Connection, season_id: int) -> frozenset[int]:
    """The numbers of players at such tables of a season, each once."""
    return frozenset(connection.scalars(_SIZES.where(LeagueGameRow.season_id == season_id)))


def table_size(connection: Connection, game_id: str) -> int | None:
    """The number of players of one such table; None for any other game."""
    return connection.scalar(_SIZES.where(LeagueGameRow.game_id == game_id))
