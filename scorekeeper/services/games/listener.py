"""How a feature that builds on games, such as a league, takes part in their transactions.

A game imports nothing of such a feature. `create_app` registers the one listener of the application.
"""

from datetime import datetime
from typing import Final

from flask import Flask, current_app
from sqlalchemy.orm import Session

from scorekeeper.rules.entries import Event
from scorekeeper.rules.game import Game

_EXTENSION: Final = "game-listener"


class GameListener:
    """What else happens when a game changes; this one does nothing.

    Every method runs within the transaction that changes the game. If it raises RuleViolation or
    StateViolation, nothing has changed. Events are reported only of games in which names mean players.
    """

    def before_recording(self, session: Session, game: Game, event: Event, *, now: datetime) -> Event:
        """Return the event that is to be recorded after `game`: `event`, or another one in its place."""
        return event

    def recorded(
        self, session: Session, game_id: str, *, before: Game, after: Game, entry: int, now: datetime
    ) -> None:
        """React to an entry (its number) that is written, with all tables of its game."""

    def must_stay(self, session: Session, game_id: str) -> bool:
        """Whether a game may not be deleted."""
        return False


def register(app: Flask, listener: GameListener) -> None:
    """Let `listener` take part in all transactions of games of `app`."""
    app.extensions[_EXTENSION] = listener


def listener() -> GameListener:
    """The listener of the current application."""
    game_listener: GameListener = current_app.extensions[_EXTENSION]
    return game_listener
