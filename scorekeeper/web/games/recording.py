"""Record what a form says as an event of this phone, and show the form only where the event is possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.rules.checks import state_faults
from scorekeeper.rules.entries import Event
from scorekeeper.rules.faults import StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games import recording
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.refusals import Errors
from scorekeeper.web.http.responses import Answer


def record(
    game_id: str,
    event: Event | Callable[[Game], Event],
    *,
    attempt: int | None = None,
    seen: int | None = None,
) -> recording.Recorded:
    """Record an event of this phone now."""
    phone = device.known()
    return recording.record(game_id, event, now=clock.now(), device=phone, seen=seen, attempt=attempt)


def require(game: Game, event: Event) -> None:
    """Refuse (StateViolation) to show a form whose event the state of the game forbids, whatever is typed."""
    if forbidden := state_faults(game, event, at=clock.now()):
        raise StateViolation(*forbidden)


def seats_page(
    template: str, game: Game, *, game_id: str, seats: Sequence[int], errors: Errors, **context: Any
) -> Answer:
    """A page about the seats of these numbers, in their order."""
    listed = tuple(game.seats[number] for number in seats)
    return responses.page(template, errors=errors, game=game, game_id=game_id, seats=listed, **context)
