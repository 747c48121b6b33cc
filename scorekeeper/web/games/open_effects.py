"""What rulings left open in a game, as lines for its pages: what binds, and what waits for the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from markupsafe import Markup

from scorekeeper.referee.codes import Remedy
from scorekeeper.rules.rulings import EffectKind, OpenDuty, WaitingEffect
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.sheet_form import NOBODY

DUTY_CLAUSES: Final = {
    Remedy.DISCARD_WITHOUT_DRAWING: "12.1",
    Remedy.DRAW_WITHOUT_DISCARDING: "12.2",
    Remedy.NO_LAYING_DOWN: "11.1",
    Remedy.NO_PLAY_BEFORE_NEXT_TURN: "5.3",
    Remedy.PLAY_FREED_WILD: "3.10a",
    Remedy.NEXT_TAKES_OR_BURIES: "10.2",
    Remedy.MAY_DEMAND_RE_DEAL: "13.2",
    Remedy.THREE_WAY_DRAW: "10.3",
}
# Of effects that wait for a sheet; the others happen at once.
EFFECT_CLAUSES: Final = {
    EffectKind.CHARGE: "12.5",
    EffectKind.NO_SCORE: "8.5",
    EffectKind.HAND_ENDS: "6.2",
}


class Named(Protocol):
    """A seat of any row."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class BindingLine:
    """One duty or waiting effect; `times` is how often a duty is still to be done."""

    entry: int
    line: int
    text: Markup
    clause: str
    times: int = 1


def duty_lines(duties: Iterable[OpenDuty], seats: Iterable[Named]) -> list[BindingLine]:
    """What still binds, in whole sentences."""
    names = _names(seats)
    return [
        BindingLine(
            line.entry,
            line.line,
            ruling_text.duty(line.duty, name=names.get(line.duty.seat)),
            DUTY_CLAUSES[Remedy(line.duty.code)],
            line.duty.times,
        )
        for line in duties
    ]


def waiting_lines(waiting: Iterable[WaitingEffect], seats: Iterable[Named]) -> list[BindingLine]:
    """What waits for the sheet, as its own page says it."""
    return _effects(waiting, seats, say=ruling_text.waiting)


def applied_lines(waiting: Iterable[WaitingEffect], seats: Iterable[Named]) -> list[BindingLine]:
    """The same as other pages say it."""
    return _effects(waiting, seats, say=ruling_text.applied)


def preselected(waiting: Iterable[WaitingEffect]) -> dict[str, str]:
    """What the fields of a sheet begin with: no score, and nobody out, where a ruling says so."""
    effects = [line.effect for line in waiting]
    nobody = any(effect.kind is EffectKind.HAND_ENDS for effect in effects)
    silent = {f"not_given-{effect.seat}": "1" for effect in effects if effect.kind is EffectKind.NO_SCORE}
    return {**({"went_out": NOBODY} if nobody else {}), **silent}


def waits(waiting: Iterable[WaitingEffect]) -> str:
    """What waits for a sheet, in short: its form says what it was shown with."""
    return " ".join(f"{line.entry}.{line.line}" for line in waiting)


def _effects(
    waiting: Iterable[WaitingEffect], seats: Iterable[Named], *, say: Callable[..., Markup]
) -> list[BindingLine]:
    names = _names(seats)
    return [
        BindingLine(
            line.entry,
            line.line,
            say(line.effect, name=names.get(line.effect.seat)),
            EFFECT_CLAUSES[line.effect.kind],
        )
        for line in waiting
    ]


def _names(seats: Iterable[Named]) -> dict[int | None, str]:
    return {seat.number: seat.name for seat in seats}
