"""Consequences of recorded rulings: duties, effects that wait for the sheet, charges, precedents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2026_11_20_rulings"
down_revision = "2026_11_20_rights"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "duty",
        *_line_key(),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.CheckConstraint("times >= 1", name=op.f("ck_duty_times")),
        *_references("duty", seat=True),
    )
    op.create_table(
        "waiting",
        *_line_key(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.CheckConstraint("points >= 0", name=op.f("ck_waiting_points")),
        *_references("waiting", seat=True),
    )
    op.create_table(
        "charge",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.CheckConstraint("points >= 1", name=op.f("ck_charge_points")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat", "hand"],
            ["score.game_id", "score.seat", "score.hand"],
            name=op.f("fk_charge_game_id_seat_hand_score"),
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "hand", name=op.f("pk_charge")),
    )
    op.create_table(
        "precedent",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clause", sa.String(8), nullable=True),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("irregularity", sa.String(32), nullable=True),
        sa.Column("choice", sa.String(32), nullable=True),
        sa.Column("agreed", sa.Text(), nullable=False),
        *_references("precedent", seat=False),
    )
    op.create_index("ix_precedent_clause", "precedent", ["clause"])


def downgrade() -> None:
    op.drop_index("ix_precedent_clause", "precedent")
    op.drop_table("precedent")
    op.drop_table("charge")
    op.drop_table("waiting")
    op.drop_table("duty")


def _line_key() -> tuple[sa.Column[str], sa.Column[int], sa.Column[int]]:
    return (
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("entry", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
    )


def _references(table: str, *, seat: bool) -> tuple[sa.Constraint, ...]:
    entry = sa.ForeignKeyConstraint(
        ["game_id", "entry"],
        ["entry.game_id", "entry.number"],
        name=op.f(f"fk_{table}_game_id_entry_entry"),
    )
    key = sa.PrimaryKeyConstraint("game_id", "entry", *(("line",) if seat else ()), name=op.f(f"pk_{table}"))
    if not seat:
        return (entry, key)
    player = sa.ForeignKeyConstraint(
        ["game_id", "seat"], ["seat.game_id", "seat.number"], name=op.f(f"fk_{table}_game_id_seat_seat")
    )
    return (entry, player, key)
