"""The consequences of a recorded ruling: effects on the sheet, and duties in force until they are done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class EffectKind(StrEnum):
    """A change of the sheet that the table applies with a ruling.

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
    """An order in force for a seat, or for the whole table (None), `times` times. `code` is a `Remedy`."""

    code: str
    seat: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Remedied:
    """A remedy as it was ordered: `code` is a `Remedy`, `who` a `Who`, `seats` the seats that it meant."""

    code: str
    who: str
    points: int | None = None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenDuty:
    """A duty still to be done; `line` is its index among the duties of its entry."""

    entry: int
    line: int
    duty: Duty


@dataclass(frozen=True, slots=True)
class WaitingEffect:
    """An effect that waits for the sheet; `line` is its index among the effects of its entry."""

    entry: int
    line: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class Precedent:
    """An agreement of this table where the rules are silent.

    `clause` is None if no clause is about it. `irregularity` and `choice` are the codes of the ruling that
    raised it, else `question` says what was asked. `agreed` holds the table's own words.
    """

    entry: int
    clause: str | None
    question: str = ""
    irregularity: str | None = None
    choice: str | None = None
    agreed: str = ""


def opened(duties: Sequence[Duty], *, entry: int) -> tuple[OpenDuty, ...]:
    """The duties of an entry, with their indices."""
    return tuple(OpenDuty(entry, line, duty) for line, duty in enumerate(duties))


def waiting(effects: Sequence[Effect], *, entry: int) -> tuple[WaitingEffect, ...]:
    """The effects of an entry that wait for the sheet."""
    return tuple(
        WaitingEffect(entry, line, effect) for line, effect in enumerate(effects) if effect.kind in WAITING
    )


def once_done(duties: Sequence[OpenDuty], *, entry: int, line: int) -> tuple[OpenDuty, ...]:
    """The duties left when one of them has been done once."""
    left = (
        replace(open_duty, duty=replace(open_duty.duty, times=open_duty.duty.times - 1))
        if (open_duty.entry, open_duty.line) == (entry, line)
        else open_duty
        for open_duty in duties
    )
    return tuple(open_duty for open_duty in left if open_duty.duty.times)


def dropped(effects: Sequence[WaitingEffect], *, entry: int, line: int) -> tuple[WaitingEffect, ...]:
    """The waiting effects without one of them."""
    return tuple(effect for effect in effects if (effect.entry, effect.line) != (entry, line))
