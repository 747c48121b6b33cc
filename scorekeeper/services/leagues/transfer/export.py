"""A whole league as one JSON file, in an order that never changes.

The file tells neither when nor where it was made, and holds no account, device or right. `document` declares
its shape.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import Row, select
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
from scorekeeper.models.base import Base
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

_Row = TypeVar("_Row", bound=Row[*tuple[Any, ...]])
_AT_ONCE: Final = 200
# Accounts belong to this installation alone.
_OF_ACCOUNTS: Final = frozenset({"organiser", "account"})
_PERSON: Final = aliased(PlayerRow)
_PREVIOUS: Final = aliased(LeagueGameRow)


def exported(league_id: int) -> Iterator[str]:
    """The file in pieces, all of one moment. Equal leagues give equal bytes in every installation."""
    with reading() as session:
        yield '{"format":"scorekeeper-league","version":1'
        yield f',\n"league":{_written(_league(session, league_id))}'
        for name, parts in (
            ("players", _players(session, league_id)),
            ("seasons", _seasons(session, league_id)),
            ("nights", _nights(session, league_id)),
            ("games", _games(session, league_id)),
            ("history", _history(session, league_id)),
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


def _columns(part: type[Part], row: type[Base], **others: Any) -> list[Any]:
    """The columns of a table that hold the members of a part, in order; `others` are of other tables."""
    return [others[name] if name in others else getattr(row, name) for name in part.__struct_fields__]


def _league(session: Session, league_id: int) -> LeaguePart:
    query = select(LeagueRow.__table__).where(LeagueRow.id == league_id)
    row = session.execute(query).mappings().one()
    members = {name: row[name] for name in LeaguePart.__struct_fields__}
    return LeaguePart(**members | {"ruleset": Raw(row["ruleset"].encode())})


def _players(session: Session, league_id: int) -> Iterator[PlayerPart]:
    query = (
        select(*_columns(PlayerPart, PlayerRow, person=_PERSON.key))
        .join(_PERSON, _PERSON.id == PlayerRow.person)
        .where(PlayerRow.league_id == league_id)
        .order_by(PlayerRow.number)
    )
    return (PlayerPart(*row) for row in session.execute(query))


def _seasons(session: Session, league_id: int) -> Iterator[SeasonPart]:
    query = select(*_columns(SeasonPart, SeasonRow)).where(SeasonRow.league_id == league_id)
    for row in _sorted(session.execute(query), "starts_on", "key"):
        yield replace(SeasonPart(*row), ranking=msgspec.json.decode(row.ranking, type=RankingPart))


def _nights(session: Session, league_id: int) -> Iterator[NightPart]:
    query = select(*_columns(NightPart, NightRow)).where(NightRow.league_id == league_id)
    return (NightPart(*row) for row in _sorted(session.execute(query), "opened_at", "key"))


def _games(session: Session, league_id: int) -> Iterator[GamePart]:
    query = (
        select(
            GameRow.id,
            SeasonRow.key.label("season"),
            NightRow.key.label("night"),
            _PREVIOUS.game_id.label("previous"),
            LeagueGameRow.joined_at,
            LeagueGameRow.struck_at,
            LeagueGameRow.struck_reason,
            GameRow.started_at,
        )
        .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
        .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
        .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
        .outerjoin(
            _PREVIOUS, (_PREVIOUS.game_id == GameRow.previous_game) & (_PREVIOUS.league_id == league_id)
        )
        .where(LeagueGameRow.league_id == league_id, GameRow.deleted_at.is_(None))
    )
    rows = _sorted(session.execute(query), "started_at", "id")
    game_ids = {row.id for row in rows}
    for first in range(0, len(rows), _AT_ONCE):
        batch = rows[first : first + _AT_ONCE]
        games = [row.id for row in batch]
        names, entries = game_names(session, games), game_entries(session, games)
        for row in batch:
            members = {name: value for name, value in row._asdict().items() if name != "started_at"}
            game = GamePart(**members, players=names[row.id], entries=entries[row.id])
            yield game if game.previous in game_ids else replace(game, previous=None)


def _history(session: Session, league_id: int) -> Iterator[LeagueEntry]:
    query = select(*_columns(LeagueEntry, LeagueEntryRow)).where(LeagueEntryRow.league_id == league_id)
    for row in session.execute(query.order_by(LeagueEntryRow.number)):
        payload = json.loads(row.payload)
        members = {name: value for name, value in payload.items() if name not in _OF_ACCOUNTS}
        yield replace(LeagueEntry(*row), payload=Raw(dumps(members).encode()))


def _sorted(rows: Iterable[_Row], *columns: str) -> list[_Row]:
    # Databases collate letters differently; the file must be equal everywhere.
    return sorted(rows, key=attrgetter(*columns))
