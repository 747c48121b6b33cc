"""Rights of devices to write to games, and invitations to such rights. Only hashes are stored."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import Base, UtcDateTime


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
        Index(
            "uq_scorer_right_standing",
            "device",
            "game_id",
            unique=True,
            sqlite_where=text("revoked_at IS NULL"),
            postgresql_where=text("revoked_at IS NULL"),
        ),
        Index(None, "game_id"),
        Index(None, "device"),
        CheckConstraint("via IN ('created', 'link', 'code', 'returned')", name="via"),
    )


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
