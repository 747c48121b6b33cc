"""The rows of all games of a file: made before the write transaction, and sent in it at once.

New players, seasons and nights have no ids before that: their rows refer to them by key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Dialect, bindparam, insert, update

from scorekeeper.models import EntryNoteRow, EntryRow, GameNameRow, GameRow, LeagueGameRow, ResultRow
from scorekeeper.models.base import Base
from scorekeeper.models.prepared import Prepared
from scorekeeper.rules.entries import Event
from scorekeeper.rules.game import Game
from scorekeeper.rules.leagues.results import results
from scorekeeper.services.games import projection
from scorekeeper.services.games.projection import SHEETS
from scorekeeper.services.leagues.results import row_of

_GAMES: Final = Prepared(insert(Base.metadata.tables[GameRow.__tablename__]))
_ENTRIES: Final = Prepared(insert(Base.metadata.tables[EntryRow.__tablename__]))
_NOTES: Final = Prepared(insert(Base.metadata.tables[EntryNoteRow.__tablename__]))
_NAMES: Final = Prepared(insert(Base.metadata.tables[GameNameRow.__tablename__]))
_LEAGUE_GAMES: Final = Prepared(insert(Base.metadata.tables[LeagueGameRow.__tablename__]))
_RESULTS: Final = Prepared(insert(Base.metadata.tables[ResultRow.__tablename__]))
_PREVIOUS: Final = Prepared(
    update(Base.metadata.tables[GameRow.__tablename__])
    .where(Base.metadata.tables[GameRow.__tablename__].c.id == bindparam("game"))
    .values(previous_game=bindparam("previous"))
)
_SHEETS: Final = {sheet.name: sheet for sheet in SHEETS}
_SEATS: Final = "seat"


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of a game as the database stores it, and the event in it."""

    number: int
    at: datetime
    kind: str
    payload: str
    notes: Mapping[str, str]
    event: Event


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player on a seat: the keys of the player and of the person, and the name that is shown."""

    player: str
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be written. `players` are the keys of the players whose numbers stand in its entries."""

    id: str
    game: Game
    entries: Sequence[EntryRecord]
    players: Sequence[str]
    seats: Sequence[SeatedPlayer]
    season: str
    night: str | None
    previous: str | None
    joined_at: datetime
    finished_at: datetime | None
    struck_at: datetime | None = None
    struck_reason: str | None = None


@dataclass(slots=True)
class Batch:
    """The rows of many games, for one kind of database; those in `_late` still need ids."""

    dialect: Dialect
    games: int = 0
    _packed: dict[str, list[Any]] = field(default_factory=dict)
    _late: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def add(self, new: NewGame) -> None:
        """Make the rows of one game."""
        self.games += 1
        self._pack("game", _GAMES, [_head(new)])
        self._pack("entry", _ENTRIES, [_entry(new.id, entry) for entry in new.entries])
        self._pack("entry_note", _NOTES, [row for entry in new.entries for row in _notes(new.id, entry)])
        for name, rows in projection.rows_of(new.game).items():
            sheet = _SHEETS[name]
            made = sheet.parameters(new.id, rows)
            if name == _SEATS:
                self._later(_SEATS, [row | _shown(new.seats[row["number"]]) for row in made])
            else:
                self._pack(name, sheet.insert, made)
        if new.previous is not None:
            self._pack("previous", _PREVIOUS, [{"game": new.id, "previous": new.previous}])
        self._later("game_name", _names(new))
        self._later("league_game", [_league_game(new)])
        self._later("result", _results(new))

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
        self._send("game", _GAMES, connection)
        _NAMES.run(connection, self._with_player_ids("game_name", players=players))
        self._send("entry", _ENTRIES, connection)
        self._send("entry_note", _NOTES, connection)
        _SHEETS[_SEATS].insert.run(connection, self._with_player_ids(_SEATS, players=players))
        for sheet in SHEETS:
            if sheet.name != _SEATS:
                self._send(sheet.name, sheet.insert, connection)
        self._send("previous", _PREVIOUS, connection)
        _LEAGUE_GAMES.run(
            connection,
            [
                row
                | {
                    "league_id": league_id,
                    "season_id": seasons[row["season_id"]],
                    "night_id": None if row["night_id"] is None else nights[row["night_id"]],
                }
                for row in self._late.get("league_game", [])
            ],
        )
        rows = self._with_player_ids("result", players=players)
        _RESULTS.run(connection, [row | {"season_id": seasons[row["season_id"]]} for row in rows])

    def _pack(self, name: str, statement: Prepared, rows: list[dict[str, Any]]) -> None:
        self._packed.setdefault(name, []).extend(statement.packed(self.dialect, rows))

    def _later(self, name: str, rows: list[dict[str, Any]]) -> None:
        self._late.setdefault(name, []).extend(rows)

    def _send(self, name: str, statement: Prepared, connection: Connection) -> None:
        statement.send_packed(connection, self._packed.get(name, []))

    def _with_player_ids(self, name: str, *, players: Mapping[str, int]) -> list[dict[str, Any]]:
        return [row | {"player_id": players[row["player_id"]]} for row in self._late.get(name, [])]


def _head(new: NewGame) -> dict[str, Any]:
    head = projection.new_head(new.id, game=new.game, now=new.entries[0].at)
    return head | {"updated_at": new.entries[-1].at, "finished_at": new.finished_at}


def _entry(game_id: str, entry: EntryRecord) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "number": entry.number,
        "kind": entry.kind,
        "payload": entry.payload,
        "at": entry.at,
        "device": None,
    }


def _notes(game_id: str, entry: EntryRecord) -> list[dict[str, Any]]:
    note = {"game_id": game_id, "entry": entry.number}
    return [{**note, "field": name, "text": text} for name, text in sorted(entry.notes.items())]


def _shown(seat: SeatedPlayer) -> dict[str, Any]:
    return {"player_id": seat.player, "name": seat.name}


def _names(new: NewGame) -> list[dict[str, Any]]:
    return [
        {"game_id": new.id, "number": number, "name": None, "player_id": key}
        for number, key in enumerate(new.players)
    ]


def _league_game(new: NewGame) -> dict[str, Any]:
    return {
        "game_id": new.id,
        "season_id": new.season,
        "night_id": new.night,
        "joined_at": new.joined_at,
        "struck_at": new.struck_at,
        "struck_reason": new.struck_reason,
    }


def _results(new: NewGame) -> list[dict[str, Any]]:
    if new.struck_at is not None:
        return []
    return [
        row_of(line)
        | {
            "season_id": new.season,
            "player_id": new.seats[line.seat].person,
            "started_at": new.game.setup.started_at,
            "game_id": new.id,
            "finished_at": new.finished_at,
        }
        for line in results(new.game)
    ]
