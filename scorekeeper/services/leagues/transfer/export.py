"""A whole league as one JSON file, in an order that never changes.

The file tells neither when nor where it was made, and holds no account, device or right. `document` declares
its shape.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from msgspec import Raw
from sqlalchemy import Connection, RowMapping, select
from sqlalchemy.orm import aliased

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
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method
from scorekeeper.services.leagues.transfer.document import (
    FORMAT,
    VERSION,
    Game,
    GameEntry,
    League,
    LeagueEntry,
    Night,
    Part,
    Player,
    Season,
    dumped,
)

_AT_ONCE: Final = 200
# Accounts belong to this installation alone.
_OF_ACCOUNTS: Final = frozenset({"organiser", "account"})
_PERSON: Final = aliased(PlayerRow)
_PREVIOUS: Final = aliased(LeagueGameRow)


def exported(league_id: int) -> Iterator[str]:
    """The file in pieces, all of one moment. Equal leagues give equal bytes in every installation."""
    with reading() as connection:
        yield f'{{"format":{dumped(FORMAT)},"version":{VERSION}'
        yield f',\n"league":{dumped(_league(connection, league_id))}'
        for name, parts in (
            ("players", _players(connection, league_id)),
            ("seasons", _seasons(connection, league_id)),
            ("nights", _nights(connection, league_id)),
            ("games", _games(connection, league_id)),
            ("history", _history(connection, league_id)),
        ):
            yield f',\n"{name}":['
            yield from _lines(parts)
            yield "]"
        yield "}\n"


def game_entries(connection: Connection, games: Sequence[str]) -> dict[str, list[GameEntry]]:
    """The entries of games as the file has them, by the id of the game."""
    notes: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for note in connection.execute(select(EntryNoteRow.__table__).where(EntryNoteRow.game_id.in_(games))):
        notes[note.game_id, note.entry][note.field] = note.text
    found: dict[str, list[GameEntry]] = {game: [] for game in games}
    query = select(EntryRow.game_id, EntryRow.number, EntryRow.at, EntryRow.kind, EntryRow.payload)
    ordered = query.where(EntryRow.game_id.in_(games)).order_by(EntryRow.game_id, EntryRow.number)
    for row in connection.execute(ordered):
        found[row.game_id].append(
            GameEntry(
                number=row.number,
                at=row.at,
                kind=row.kind,
                payload=Raw(row.payload.encode()),
                notes=notes.get((row.game_id, row.number), {}),
            )
        )
    return found


def game_names(connection: Connection, games: Sequence[str]) -> dict[str, list[str]]:
    """The keys of the players whose numbers stand in the entries of games, by the id of the game."""
    found: dict[str, list[str]] = {game: [] for game in games}
    query = select(GameNameRow.game_id, PlayerRow.key).join(PlayerRow, PlayerRow.id == GameNameRow.player_id)
    ordered = query.where(GameNameRow.game_id.in_(games)).order_by(GameNameRow.game_id, GameNameRow.number)
    for game, key in connection.execute(ordered):
        found[game].append(key)
    return found


def _lines(parts: Iterable[Part]) -> Iterator[str]:
    for place, part in enumerate(parts):
        yield f"{',' if place else ''}\n{dumped(part)}"


def _league(connection: Connection, league_id: int) -> League:
    query = select(LeagueRow.__table__).where(LeagueRow.id == league_id)
    row = connection.execute(query).mappings().one()
    return League(
        key=row["key"],
        slug=row["slug"],
        name=row["name"],
        visibility=Visibility(row["visibility"]),
        time_zone=row["time_zone"],
        house_rules=Raw(row["house_rules"].encode()),
        created_at=row["created_at"],
    )


def _players(connection: Connection, league_id: int) -> Iterator[Player]:
    query = (
        select(PlayerRow.__table__, _PERSON.key.label("person_key"))
        .join(_PERSON, _PERSON.id == PlayerRow.person)
        .where(PlayerRow.league_id == league_id)
        .order_by(PlayerRow.number)
    )
    for row in connection.execute(query).mappings():
        yield Player(
            key=row["key"],
            number=row["number"],
            name=row["name"],
            person=row["person_key"],
            retired_at=row["retired_at"],
            erased_at=row["erased_at"],
            created_at=row["created_at"],
        )


def _seasons(connection: Connection, league_id: int) -> Iterator[Season]:
    query = select(SeasonRow.__table__).where(SeasonRow.league_id == league_id)
    for row in _sorted(connection.execute(query).mappings(), "starts_on", "key"):
        yield Season(
            key=row["key"],
            name=row["name"],
            own=row["own"],
            starts_on=row["starts_on"],
            ends_on=row["ends_on"],
            way=Method(row["way"]),
            best_of=row["best_of"],
            min_games=row["min_games"],
            place_points=json.loads(row["place_points"]),
        )


def _nights(connection: Connection, league_id: int) -> Iterator[Night]:
    query = select(NightRow.__table__).where(NightRow.league_id == league_id)
    for row in _sorted(connection.execute(query).mappings(), "opened_at", "key"):
        yield Night(
            key=row["key"],
            opened_at=row["opened_at"],
            closes_at=row["closes_at"],
            ended_at=row["ended_at"],
        )


def _games(connection: Connection, league_id: int) -> Iterator[Game]:
    query = (
        select(
            GameRow.id,
            GameRow.started_at,
            SeasonRow.key.label("season"),
            NightRow.key.label("night"),
            _PREVIOUS.game_id.label("previous"),
            LeagueGameRow.joined_at,
            LeagueGameRow.struck_at,
            LeagueGameRow.struck_reason,
        )
        .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
        .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
        .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
        .outerjoin(
            _PREVIOUS, (_PREVIOUS.game_id == GameRow.previous_game) & (_PREVIOUS.league_id == league_id)
        )
        .where(LeagueGameRow.league_id == league_id, GameRow.deleted_at.is_(None))
    )
    rows = _sorted(connection.execute(query).mappings(), "started_at", "id")
    kept = {row["id"] for row in rows}
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        games = [row["id"] for row in some]
        names, entries = game_names(connection, games), game_entries(connection, games)
        for row in some:
            yield Game(
                id=row["id"],
                season=row["season"],
                night=row["night"],
                previous=row["previous"] if row["previous"] in kept else None,
                joined_at=row["joined_at"],
                struck_at=row["struck_at"],
                struck_reason=row["struck_reason"],
                players=names[row["id"]],
                entries=entries[row["id"]],
            )


def _history(connection: Connection, league_id: int) -> Iterator[LeagueEntry]:
    query = select(LeagueEntryRow.__table__).where(LeagueEntryRow.league_id == league_id)
    for row in connection.execute(query.order_by(LeagueEntryRow.number)).mappings():
        payload = json.loads(row["payload"])
        members = {name: value for name, value in payload.items() if name not in _OF_ACCOUNTS}
        yield LeagueEntry(
            number=row["number"],
            at=row["at"],
            kind=EntryKind(row["kind"]),
            payload=Raw(dumped(members).encode()),
        )


def _sorted(rows: Iterable[RowMapping], *columns: str) -> list[RowMapping]:
    # Databases collate letters differently; the file must be equal everywhere.
    return sorted(rows, key=itemgetter(*columns))
