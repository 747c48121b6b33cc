"""What rulings left open is done or given up; and whether something is recorded that is sent once more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from scorekeeper.rules.entries import Dropped, Event, Settled
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import canonical
from scorekeeper.services.games import recording
from scorekeeper.services.games.recording import Recorded


def settle(
    game_id: str,
    duty: tuple[int, int],
    *,
    now: datetime,
    device: str | None = None,
    seen: int | None = None,
    times: int | None = None,
) -> Recorded:
    """A duty, named by its entry and line, was done once. Errors as of `games.record`.

    `times` is how often it was still to be done when somebody said so: said twice, it is done once.
    """

    def done(game: Game) -> Settled:
        left = {(line.entry, line.line): line.duty.times for line in game.duties}
        if times is not None and left.get(duty) != times:
            raise StateViolation(Fault(FaultCode.DUTY_GONE, "/line"))
        return Settled(*duty)

    return recording.record(game_id, done, now=now, device=device, seen=seen)


def drop(
    game_id: str,
    waiting: tuple[int, int],
    *,
    now: datetime,
    device: str | None = None,
    seen: int | None = None,
) -> Recorded:
    """An effect that waits for the sheet, named by its entry and line, is given up. Errors as of `record`."""
    return recording.record(game_id, Dropped(*waiting), now=now, device=device, seen=seen)


def is_recorded(game_id: str, event: Callable[[Game], Event], *, seen: int) -> bool:
    """Whether the entry right after version `seen` is what `event` makes of the game at that version."""
    entries = recording.entries(game_id)
    if not 1 <= seen < len(entries):
        return False
    try:
        return canonical(event(fold(entries[:seen]))) == entries[seen].event
    except RuleViolation:
        return False
