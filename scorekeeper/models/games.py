"""A game: its current state in one row, its entries with the names and texts they refer to, and rights to it.

The score sheet and the consequences of rulings are a projection of the entries, rewritten with each one.
"""

from datetime import datetime
from fractions import Fraction
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, ExactPoints, UtcDateTime

_STANDING_RIGHT: Final = Index("uq_scorer_right_standing", "device", "game_id", unique=True)


class GameRow(Base):
    """The head of a game. `version` and all below `status` are the projection of its entries.

    The first dealer must be a seat of the game when a transaction ends: no game is without seats.
    The columns of the current hand are NULL once the game is finished; `dealer` and `starter` also where
    nobody deals. `players` is their number at the start. `resumed_at` is when the game last went on after a
    break of more than a day. `rules_entry` is the number of the entry that holds
    the rules of the next hand.
    """

    __tablename__ = "game"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[int]
    rights_version: Mapped[int]
    token_generation: Mapped[int]
    previous_game: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="SET NULL"))
    time_zone: Mapped[str] = mapped_column(String(64))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    resumed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[str] = mapped_column(String(16))
    statistics: Mapped[str] = mapped_column(String(16))
    players: Mapped[int]
    rules_entry: Mapped[int]
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

    `payload` is canonical JSON. `device` is the hash of the writing device's id, NULL for the API. `form_id`
    is what that phone calls the form, NULL without a script: one that is sent again months later still has
    one effect.
    """

    __tablename__ = "entry"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    payload: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    device: Mapped[str | None] = mapped_column(String(64))
    form_id: Mapped[str | None] = mapped_column(String(22))

    __table_args__ = (
        Index(None, "form_id", "game_id", unique=True),
        CheckConstraint("number >= 1", name="number"),
    )


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
    total: Mapped[int | Fraction] = mapped_column(ExactPoints)
    posted: Mapped[bool]
    rank: Mapped[int]
    won: Mapped[bool]
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))

    __table_args__ = (CheckConstraint("rank >= 1", name="rank"),)


class HandRow(Base):
    """One recorded hand; `went_out` is NULL when nobody did."""

    __tablename__ = "hand"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    dealer: Mapped[int | None]
    went_out: Mapped[int | None]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "dealer"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "went_out"], ["seat.game_id", "seat.number"]),
        CheckConstraint("number BETWEEN 1 AND 200", name="number"),
    )


class ScoreRow(Base):
    """One seat's score for one hand: the key allows one. `posted` by 8.5.

    `held` is what the seat still held, with what rulings added; NULL for a score not given.
    """

    __tablename__ = "score"

    game_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    hand: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    points: Mapped[int | Fraction] = mapped_column(ExactPoints)
    posted: Mapped[bool]
    held: Mapped[int | None]

    __table_args__ = (
        ForeignKeyConstraint(["game_id", "seat"], ["seat.game_id", "seat.number"]),
        ForeignKeyConstraint(["game_id", "hand"], ["hand.game_id", "hand.number"]),
        {"sqlite_with_rowid": False},
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


class SavedRulesetRow(Base):
    """A table's own rules under a name: a ruleset with variants and changes. It never changes.

    `document` is canonical JSON in the form of the file; `key` is its part of the address. `used_at` is at
    most a day older than its latest use, and says when it is removed.
    """

    __tablename__ = "saved_ruleset"

    key: Mapped[str] = mapped_column(String(22), primary_key=True)
    document: Mapped[str] = mapped_column(Text)
    used_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ScorerRightRow(Base):
    """One device's right to write to one game, valid until revoked; it never has two valid ones.

    `revoked_by` is the right of the other device that took it back, None if the device gave it up or it was
    ended for good.
    """

    __tablename__ = "scorer_right"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    device: Mapped[str] = mapped_column(String(64))
    via: Mapped[str] = mapped_column(String(16))
    granted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_by: Mapped[int | None] = mapped_column(ForeignKey("scorer_right.id"))

    __table_args__ = (
        _STANDING_RIGHT,
        Index(None, "game_id"),
        Index(None, "device"),
        CheckConstraint("via IN ('created', 'link', 'code', 'returned')", name="via"),
    )


def leave_out_revoked(dialect: str) -> None:
    """For this database alone: what the index says of PostgreSQL loads all of its dialect, 2 MB."""
    _STANDING_RIGHT.kwargs[f"{dialect}_where"] = text("revoked_at IS NULL")


class InvitationRow(Base):
    """An offer of a right to write, used once, by its long token or its short code.

    `made_by_right` is the right of the device that made it, `made_by_account` the organiser who did; both are
    None for one made by a program or on the machine of the server.
    """

    __tablename__ = "invitation"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    made_by_right: Mapped[int | None] = mapped_column(ForeignKey("scorer_right.id"))
    made_by_account: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
