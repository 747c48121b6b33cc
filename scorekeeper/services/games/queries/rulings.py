"""What recorded rulings left open in a game: duties that bind, and effects that wait for the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import BindParameter, Connection, bindparam, literal, select, union_all

from scorekeeper.models import DutyRow, WaitingRow
from scorekeeper.rules.rulings import Duty, Effect, EffectKind, OpenDuty, WaitingEffect

_DUTY: Final = "duty"
_WAITING: Final = "waiting"


@dataclass(frozen=True, slots=True)
class OpenLines:
    """Both in the order in which they were ordered."""

    duties: tuple[OpenDuty, ...] = ()
    waiting: tuple[WaitingEffect, ...] = ()


_OF_GAME: Final[BindParameter[str]] = bindparam("game_id")
_OPEN: Final = union_all(
    select(
        literal(_DUTY).label("what"),
        DutyRow.entry,
        DutyRow.line,
        DutyRow.code.label("code"),
        DutyRow.seat,
        DutyRow.times.label("number"),
    ).where(DutyRow.game_id == _OF_GAME),
    select(
        literal(_WAITING),
        WaitingRow.entry,
        WaitingRow.line,
        WaitingRow.kind,
        WaitingRow.seat,
        WaitingRow.points,
    ).where(WaitingRow.game_id == _OF_GAME),
).order_by("entry", "line")


def read_open(connection: Connection, game_id: str) -> OpenLines:
    """Everything open in a game."""
    rows = connection.execute(_OPEN, {"game_id": game_id}).all()
    return OpenLines(
        tuple(
            OpenDuty(row.entry, row.line, Duty(row.code, row.seat, row.number))
            for row in rows
            if row.what == _DUTY
        ),
        tuple(
            WaitingEffect(row.entry, row.line, Effect(EffectKind(row.code), row.seat, row.number))
            for row in rows
            if row.what == _WAITING
        ),
    )
