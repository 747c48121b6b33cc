"""Why services refuse something that the rules allow: it is unknown, out of date or asked for too often."""

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from scorekeeper.rules.entries import HandScored
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Hand, VoidAttempt
from scorekeeper.rules.rulesets.ruleset import Ruleset

_LONGEST_FIELD: Final = 60


@dataclass(eq=False)
class UnknownGame(LookupError):
    """No game has this id, or it was deleted."""

    game_id: str


class UnknownRight(LookupError):
    """The right does not exist, or has ended."""


class LastRight(Exception):
    """The last right to a game cannot end: nobody could score the game any more."""


@dataclass(eq=False)
class StaleVersion(Exception):
    """The caller knows an older version of the game than `current`, the newest one."""

    current: int


@dataclass(eq=False)
class FormRecorded(Exception):
    """A form was sent again: what it asked for is recorded in the game `game_id`, and nothing changes."""

    game_id: str


class WrittenByNewer(ValueError):
    """Something stored, or a file, names a `field` that this release does not know: a newer one wrote it.

    Of a name that is far too long for one, `field` has the beginning.
    """

    def __init__(self, field: str) -> None:
        super().__init__(f"this release has no {field}")
        self.field = field[:_LONGEST_FIELD]


class HandConflict(Exception):
    """The hand is recorded already with another sheet: `saved` stays, `offered` is refused.

    `version` is the version of the game with `saved`; `rules` are those of the hand.
    """

    def __init__(
        self, saved: Hand | VoidAttempt, *, offered: HandScored, rules: Ruleset, version: int
    ) -> None:
        self.faults = (Fault(FaultCode.HAND_RECORDED, "", None, (("hand", saved.number),)),)
        super().__init__(*self.faults)
        self.saved = saved
        self.offered = offered
        self.rules = rules
        self.version = version


class InvitationInvalid(Exception):
    """The link or code of an invitation is unknown, used or expired; which of these is not told."""


class IdempotencyMismatch(Exception):
    """An idempotency key was used before, for another request."""


@dataclass(eq=False)
class TooManyAttempts(Exception):
    """The limit of attempts is reached; the next one may come after `retry_after`."""

    retry_after: timedelta

    @property
    def seconds(self) -> int:
        """Whole seconds to wait, at least one, until the next attempt is let through."""
        return max(1, math.ceil(self.retry_after.total_seconds()))
