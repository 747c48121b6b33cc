"""Duties and waiting effects of rulings as lines for the pages of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from markupsafe import Markup

from scorekeeper.referee.codes import Remedy
from scorekeeper.rules.rulings import EffectKind, OpenDuty, WaitingEffect
from scorekeeper.web.games import ruling_text

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
# Effects of other kinds never wait for a sheet.
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
    """The open duties of a game, each in a whole sentence."""
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
    """The effects that wait for the sheet, in the words of the scoring page."""
    return _effects(waiting, seats, say=ruling_text.waiting)


def applied_lines(waiting: Iterable[WaitingEffect], seats: Iterable[Named]) -> list[BindingLine]:
    """The effects that wait for the sheet, in the words of the other pages."""
    return _effects(waiting, seats, say=ruling_text.applied)


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
