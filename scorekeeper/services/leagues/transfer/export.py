"""A whole league as one JSON file, in an order that never changes; docs/league-format.md describes it.

Nothing in it tells when or where it was made, and no account, device or right stands in it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, Final

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
from scorekeeper.services.games.codec import dumps

FORMAT: Final = "scorekeeper-league"
VERSION: Final = 1
_AT_ONCE: Final = 200
# Whose account did something, or moved, is the business of this installation alone.
_OF_ACCOUNTS: Final = frozenset({"organiser", "account"})
_PERSON: Final = aliased(PlayerRow)
_PREVIOUS: Final = aliased(LeagueGameRow)


def exported(league_id: int) -> Iterator[str]:
    """The file in pieces, all of one moment; the same for the same league, wherever it lies."""
    with reading() as connection:
        head = _one(connection, select(LeagueRow.__table__).where(LeagueRow.id == league_id))
        yield f'{{"format":{dumps(FORMAT)},"version":{VERSION},\n"league":{dumps(_league(head))}'
        for name, items in (
            ("players", _players(connection, league_id)),
            ("seasons", _seasons(connection, league_id)),
            ("nights", _nights(connection, league_id)),
            ("games", _games(connection, league_id)),
            ("history", _history(connection, league_id)),
        ):
            yield f',\n"{name}":['
            yield from _lines(items)
            yield "]"
        yield "}\n"


def game_entries(connection: Connection, games: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The entries of games as they stand in the file, by the id of the game."""
    notes: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for note in connection.execute(select(EntryNoteRow.__table__).where(EntryNoteRow.game_id.in_(games))):
        notes[note.game_id, note.entry][note.field] = note.text
    found: dict[str, list[dict[str, Any]]] = {game: [] for game in games}
    query = select(EntryRow.game_id, EntryRow.number, EntryRow.at, EntryRow.kind, EntryRow.payload)
    ordered = query.where(EntryRow.game_id.in_(games)).order_by(EntryRow.game_id, EntryRow.number)
    for line in connection.execute(ordered):
        found[line.game_id].append(
            {
                "number": line.number,
                "at": moment(line.at),
                "kind": line.kind,
                "payload": json.loads(line.payload),
                "notes": notes.get((line.game_id, line.number), {}),
            }
        )
    return found


def game_names(connection: Connection, games: Sequence[str]) -> dict[str, list[str]]:
    """The keys of the players that the numbers in the entries of games mean, by the id of the game."""
    found: dict[str, list[str]] = {game: [] for game in games}
    query = select(GameNameRow.game_id, PlayerRow.key).join(PlayerRow, PlayerRow.id == GameNameRow.player_id)
    ordered = query.where(GameNameRow.game_id.in_(games)).order_by(GameNameRow.game_id, GameNameRow.number)
    for game, key in connection.execute(ordered):
        found[game].append(key)
    return found


def moment(at: datetime) -> str:
    """A moment in UTC."""
    return at.astimezone(UTC).isoformat()


def _lines(items: Iterable[object]) -> Iterator[str]:
    for place, item in enumerate(items):
        yield f"{',' if place else ''}\n{dumps(item)}"


def _league(row: RowMapping) -> dict[str, Any]:
    plain = {name: row[name] for name in ("key", "slug", "name", "visibility", "time_zone")}
    return {
        **plain,
        "house_rules": json.loads(row["house_rules"]),
        "created_at": moment(row["created_at"]),
    }


def _players(connection: Connection, league_id: int) -> Iterator[dict[str, Any]]:
    query = (
        select(PlayerRow.__table__, _PERSON.key.label("person_key"))
        .join(_PERSON, _PERSON.id == PlayerRow.person)
        .where(PlayerRow.league_id == league_id)
        .order_by(PlayerRow.number)
    )
    for row in connection.execute(query).mappings():
        yield {
            "key": row["key"],
            "number": row["number"],
            "name": row["name"],
            "person": row["person_key"],
            "retired_at": _moment_or_none(row["retired_at"]),
            "erased_at": _moment_or_none(row["erased_at"]),
            "created_at": moment(row["created_at"]),
        }


def _seasons(connection: Connection, league_id: int) -> Iterator[dict[str, Any]]:
    query = select(SeasonRow.__table__).where(SeasonRow.league_id == league_id)
    for row in _sorted(connection.execute(query).mappings(), "starts_on", "key"):
        yield {
            **{name: row[name] for name in ("key", "name", "own", "way", "best_of", "min_games")},
            "starts_on": row["starts_on"].isoformat(),
            "ends_on": row["ends_on"].isoformat(),
            "place_points": json.loads(row["place_points"]),
        }


def _nights(connection: Connection, league_id: int) -> Iterator[dict[str, Any]]:
    query = select(NightRow.__table__).where(NightRow.league_id == league_id)
    for row in _sorted(connection.execute(query).mappings(), "opened_at", "key"):
        yield {
            "key": row["key"],
            "opened_at": moment(row["opened_at"]),
            "closes_at": moment(row["closes_at"]),
            "ended_at": _moment_or_none(row["ended_at"]),
        }


def _games(connection: Connection, league_id: int) -> Iterator[dict[str, Any]]:
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
            yield {
                **{name: row[name] for name in ("id", "season", "night", "struck_reason")},
                "previous": row["previous"] if row["previous"] in kept else None,
                "joined_at": moment(row["joined_at"]),
                "struck_at": _moment_or_none(row["struck_at"]),
                "players": names[row["id"]],
                "entries": entries[row["id"]],
            }


def _history(connection: Connection, league_id: int) -> Iterator[dict[str, Any]]:
    query = select(LeagueEntryRow.__table__).where(LeagueEntryRow.league_id == league_id)
    for row in connection.execute(query.order_by(LeagueEntryRow.number)).mappings():
        payload = json.loads(row["payload"])
        yield {
            "number": row["number"],
            "at": moment(row["at"]),
            "kind": row["kind"],
            "payload": {name: value for name, value in payload.items() if name not in _OF_ACCOUNTS},
        }


def _moment_or_none(at: datetime | None) -> str | None:
    return None if at is None else moment(at)


def _one(connection: Connection, query: Any) -> RowMapping:
    found: RowMapping = connection.execute(query).mappings().one()
    return found


def _sorted(rows: Iterable[RowMapping], *columns: str) -> list[RowMapping]:
    # Databases sort letters by the customs of their country; the file is the same wherever it is made.
    return sorted(rows, key=itemgetter(*columns))
