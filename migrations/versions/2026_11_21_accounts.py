"""Accounts of organisers, their sign-ins, passkeys and one-time links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_21_accounts"
down_revision = "2026_11_20_rulings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_account()
    _create_sign_in()
    _create_one_time_link()
    _create_passkey()


def downgrade() -> None:
    op.drop_table("passkey")
    op.drop_table("one_time_link")
    op.drop_table("sign_in")
    op.drop_table("account")


def _create_account() -> None:
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


def _create_sign_in() -> None:
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        _account_of("sign_in"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_token_hash")),
    )
    op.create_index(op.f("ix_sign_in_account_id"), "sign_in", ["account_id"])


def _create_one_time_link() -> None:
    op.create_table(
        "one_time_link",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("name", sa.String(200), nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "purpose = 'first' AND account_id IS NULL AND mail IS NULL AND name IS NULL"
            " OR purpose = 'sign-up' AND account_id IS NULL AND mail IS NOT NULL AND name IS NOT NULL"
            " OR purpose = 'reset' AND account_id IS NOT NULL AND mail IS NULL AND name IS NULL",
            name=op.f("ck_one_time_link_purpose"),
        ),
        _account_of("one_time_link"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_one_time_link")),
    )
    op.create_index(op.f("ix_one_time_link_account_id"), "one_time_link", ["account_id"])


def _create_passkey() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("credential_id", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.String(253), nullable=False),
        sa.Column("label", sa.String(100), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        _account_of("passkey"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkey_credential_id")),
    )
    op.create_index(op.f("ix_passkey_account_id"), "passkey", ["account_id"])


def _account_of(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account_id"], ["account.id"], name=op.f(f"fk_{table}_account_id_account")
    )
