"""Whether a sheet that is offered for a hand was recorded before: sent twice, by two, or too late."""

from __future__ import annotations

from scorekeeper.rules.entries import HandScored
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.services.common.faults import HandConflict


def recorded_sheet(
    game: Game, *, event: HandScored, attempt: int | None, knows_all: bool
) -> Hand | VoidAttempt | None:
    """The same sheet where it is recorded already; None when this one is new.

    `attempt` is the attempt the sheet was written for, None if that was not said; `knows_all`: the sender has
    seen the newest version. HandConflict when another sheet is recorded; StateViolation when the attempt it
    was written for was taken back.
    """
    saved = _saved(game, event=event, attempt=attempt, knows_all=knows_all)
    if saved is None or same_sheet(saved, event):
        return saved
    if attempt is None and isinstance(saved, VoidAttempt):
        return None
    raise HandConflict(saved, offered=event, version=game.version)


def _saved(
    game: Game, *, event: HandScored, attempt: int | None, knows_all: bool
) -> Hand | VoidAttempt | None:
    if 1 <= event.hand <= len(game.hands):
        return game.hands[event.hand - 1]
    if game.hand is None or event.hand != game.hand.number or attempt == game.hand.attempt:
        return None
    void = {attempt.attempt: attempt for attempt in game.void if attempt.number == event.hand}
    if attempt is None:
        return None if knows_all else void.get(game.hand.attempt - 1)
    if attempt not in void:
        raise StateViolation(Fault(FaultCode.HAND_TAKEN_BACK, "", None, (("hand", event.hand),)))
    return void[attempt]
