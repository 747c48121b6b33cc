"""The score sheet of a game: seats, hands, scores. A projection of its entries, rewritten with each one."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base


class SeatRow(Base):
    """A player's place with its standing. `position` is the place in seating order, from 0.

    `name` is the shown name; in a game of a league `player_id` is the player it means, merged or not.
    """

    __tablename__ = "seat"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(200))
    first_hand: Mapped[int]
    left_after: Mapped[int | None]
    start_score: Mapped[int | None]
    total: Mapped[int]
    posted: Mapped[bool]
    rank: Mapped[int]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))

    __table_args__ = (CheckConstraint("rank >= 1", name="rank"),)


class HandRow(Base):
    """One recorded hand; `went_out` is NULL when the stock ran out twice (6.2)."""

    __tablename__ = "hand"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    attempt: Mapped[int]
    dealer: Mapped[int]
    starter: Mapped[int]
    went_out: Mapped[int | None]
    entry: Mapped[int]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "dealer"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "starter"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "went_out"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),
        CheckConstraint("number BETWEEN 1 AND 7", name="number"),
    )


class ScoreRow(Base):
    """One seat's points for one hand: the key allows one. `posted` by 8.5."""

    __tablename__ = "score"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hand: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    points: Mapped[int]
    posted: Mapped[bool]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "hand"], ["hand.game_id", "hand.number"]),
        CheckConstraint("points >= 0 AND points % 5 = 0", name="points"),
        {"sqlite_with_rowid": False},
    )


class VoidAttemptRow(Base):
    """A hand that had to be played again (8.6), by the entry that recorded it."""

    __tablename__ = "void_attempt"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hand: Mapped[int]
    attempt: Mapped[int]
    went_out: Mapped[int | None]

    __table_args__ = (ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),)
