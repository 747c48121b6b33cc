"""Who took back a right to score, who made an invitation, and when a night last got its address."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_22_rights"
down_revision = "2026_11_22_accounts"
branch_labels = None
depends_on = None

_VIA = "ck_scorer_right_via"
_WAYS = "via IN ('created', 'link', 'code')"
_NEW_WAYS = "via IN ('created', 'link', 'code', 'returned')"
# By table, in the order in which they can be made: new column, its type, what it refers to.
_ADDED: dict[str, tuple[tuple[str, Any, str | None], ...]] = {
    "scorer_right": (("revoked_by", sa.Integer, "scorer_right"),),
    "invitation": (
        ("made_by_right", sa.Integer, "scorer_right"),
        ("made_by_account", sa.Integer, "account"),
    ),
    "night": (("renewed_at", UtcDateTime, None),),
}
# Lines of a league's history that the release before does not know, and the nearest that it does.
_KINDS = {"night-renewed": "night-opened", "scorers-ended": "scorer-invited"}
_NO_CHANGE = "The history of a league is never changed."
_GUARD = {
    "sqlite": (
        "DROP TRIGGER league_entry_no_update",
        "CREATE TRIGGER league_entry_no_update BEFORE UPDATE ON league_entry "
        f"BEGIN SELECT RAISE(ABORT, '{_NO_CHANGE}'); END",
    ),
    "postgresql": (
        "ALTER TABLE league_entry DISABLE TRIGGER league_entry_no_change",
        "ALTER TABLE league_entry ENABLE TRIGGER league_entry_no_change",
    ),
}


def upgrade() -> None:
    for table, added in _ADDED.items():
        if _on_sqlite():
            _remake(table, added)
        else:
            _add(table, added)
    if not _on_sqlite():
        op.drop_constraint(_VIA, "scorer_right")
        op.create_check_constraint(op.f(_VIA), "scorer_right", _NEW_WAYS)
        op.create_index(op.f("ix_scorer_right_device"), "scorer_right", ["device"])


def downgrade() -> None:
    op.execute("UPDATE scorer_right SET via = 'created' WHERE via = 'returned'")
    _forget_kinds()
    for table, added in reversed(_ADDED.items()):
        if _on_sqlite():
            _remake(table, ())
        else:
            for column, *_ in added:
                op.drop_column(table, column)
    if not _on_sqlite():
        op.drop_index(op.f("ix_scorer_right_device"), "scorer_right")
        op.drop_constraint(_VIA, "scorer_right")
        op.create_check_constraint(op.f(_VIA), "scorer_right", _WAYS)


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _add(table: str, added: tuple[tuple[str, Any, str | None], ...]) -> None:
    for column, kind, to in added:
        op.add_column(table, sa.Column(column, kind))
        if to:
            op.create_foreign_key(op.f(f"fk_{table}_{column}_{to}"), table, to, [column], ["id"])


def _remake(table: str, added: tuple[tuple[str, Any, str | None], ...]) -> None:
    """Rebuild a table with these columns added, which SQLite cannot add in place."""
    columns = [name for _, name, *_ in op.get_bind().exec_driver_sql(f"PRAGMA table_info({table})")]
    kept = ", ".join(name for name in columns if name not in {name for name, *_ in _ADDED[table]})
    # Foreign keys to a row are checked at the end only, when the rows are back.
    op.execute("PRAGMA defer_foreign_keys=ON")
    op.execute(f"CREATE TEMPORARY TABLE {table}_before AS SELECT {kept} FROM {table}")
    op.drop_table(table)
    _CREATE[table](
        *(sa.Column(column, kind) for column, kind, _ in added),
        *(
            sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}_{to}"))
            for column, _, to in added
            if to
        ),
    )
    op.execute(f"INSERT INTO {table} ({kept}) SELECT {kept} FROM {table}_before")
    op.execute(f"DROP TABLE {table}_before")


def _create_scorer_right(*added: Any) -> None:
    op.create_table(
        "scorer_right",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("via", sa.String(16), nullable=False),
        sa.Column("granted_at", UtcDateTime, nullable=False),
        sa.Column("revoked_at", UtcDateTime),
        *added,
        sa.CheckConstraint(_NEW_WAYS if added else _WAYS, name=op.f(_VIA)),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_scorer_right_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorer_right")),
    )
    op.create_index(op.f("ix_scorer_right_game_id"), "scorer_right", ["game_id"])
    if added:
        op.create_index(op.f("ix_scorer_right_device"), "scorer_right", ["device"])
    op.create_index(
        "uq_scorer_right_standing",
        "scorer_right",
        ["device", "game_id"],
        unique=True,
        sqlite_where=sa.text("revoked_at IS NULL"),
    )


def _create_invitation(*added: Any) -> None:
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("expires_at", UtcDateTime, nullable=False),
        sa.Column("used_at", UtcDateTime),
        *added,
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_invitation_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_invitation_code_hash")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
    )
    op.create_index(op.f("ix_invitation_game_id"), "invitation", ["game_id"])


def _create_night(*added: Any) -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(22), nullable=False),
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("opened_at", UtcDateTime, nullable=False),
        sa.Column("closes_at", UtcDateTime, nullable=False),
        sa.Column("ended_at", UtcDateTime),
        sa.Column("opened_by", sa.Integer),
        *added,
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_night_league_id_league")),
        sa.ForeignKeyConstraint(["opened_by"], ["account.id"], name=op.f("fk_night_opened_by_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("key", name=op.f("uq_night_key")),
    )
    op.create_index(op.f("ix_night_league_id"), "night", ["league_id"])


_CREATE = {"scorer_right": _create_scorer_right, "invitation": _create_invitation, "night": _create_night}


def _forget_kinds() -> None:
    before, after = _GUARD[op.get_bind().dialect.name]
    op.execute(before)
    for kind, nearest in _KINDS.items():
        op.execute(f"UPDATE league_entry SET kind = '{nearest}' WHERE kind = '{kind}'")
    op.execute(after)
