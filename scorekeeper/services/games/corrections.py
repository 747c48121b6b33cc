"""Correcting a recorded hand from what changes in it: made whole and judged in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.models.engine import writing
from scorekeeper.rules.corrections import UNCHANGED, Unchanged, merged
from scorekeeper.rules.entries import Corrected, ErrorKind, GivenScore
from scorekeeper.services.games import recording
from scorekeeper.services.games.recording import Recorded


@dataclass(frozen=True, slots=True)
class Correction:
    """What changes in a hand, and the answers that section 15 asks for; None: not answered.

    `charges` has the new charge of a seat for missing cards (12.5); others stay as they are.
    """

    hand: int
    changes: tuple[GivenScore, ...]
    kind: ErrorKind
    went_out: int | Unchanged | None = UNCHANGED
    mixed: bool | None = None
    disputed_before: bool | None = None
    agreed: bool | None = None
    reason: str = ""
    charges: Mapping[int, int] = field(default_factory=dict)


def correct(
    game_id: str, asked: Correction, *, now: datetime, device: str | None = None, seen: int | None = None
) -> Recorded:
    """Record a correction; errors as of `games.record`, whose pointers count the changes first."""
    with writing():
        hands = {hand.number: hand for hand in recording.current(game_id).hands}
        went_out, scores = None if asked.went_out is UNCHANGED else asked.went_out, asked.changes
        if asked.hand in hands:
            went_out, scores = merged(
                hands[asked.hand], changes=asked.changes, went_out=asked.went_out, charges=asked.charges
            )
        event = Corrected(
            hand=asked.hand,
            went_out=went_out,
            scores=scores,
            kind=asked.kind,
            mixed=asked.mixed,
            disputed_before=asked.disputed_before,
            agreed=asked.agreed,
            reason=asked.reason,
        )
        return recording.record(game_id, event, now=now, device=device, seen=seen)
