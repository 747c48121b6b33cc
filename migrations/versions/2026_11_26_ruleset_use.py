"""Saved rules have the date of their latest use, by which those that nobody uses are removed.

When older ones were used is not known: the upgrade counts as a use of each.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_26_ruleset_use"
down_revision = "2026_11_25_days"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE saved_ruleset RENAME COLUMN created_at TO used_at")
    saved = sa.table("saved_ruleset", sa.column("used_at", UtcDateTime))
    op.execute(saved.update().values(used_at=datetime.now(UTC)))


def downgrade() -> None:
    op.execute("ALTER TABLE saved_ruleset RENAME COLUMN used_at TO created_at")
