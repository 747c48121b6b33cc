"""A game: its current state in one row, its entries, and the names and free texts that they refer to."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


class GameRow(Base):
    """The head of a game. `version` and all below `status` are the projection of its entries.

    The first dealer must be a seat of the game when a transaction ends: no game is without seats.
    The four columns of the current hand are NULL once the game is finished.
    """

    __tablename__ = "game"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[int]
    rights_version: Mapped[int]
    token_generation: Mapped[int]
    previous_game: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="SET NULL"))
    ruleset: Mapped[str] = mapped_column(String(40))
    house_rules: Mapped[str] = mapped_column(Text)
    time_zone: Mapped[str] = mapped_column(String(64))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[str] = mapped_column(String(16))
    statistics: Mapped[str] = mapped_column(String(16))
    decks: Mapped[int]
    cards_dealt: Mapped[int]
    first_dealer: Mapped[int]
    hand_number: Mapped[int | None]
    hand_attempt: Mapped[int | None]
    dealer: Mapped[int | None]
    starter: Mapped[int | None]
    last_entry: Mapped[int | None]

    __table_args__ = (
        ForeignKeyConstraint(
            ["id", "first_dealer"],
            ["seat.game_id", "seat.number"],
            use_alter=True,
            deferrable=True,
            initially="DEFERRED",
        ),
        CheckConstraint("version >= 1", name="version"),
        CheckConstraint("status IN ('playing', 'suspended', 'finished')", name="status"),
        CheckConstraint("statistics IN ('pending', 'counted', 'discarded')", name="statistics"),
        CheckConstraint("(status = 'finished') = (finished_at IS NOT NULL)", name="finished_at"),
        CheckConstraint("(status = 'finished') = (hand_number IS NULL)", name="hand_number"),
    )


class EntryRow(Base):
    """One entry of a game's log. Triggers refuse every change, and removal while the game is not deleted.

    `payload` is canonical JSON. `device` is the hash of the writing device's id, NULL for the API.
    """

    __tablename__ = "entry"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    payload: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    device: Mapped[str | None] = mapped_column(String(64))

    __table_args__ = (CheckConstraint("number >= 1", name="number"),)


class GameNameRow(Base):
    """A name in a game, to which entries refer by its number, from 0: a text, or a player of the league.

    Names are kept apart from entries so that they can be erased. Triggers refuse every change but emptying a
    text and turning it into a player, and refuse to remove a row while the game is not deleted.
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
    """A free text of an entry, by the field of its payload that it belongs to; empty after it was erased.

    Triggers refuse every other change, and refuse to remove a row while the game is not deleted.
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
