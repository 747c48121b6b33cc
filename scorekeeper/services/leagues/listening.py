"""What a league does when one of its games changes, in the same transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from scorekeeper.models import EntryRow, LeagueGameRow, PlayerRow
from scorekeeper.rules import names
from scorekeeper.rules.entries import Arranged, Event, Joined, Renamed, Resumed
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games.codec import GameName, names_in, with_names
from scorekeeper.services.games.listener import GameListener
from scorekeeper.services.leagues import players, results, seasons

_HAND: Final = "hand"


class LeagueListener(GameListener):
    """Gives names their players, keeps results up to date, and keeps games with hands from being deleted."""

    def before_recording(self, connection: Connection, game: Game, event: Event, *, now: datetime) -> Event:
        return _with_players(connection, game, event, now=now)

    def recorded(
        self, connection: Connection, game_id: str, *, before: Game, after: Game, entry: int, now: datetime
    ) -> None:
        _refuse_doubles(connection, after)
        results.keep(connection, game_id, before=before, after=after, entry=entry, now=now)

    def must_stay(self, connection: Connection, game_id: str) -> bool:
        """Whether a hand of a league game was ever recorded, even if it was taken back or is void."""
        query = (
            select(LeagueGameRow.game_id)
            .join(EntryRow, EntryRow.game_id == LeagueGameRow.game_id)
            .where(LeagueGameRow.game_id == game_id, EntryRow.kind == _HAND)
            .limit(1)
        )
        return connection.execute(query).first() is not None

    def restored(self, connection: Connection, game_id: str) -> None:
        seasons.refuse_unranked(connection, game_id)


def _with_players(connection: Connection, game: Game, event: Event, *, now: datetime) -> Event:
    """An event as it is recorded in a game of a league: with players for its names."""
    at_table = {names.key(seat.name): GameName(seat.name, seat.player_id) for seat in game.seats}
    if isinstance(event, Resumed):
        # An unknown name stays as it was sent, and is refused.
        return with_names(event, [at_table.get(names.key(name), GameName(name)) for name in event.seats])
    if not isinstance(event, Arranged | Joined | Renamed):
        return event
    league = select(PlayerRow.league_id).where(PlayerRow.id == game.player_ids[0])
    league_id = connection.execute(league).scalar_one()
    spoken = [
        at_table.get(names.key(name)) or players.named(connection, league_id, name, now=now)
        for name, _player in names_in(event)
    ]
    return with_names(event, spoken)


def _refuse_doubles(connection: Connection, game: Game) -> None:
    """Refuse (StateViolation) a game of a league in which one person would sit twice.

    A name that comes back by an undoing may mean another person by now.
    """
    if len({seat.name for seat in game.seats}) == len(game.seats):
        return
    query = select(PlayerRow.id, PlayerRow.person).where(PlayerRow.id.in_(game.player_ids))
    people = dict(connection.execute(query).all())
    seen: set[int] = set()
    for seat, player in zip(game.seats, game.player_ids, strict=True):
        if people[player] in seen:
            raise StateViolation(Fault(FaultCode.SEATS_ONE_PERSON, values=(("name", seat.name),)))
        seen.add(people[player])
