"""The row of a season: the days and the ranking that it holds, and the sizes of the tables played in it."""

import json
from typing import Any, Final

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from scorekeeper.models import GameRow, LeagueGameRow, SeasonRow, SeatRow
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.services.games.codec import dumps

# Late joiners are left out: a game with one counts nowhere, and the arrival may be undone.
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


def season_of(row: SeasonRow | Row[*tuple[Any, ...]]) -> Season:
    """The name and the days that a season's row holds."""
    return Season(row.name, row.starts_on, row.ends_on, row.own)


def ranking_of(row: SeasonRow | Row[*tuple[Any, ...]], *, wins: Wins = Wins.LOWEST) -> Ranking:
    """How the season of this row ranks its players, in a league where this total `wins`."""
    lists = json.loads(row.place_points)
    points = {int(seats): tuple(points) for seats, points in lists.items()}
    return Ranking(Method(row.way), row.min_games, row.best_of, points, wins)


def ranking_columns(ranking: Ranking) -> dict[str, Any]:
    """The columns of a season's row that hold a ranking."""
    lists = {str(seats): points for seats, points in sorted(ranking.place_points.items())}
    return {
        "way": ranking.method.value,
        "best_of": ranking.best_of,
        "min_games": ranking.min_games,
        "place_points": dumps(lists),
    }


def table_sizes(session: Session, season_id: int) -> frozenset[int]:
    """The numbers of players at the tables of a season whose games count or may still count."""
    return frozenset(session.scalars(_SIZES.where(LeagueGameRow.season_id == season_id)))


def table_size(session: Session, game_id: str) -> int | None:
    """The number of players of a league game that counts or may still count; None for any other game."""
    return session.scalar(_SIZES.where(LeagueGameRow.game_id == game_id))
