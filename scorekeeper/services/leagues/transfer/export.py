"""A whole league as one JSON file, in an order that never changes.

The file tells neither when nor where it was made, and holds no account, device or right. `document` declares
its shape.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.models import (
    EntryNoteRow,
    EntryRow,
    GameNameRow,
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    LeagueRow,
    NightRow,
    PlayerRow,
    SeasonRow,
)
from scorekeeper.models.engine import reading
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues.transfer.document import (
    GameEntry,
    GamePart,
    LeagueEntry,
    LeaguePart,
    NightPart,
    Part,
    PlayerPart,
    RankingPart,
    SeasonPart,
)

_AT_ONCE: Final = 200
# Accounts belong to this installation alone.
_OF_ACCOUNTS: Final = frozenset({"organiser", "account"})
_PERSON: Final = aliased(PlayerRow)
_Part = TypeVar("_Part", bound=Part)


def exported(league_id: int) -> Iterator[str]:
    """The file in pieces, all of one moment. Equal leagues give equal bytes in every installation."""
    with reading() as session:
        parts_of = partial(_parts, session, league_id)
        yield '{"format":"scorekeeper-league","version":1'
        yield f',\n"league":{_written(*parts_of(LeaguePart, LeagueRow, "key"))}'
        for name, parts in (
            ("players", parts_of(PlayerPart, PlayerRow, "number", person=_key_of(_PERSON, PlayerRow.person))),
            ("seasons", parts_of(SeasonPart, SeasonRow, "starts_on", "key")),
            ("nights", parts_of(NightPart, NightRow, "opened_at", "key")),
            ("games", _games(session, league_id)),
            ("history", parts_of(LeagueEntry, LeagueEntryRow, "number")),
        ):
            yield f',\n"{name}":['
            for index, part in enumerate(parts):
                yield f"{',' if index else ''}\n{_written(part)}"
            yield "]"
        yield "}\n"


def _written(part: Part) -> str:
    """A part as canonical JSON."""
    return msgspec.json.encode(part, order="sorted").decode()


def game_entries(session: Session, games: Sequence[str]) -> dict[str, list[GameEntry]]:
    """The entries of games as the file has them, by the id of the game."""
    notes: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for note in session.execute(select(EntryNoteRow.__table__).where(EntryNoteRow.game_id.in_(games))):
        notes[note.game_id, note.entry][note.field] = note.text
    entries: dict[str, list[GameEntry]] = {game: [] for game in games}
    row = EntryRow
    query = select(row.game_id, row.number, row.at, row.kind, row.payload, row.form_id)
    ordered = query.where(EntryRow.game_id.in_(games)).order_by(EntryRow.game_id, EntryRow.number)
    for game, number, at, kind, payload, form_id in session.execute(ordered):
        entry = GameEntry(number, at, kind, Raw(payload.encode()), notes.get((game, number), {}), form_id)
        entries[game].append(entry)
    return entries


def game_names(session: Session, games: Sequence[str]) -> dict[str, list[str]]:
    """The keys of the players whose numbers stand in the entries of games, by the id of the game."""
    keys: dict[str, list[str]] = {game: [] for game in games}
    query = select(GameNameRow.game_id, PlayerRow.key).join(PlayerRow, PlayerRow.id == GameNameRow.player_id)
    ordered = query.where(GameNameRow.game_id.in_(games)).order_by(GameNameRow.game_id, GameNameRow.number)
    for game, key in session.execute(ordered):
        keys[game].append(key)
    return keys


def _key_of(row: Any, number: Any) -> Any:
    """The column with the key of the row that has this id."""
    return select(row.key).where(row.id == number).scalar_subquery()


def _parts(
    session: Session, league_id: int, part: type[_Part], row: Any, *order: str, **others: Any
) -> list[_Part]:
    """The parts that the rows of a league make; `others` are columns of other tables.

    They are sorted here: databases collate letters differently, and the file must be equal everywhere.
    """
    names = part.__struct_fields__
    columns = [others[name] if name in others else getattr(row, name) for name in names]
    of_league = (row.id if row is LeagueRow else row.league_id) == league_id
    rows = session.execute(select(*columns).where(of_league))
    return sorted((part(*map(_value, names, values)) for values in rows), key=attrgetter(*order))


def _value(name: str, value: Any) -> Any:
    """What a column holds, as the file has it."""
    match name:
        case "ruleset":
            return Raw(value.encode())
        case "ranking":
            return msgspec.json.decode(value, type=RankingPart)
        case "payload":
            members = json.loads(value)
            return Raw(dumps({name: members[name] for name in members if name not in _OF_ACCOUNTS}).encode())
    return value


def _games(session: Session, league_id: int) -> Iterator[GamePart]:
    row = LeagueGameRow
    keys = (_key_of(SeasonRow, row.season_id), _key_of(NightRow, row.night_id))
    columns = (*keys, GameRow.previous_game, row.joined_at, row.struck_at, row.struck_reason)
    query: Select[*tuple[Any, ...]] = (
        select(GameRow.id, *columns, GameRow.started_at)
        .join(row, row.game_id == GameRow.id)
        .where(row.league_id == league_id, GameRow.deleted_at.is_(None))
    )
    rows = sorted(session.execute(query), key=attrgetter("started_at", "id"))
    game_ids = {row.id for row in rows}
    for first in range(0, len(rows), _AT_ONCE):
        batch = rows[first : first + _AT_ONCE]
        games = [row.id for row in batch]
        names, entries = game_names(session, games), game_entries(session, games)
        for game, season, night, previous, joined, struck, reason, _started_at in batch:
            last = previous if previous in game_ids else None
            yield GamePart(game, season, night, last, joined, struck, reason, names[game], entries[game])
