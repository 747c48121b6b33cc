"""Player names are compared without invisible characters: fillers, selectors, blanks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_name_keys"
down_revision = "2026_11_21_names"
branch_labels = None
depends_on = None

_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_BLANK = re.compile("[\u2800\U0001d159\U00013441\U00013442]")
_PLAYER = sa.table(
    "player",
    *(sa.column(name) for name in ("id", "league_id", "name", "name_key")),
    sa.column("erased_at", sa.DateTime),
)


def upgrade() -> None:
    _rewrite(lambda name: _plain(_IGNORED.sub("", _BLANK.sub(" ", _before(name)))))


def downgrade() -> None:
    _rewrite(_before)


def _rewrite(key_of: Callable[[str], str]) -> None:
    """Give each player a new key, unless another player has it or it would be empty."""
    connection = op.get_bind()
    standing = sa.select(_PLAYER).where(_PLAYER.c.erased_at.is_(None)).order_by(_PLAYER.c.id)
    players = connection.execute(standing).all()
    taken = {(player.league_id, player.name_key) for player in players}
    for player in players:
        key = key_of(player.name)
        if key and (player.league_id, key) not in taken:
            taken.add((player.league_id, key))
            connection.execute(sa.update(_PLAYER).where(_PLAYER.c.id == player.id).values(name_key=key))


def _before(name: str) -> str:
    folded = unicodedata.normalize("NFKC", _plain(name)).casefold()
    return _plain("".join(char for char in folded if unicodedata.category(char) != "Cf"))


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
