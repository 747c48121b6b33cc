"""The append-only log of a game: read as a whole, written one entry at a time, never changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import (
    CompoundSelect,
    Connection,
    Integer,
    Row,
    Select,
    String,
    bindparam,
    func,
    insert,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from scorekeeper.models import EntryNoteRow, EntryRow, GameNameRow, GameRow, PlayerRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games.codec import GameName, decode, encode, names_in

# Columns of a row: its part of the answer; a number; a kind or field; a payload or text; a moment; a player.
_Row = Row[*tuple[Any, ...]]
_LINE, _NAME, _NOTE = range(3)
_OF_GAME: Final = bindparam("game_id", type_=String)
_PLAYER: Final = aliased(PlayerRow)
_PERSON: Final = aliased(PlayerRow)


def _what(part: int) -> Any:
    return literal_column(str(part), Integer)


_NOTHING: Final[Any] = literal_column("NULL")
_LINES: Final = select(
    _what(_LINE).label("part"), EntryRow.number, EntryRow.kind, EntryRow.payload, EntryRow.at, _NOTHING
).where(EntryRow.game_id == _OF_GAME)
# A name of a league reads like the name of the person that its player is, who may be merged with others.
_NAMES: Final = (
    select(
        _what(_NAME),
        GameNameRow.number,
        literal_column("''"),
        func.coalesce(GameNameRow.name, _PERSON.name),
        _NOTHING,
        GameNameRow.player_id,
    )
    .outerjoin(_PLAYER, _PLAYER.id == GameNameRow.player_id)
    .outerjoin(_PERSON, _PERSON.id == _PLAYER.person)
    .where(GameNameRow.game_id == _OF_GAME)
)
_NOTES: Final = select(
    _what(_NOTE), EntryNoteRow.entry, EntryNoteRow.field, EntryNoteRow.text, _NOTHING, _NOTHING
).where(EntryNoteRow.game_id == _OF_GAME)


def _with_words(lines: Select[Any]) -> CompoundSelect[Any]:
    """Entries with the names and free texts of their game in one statement, since every save waits for it."""
    return union_all(lines, _NAMES, _NOTES)


_EVERYTHING: Final = _with_words(_LINES)
_STANDING: Final = _with_words(
    _LINES.join(GameRow, GameRow.id == EntryRow.game_id).where(GameRow.deleted_at.is_(None))
)


def load(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """Every entry of a game, oldest first; UnknownGame when it is unknown or deleted."""
    entries = _entries(connection.execute(_STANDING, {"game_id": game_id}).all())
    if not entries:
        raise UnknownGame(game_id)
    return entries


def load_any(connection: Connection, game_id: str) -> tuple[Entry, ...]:
    """Every entry of a game, deleted or not, oldest first; empty when the game is unknown."""
    return _entries(connection.execute(_EVERYTHING, {"game_id": game_id}).all())


def append(connection: Connection, game_id: str, *, entry: Entry, device: str | None) -> None:
    """Write one entry, whose number must be free."""
    renames = entry.number > 1 and names_in(entry.event)
    written = encode(entry.event, names_of(connection, game_id) if renames else {})
    connection.execute(
        insert(EntryRow),
        {
            "game_id": game_id,
            "number": entry.number,
            "kind": written.kind,
            "payload": written.payload,
            "at": entry.at,
            "device": device,
        },
    )
    if written.names:
        names = [_name_row(game_id, *new) for new in written.names.items()]
        connection.execute(insert(GameNameRow), names)
    of_entry = {"game_id": game_id, "entry": entry.number}
    if notes := [of_entry | {"field": name, "text": text} for name, text in written.notes.items()]:
        connection.execute(insert(EntryNoteRow), notes)


def names_of(connection: Connection, game_id: str) -> dict[int, GameName]:
    """Every name of a game by its number."""
    return _names(connection.execute(_NAMES, {"game_id": game_id}).all())


def game_ids() -> tuple[str, ...]:
    """The ids of all games, also of deleted ones, oldest first."""
    with reading() as connection:
        return tuple(connection.scalars(select(GameRow.id).order_by(GameRow.created_at, GameRow.id)))


def _entries(rows: Sequence[_Row]) -> tuple[Entry, ...]:
    names = _names(rows)
    notes: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for part, entry, field, text, _, _ in rows:
        if part == _NOTE:
            notes[entry][field] = text
    return tuple(
        Entry(number, at, decode(kind, payload, names, notes[number]))
        for part, number, kind, payload, at, _ in sorted(rows, key=itemgetter(1))
        if part == _LINE
    )


def _names(rows: Sequence[_Row]) -> dict[int, GameName]:
    return {
        number: GameName(text, player)
        for part, number, _, text, _, player in rows
        if part == _NAME and text is not None
    }


def _name_row(game_id: str, number: int, name: GameName) -> dict[str, Any]:
    text = name.text if name.player_id is None else None
    return {"game_id": game_id, "number": number, "name": text, "player_id": name.player_id}
