"""The append-only log of a game: read as a whole, written one entry at a time, never changed."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import String, bindparam, func, insert, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import EntryNoteRow, EntryRow, GameNameRow, GameRow, PlayerRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry
from scorekeeper.services.common.faults import FormRecorded, UnknownGame
from scorekeeper.services.games.codec import GameName, decode, encode, names_in

_OF_GAME: Final = bindparam("game_id", type_=String)
_PLAYER: Final = aliased(PlayerRow)
_PERSON: Final = aliased(PlayerRow)
_ENTRIES: Final = (
    select(EntryRow.number, EntryRow.kind, EntryRow.payload, EntryRow.at)
    .where(EntryRow.game_id == _OF_GAME)
    .order_by(EntryRow.number)
)
_STANDING: Final = _ENTRIES.join(GameRow, GameRow.id == EntryRow.game_id).where(GameRow.deleted_at.is_(None))
# A name of a league reads like the name of the person that its player is, who may be merged with others.
_NAMES: Final = (
    select(GameNameRow.number, func.coalesce(GameNameRow.name, _PERSON.name), GameNameRow.player_id)
    .outerjoin(_PLAYER, _PLAYER.id == GameNameRow.player_id)
    .outerjoin(_PERSON, _PERSON.id == _PLAYER.person)
    .where(GameNameRow.game_id == _OF_GAME)
)
_NOTES: Final = select(EntryNoteRow.entry, EntryNoteRow.field, EntryNoteRow.text).where(
    EntryNoteRow.game_id == _OF_GAME
)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an entry comes from: the hash of a phone's id, and the id that its form got there.

    `previous_form` is the id of the form before it, if that phone filled in both without a connection: it
    stands for what the form says of the game then. None: no phone, as for a program, or a form without an id.
    """

    device: str | None = None
    form_id: str | None = None
    previous_form: str | None = None


PROGRAM: Final = Origin()


def load(session: Session, game_id: str) -> tuple[Entry, ...]:
    """Every entry of a game, oldest first; UnknownGame when it is unknown or deleted."""
    entries = load_any(session, game_id, lines=_STANDING)
    if not entries:
        raise UnknownGame(game_id)
    return entries


def load_any(session: Session, game_id: str, *, lines: Any = _ENTRIES) -> tuple[Entry, ...]:
    """Every entry of a game, deleted or not, oldest first; empty when the game is unknown."""
    of_game = {"game_id": game_id}
    names = names_of(session, game_id)
    notes: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for entry, field, text in session.execute(_NOTES, of_game):
        notes[entry][field] = text
    return tuple(
        Entry(number, at, decode(kind, payload, names, notes[number]))
        for number, kind, payload, at in session.execute(lines, of_game)
    )


def require_new(session: Session, origin: Origin, *, game_id: str | None = None) -> None:
    """FormRecorded if the form is in the log of the game; without one, if it has started one or is its id."""
    row, form_id = EntryRow, origin.form_id
    recorded = (row.form_id == form_id) & (row.game_id == game_id)
    if game_id is None:
        recorded = (row.number == 1) & ((row.form_id == form_id) | (row.game_id == form_id))
    if form_id and (game := session.scalar(select(row.game_id).where(recorded))):
        raise FormRecorded(game)


def is_next(session: Session, game_id: str, *, origin: Origin, unseen: Iterable[int]) -> bool:
    """Whether the form before this one on its phone is the last entry of the game: nothing came between.

    `unseen` are the entries that the form does not know by itself: all of them must be of its phone, too.
    """
    row = EntryRow
    last = select(row.form_id).where(row.game_id == game_id).order_by(row.number.desc()).limit(1)
    if origin.previous_form is None or session.scalar(last) != origin.previous_form:
        return False
    others = row.number.in_([*unseen]), row.device.is_distinct_from(origin.device)
    return session.scalar(select(row.number).where(row.game_id == game_id, *others).limit(1)) is None


def append(session: Session, game_id: str, *, entry: Entry, origin: Origin) -> None:
    """Write one entry, whose number must be free."""
    renames = entry.number > 1 and names_in(entry.event)
    written = encode(entry.event, names_of(session, game_id) if renames else {})
    row = {"number": entry.number, "kind": written.kind, "payload": written.payload, "at": entry.at}
    source = {"device": origin.device, "form_id": origin.form_id}
    session.execute(insert(EntryRow), {"game_id": game_id, **source, **row})
    for number, (text, player_id) in written.names.items():
        name = {"name": text if player_id is None else None, "player_id": player_id}
        session.execute(insert(GameNameRow), {"game_id": game_id, "number": number, **name})
    for field, text in written.notes.items():
        note = {"entry": entry.number, "field": field, "text": text}
        session.execute(insert(EntryNoteRow), {"game_id": game_id, **note})


def names_of(session: Session, game_id: str) -> dict[int, GameName]:
    """Every name of a game by its number."""
    rows = session.execute(_NAMES, {"game_id": game_id})
    return {number: GameName(text, player) for number, text, player in rows if text is not None}


def game_ids() -> tuple[str, ...]:
    """The ids of all games, also of deleted ones, oldest first."""
    with reading() as session:
        return tuple(session.scalars(select(GameRow.id).order_by(GameRow.created_at, GameRow.id)))
