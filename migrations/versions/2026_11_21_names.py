"""Names and free texts move out of the entries into tables of their own, so that they can be erased."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_21_names"
down_revision = "2026_11_21_leagues"
branch_labels = None
depends_on = None

_NAMES = {"start": "players", "resumption": "seats", "arrival": "name", "rename": "name"}
_NOTES = {"correction": ("reason",), "ruling": ("agreed",), "agreement": ("question", "agreed")}
_KINDS = (*_NAMES, *_NOTES)
_NO_UPDATE = "The history of a game is never changed."
_NO_DELETE = "The history of a game is removed only after the game was deleted."
_STANDS = "EXISTS (SELECT 1 FROM game WHERE id = OLD.game_id AND deleted_at IS NULL)"
# What may not be done, by table and verb: but for erasing a text, and a name that becomes a player's.
_REFUSED = (
    ("entry_note", "UPDATE", "NEW.text <> ''", _NO_UPDATE),
    ("entry_note", "DELETE", _STANDS, _NO_DELETE),
    ("game_name", "UPDATE", "NEW.name IS NOT NULL", _NO_UPDATE),
    ("game_name", "DELETE", _STANDS, _NO_DELETE),
)
_ENTRY_GUARD = {
    "sqlite": f"""
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, '{_NO_UPDATE}'); END
    """,
    "postgresql": """
    CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_no_update()
    """,
}
_ENTRY = sa.table("entry", *(sa.column(name) for name in ("game_id", "number", "kind", "payload")))
_GAME_NAME = sa.table("game_name", *(sa.column(name) for name in ("game_id", "number", "name", "player_id")))
_ENTRY_NOTE = sa.table("entry_note", *(sa.column(name) for name in ("game_id", "entry", "field", "text")))
_AT = sa.bindparam("at_game"), sa.bindparam("at_number")
_REWRITE = (
    sa.update(_ENTRY)
    .where(_ENTRY.c.game_id == _AT[0], _ENTRY.c.number == _AT[1])
    .values(payload=sa.bindparam("to"))
)


def upgrade() -> None:
    _create_game_name()
    _create_entry_note()
    _change_seat(with_player=True)
    _rewrite_entries(_taken_out)
    for table, verb, refused, why in _REFUSED:
        _guard(table, verb, refused=refused, why=why)


def downgrade() -> None:
    _rewrite_entries(_put_back)
    _change_seat(with_player=False)
    op.drop_table("entry_note")
    op.drop_index(op.f("ix_game_name_player_id"), "game_name")
    op.drop_table("game_name")
    if not _on_sqlite():
        for table, verb, *_ in _REFUSED:
            op.execute(f"DROP FUNCTION {table}_no_{verb.lower()}()")


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _create_game_name() -> None:
    op.create_table(
        "game_name",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(200)),
        sa.Column("player_id", sa.Integer),
        sa.CheckConstraint("number >= 0", name=op.f("ck_game_name_number")),
        sa.CheckConstraint("(name IS NULL) <> (player_id IS NULL)", name=op.f("ck_game_name_name")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_name_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_game_name_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_game_name")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_game_name_player_id"), "game_name", ["player_id"])


def _create_entry_note() -> None:
    op.create_table(
        "entry_note",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("entry", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("field", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "entry"],
            ["entry.game_id", "entry.number"],
            name=op.f("fk_entry_note_game_id_entry_entry"),
        ),
        sa.PrimaryKeyConstraint("game_id", "entry", "field", name=op.f("pk_entry_note")),
        sqlite_with_rowid=False,
    )


def _change_seat(*, with_player: bool) -> None:
    """Add or drop the column `seat.player_id`; SQLite must rebuild the table, since others refer to it."""
    if not _on_sqlite():
        if not with_player:
            op.drop_column("seat", "player_id")
            return
        op.add_column("seat", sa.Column("player_id", sa.Integer))
        op.create_foreign_key(op.f("fk_seat_player_id_player"), "seat", "player", ["player_id"], ["id"])
        return
    columns = [name for _, name, *_ in op.get_bind().exec_driver_sql("PRAGMA table_info(seat)")]
    kept = ", ".join(name for name in columns if name != "player_id")
    # Foreign keys to a seat are checked at the end only, when the seats are back.
    op.execute("PRAGMA defer_foreign_keys=ON")
    op.execute(f"CREATE TEMPORARY TABLE seat_before AS SELECT {kept} FROM seat")
    op.drop_table("seat")
    _create_seat(with_player=with_player)
    op.execute(f"INSERT INTO seat ({kept}) SELECT {kept} FROM seat_before")
    op.execute("DROP TABLE seat_before")


def _create_seat(*, with_player: bool) -> None:
    player: tuple[Any, ...] = (
        sa.Column("player_id", sa.Integer),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
    )
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
        *(player if with_player else ()),
        sa.CheckConstraint("rank >= 1", name=op.f("ck_seat_rank")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_seat")),
    )


def _guard(table: str, verb: str, *, refused: str, why: str) -> None:
    name = f"{table}_no_{verb.lower()}"
    if _on_sqlite():
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verb} ON {table} WHEN {refused} "
            f"BEGIN SELECT RAISE(ABORT, '{why}'); END"
        )
        return
    row = "OLD" if verb == "DELETE" else "NEW"
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {refused} THEN "
        f"RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; "
        f"END IF; RETURN {row}; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")


def _rewrite_entries(rewritten: Any) -> None:
    """Replace the entries of each game by what `rewritten` makes of them."""
    connection = op.get_bind()
    op.execute("DROP TRIGGER entry_no_update" + ("" if _on_sqlite() else " ON entry"))
    lines = connection.execute(
        sa.select(_ENTRY).where(_ENTRY.c.kind.in_(_KINDS)).order_by(_ENTRY.c.game_id, _ENTRY.c.number)
    ).all()
    for game, entries in groupby(lines, key=attrgetter("game_id")):
        changes = [
            {"at_game": game, "at_number": entry.number, "to": _dumps(said)}
            for entry, said in rewritten(game, entries)
        ]
        connection.execute(_REWRITE, changes)
    op.execute(_ENTRY_GUARD[connection.dialect.name])


def _taken_out(game: str, entries: Iterator[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    numbers: dict[str, int] = {}
    notes: list[dict[str, Any]] = []
    for entry in entries:
        said = json.loads(entry.payload)
        if field := _NAMES.get(entry.kind):
            said[field] = _each(said[field], lambda name: numbers.setdefault(name, len(numbers)))
        for field in _NOTES.get(entry.kind, ()):
            if text := said.pop(field, ""):
                notes.append({"game_id": game, "entry": entry.number, "field": field, "text": text})
        yield entry, said
    rows = [
        {"game_id": game, "number": number, "name": name, "player_id": None}
        for name, number in numbers.items()
    ]
    for table, added in ((_GAME_NAME, rows), (_ENTRY_NOTE, notes)):
        if added:
            op.get_bind().execute(sa.insert(table), added)


def _put_back(game: str, entries: Iterator[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    connection = op.get_bind()
    names: dict[int, str] = dict(connection.execute(_SHOWN, {"game": game}).all())
    notes = {(entry, field): text for entry, field, text in connection.execute(_WRITTEN, {"game": game})}
    for entry in entries:
        said = json.loads(entry.payload)
        if field := _NAMES.get(entry.kind):
            said[field] = _each(said[field], names.__getitem__)
        for field in _NOTES.get(entry.kind, ()):
            said[field] = notes.get((entry.number, field), "")
        yield entry, said


_SHOWN = sa.text(
    "SELECT game_name.number, coalesce(game_name.name, person.name) FROM game_name"
    " LEFT JOIN player ON player.id = game_name.player_id LEFT JOIN player AS person"
    " ON person.id = player.person WHERE game_name.game_id = :game"
)
_WRITTEN = sa.text("SELECT entry, field, text FROM entry_note WHERE game_id = :game")


def _each(said: Any, change: Any) -> Any:
    return [change(one) for one in said] if isinstance(said, list) else change(said)


def _dumps(said: dict[str, Any]) -> str:
    return json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
