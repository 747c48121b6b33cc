"""The head of a game, which every page of it needs, and the version that decides whether a page is old."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from flask import Flask
from sqlalchemy import Connection, Engine, RowMapping, Table, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.models import EntryRow, GameRow, ScorerRightRow, engine
from scorekeeper.models.base import Base, db
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import CurrentHand, Statistics, Status
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import rights
from scorekeeper.services.games.codec import rules_in


@dataclass(frozen=True, slots=True)
class GameHead:
    """One game without its seats. `hand` is the one to be scored next, None once the game is finished.

    `rules` are those of the next hand, from the entry `rules_entry`; `players` is their number at the start.
    `last_entry` is the number of the entry that can be undone, None when there is none.
    """

    id: str
    version: int
    rights_version: int
    rules: Ruleset
    rules_entry: int
    players: int
    time_zone: str
    started_at: datetime
    resumed_at: datetime | None
    finished_at: datetime | None
    status: Status
    statistics: Statistics
    first_dealer: int
    last_entry: int | None
    hand: CurrentHand | None

    @property
    def decks(self) -> int:
        """Decks in the pack, for the whole game."""
        return self.rules.decks_for(self.players)

    @property
    def last_hand(self) -> int | None:
        """The hand that ends the game; None if a total or the table's word ends it."""
        return self.rules.ends.hands

    def cards_dealt(self, hand: int) -> int:
        """Cards that each player gets in this hand, from 1, by the rules of now."""
        return self.rules.cards_dealt(hand, players=self.players)

    def fewest_cards(self, hand: int) -> int | None:
        """The fewest cards that meet the contract of this hand by the rules of now; None if any melds do."""
        return self.rules.fewest_cards(hand, players=self.players)


_GAME: Final[Table] = Base.metadata.tables[GameRow.__tablename__]
_RULES: Final = (EntryRow.game_id == _GAME.c.id) & (EntryRow.number == _GAME.c.rules_entry)
_HEAD: Final = (
    select(_GAME, EntryRow.payload)
    .join(EntryRow, _RULES)
    .where(_GAME.c.id == bindparam("game_id"), _GAME.c.deleted_at.is_(None))
)


def head_of(game_id: str) -> GameHead | None:
    """The head of a game; None when it is unknown or deleted."""
    with reading() as connection:
        return read_head(connection, game_id)


def read_head(connection: Connection, game_id: str) -> GameHead | None:
    """The head of a game within a transaction; None when it is unknown or deleted."""
    row = connection.execute(_HEAD, {"game_id": game_id}).mappings().first()
    if row is None:
        return None
    members: dict[str, Any] = {name: row[name] for name in GameHead.__dataclass_fields__ if name in row}
    members |= {
        "rules": (rules := rules_in(row["payload"])),
        "status": Status(row["status"]),
        "statistics": Statistics(row["statistics"]),
        "hand": _hand(row, rules),
    }
    return GameHead(**members)


def _hand(row: RowMapping, rules: Ruleset) -> CurrentHand | None:
    number = row["hand_number"]
    if number is None:
        return None
    return CurrentHand(number, row["hand_attempt"], rules.contract(number), row["dealer"], row["starter"])


@dataclass(frozen=True, slots=True)
class PageState:
    """Everything that decides whether the table page of one phone is old; `version` is that of `version_of`.

    `taken_at` is when another phone took away the right of this one, which started the game.
    """

    version: tuple[int, int]
    may_write: bool
    taken_at: datetime | None = None


_IS_GAME: Final = (GameRow.id == bindparam("game_id"), GameRow.deleted_at.is_(None))
_VERSIONS: Final = select(GameRow.version, GameRow.rights_version).where(*_IS_GAME)
_RIGHT: Final = select(ScorerRightRow.id).where(
    ScorerRightRow.device == bindparam("device"),
    ScorerRightRow.game_id == GameRow.id,
    ScorerRightRow.revoked_at.is_(None),
)
_STATE: Final = select(
    GameRow.version, GameRow.rights_version, _RIGHT.exists(), rights.TAKEN_AT.scalar_subquery()
).where(*_IS_GAME)


def version_of(game_id: str, at: Engine | None = None) -> tuple[int, int] | None:
    """The version of a game and of its rights; None when it is unknown or deleted."""
    row = engine.first_row(_VERSIONS, {"game_id": game_id}, engine=at)
    return None if row is None else (row[0], row[1])


def page_state(game_id: str, *, device: str | None) -> PageState | None:
    """The state of the table page of a phone; `device` None: a phone without an id, so without a right."""
    if device is None:
        version = version_of(game_id)
        return None if version is None else PageState(version, may_write=False)
    row = engine.first_row(_STATE, {"game_id": game_id, "device": device})
    return None if row is None else PageState((row[0], row[1]), may_write=row[2], taken_at=row[3])


def look_up(app: Flask) -> Callable[[str], tuple[int, int] | None]:
    """`version_of` as a function that needs no context of `app`; None while the database is down."""
    with app.app_context():
        at = db.engine

    def ask(game_id: str) -> tuple[int, int] | None:
        try:
            return version_of(game_id, at)
        except SQLAlchemyError:
            return None

    return ask
