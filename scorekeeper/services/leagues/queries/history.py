"""The history of a league, newest first, with the names of today: its own lines hold only numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, func, select

from scorekeeper.models import (
    AccountRow,
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    NightRow,
    PlayerRow,
    SeatRow,
)
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.score_forms import Exact, exact
from scorekeeper.services.leagues.queries import games

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Change:
    """One seat of a game whose total or rank has changed; None where the game did not count."""

    name: str
    before: Exact | None
    after: Exact | None
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class HistoryGame:
    """The game that a line is about, as it is now. `struck_reason` None: it is not struck."""

    id: str
    started_at: datetime
    resumed_at: datetime | None
    time_zone: str
    struck_reason: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line. `names` are the players it is about, in the order of its sentence.

    `entry` is the line of the game's own history that brought it about. `payload` holds plain settings.
    """

    number: int
    at: datetime
    kind: EntryKind
    by: str | None
    organiser: str | None
    names: tuple[tuple[int, str], ...]
    game: HistoryGame | None
    entry: int | None
    changes: tuple[Change, ...]
    night: datetime | None
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of it; `page` counts from 1."""

    lines: tuple[HistoryLine, ...]
    page: int
    pages: int


_LINES: Final = (
    select(LeagueEntryRow.number, LeagueEntryRow.at, LeagueEntryRow.kind, LeagueEntryRow.payload)
    .add_columns(AccountRow.name.label("by"))
    .outerjoin(AccountRow, AccountRow.id == LeagueEntryRow.account_id)
    .where(LeagueEntryRow.league_id == bindparam("league_id"))
    .order_by(LeagueEntryRow.number.desc())
    .limit(PER_PAGE)
    .offset(bindparam("skipped"))
)
_NUMBER: Final = select(func.count()).where(LeagueEntryRow.league_id == bindparam("league_id"))
_PLAYERS: Final = select(PlayerRow.number, PlayerRow.name).where(
    PlayerRow.league_id == bindparam("league_id"), PlayerRow.number.in_(bindparam("sought", expanding=True))
)
_GAMES: Final = (
    select(GameRow.id, GameRow.started_at, GameRow.resumed_at, GameRow.time_zone, LeagueGameRow.struck_reason)
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .where(
        LeagueGameRow.league_id == bindparam("league_id"),
        GameRow.deleted_at.is_(None),
        GameRow.id.in_(bindparam("sought", expanding=True)),
    )
)
_SEATS: Final = (
    games.seats(SeatRow.number, games.NAME)
    .where(SeatRow.game_id.in_(bindparam("sought", expanding=True)))
    .order_by(SeatRow.game_id, SeatRow.number)
)
_ACCOUNTS: Final = select(AccountRow.id, AccountRow.name).where(
    AccountRow.id.in_(bindparam("sought", expanding=True))
)
_NIGHTS: Final = select(NightRow.key, NightRow.opened_at).where(
    NightRow.league_id == bindparam("league_id"), NightRow.key.in_(bindparam("sought", expanding=True))
)
_ABOUT_PLAYERS: Final = ("player", "into")


@dataclass(frozen=True, slots=True)
class _Lookup:
    """All that the payloads of some lines mean by numbers, ids and keys."""

    players: Mapping[int, str]
    games: Mapping[str, HistoryGame]
    seats: Mapping[str, Mapping[int, str]]
    organisers: Mapping[int, str]
    nights: Mapping[str, datetime]


def history_page(league_id: int, *, page: int = 1) -> HistoryPage:
    """One page of the history; beyond the last one, the last one."""
    league = {"league_id": league_id}
    with reading() as connection:
        pages = max(1, -(-connection.execute(_NUMBER, league).scalar_one() // PER_PAGE))
        page = max(1, min(page, pages))
        rows = connection.execute(_LINES, {**league, "skipped": (page - 1) * PER_PAGE}).all()
        payloads = [json.loads(row.payload) for row in rows]
        lookup = _lookup(connection, league_id, payloads)
    lines = tuple(
        _line(payload, lookup=lookup, number=row.number, at=row.at, kind=EntryKind(row.kind), by=row.by)
        for row, payload in zip(rows, payloads, strict=True)
    )
    return HistoryPage(lines, page, pages)


def _lookup(connection: Connection, league_id: int, payloads: Sequence[Mapping[str, Any]]) -> _Lookup:
    def rows(query: Select[*tuple[Any, ...]], *members: str) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows of a query for all values of these members."""
        sought = {payload[name] for payload in payloads for name in members if name in payload}
        return connection.execute(query, {"league_id": league_id, "sought": sorted(sought)}).all()

    stored = rows(_GAMES, "game")
    seats: dict[str, dict[int, str]] = {row.id: {} for row in stored}
    for game_id, seat, name in connection.execute(_SEATS, {"sought": list(seats)}):
        seats[game_id][seat] = name
    return _Lookup(
        players=dict(rows(_PLAYERS, *_ABOUT_PLAYERS)),
        games={row.id: HistoryGame(**row._asdict(), names=tuple(seats[row.id].values())) for row in stored},
        seats=seats,
        organisers=dict(rows(_ACCOUNTS, "organiser")),
        nights=dict(rows(_NIGHTS, "night")),
    )


def _line(payload: Mapping[str, Any], *, lookup: _Lookup, **columns: Any) -> HistoryLine:
    game = payload.get("game", "")
    numbers = [payload[member] for member in _ABOUT_PLAYERS if member in payload]
    return HistoryLine(
        **columns,
        organiser=lookup.organisers.get(payload.get("organiser", 0)),
        names=tuple((number, lookup.players[number]) for number in numbers if number in lookup.players),
        game=lookup.games.get(game),
        entry=payload.get("entry"),
        changes=tuple(_changes(payload, names=lookup.seats.get(game, {}))),
        night=lookup.nights.get(payload.get("night", "")),
        payload=payload,
    )


def _changes(payload: Mapping[str, Any], *, names: Mapping[int, str]) -> Iterator[Change]:
    """Each seat whose total or rank is another one now."""
    was = {seat: (exact(Fraction(total)), rank) for seat, total, rank in payload.get("was", ())}
    now = {seat: (exact(Fraction(total)), rank) for seat, total, rank in payload.get("totals", ())}
    for seat in sorted(was.keys() | now.keys()):
        before, after = was.get(seat, (None, None)), now.get(seat, (None, None))
        if before != after and seat in names:
            yield Change(names[seat], before[0], after[0], before[1], after[1])
