"""The hands of a player in games that count: the best and the worst; scores posted by 8.5 are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, and_, bindparam, select

from scorekeeper.models import HandRow, ResultRow, ScoreRow


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """One hand of a player; `out`: it was the one to go out."""

    game: str
    started_at: datetime
    hand: int
    points: int
    out: bool


_HANDS: Final = (
    select(
        ResultRow.game_id,
        ResultRow.started_at,
        ScoreRow.hand,
        ScoreRow.points,
        (HandRow.went_out == ResultRow.seat).label("out"),
    )
    .join(ScoreRow, and_(ScoreRow.game_id == ResultRow.game_id, ScoreRow.seat == ResultRow.seat))
    .join(HandRow, and_(HandRow.game_id == ScoreRow.game_id, HandRow.number == ScoreRow.hand))
    .where(ResultRow.player_id == bindparam("player_id"), ScoreRow.posted.is_(False))
    .order_by(ResultRow.started_at.desc(), ResultRow.game_id, ScoreRow.hand)
)


def read_hands(connection: Connection, player_id: int, *, games: Collection[str]) -> tuple[HandPlayed, ...]:
    """All hands of a player in these games, those of the newest game first."""
    rows = connection.execute(_HANDS, {"player_id": player_id})
    return tuple(HandPlayed(*row[:4], out=bool(row[4])) for row in rows if row[0] in games)


def best(hands: Sequence[HandPlayed], *, most: int) -> tuple[HandPlayed, ...]:
    """The hands with the fewest points that were not won by going out, newest first among equals."""
    return tuple(sorted((hand for hand in hands if not hand.out), key=lambda hand: hand.points)[:most])


def worst(hands: Sequence[HandPlayed], *, most: int) -> tuple[HandPlayed, ...]:
    """The hands with the most points."""
    return tuple(sorted(hands, key=lambda hand: -hand.points)[:most])
