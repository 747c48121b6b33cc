"""Sign-ins end after 30 days, and accounts remember the browsers that were signed in to them."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_22_accounts"
down_revision = "2026_11_22_name_keys"
branch_labels = None
depends_on = None

_LASTS = timedelta(days=30)
_SIGN_IN = sa.table(
    "sign_in",
    sa.column("id", sa.Integer()),
    sa.column("created_at", UtcDateTime()),
    sa.column("expires_at", UtcDateTime()),
)


def upgrade() -> None:
    op.create_table(
        "known_browser",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "token_hash", name=op.f("pk_known_browser")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_known_browser_account_id_account")
        ),
    )
    _end_sign_ins_in_time()


def downgrade() -> None:
    op.drop_table("known_browser")


def _end_sign_ins_in_time() -> None:
    connection = op.get_bind()
    for row in connection.execute(sa.select(_SIGN_IN)).all():
        ends_at = min(row.expires_at, row.created_at + _LASTS)
        connection.execute(sa.update(_SIGN_IN).where(_SIGN_IN.c.id == row.id).values(expires_at=ends_at))
