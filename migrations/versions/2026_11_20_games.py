"""Games with their entries and their score sheets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_20_games"
down_revision = None
branch_labels = None
depends_on = None

_NO_UPDATE = "The history of a game is never changed."
_NO_DELETE = "The history of a game is removed only after the game was deleted."
_SQLITE_TRIGGERS = (
    f"""
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, '{_NO_UPDATE}'); END
    """,
    f"""
    CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
    WHEN EXISTS (SELECT 1 FROM game WHERE id = OLD.game_id AND deleted_at IS NULL)
    BEGIN SELECT RAISE(ABORT, '{_NO_DELETE}'); END
    """,
)
_POSTGRESQL_TRIGGERS = (
    f"""
    CREATE FUNCTION entry_no_update() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_NO_UPDATE}' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    f"""
    CREATE FUNCTION entry_no_delete() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF EXISTS (SELECT 1 FROM game WHERE id = OLD.game_id AND deleted_at IS NULL) THEN
            RAISE EXCEPTION '{_NO_DELETE}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END $$
    """,
    """
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_no_update()
    """,
    """
    CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_no_delete()
    """,
)


def upgrade() -> None:
    _create_game()
    _create_entry()
    _create_seat()
    _create_hand()
    _create_score()
    _create_void_attempt()
    with op.batch_alter_table("game") as game:
        game.create_foreign_key(
            op.f("fk_game_id_first_dealer_seat"),
            "seat",
            ["id", "first_dealer"],
            ["game_id", "number"],
            deferrable=True,
            initially="DEFERRED",
        )
    for statement in _SQLITE_TRIGGERS if _on_sqlite() else _POSTGRESQL_TRIGGERS:
        op.execute(statement)


def downgrade() -> None:
    for trigger in ("entry_no_update", "entry_no_delete"):
        if _on_sqlite():
            op.execute(f"DROP TRIGGER {trigger}")
        else:
            op.execute(f"DROP TRIGGER {trigger} ON entry")
            op.execute(f"DROP FUNCTION {trigger}()")
    with op.batch_alter_table("game") as game:
        game.drop_constraint(op.f("fk_game_id_first_dealer_seat"), type_="foreignkey")
    op.drop_table("void_attempt")
    op.drop_table("score")
    op.drop_table("hand")
    op.drop_table("seat")
    op.drop_table("entry")
    op.drop_table("game")


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rights_version", sa.Integer, nullable=False),
        sa.Column("token_generation", sa.Integer, nullable=False),
        sa.Column("previous_game", sa.String(32)),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("house_rules", sa.Text, nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        *(
            sa.Column(f"{moment}_at", UtcDateTime, nullable=False)
            for moment in ("started", "created", "updated")
        ),
        sa.Column("finished_at", UtcDateTime),
        sa.Column("deleted_at", UtcDateTime),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("statistics", sa.String(16), nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("decks", "cards_dealt", "first_dealer")),
        *(sa.Column(name, sa.Integer) for name in ("hand_number", "hand_attempt", "dealer", "starter")),
        sa.Column("last_entry", sa.Integer),
        sa.CheckConstraint("version >= 1", name=op.f("ck_game_version")),
        sa.CheckConstraint("status IN ('playing', 'suspended', 'finished')", name=op.f("ck_game_status")),
        sa.CheckConstraint(
            "statistics IN ('pending', 'counted', 'discarded')", name=op.f("ck_game_statistics")
        ),
        sa.CheckConstraint(
            "(status = 'finished') = (finished_at IS NOT NULL)", name=op.f("ck_game_finished_at")
        ),
        sa.CheckConstraint("(status = 'finished') = (hand_number IS NULL)", name=op.f("ck_game_hand_number")),
        sa.ForeignKeyConstraint(
            ["previous_game"], ["game.id"], name=op.f("fk_game_previous_game_game"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )


def _create_entry() -> None:
    op.create_table(
        "entry",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("device", sa.String(64)),
        sa.CheckConstraint("number >= 1", name=op.f("ck_entry_number")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_entry")),
    )


def _create_seat() -> None:
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("first_hand", sa.Integer, nullable=False),
        sa.Column("left_after", sa.Integer),
        sa.Column("start_score", sa.Integer),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("posted", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.CheckConstraint("rank >= 1", name=op.f("ck_seat_rank")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_seat")),
    )


def _create_hand() -> None:
    op.create_table(
        "hand",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("starter", sa.Integer, nullable=False),
        sa.Column("went_out", sa.Integer),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.CheckConstraint("number BETWEEN 1 AND 7", name=op.f("ck_hand_number")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_hand_game_id_game")),
        *(
            sa.ForeignKeyConstraint(
                ["game_id", role],
                ["seat.game_id", "seat.number"],
                name=op.f(f"fk_hand_game_id_{role}_seat"),
            )
            for role in ("dealer", "starter", "went_out")
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "entry"], ["entry.game_id", "entry.number"], name=op.f("fk_hand_game_id_entry_entry")
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_hand")),
    )


def _create_score() -> None:
    op.create_table(
        "score",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("posted", sa.Boolean, nullable=False),
        sa.CheckConstraint("points >= 0 AND points % 5 = 0", name=op.f("ck_score_points")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"], ["seat.game_id", "seat.number"], name=op.f("fk_score_game_id_seat_seat")
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "hand"], ["hand.game_id", "hand.number"], name=op.f("fk_score_game_id_hand_hand")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", "hand", name=op.f("pk_score")),
        sqlite_with_rowid=False,
    )


def _create_void_attempt() -> None:
    op.create_table(
        "void_attempt",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("went_out", sa.Integer),
        sa.ForeignKeyConstraint(
            ["game_id", "entry"],
            ["entry.game_id", "entry.number"],
            name=op.f("fk_void_attempt_game_id_entry_entry"),
        ),
        sa.PrimaryKeyConstraint("game_id", "entry", name=op.f("pk_void_attempt")),
    )
