"""All tables of the models, and the guards of what is never changed.

Until the first release is dated there is one revision, which is changed in place.
"""

from typing import Final

from alembic import op
from sqlalchemy import MetaData

from scorekeeper.models.base import Base
from scorekeeper.models.games import leave_out_revoked

revision = "2026_11_28_secret_key"
down_revision = None
branch_labels = None
depends_on = None

_NO_UPDATE: Final = "The history of a game is never changed."
_NO_DELETE: Final = "The history of a game is removed only after the game was deleted."
_OF_LEAGUE: Final = "The history of a league is never changed."
_GAME_STANDS: Final = "EXISTS (SELECT 1 FROM game WHERE id = OLD.game_id AND deleted_at IS NULL)"
# What is refused of a row of each table, where, and why.
_GUARDS: Final = (
    ("entry", "UPDATE", "1 = 1", _NO_UPDATE),
    ("entry", "DELETE", _GAME_STANDS, _NO_DELETE),
    ("game_name", "UPDATE", "NEW.name IS NOT NULL", _NO_UPDATE),
    ("game_name", "DELETE", _GAME_STANDS, _NO_DELETE),
    ("entry_note", "UPDATE", "NEW.text <> ''", _NO_UPDATE),
    ("entry_note", "DELETE", _GAME_STANDS, _NO_DELETE),
    ("league_entry", "UPDATE", "1 = 1", _OF_LEAGUE),
    ("league_entry", "DELETE", "1 = 1", _OF_LEAGUE),
)


def upgrade() -> None:
    leave_out_revoked(op.get_bind().dialect.name)
    # Of a copy: SQLAlchemy notes in the tables themselves which constraints a dialect adds to them later.
    tables = MetaData(naming_convention=Base.metadata.naming_convention)
    for table in Base.metadata.tables.values():
        table.to_metadata(tables)
    tables.create_all(op.get_bind(), checkfirst=False)
    for guard in _GUARDS:
        _guard(*guard)


def downgrade() -> None:
    Base.metadata.drop_all(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        for table, verb, _refused, _why in _GUARDS:
            op.execute(f"DROP FUNCTION {table}_no_{verb.lower()}()")


def _guard(table: str, verb: str, refused: str, why: str) -> None:
    name = f"{table}_no_{verb.lower()}"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verb} ON {table} WHEN {refused} "
            f"BEGIN SELECT RAISE(ABORT, '{why}'); END"
        )
        return
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {refused} THEN "
        f"RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; "
        f"END IF; RETURN {'OLD' if verb == 'DELETE' else 'NEW'}; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
