"""What the services refuse besides the rules: unknown things, stale knowledge, two versions of one hand."""

from __future__ import annotations

import math
from datetime import timedelta

from scorekeeper.rules.entries import HandScored
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Hand, VoidAttempt


class UnknownGame(LookupError):
    """There is no such game, or it was deleted."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class UnknownRight(LookupError):
    """There is no such right, or no longer."""


class LastRight(Exception):
    """It is the only right to its game: nobody could score it any more."""


class StaleVersion(Exception):
    """The caller has not seen the newest version of the game, which is `current`."""

    def __init__(self, current: int) -> None:
        super().__init__(current)
        self.current = current


class HandConflict(StateViolation):
    """This hand is recorded already, with another sheet: `saved` stands, `offered` was refused.

    `version` is that of the game in which it stands.
    """

    def __init__(self, saved: Hand | VoidAttempt, *, offered: HandScored, version: int) -> None:
        super().__init__(Fault(FaultCode.HAND_RECORDED, "", None, (("hand", saved.number),)))
        self.saved = saved
        self.offered = offered
        self.version = version


class InvitationInvalid(Exception):
    """The link or code is unknown, used or too old; which of these, nobody is told."""


class IdempotencyMismatch(Exception):
    """The key was used before, for another request."""


class TooManyAttempts(Exception):
    """Tried too often; again after `retry_after`."""

    def __init__(self, retry_after: timedelta) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after

    @property
    def seconds(self) -> int:
        """Whole seconds to wait, at least one; by then the next try counts anew."""
        return max(1, math.ceil(self.retry_after.total_seconds()))
