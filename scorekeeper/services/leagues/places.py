"""Where in its league a game has its place, and how one that was kept without a league comes into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from scorekeeper.models import GameNameRow, GameRow, LeagueGameRow, PlayerRow, SeatRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import history, names
from scorekeeper.rules.entries import Arranged, Entry, Resumed, Started, Undone
from scorekeeper.rules.fold import games
from scorekeeper.services.games import log, recording
from scorekeeper.services.games.names import bearer
from scorekeeper.services.leagues import name_changes, people


@dataclass(frozen=True, slots=True)
class InLeague:
    """The league of a game and its season; `night_id` None: not started on a league night."""

    league_id: int
    season_id: int
    night_id: int | None = None


def start_game(
    event: Started, place: InLeague, *, now: datetime, device: str | None = None, previous: str | None = None
) -> str:
    """Start a game of a league, in which names mean its players, known or new; the new id.

    `device` and `previous` as of `recording.start_game`; RuleViolation.
    """
    history.start(event, now=now)
    with writing() as connection:
        event = people.with_players(connection, event, league_id=place.league_id, now=now)
        game_id = recording.start_game(event, now=now, device=device, previous=previous)
        put(connection, game_id, place=place, now=now)
    return game_id


def put(connection: Connection, game_id: str, *, place: InLeague, now: datetime) -> None:
    """Make a game one of a league, not struck."""
    connection.execute(
        insert(LeagueGameRow),
        {
            "game_id": game_id,
            "league_id": place.league_id,
            "season_id": place.season_id,
            "night_id": place.night_id,
            "joined_at": now,
            "struck_at": None,
            "struck_reason": None,
        },
    )


def take_into_league(connection: Connection, game_id: str, players: Mapping[int, int]) -> None:
    """Let every name of a game mean a player: by seat number, for all seats, no two the same person.

    All names that a seat ever had go to its player. A name that no seat has any more, since an arrival was
    taken back, goes to the player of the league whom it means, or to a new one.
    """
    seats = _last_seats(log.load_any(connection, game_id))
    someone = next(iter(players.values()))
    league_id = connection.execute(select(PlayerRow.league_id).where(PlayerRow.id == someone)).scalar_one()
    now = connection.execute(select(GameRow.updated_at).where(GameRow.id == game_id)).scalar_one()
    for number, name in log.known_names(connection, game_id).items():
        player = players.get(seats[bearer(name)]) or people.player_for(connection, league_id, name, now)
        at = (GameNameRow.game_id == game_id) & (GameNameRow.number == number)
        connection.execute(update(GameNameRow).where(at).values(name=None, player_id=player))
    for seat, player in players.items():
        at = (SeatRow.game_id == game_id) & (SeatRow.number == seat)
        connection.execute(update(SeatRow).where(at).values(player_id=player))
    name_changes.refresh(connection, list(players.values()))


def _last_seats(entries: tuple[Entry, ...]) -> dict[str | int, int]:
    """The seat that has each name, or had it last, by its present number."""
    seats: dict[str | int, int] = {}
    for entry, game in zip(entries, games(entries), strict=True):
        undone = entries[entry.event.entry - 1].event if isinstance(entry.event, Undone) else None
        if isinstance(entry.event, Arranged):
            place = {old: new for new, old in enumerate(entry.event.order)}
            seats = {name: place.get(seat, seat) for name, seat in seats.items()}
        elif isinstance(undone, Arranged):
            seats = {name: dict(enumerate(undone.order)).get(seat, seat) for name, seat in seats.items()}
        seats |= {bearer(seat.name): seat.number for seat in game.seats}
        if isinstance(entry.event, Resumed):
            at_table = {names.key(seat.name): seat.number for seat in game.seats}
            seats |= {bearer(name): at_table[names.key(name)] for name in entry.event.seats}
    return seats
