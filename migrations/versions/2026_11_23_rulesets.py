"""Games by any rules: exact points, hands without a dealer, and where the rules of a game and a hand stand.

Games of before are Continental Rummy with its switches, which their starts hold. Going back needs all games
to be of that kind: otherwise nothing is changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_23_rulesets"
down_revision = "2026_11_22_rights"
branch_labels = None
depends_on = None

_PARTS = 27_720
_CONTINENTAL = "continental"
# What results of Continental Rummy are measured by, as services.games.measures.measure_of has it.
_MEASURE = "09a76a704b3250d9"
_OTHERS = (
    "Some games, or leagues, are played by rules that the release before cannot read. Nothing was changed."
)
_NO_UPDATE = "The history of a game is never changed."
_GUARD = {
    "sqlite": (
        "DROP TRIGGER entry_no_update",
        "CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry "
        f"BEGIN SELECT RAISE(ABORT, '{_NO_UPDATE}'); END",
    ),
    "postgresql": (
        "ALTER TABLE entry DISABLE TRIGGER entry_no_update",
        "ALTER TABLE entry ENABLE TRIGGER entry_no_update",
    ),
}


class _Change(NamedTuple):
    """A line of a table before and after, without a comma; empty: it is not there.

    `up` and `down` make the value of the column after from the columns before, and back.
    """

    before: str
    after: str
    up: str = ""
    down: str = ""


_LAST = "(SELECT count(*) FROM hand WHERE hand.game_id = seat.game_id) = 7"
_DECKS = (
    "CASE WHEN players > 10 THEN 6 WHEN players > 8 THEN 5 WHEN players > 6 THEN 4 "
    "WHEN players > 4 THEN 3 ELSE 2 END"
)


def _points(name: str) -> _Change:
    return _Change(
        f"{name} INTEGER NOT NULL", f"{name} BIGINT NOT NULL", f"{name} * {_PARTS}", f"{name} / {_PARTS}"
    )


_TABLES: Mapping[str, tuple[_Change, ...]] = {
    "game": (
        _Change("ruleset VARCHAR(40) NOT NULL", "", down=f"'{_CONTINENTAL}'"),
        _Change("house_rules TEXT NOT NULL", "", down="'{}'"),
        _Change("decks INTEGER NOT NULL", "", down=_DECKS),
        _Change("cards_dealt INTEGER NOT NULL", "", down="12"),
        _Change(
            "",
            "players INTEGER NOT NULL",
            up="(SELECT count(*) FROM seat WHERE seat.game_id = game.id AND start_score IS NULL)",
        ),
        _Change("", "rules_entry INTEGER NOT NULL", up="1"),
    ),
    "seat": (
        _points("total"),
        _Change(
            "",
            "won BOOLEAN NOT NULL",
            up=f"rank = 1 AND {_LAST} AND "
            "EXISTS (SELECT 1 FROM game WHERE game.id = seat.game_id AND status = 'finished')",
        ),
    ),
    "hand": (
        _Change("dealer INTEGER NOT NULL", "dealer INTEGER"),
        _Change("starter INTEGER NOT NULL", "starter INTEGER"),
        _Change("", "rummy BOOLEAN NOT NULL", up="false"),
        _Change("", "rules_entry INTEGER NOT NULL", up="1"),
        _Change(
            "CONSTRAINT ck_hand_number CHECK (number BETWEEN 1 AND 7)",
            "CONSTRAINT ck_hand_number CHECK (number BETWEEN 1 AND 200)",
        ),
    ),
    "score": (
        # Made of the points before they change.
        _Change("", "held INTEGER", up="CASE WHEN posted THEN NULL ELSE points END"),
        _points("points"),
        _Change("CONSTRAINT ck_score_points CHECK (points >= 0 AND points % 5 = 0)", ""),
    ),
    "league": (
        _Change("house_rules TEXT NOT NULL", "", down="'{}'"),
        _Change("", "ruleset TEXT NOT NULL", up="'{}'"),
    ),
    "result": (
        _points("total"),
        _points("points"),
        _Change("", "measure VARCHAR(16) NOT NULL", up=f"'{_MEASURE}'"),
    ),
}
# The switches of Continental Rummy as changes of it: what else a game says of its rules is not theirs.
_VARIANTS = {
    "eleven": ("cards_dealt", 11),
    "no-late-may-i": ("may_i_last_three", False),
    "twos-wild": ("twos_wild", True),
}
_CHANGES = {
    ("wild", "in_place"): ("red_ace_natural", False, False),
    ("wild", "adjacent"): ("adjacent_wilds", False, False),
    ("discard_to_go_out",): ("discard_to_go_out", False, "may"),
}
_SWITCHES = {
    "cards_dealt": 12,
    "may_i_last_three": True,
    "twos_wild": False,
    "red_ace_natural": True,
    "adjacent_wilds": True,
    "discard_to_go_out": True,
}


def upgrade() -> None:
    leagues = _read("SELECT id, house_rules AS said FROM league")
    for table, changes in _TABLES.items():
        _change(table, changes)
    for league in leagues:
        _write("UPDATE league SET ruleset = :said WHERE id = :id", league, _chosen(json.loads(league.said)))
    op.create_table(
        "saved_ruleset",
        sa.Column("key", sa.String(22), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_saved_ruleset")),
    )


def downgrade() -> None:
    if _read("SELECT 1 FROM entry WHERE kind IN ('rules', 'ending') LIMIT 1"):
        raise RuntimeError(_OTHERS)
    stored = _read("SELECT id, ruleset AS said FROM league")
    leagues = [(row, _switches(json.loads(row.said))) for row in stored]
    starts = _read("SELECT game_id AS id, payload AS said FROM entry WHERE kind = 'start'")
    told = [(row, _old_start(json.loads(row.said))) for row in starts]
    op.drop_table("saved_ruleset")
    for table, changes in reversed(_TABLES.items()):
        _change(table, [_Change(one.after, one.before, one.down, one.up) for one in changes])
    for league, switches in leagues:
        _write("UPDATE league SET house_rules = :said WHERE id = :id", league, switches)
    before, after = _GUARD[op.get_bind().dialect.name]
    op.execute(before)
    for row, start in told:
        _write("UPDATE entry SET payload = :said WHERE game_id = :id AND number = 1", row, start)
        rules = start["house_rules"]
        _write("UPDATE game SET house_rules = :said WHERE id = :id", row, rules)
        dealt = sa.text("UPDATE game SET cards_dealt = :dealt WHERE id = :id")
        op.get_bind().execute(dealt, {"id": row.id, "dealt": rules["cards_dealt"]})
    op.execute(after)


def _read(query: str) -> Any:
    return op.get_bind().execute(sa.text(query)).all()


def _write(statement: str, row: Any, said: Mapping[str, Any]) -> None:
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    op.get_bind().execute(sa.text(statement), {"id": row.id, "said": text})


def _chosen(switches: Mapping[str, Any]) -> dict[str, Any]:
    """The switches as variants and changes of Continental Rummy."""
    switched = {**_SWITCHES, **switches}
    changes: dict[str, Any] = {}
    for (first, *rest), (name, value, change) in _CHANGES.items():
        if switched[name] == value:
            changes = {**changes, first: {**changes.get(first, {}), rest[0]: change} if rest else change}
    variants = [variant for variant, (name, value) in _VARIANTS.items() if switched[name] == value]
    return {"ruleset": _CONTINENTAL, "variants": variants, "changes": changes}


def _switches(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The switches that say the same as a choice of rules; RuntimeError if none do."""
    names = dict(_VARIANTS[variant] for variant in chosen["variants"] if variant in _VARIANTS)
    for path, (name, value, change) in _CHANGES.items():
        said = chosen["changes"]
        for part in path:
            said = said.get(part, {}) if isinstance(said, dict) else {}
        if said == change:
            names[name] = value
    if _chosen(names) != {**chosen, "variants": [v for v in _VARIANTS if v in chosen["variants"]]}:
        raise RuntimeError(_OTHERS)
    return {**_SWITCHES, **names}


def _old_start(start: Mapping[str, Any]) -> dict[str, Any]:
    """The start of a game as the release before knows it."""
    if "rules" not in start:
        return dict(start)
    kept = {name: value for name, value in start.items() if name not in ("rules", "variants", "changes")}
    chosen = {"ruleset": start["rules"]["id"], "variants": start["variants"], "changes": start["changes"]}
    return {**kept, "ruleset": _CONTINENTAL, "house_rules": _switches(chosen)}


def _change(table: str, changes: Any) -> None:
    if op.get_bind().dialect.name == "sqlite":
        _rebuild(table, changes)
        return
    # A table whose keys are still to be checked cannot be altered.
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for before, after, up, _ in changes:
        if "CONSTRAINT" in before + after:
            _exchange(table, before, after)
            continue
        name, kind, *needed = (after or before).split(" ", 2)
        if not after:
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        elif not before:
            op.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")
            op.execute(f"UPDATE {table} SET {name} = {up}" if up else f"UPDATE {table} SET {name} = NULL")
            if needed:
                op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} SET NOT NULL")
        elif up:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} TYPE {kind} USING {up}")
        else:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {name} {'SET' if needed else 'DROP'} NOT NULL")


def _exchange(table: str, before: str, after: str) -> None:
    if before:
        op.execute(f"ALTER TABLE {table} DROP {' '.join(before.split(' ', 2)[:2])}")
    if after:
        op.execute(f"ALTER TABLE {table} ADD {after}")


def _rebuild(table: str, changes: Any) -> None:
    """Make a table anew with other lines, which SQLite cannot change in place."""
    connection = op.get_bind()
    of_table = {"name": table}
    written = (
        "SELECT sql FROM sqlite_master WHERE tbl_name = :name AND sql IS NOT NULL "
        "ORDER BY type = 'table' DESC"
    )
    made, *others = connection.execute(sa.text(written), of_table).scalars().all()
    head, *lines = made.splitlines()
    end = next(index for index, line in enumerate(lines) if line.startswith(")"))
    body = [line.strip().rstrip(",") for line in lines[:end]]
    columns = {line.split(" ")[0]: line.split(" ")[0] for line in body if not _is_constraint(line)}
    for before, after, up, _ in changes:
        if before:
            place = body.index(before)
            body[place : place + 1] = [after] if after else []
            columns.pop(before.split(" ")[0], None)
        else:
            body.insert(len([line for line in body if not _is_constraint(line)]), after)
        if after and not _is_constraint(after):
            name = after.split(" ")[0]
            columns[name] = up or (name if before else "NULL")
    # Foreign keys to a row are checked at the end only, when the rows are back.
    op.execute("PRAGMA defer_foreign_keys=ON")
    op.execute(f"CREATE TEMPORARY TABLE {table}_before AS SELECT * FROM {table}")
    op.drop_table(table)
    connection.exec_driver_sql("\n".join([head, ",\n".join(body), *lines[end:]]))
    values = ", ".join(columns.values())
    op.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table}_before AS {table}")
    op.execute(f"DROP TABLE {table}_before")
    for other in others:
        connection.exec_driver_sql(other)


def _is_constraint(line: str) -> bool:
    return line.split(" ")[0] in ("CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK")
