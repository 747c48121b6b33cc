"""When a game went on after a break of more than a day, of which its pages tell both days."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby

import sqlalchemy as sa
from alembic import op

from scorekeeper.models.base import UtcDateTime

revision = "2026_11_25_days"
down_revision = "2026_11_23_rulesets"
branch_labels = None
depends_on = None

_ENTRY = sa.table("entry", sa.column("game_id"), sa.column("kind"), sa.column("at", UtcDateTime))
_NUMBER = sa.column("number")
_GAME = sa.table("game", sa.column("id"), sa.column("resumed_at", UtcDateTime))
_ONE_DAY = timedelta(days=1)


def upgrade() -> None:
    op.add_column("game", sa.Column("resumed_at", UtcDateTime))
    connection = op.get_bind()
    resumed = sa.select(_ENTRY.c.game_id).where(_ENTRY.c.kind == "resumption")
    query = sa.select(_ENTRY).where(_ENTRY.c.game_id.in_(resumed)).order_by(_ENTRY.c.game_id, _NUMBER)
    for game_id, entries in groupby(connection.execute(query).all(), key=lambda entry: entry.game_id):
        at = _resumed_at([(entry.kind, entry.at) for entry in entries])
        connection.execute(sa.update(_GAME).where(_GAME.c.id == game_id).values(resumed_at=at))


def downgrade() -> None:
    op.drop_column("game", "resumed_at")


def _resumed_at(entries: list[tuple[str, datetime]]) -> datetime | None:
    """When a game last went on so late; an undoing takes back the last entry that stands."""
    standing: list[tuple[str, datetime]] = []
    for entry in entries:
        if entry[0] == "undo":
            standing.pop()
        else:
            standing.append(entry)
    begun = resumed = None
    for kind, at in standing:
        if kind == "suspension":
            begun = at
        elif kind == "resumption" and begun is not None and at - begun > _ONE_DAY:
            resumed = at
    return resumed
