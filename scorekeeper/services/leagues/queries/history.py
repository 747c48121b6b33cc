"""The history of a league, newest first, with the names of today: its own lines hold only numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import aliased

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

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Change:
    """One seat of a game whose total or rank has changed; None where the game did not count."""

    name: str
    before: int | None
    after: int | None
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class ToldGame:
    """The game that a line is about, as it is now. `struck_reason` None: it is not struck."""

    id: str
    started_at: datetime
    struck_reason: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line. `names` are the players it is about, in the order of its sentence.

    `entry` is the line of the game's own history that brought it about. `said` holds plain settings.
    """

    number: int
    at: datetime
    kind: EntryKind
    by: str | None
    organiser: str | None
    names: tuple[tuple[int, str], ...]
    game: ToldGame | None
    entry: int | None
    changes: tuple[Change, ...]
    night: datetime | None
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of it; `page` counts from 1."""

    lines: tuple[HistoryLine, ...]
    page: int
    pages: int


_PERSON: Final = aliased(PlayerRow)
_LINES: Final = (
    select(LeagueEntryRow.number, LeagueEntryRow.at, LeagueEntryRow.kind, LeagueEntryRow.payload)
    .add_columns(LeagueEntryRow.account_id, AccountRow.name.label("by"))
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
    select(GameRow.id, GameRow.started_at, LeagueGameRow.struck_reason)
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .where(
        LeagueGameRow.league_id == bindparam("league_id"),
        GameRow.deleted_at.is_(None),
        GameRow.id.in_(bindparam("sought", expanding=True)),
    )
)
_SEATS: Final = (
    select(SeatRow.game_id, SeatRow.number, func.coalesce(_PERSON.name, SeatRow.name))
    .outerjoin(PlayerRow, PlayerRow.id == SeatRow.player_id)
    .outerjoin(_PERSON, _PERSON.id == PlayerRow.person)
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
class _Known:
    players: Mapping[int, str]
    games: Mapping[str, ToldGame]
    seats: Mapping[str, Mapping[int, str]]
    organisers: Mapping[int, str]
    nights: Mapping[str, datetime]


def history_page(league_id: int, *, page: int = 1) -> HistoryPage:
    """One page of the history; beyond the last one, the last one."""
    asked: dict[str, Any] = {"league_id": league_id}
    with reading() as connection:
        pages = max(1, -(-connection.execute(_NUMBER, asked).scalar_one() // PER_PAGE))
        page = max(1, min(page, pages))
        rows = connection.execute(_LINES, {**asked, "skipped": (page - 1) * PER_PAGE}).all()
        said = [json.loads(row.payload) for row in rows]
        known = _known(connection, league_id, said)
    lines = tuple(
        _line(payload, known=known, number=row.number, at=row.at, kind=EntryKind(row.kind), by=row.by)
        for row, payload in zip(rows, said, strict=True)
    )
    return HistoryPage(lines, page, pages)


def _known(connection: Connection, league_id: int, said: Sequence[Mapping[str, Any]]) -> _Known:
    asked = {"league_id": league_id}
    games = _found(said, "game")
    players = connection.execute(_PLAYERS, {**asked, "sought": _found(said, *_ABOUT_PLAYERS)}).all()
    told = connection.execute(_GAMES, {**asked, "sought": games}).all()
    seats: dict[str, dict[int, str]] = {row.id: {} for row in told}
    for game_id, seat, name in connection.execute(_SEATS, {"sought": list(seats)}):
        seats[game_id][seat] = name
    accounts = connection.execute(_ACCOUNTS, {"sought": _found(said, "organiser")}).all()
    nights = connection.execute(_NIGHTS, {**asked, "sought": _found(said, "night")}).all()
    return _Known(
        players=dict(players),
        games={row.id: ToldGame(*row, names=tuple(seats[row.id].values())) for row in told},
        seats=seats,
        organisers=dict(accounts),
        nights=dict(nights),
    )


def _found(said: Iterable[Mapping[str, Any]], *fields: str) -> list[Any]:
    return sorted({payload[field] for payload in said for field in fields if field in payload})


def _line(said: Mapping[str, Any], *, known: _Known, **told: Any) -> HistoryLine:
    game = said.get("game", "")
    numbers = [said[field] for field in _ABOUT_PLAYERS if field in said]
    return HistoryLine(
        **told,
        organiser=known.organisers.get(said.get("organiser", 0)),
        names=tuple((number, known.players[number]) for number in numbers if number in known.players),
        game=known.games.get(game),
        entry=said.get("entry"),
        changes=tuple(_changes(said, names=known.seats.get(game, {}))),
        night=known.nights.get(said.get("night", "")),
        said=said,
    )


def _changes(said: Mapping[str, Any], *, names: Mapping[int, str]) -> Iterable[Change]:
    """Each seat whose total or rank is another one now."""
    was = {seat: (total, rank) for seat, total, rank in said.get("was", ())}
    now = {seat: (total, rank) for seat, total, rank in said.get("totals", ())}
    for seat in sorted(was.keys() | now.keys()):
        before, after = was.get(seat, (None, None)), now.get(seat, (None, None))
        if before != after and seat in names:
            yield Change(names[seat], before[0], after[0], before[1], after[1])
