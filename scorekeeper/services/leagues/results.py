"""The results of league games: written in the transaction that ends, corrects or strikes a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, insert, select

from scorekeeper.models import GameRow, LeagueGameRow, PlayerRow, ResultRow, SeatRow
from scorekeeper.rules.game import Game, Statistics
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.leagues.results import Result, in_parts, results
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games.codec import player_of
from scorekeeper.services.leagues import log, seasons

_PLACE: Final = (
    select(
        LeagueGameRow.league_id,
        LeagueGameRow.season_id,
        LeagueGameRow.struck_at,
        GameRow.started_at,
        GameRow.finished_at,
        GameRow.deleted_at,
    )
    .join(GameRow, GameRow.id == LeagueGameRow.game_id)
    .where(LeagueGameRow.game_id == bindparam("game_id"))
)
_PEOPLE: Final = (
    select(SeatRow.number, PlayerRow.person)
    .join(PlayerRow, PlayerRow.id == SeatRow.player_id)
    .where(SeatRow.game_id == bindparam("game_id"))
)
_COLUMNS: Final = ("seat", "total", "posted", "rank", "sharers", "seats", "points", "hands", "outs")


def keep(
    connection: Connection, game_id: str, *, before: Game, after: Game, entry: int, now: datetime
) -> None:
    """Bring the results of a game up to date after an entry; nothing to do for a game without a league.

    A change of a game that counted, or counts now, is a line of the league's history; so is another player at
    a seat of it. RuleViolation if the game may count again and its season could not rank it.
    """
    if before.statistics is Statistics.DISCARDED and after.statistics is not Statistics.DISCARDED:
        seasons.refuse_unranked(connection, game_id)
    old, new = results(before), results(after)
    if old == new and not (new and _is_reseated(connection, before, after)):
        return
    place = _place(connection, game_id)
    if place is None:
        return
    _replace(connection, game_id, place=place, lines=new)
    if place.struck_at is None:
        log.append(
            connection,
            place.league_id,
            _kind(old, new),
            Actor(None, now),
            game=game_id,
            entry=entry,
            was=_summary(old),
            totals=_summary(new),
        )


def rewrite(connection: Connection, game_id: str, *, game: Game) -> None:
    """Write the results of a game anew: it has joined a league, was struck, brought back, or moved."""
    place = _place(connection, game_id)
    if place is not None:
        _replace(connection, game_id, place=place, lines=results(game))


def stored(connection: Connection, game_id: str) -> Mapping[int, tuple[object, ...]]:
    """The results of a game as they are stored, by seat, to be compared with `expected`."""
    rows = connection.execute(select(ResultRow).where(ResultRow.game_id == game_id)).mappings()
    return {row["seat"]: tuple(row[name] for name in _row_names()) for row in rows}


def expected(connection: Connection, game_id: str, *, game: Game) -> Mapping[int, tuple[object, ...]]:
    """The results that should be stored of a game, by seat."""
    place = _place(connection, game_id)
    if place is None:
        return {}
    rows = _rows(connection, game_id, place=place, lines=results(game))
    return {row["seat"]: tuple(row[name] for name in _row_names()) for row in rows}


def _is_reseated(connection: Connection, before: Game, after: Game) -> bool:
    """Whether a seat has become that of another person."""
    old, new = _players(before), _players(after)
    if old == new:
        return False
    query = select(PlayerRow.id, PlayerRow.person).where(PlayerRow.id.in_({*old, *new}))
    people = dict(connection.execute(query).all())
    return [people[player] for player in old] != [people[player] for player in new]


def _players(game: Game) -> list[int]:
    """Whom the seats mean; nobody in a game without a league."""
    return [player for seat in game.seats if (player := player_of(seat.name)) is not None]


def _place(connection: Connection, game_id: str) -> Row[*tuple[Any, ...]] | None:
    return connection.execute(_PLACE, {"game_id": game_id}).first()


def _replace(
    connection: Connection, game_id: str, *, place: Row[*tuple[Any, ...]], lines: tuple[Result, ...]
) -> None:
    connection.execute(delete(ResultRow).where(ResultRow.game_id == game_id))
    rows = _rows(connection, game_id, place=place, lines=lines)
    if rows:
        connection.execute(insert(ResultRow), rows)


def _rows(
    connection: Connection, game_id: str, *, place: Row[*tuple[Any, ...]], lines: tuple[Result, ...]
) -> list[dict[str, Any]]:
    if place.struck_at is not None or place.deleted_at is not None or not lines:
        return []
    people = dict(connection.execute(_PEOPLE, {"game_id": game_id}).all())
    return [
        {
            "season_id": place.season_id,
            "player_id": people[line.seat],
            "started_at": place.started_at,
            "game_id": game_id,
            "finished_at": place.finished_at,
            **row_of(line),
        }
        for line in lines
    ]


def row_of(line: Result) -> dict[str, Any]:
    """The columns of a result, without whose it is and of which game."""
    own = {name: getattr(line, name) for name in _COLUMNS}
    return own | {"won": in_parts(line.won), "beaten": in_parts(line.beaten)}


def _kind(old: tuple[Result, ...], new: tuple[Result, ...]) -> EntryKind:
    if old and new:
        return EntryKind.GAME_CHANGED
    return EntryKind.GAME_COUNTED if new else EntryKind.GAME_REOPENED


def _row_names() -> tuple[str, ...]:
    return ("season_id", "player_id", "started_at", "finished_at", *_COLUMNS, "won", "beaten")


def _summary(lines: tuple[Result, ...]) -> list[list[int]]:
    return [[line.seat, line.total, line.rank] for line in lines]
