"""Leagues: organisers, players, seasons, nights, their games and the results of those."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_21_leagues"
down_revision = "2026_11_21_accounts"
branch_labels = None
depends_on = None

_NO_CHANGE = "The history of a league is never changed."
_SQLITE_TRIGGERS = tuple(
    f"""
    CREATE TRIGGER league_entry_no_{verb.lower()} BEFORE {verb} ON league_entry
    BEGIN SELECT RAISE(ABORT, '{_NO_CHANGE}'); END
    """
    for verb in ("UPDATE", "DELETE")
)
_POSTGRESQL_TRIGGERS = (
    f"""
    CREATE FUNCTION league_entry_no_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_NO_CHANGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    """
    CREATE TRIGGER league_entry_no_change BEFORE UPDATE OR DELETE ON league_entry
    FOR EACH ROW EXECUTE FUNCTION league_entry_no_change()
    """,
)
_PEOPLE = ("league", "organiser", "organiser_invitation", "player")
_PLAYED = ("season", "night", "league_game", "result", "league_entry", "upload")


def upgrade() -> None:
    _create_leagues()
    _create_people()
    _create_seasons()
    _create_games()
    _create_the_rest()
    sqlite = op.get_bind().dialect.name == "sqlite"
    for trigger in _SQLITE_TRIGGERS if sqlite else _POSTGRESQL_TRIGGERS:
        op.execute(trigger)


def downgrade() -> None:
    for table in reversed(_PEOPLE + _PLAYED):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION league_entry_no_change")


def _create_leagues() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("house_rules", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("visibility IN ('public', 'link', 'private')", name=op.f("ck_league_visibility")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_league_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("key", name=op.f("uq_league_key")),
        sa.UniqueConstraint("slug", name=op.f("uq_league_slug")),
    )
    op.create_table(
        "organiser",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_organiser_account_id_account")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_organiser_league_id_league")),
        sa.PrimaryKeyConstraint("league_id", "account_id", name=op.f("pk_organiser")),
    )
    op.create_index(op.f("ix_organiser_account_id"), "organiser", ["account_id"], unique=False)
    op.create_table(
        "organiser_invitation",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name=op.f("fk_organiser_invitation_league_id_league")
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_organiser_invitation")),
    )
    op.create_index(op.f("ix_organiser_invitation_league_id"), "organiser_invitation", ["league_id"])


def _create_people() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("name_key", sa.String(length=400), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("retired_at", UtcDateTime(), nullable=True),
        sa.Column("erased_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_player_number")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_player_account_id_account")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_player_league_id_league")),
        sa.ForeignKeyConstraint(
            ["person"],
            ["player.id"],
            name=op.f("fk_player_person_player"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("key", name=op.f("uq_player_key")),
        sa.UniqueConstraint("league_id", "name_key", name=op.f("uq_player_league_id_name_key")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_player_league_id_number")),
    )
    op.create_index(op.f("ix_player_person"), "player", ["person"], unique=False)


def _create_seasons() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=False),
        sa.Column("way", sa.String(length=16), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=True),
        sa.Column("min_games", sa.Integer(), nullable=False),
        sa.Column("place_points", sa.Text(), nullable=False),
        sa.CheckConstraint("way IN ('average', 'beaten', 'places', 'best')", name=op.f("ck_season_way")),
        sa.CheckConstraint("min_games >= 1", name=op.f("ck_season_min_games")),
        sa.CheckConstraint("starts_on < ends_on", name=op.f("ck_season_days")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_season_league_id_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("key", name=op.f("uq_season_key")),
        sa.UniqueConstraint("league_id", "name", name=op.f("uq_season_league_id_name")),
    )
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("opened_at", UtcDateTime(), nullable=False),
        sa.Column("closes_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("opened_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_night_league_id_league")),
        sa.ForeignKeyConstraint(["opened_by"], ["account.id"], name=op.f("fk_night_opened_by_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("key", name=op.f("uq_night_key")),
    )
    op.create_index(op.f("ix_night_league_id"), "night", ["league_id"], unique=False)


def _create_games() -> None:
    op.create_table(
        "league_game",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.Column("struck_at", UtcDateTime(), nullable=True),
        sa.Column("struck_reason", sa.String(length=400), nullable=True),
        sa.CheckConstraint(
            "(struck_at IS NULL) = (struck_reason IS NULL)", name=op.f("ck_league_game_struck")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_league_game_game_id_game")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_game_league_id_league")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_league_game_night_id_night")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_league_game_season_id_season")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_league_game")),
    )
    for column in ("league_id", "night_id", "season_id"):
        op.create_index(op.f(f"ix_league_game_{column}"), "league_game", [column])
    op.create_table(
        "result",
        sa.Column("season_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("posted", sa.Boolean(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("rank", "sharers", "seats", "points", "hands", "outs", "won", "beaten")
        ),
        sa.CheckConstraint("rank BETWEEN 1 AND seats", name=op.f("ck_result_rank")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["league_game.game_id"], name=op.f("fk_result_game_id_league_game")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_result_player_id_player")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_result_season_id_season")),
        sa.PrimaryKeyConstraint("season_id", "player_id", "started_at", "game_id", name=op.f("pk_result")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_result_game_id"), "result", ["game_id"], unique=False)
    op.create_index(op.f("ix_result_player_id"), "result", ["player_id"], unique=False)


def _create_the_rest() -> None:
    op.create_table(
        "league_entry",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("number >= 1", name=op.f("ck_league_entry_number")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_entry_account_id_account")
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_entry_league_id_league")),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_league_entry")),
    )
    op.create_table(
        "upload",
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_upload_account_id_account")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_upload_league_id_league")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_upload")),
    )
    op.create_index(op.f("ix_upload_created_at"), "upload", ["created_at"], unique=False)
