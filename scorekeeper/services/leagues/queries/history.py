"""The history of a league, newest first, with the names of today: its own lines hold only numbers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.orm import Session

from scorekeeper.models import (
    AccountRow,
    GameRow,
    LeagueEntryRow,
    LeagueGameRow,
    NightRow,
    PlayerRow,
    SeatRow,
)
from scorekeeper.models.base import db
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.score_forms import Exact, exact
from scorekeeper.services.games.projection import WHEN_PLAYED
from scorekeeper.services.leagues.queries import games

PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class RankChange:
    """One seat of a game whose total or rank has changed; None where the game did not count."""

    name: str
    before: Exact | None
    after: Exact | None
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class HistoryGame(Played):
    """The game that a line is about, as it is now. `struck_reason` None: it is not struck."""

    id: str
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
    changes: tuple[RankChange, ...]
    night: datetime | None
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LeagueHistoryPage:
    """One page of it; `page` counts from 1."""

    lines: tuple[HistoryLine, ...]
    page: int
    pages: int


_ABOUT_PLAYERS: Final = ("player", "into")


def history_page(league_id: int, *, page: int = 1) -> LeagueHistoryPage:
    """One page of the history; beyond the last one, the last one."""
    query = select(LeagueEntryRow).where(LeagueEntryRow.league_id == league_id)
    paginate = partial(db.paginate, query.order_by(LeagueEntryRow.number.desc()), per_page=PER_PAGE)
    with reading() as session:
        entries = paginate(page=page, error_out=False)
        if page > entries.pages > 0:
            entries = paginate(page=entries.pages)
        lines = tuple(map(_Lookup(session, league_id, entries.items).line, entries))
    return LeagueHistoryPage(lines, entries.page, max(1, entries.pages))


class _Lookup:
    """All that the payloads of some lines mean by numbers, ids and keys, and the accounts that wrote them."""

    def __init__(self, session: Session, league_id: int, entries: Sequence[LeagueEntryRow]) -> None:
        self._payloads = {entry.number: json.loads(entry.payload) for entry in entries}
        payloads = self._payloads.values()

        def ids(*members: str) -> set[Any]:
            return {payload[name] for payload in payloads for name in members if name in payload}

        def rows(*columns: Any, where: ColumnElement[bool]) -> Sequence[Row[*tuple[Any, ...]]]:
            return session.execute(select(*columns).where(where)).all()

        of_league = (PlayerRow.league_id == league_id) & PlayerRow.number.in_(ids(*_ABOUT_PLAYERS))
        self._players = dict(rows(PlayerRow.number, PlayerRow.name, where=of_league))
        in_lines = AccountRow.id.in_({entry.account_id for entry in entries} | ids("organiser"))
        self._accounts = dict(rows(AccountRow.id, AccountRow.name, where=in_lines))
        self._nights = dict(rows(NightRow.key, NightRow.opened_at, where=NightRow.key.in_(ids("night"))))
        played = _GAMES.where(LeagueGameRow.league_id == league_id, GameRow.id.in_(ids("game")))
        lines = session.execute(played).all()
        self._seats: dict[str, dict[int, str]] = {row.id: {} for row in lines}
        seats = games.seats(SeatRow.number, games.NAME).where(SeatRow.game_id.in_(self._seats))
        for game_id, seat, name in session.execute(seats.order_by(SeatRow.game_id, SeatRow.number)):
            self._seats[game_id][seat] = name
        self._games = {row.id: HistoryGame(*row, names=tuple(self._seats[row.id].values())) for row in lines}

    def line(self, entry: LeagueEntryRow) -> HistoryLine:
        payload = self._payloads[entry.number]
        game = payload.get("game", "")
        numbers = [payload[member] for member in _ABOUT_PLAYERS if member in payload]
        return HistoryLine(
            number=entry.number,
            at=entry.at,
            kind=EntryKind(entry.kind),
            by=self._accounts.get(entry.account_id),
            organiser=self._accounts.get(payload.get("organiser", 0)),
            names=tuple((number, self._players[number]) for number in numbers if number in self._players),
            game=self._games.get(game),
            entry=payload.get("entry"),
            changes=tuple(_changes(payload, names=self._seats.get(game, {}))),
            night=self._nights.get(payload.get("night", "")),
            payload=payload,
        )


_GAMES: Final = (
    select(*WHEN_PLAYED, GameRow.id, LeagueGameRow.struck_reason)
    .join(LeagueGameRow, LeagueGameRow.game_id == GameRow.id)
    .where(GameRow.deleted_at.is_(None))
)


def _changes(payload: Mapping[str, Any], *, names: Mapping[int, str]) -> Iterator[RankChange]:
    """Each seat whose total or rank is another one now."""
    was = {seat: (exact(Fraction(total)), rank) for seat, total, rank in payload.get("was", ())}
    now = {seat: (exact(Fraction(total)), rank) for seat, total, rank in payload.get("totals", ())}
    for seat in sorted(was.keys() | now.keys()):
        before, after = was.get(seat, (None, None)), now.get(seat, (None, None))
        if before != after and seat in names:
            yield RankChange(names[seat], before[0], after[0], before[1], after[1])
