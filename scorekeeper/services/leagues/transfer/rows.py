"""The rows of all games of a file: made before the write transaction, and sent in it at once.

New players, seasons and nights have no ids before that: their rows refer to them by key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import Connection, Insert, Update, bindparam, insert, update

from scorekeeper.models import EntryNoteRow, EntryRow, GameNameRow, GameRow, LeagueGameRow, ResultRow
from scorekeeper.models.base import Base
from scorekeeper.rules.game import Game
from scorekeeper.rules.results import results
from scorekeeper.services.games import projection
from scorekeeper.services.games.measures import measure_of
from scorekeeper.services.games.projection import SHEETS
from scorekeeper.services.leagues.results import row_of
from scorekeeper.services.leagues.transfer.document import Game as GamePart
from scorekeeper.services.leagues.transfer.document import GameEntry

_GAME: Final = Base.metadata.tables[GameRow.__tablename__]
_SEATS: Final = "seat"
_PREVIOUS: Final = "previous"


def _inserts(*rows: type[Base]) -> dict[str, Insert | Update]:
    tables = (Base.metadata.tables[row.__tablename__] for row in rows)
    return {table.name: insert(table) for table in tables}


# In the order in which rows refer to each other.
_STATEMENTS: Final[Mapping[str, Insert | Update]] = {
    **_inserts(GameRow, GameNameRow, EntryRow, EntryNoteRow),
    **{sheet.name: sheet.insert for sheet in SHEETS},
    _PREVIOUS: update(_GAME)
    .where(_GAME.c.id == bindparam("game"))
    .values(previous_game=bindparam("previous")),
    **_inserts(LeagueGameRow, ResultRow),
}


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player on a seat: the keys of the player and of the person, and the name that is shown."""

    player: str
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be written: its part of a file, with canonical payloads, and what its entries come to.

    In a stored league the season of the part is the name of one, which may not exist yet.
    """

    part: GamePart
    state: Game
    seats: Sequence[SeatedPlayer]
    finished_at: datetime | None


@dataclass(slots=True)
class Batch:
    """The rows of many games; those in `_late` still need ids."""

    games: int = 0
    _rows: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    _late: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, new: NewGame) -> None:
        """Make the rows of one game."""
        self.games += 1
        part = new.part
        self._rows["game"] += [_head(new)]
        self._rows["entry"] += [_entry(part.id, entry) for entry in part.entries]
        self._rows["entry_note"] += [row for entry in part.entries for row in _notes(part.id, entry)]
        tables = projection.rows_of(new.state)
        for sheet in SHEETS:
            rows = sheet.parameters(part.id, tables[sheet.name])
            if sheet.name == _SEATS:
                self._late[_SEATS] += [row | _shown(new.seats[row["number"]]) for row in rows]
            else:
                self._rows[sheet.name] += rows
        if part.previous is not None:
            self._rows[_PREVIOUS] += [{"game": part.id, "previous": part.previous}]
        self._late["game_name"] += _names(part)
        self._late["league_game"].append(_league_game(part))
        self._late["result"] += _results(new)

    def send(
        self,
        connection: Connection,
        *,
        league_id: int,
        players: Mapping[str, int],
        seasons: Mapping[str, int],
        nights: Mapping[str, int],
    ) -> None:
        """Write all rows; `players`, `seasons` and `nights` are ids by key."""
        ids = {"player_id": players, "season_id": seasons, "night_id": nights}
        for name, statement in _STATEMENTS.items():
            of_league = {"league_id": league_id} if "league_id" in statement.table.c else {}
            late = (_with_ids(row, ids) | of_league for row in self._late[name])
            projection.execute_all(connection, statement, [*self._rows[name], *late])


def _with_ids(row: dict[str, Any], ids: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    return row | {name: ids[name][row[name]] for name in ids.keys() & row.keys() if row[name] is not None}


def _head(new: NewGame) -> dict[str, Any]:
    entries = new.part.entries
    head = projection.new_head(new.part.id, game=new.state, now=entries[0].at)
    return head | {"updated_at": entries[-1].at, "finished_at": new.finished_at}


def _entry(game_id: str, entry: GameEntry) -> dict[str, Any]:
    payload = bytes(entry.payload).decode()
    return asdict(entry) | {"game_id": game_id, "payload": payload, "device": None}


def _notes(game_id: str, entry: GameEntry) -> list[dict[str, Any]]:
    note = {"game_id": game_id, "entry": entry.number}
    return [{**note, "field": name, "text": text} for name, text in sorted(entry.notes.items())]


def _shown(seat: SeatedPlayer) -> dict[str, Any]:
    return {"player_id": seat.player, "name": seat.name}


def _names(part: GamePart) -> list[dict[str, Any]]:
    return [
        {"game_id": part.id, "number": number, "name": None, "player_id": key}
        for number, key in enumerate(part.players)
    ]


def _league_game(part: GamePart) -> dict[str, Any]:
    return {
        "game_id": part.id,
        "season_id": part.season,
        "night_id": part.night,
        "joined_at": part.joined_at,
        "struck_at": part.struck_at,
        "struck_reason": part.struck_reason,
    }


def _results(new: NewGame) -> list[dict[str, Any]]:
    if new.part.struck_at is not None:
        return []
    game = {
        "season_id": new.part.season,
        "started_at": new.state.setup.started_at,
        "game_id": new.part.id,
        "finished_at": new.finished_at,
    }
    measure = measure_of(new.state.rules)
    return [
        row_of(line, measure=measure) | game | {"player_id": new.seats[line.seat].person}
        for line in results(new.state)
    ]
