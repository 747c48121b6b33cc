"""What the pages of a game show of the league it belongs to, without knowing leagues.

The feature that knows registers a function once for the application.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from flask import Flask, current_app
from markupsafe import Markup

_EXTENSION: Final = "game-affiliations"


class Affiliation(Protocol):
    """What a game belongs to, in HTML for its table page."""

    @property
    def at_night(self) -> bool:
        """Whether the game was started on a league night, where no account is needed."""

    def section(self, *, may_write: bool) -> Markup:
        """The part of the table page about the league; empty if this phone may not see it."""

    def play_again(self, game_id: str) -> Markup:
        """The links that start another game with the same seats."""


def register(app: Flask, find: Callable[[str], Affiliation | None]) -> None:
    """Let the pages of `app` ask `find` by a game's id for what the game belongs to."""
    app.extensions[_EXTENSION] = find


def affiliation_of(game_id: str) -> Affiliation | None:
    """What a game belongs to; None for a game on its own."""
    find: Callable[[str], Affiliation | None] = current_app.extensions[_EXTENSION]
    return find(game_id)
