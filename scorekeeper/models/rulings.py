"""Consequences of a game's recorded rulings: a projection of its entries, like the score sheet."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base


class DutyRow(Base):
    """A duty that still binds a seat, or the whole table (NULL), and how many times more."""

    __tablename__ = "duty"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(String(32))
    seat: Mapped[int | None]
    times: Mapped[int]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.number"]),
        CheckConstraint("times >= 1", name="times"),
    )


class WaitingRow(Base):
    """An effect of a ruling that waits for the sheet of the current hand."""

    __tablename__ = "waiting"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None]
    points: Mapped[int]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.number"]),
        CheckConstraint("points >= 0", name="points"),
    )


class ChargeRow(Base):
    """The part of a score's points that rulings added."""

    __tablename__ = "charge"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hand: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    points: Mapped[int]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "seat", "hand"], ["score.game_id", "score.seat", "score.hand"]),
        CheckConstraint("points >= 1", name="points"),
    )


class PrecedentRow(Base):
    """An agreement where the rules are silent; `clause` is NULL if it belongs to none."""

    __tablename__ = "precedent"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    clause: Mapped[str | None] = mapped_column(String(8))
    question: Mapped[str] = mapped_column(Text)
    irregularity: Mapped[str | None] = mapped_column(String(32))
    choice: Mapped[str | None] = mapped_column(String(32))
    agreed: Mapped[str] = mapped_column(Text)

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),
        Index("ix_precedent_clause", "clause"),
    )
