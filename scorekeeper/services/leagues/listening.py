"""What a league does when one of its games changes, in the same transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from scorekeeper.models import EntryRow, LeagueGameRow
from scorekeeper.rules.entries import Event
from scorekeeper.rules.game import Game
from scorekeeper.services.games.listener import GameListener
from scorekeeper.services.leagues import people, results, seasons

_HAND: Final = "hand"


class LeagueListener(GameListener):
    """Gives names their players, keeps results up to date, and keeps games with hands from being deleted."""

    def before_recording(self, connection: Connection, game: Game, event: Event, *, now: datetime) -> Event:
        return people.in_its_league(connection, game, event, now=now)

    def recorded(
        self, connection: Connection, game_id: str, *, before: Game, after: Game, entry: int, now: datetime
    ) -> None:
        people.refuse_doubles(connection, after)
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
