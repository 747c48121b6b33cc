"""What a recorded ruling does to a game: effects on the sheet, and duties that bind until they are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class EffectKind(StrEnum):
    """What the table lets a ruling change, always by its own word.

    A charge (12.5), a score not given (8.5) and an ended hand (6.2) wait for the sheet of the current hand. A
    new deal (8.6, 13) leaves the hand as it was before its deal; who leaves posts a total (8.3).
    """

    CHARGE = "charge"
    NO_SCORE = "no-score"
    HAND_ENDS = "hand-ends"
    NEW_DEAL = "new-deal"
    LEAVES = "leaves"


WAITING: Final = (EffectKind.CHARGE, EffectKind.NO_SCORE, EffectKind.HAND_ENDS)
OF_A_SEAT: Final = (EffectKind.CHARGE, EffectKind.NO_SCORE, EffectKind.LEAVES)


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of the sheet; `points` only of a charge, `seat` of everything that is about one player."""

    kind: EffectKind
    seat: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Duty:
    """What binds a seat, or the whole table (None), so many `times`. `code` is the referee's word for it."""

    code: str
    seat: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Remedied:
    """One remedy as it was ordered: the referee's words for it and for whom, and whose seats that meant."""

    code: str
    who: str
    points: int | None = None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenDuty:
    """A duty still to be done; `line` counts the duties of the entry that laid it down."""

    entry: int
    line: int
    duty: Duty


@dataclass(frozen=True, slots=True)
class WaitingEffect:
    """An effect that waits for the sheet; `line` counts the effects of the entry that brought it."""

    entry: int
    line: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class Precedent:
    """What this table agreed where the rules are silent.

    On a `clause`, None if it is in none of them. `irregularity` and `choice` are the referee's words of the
    ruling that raised it, else `question` says what was asked. `agreed` are the table's own words.
    """

    entry: int
    clause: str | None
    question: str = ""
    irregularity: str | None = None
    choice: str | None = None
    agreed: str = ""


def opened(duties: Sequence[Duty], *, entry: int) -> tuple[OpenDuty, ...]:
    """The duties that an entry lays down."""
    return tuple(OpenDuty(entry, line, duty) for line, duty in enumerate(duties))


def waiting(effects: Sequence[Effect], *, entry: int) -> tuple[WaitingEffect, ...]:
    """The effects of an entry that wait for the sheet."""
    return tuple(
        WaitingEffect(entry, line, effect) for line, effect in enumerate(effects) if effect.kind in WAITING
    )


def once_done(duties: Sequence[OpenDuty], *, entry: int, line: int) -> tuple[OpenDuty, ...]:
    """The duties left when one of them has been done once."""
    left = (_done(duty) if (duty.entry, duty.line) == (entry, line) else duty for duty in duties)
    return tuple(duty for duty in left if duty.duty.times)


def dropped(effects: Sequence[WaitingEffect], *, entry: int, line: int) -> tuple[WaitingEffect, ...]:
    """The waiting effects without one of them."""
    return tuple(effect for effect in effects if (effect.entry, effect.line) != (entry, line))


def charge_for(effects: Sequence[WaitingEffect], *, seat: int) -> int:
    """The points that wait for a seat."""
    own = (waiting.effect for waiting in effects if waiting.effect.seat == seat)
    return sum(effect.points for effect in own if effect.kind is EffectKind.CHARGE)


def _done(open_duty: OpenDuty) -> OpenDuty:
    duty = open_duty.duty
    return replace(open_duty, duty=replace(duty, times=duty.times - 1))
