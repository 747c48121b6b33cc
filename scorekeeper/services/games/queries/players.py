"""The players at one phone's tables: names used before, and the results of each name. It needs no account."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Row, bindparam, func, select

from scorekeeper.models import GameRow, ScoreRow, ScorerRightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Statistics
from scorekeeper.rules.names import key


@dataclass(frozen=True, slots=True)
class NameAverages:
    """The results of one name in the counted games of a device. A shared win counts as a share (1.3a).

    Averages are in points; the average of a hand leaves out hands not played, and is None without any.
    """

    name: str
    games: int
    wins: Fraction
    average_total: Fraction
    average_per_hand: Fraction | None


_MINE: Final = (
    (ScorerRightRow.device == bindparam("device"))
    & ScorerRightRow.revoked_at.is_(None)
    & GameRow.deleted_at.is_(None)
)
# So many of the newest games tell who plays together here.
NEWEST_GAMES: Final = 10
_NAMES: Final = (
    select(SeatRow.game_id, SeatRow.name)
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .where(_MINE)
    .order_by(GameRow.created_at.desc(), GameRow.id, SeatRow.position)
)
_PLAYED: Final = (
    select(
        ScoreRow.game_id,
        ScoreRow.seat,
        func.sum(ScoreRow.points).label("points"),
        func.count().label("hands"),
    )
    .group_by(ScoreRow.game_id, ScoreRow.seat)
    .subquery()
)
_FIRST: Final = (
    select(SeatRow.game_id, func.count().label("sharers"))
    .where(SeatRow.rank == 1)
    .group_by(SeatRow.game_id)
    .subquery()
)
_RESULTS: Final = (
    select(
        SeatRow.name,
        SeatRow.total,
        SeatRow.rank,
        _FIRST.c.sharers,
        func.coalesce(_PLAYED.c.points, 0).label("points"),
        func.coalesce(_PLAYED.c.hands, 0).label("hands"),
    )
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .join(_FIRST, _FIRST.c.game_id == GameRow.id)
    .outerjoin(_PLAYED, (_PLAYED.c.game_id == SeatRow.game_id) & (_PLAYED.c.seat == SeatRow.number))
    .where(_MINE, GameRow.statistics == Statistics.COUNTED.value)
    .order_by(GameRow.started_at.desc(), GameRow.id, SeatRow.position)
)


def names_before(device: str) -> tuple[str, ...]:
    """Every name used in the games of a device once: who played most of the newest games first.

    Of those who played as many of them, the players of the newest game come first.
    """
    with reading() as connection:
        seats = connection.execute(_NAMES, {"device": device}).all()
    newest = set(list(dict.fromkeys(seat.game_id for seat in seats))[:NEWEST_GAMES])
    played = Counter(key(seat.name) for seat in seats if seat.game_id in newest)
    names: dict[str, str] = {}
    for seat in seats:
        names.setdefault(key(seat.name), seat.name)
    return tuple(sorted(names.values(), key=lambda name: -played[key(name)]))


def averages(device: str) -> tuple[NameAverages, ...]:
    """The results of each name in a device's counted games (8.4): most wins first, then fewest points."""
    by_name: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    with reading() as connection:
        for result in connection.execute(_RESULTS, {"device": device}):
            by_name[key(result.name)].append(result)
    averaged = map(_averages, by_name.values())
    return tuple(sorted(averaged, key=lambda one: (-one.wins, one.average_total, one.name)))


def _averages(results: Sequence[Row[Any]]) -> NameAverages:
    games = len(results)
    hands = sum(result.hands for result in results)
    points = sum(result.points for result in results)
    return NameAverages(
        name=results[0].name,
        games=games,
        wins=sum((Fraction(1, result.sharers) for result in results if result.rank == 1), Fraction()),
        average_total=Fraction(sum(result.total for result in results), games),
        average_per_hand=Fraction(points, hands) if hands else None,
    )
