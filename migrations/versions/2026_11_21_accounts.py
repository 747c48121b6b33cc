"""Accounts of organisers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_21_accounts"
down_revision = "2026_11_20_rulings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("password_hash", sa.String(200), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("mail", name=op.f("uq_account_mail")),
    )


def downgrade() -> None:
    op.drop_table("account")
