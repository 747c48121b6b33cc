"""The head of a game, which every page of it needs, and the version that decides whether a page is old."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import RowMapping, Table, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.models import EntryRow, GameRow, engine
from scorekeeper.models.base import Base
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import CurrentHand, Game, Played, Statistics, Status
from scorekeeper.rules.incomplete import year_end
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import projection, rights
from scorekeeper.services.games.codec import rules_in


@dataclass(frozen=True, slots=True)
class GameHead(Played):
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
    with reading() as session:
        return read_head(session, game_id)


def read_head(session: Session, game_id: str) -> GameHead | None:
    """The head of a game within a transaction; None when it is unknown or deleted."""
    row = session.execute(_HEAD, {"game_id": game_id}).mappings().first()
    if row is None:
        return None
    return _head(row, rules=rules_in(row["payload"]))


def head_of_new(game_id: str, *, game: Game, now: datetime) -> GameHead:
    """The head of a game that may start, as it will be then."""
    return _head({"finished_at": None, **projection.new_head(game_id, game=game, now=now)}, rules=game.rules)


def _head(row: RowMapping | dict[str, Any], *, rules: Ruleset) -> GameHead:
    members: dict[str, Any] = {name: row[name] for name in GameHead.__dataclass_fields__ if name in row}
    members |= {
        "rules": rules,
        "status": Status(row["status"]),
        "statistics": Statistics(row["statistics"]),
        "hand": _hand(row, rules),
    }
    return GameHead(**members)


def _hand(row: RowMapping | dict[str, Any], rules: Ruleset) -> CurrentHand | None:
    number = row["hand_number"]
    if number is None:
        return None
    return CurrentHand(number, row["hand_attempt"], rules.contract(number), row["dealer"], row["starter"])


@dataclass(frozen=True, slots=True)
class PageState:
    """Everything that decides whether the table page of one phone is old; `version` is that of `version_of`.

    `year_end` is the end of the game's calendar year (8.2a); `take_back_until` as of a `TablePage`.
    """

    version: tuple[int, int]
    year_end: datetime
    may_write: bool
    take_back_until: datetime | None


_IS_GAME: Final = (GameRow.id == bindparam("game_id"), GameRow.deleted_at.is_(None))
_VERSIONS: Final = select(GameRow.version, GameRow.rights_version).where(*_IS_GAME)
_STATE: Final = select(
    GameRow.version,
    GameRow.rights_version,
    GameRow.started_at,
    GameRow.time_zone,
    rights.STANDING.exists().label("may_write"),
    rights.TAKEN_AT.scalar_subquery().label("taken_at"),
).where(*_IS_GAME)


def version_of(game_id: str) -> tuple[int, int] | None:
    """The version of a game and of its rights; None when it is unknown or deleted."""
    row = engine.first_row(_VERSIONS, {"game_id": game_id})
    return None if row is None else (row[0], row[1])


def page_state(game_id: str, *, device: str) -> PageState | None:
    """The state of the table page of a phone, "" for one without an id; None when the game is unknown."""
    row = engine.first_row(_STATE, {"game_id": game_id, "device": device})
    if row is None:
        return None
    until = None if row.taken_at is None else row.taken_at + rights.TAKE_BACK_WITHIN
    ends = year_end(row.started_at, time_zone=row.time_zone)
    return PageState((row.version, row.rights_version), ends, row.may_write, until)
