"""What the forms of events share: recording, refusing a form whose event is impossible, the order of seats.

The order of seats is one choice for each position: `place-0`, `place-1`, ... hold seat numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.checks import state_faults
from scorekeeper.rules.entries import Event
from scorekeeper.rules.faults import StateViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games import recording
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.http.form_errors import Errors
from scorekeeper.web.http.responses import Answer


def record(
    game_id: str,
    event: Event | Callable[[Game], Event],
    *,
    attempt: int | None = None,
    seen: int | None = None,
) -> recording.Recorded:
    """Record an event now, written by this phone; errors as of `services.games.recording.record`."""
    phone = device.known()
    return recording.record(game_id, event, now=clock.now(), device=phone, seen=seen, attempt=attempt)


def require(game: Game, event: Event) -> None:
    """StateViolation if the state of the game forbids an event, so that its form is not shown at all."""
    if forbidden := state_faults(game, event, at=clock.now()):
        raise StateViolation(*forbidden)


def seats_page(
    template: str, game: Game, *, game_id: str, seats: Sequence[int], errors: Errors, **context: Any
) -> Answer:
    """A page about the seats with these numbers, in this order."""
    listed = tuple(game.seats[number] for number in seats)
    return responses.page(template, errors=errors, game=game, game_id=game_id, seats=listed, **context)


def read_order(form: Mapping[str, str], *, positions: int) -> tuple[int, ...]:
    """The seat number chosen for each position; -1 where none was chosen."""
    return tuple(whole_or(form.get(f"place-{position}"), default=-1) for position in range(positions))


def unchosen_seats(order: Sequence[int], *, seats: Sequence[int]) -> dict[str, str]:
    """The fields of the positions for which no seat of `seats` was chosen, as malformed fields."""
    return {f"place-{position}": "place" for position, seat in enumerate(order) if seat not in seats}
