"""Rights to write in a game, and stored answers to API requests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_20_rights"
down_revision = "2026_11_20_games"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_scorer_right()
    _create_invitation()
    _create_requests()


def downgrade() -> None:
    op.drop_table("attempt_count")
    op.drop_table("idempotency")
    op.drop_table("invitation")
    op.drop_table("scorer_right")


def _create_scorer_right() -> None:
    op.create_table(
        "scorer_right",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("via", sa.String(16), nullable=False),
        sa.Column("granted_at", UtcDateTime, nullable=False),
        sa.Column("revoked_at", UtcDateTime),
        sa.CheckConstraint("via IN ('created', 'link', 'code')", name=op.f("ck_scorer_right_via")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_scorer_right_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorer_right")),
    )
    op.create_index(op.f("ix_scorer_right_game_id"), "scorer_right", ["game_id"])
    op.create_index(
        "uq_scorer_right_standing",
        "scorer_right",
        ["device", "game_id"],
        unique=True,
        sqlite_where=sa.text("revoked_at IS NULL"),
        postgresql_where=sa.text("revoked_at IS NULL"),
    )


def _create_invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("expires_at", UtcDateTime, nullable=False),
        sa.Column("used_at", UtcDateTime),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_invitation_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_invitation_code_hash")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
    )
    op.create_index(op.f("ix_invitation_game_id"), "invitation", ["game_id"])


def _create_requests() -> None:
    op.create_table(
        "idempotency",
        sa.Column("route", sa.String(200), nullable=False),
        sa.Column("caller", sa.String(64), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("response", sa.Text, nullable=False),
        sa.Column("headers", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("route", "caller", "key", name=op.f("pk_idempotency")),
    )
    op.create_index(op.f("ix_idempotency_created_at"), "idempotency", ["created_at"])
    op.create_table(
        "attempt_count",
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("window_start", UtcDateTime, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_attempt_count")),
    )
