"""What people wrote in a game: names and free texts. Its history refers to them, so that they can go."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base


class GameNameRow(Base):
    """A name that entries of a game call by its number, from 0: its text, or a player of the game's league.

    Triggers refuse to change a text and, while the game is not deleted, to remove a row.
    """

    __tablename__ = "game_name"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str | None] = mapped_column(String(200))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))

    __table_args__ = (
        Index(None, "player_id"),
        CheckConstraint("number >= 0", name="number"),
        CheckConstraint("(name IS NULL) <> (player_id IS NULL)", name="name"),
        {"sqlite_with_rowid": False},
    )


class EntryNoteRow(Base):
    """A free text of an entry, by the field of its payload that it belongs in; empty once it was erased.

    Triggers refuse any other change and, while the game is not deleted, to remove a row.
    """

    __tablename__ = "entry_note"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    field: Mapped[str] = mapped_column(String(16), primary_key=True)
    text: Mapped[str] = mapped_column(Text)

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "entry"], ["entry.game_id", "entry.number"]),
        {"sqlite_with_rowid": False},
    )
