"""The head of a game: what every page of it begins with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Table, bindparam, select

from scorekeeper.models import GameRow
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.rules.contracts import contract
from scorekeeper.rules.game import CurrentHand, Statistics, Status
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.games.codec import decode_house_rules


@dataclass(frozen=True, slots=True)
class GameHead:
    """One game without its seats. `hand` is the one to be scored next, None once the game is finished.

    `last_entry` is the number of the entry that can be undone, None when there is none.
    """

    id: str
    version: int
    rights_version: int
    ruleset: str
    house_rules: HouseRules
    time_zone: str
    started_at: datetime
    finished_at: datetime | None
    status: Status
    statistics: Statistics
    decks: int
    cards_dealt: int
    first_dealer: int
    last_entry: int | None
    hand: CurrentHand | None


_GAME: Final[Table] = Base.metadata.tables[GameRow.__tablename__]
_HEAD: Final = select(_GAME).where(_GAME.c.id == bindparam("game_id"), _GAME.c.deleted_at.is_(None))
_PLAIN: Final = tuple(
    name
    for name in GameHead.__dataclass_fields__
    if name not in ("house_rules", "status", "statistics", "hand")
)


def head_of(game_id: str) -> GameHead | None:
    """The head of a game; None when it is unknown or deleted."""
    with reading() as connection:
        return read_head(connection, game_id)


def read_head(connection: Connection, game_id: str) -> GameHead | None:
    """The same, within a transaction."""
    row = connection.execute(_HEAD, {"game_id": game_id}).mappings().first()
    if row is None:
        return None
    plain: dict[str, Any] = {name: row[name] for name in _PLAIN}
    return GameHead(
        **plain,
        house_rules=decode_house_rules(row["house_rules"]),
        status=Status(row["status"]),
        statistics=Statistics(row["statistics"]),
        hand=_hand(row),
    )


def _hand(row: RowMapping) -> CurrentHand | None:
    number = row["hand_number"]
    if number is None:
        return None
    return CurrentHand(number, row["hand_attempt"], contract(number), row["dealer"], row["starter"])
