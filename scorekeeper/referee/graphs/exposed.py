"""What becomes of cards that somebody saw without a right to them (10.1 to 10.3a)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.codes import OptionCode, Remedy, Who
from scorekeeper.referee.graph import Choice, Option, Order


@dataclass(frozen=True, slots=True)
class Draw:
    """How the next player draws: what is ordered, and what that player chooses."""

    order: Order
    choice: Choice


EXPOSE: Final = Order(Remedy.EXPOSE_ON_STOCK)
TAKE_OR_BURY: Final = Draw(
    Order(Remedy.NEXT_TAKES_OR_BURIES, Who.NEXT),
    Choice(Who.NEXT, (Option(OptionCode.TAKE), Option(OptionCode.BURY))),
)
THREE_WAYS: Final = Draw(
    Order(Remedy.THREE_WAY_DRAW, Who.NEXT),
    Choice(
        Who.NEXT,
        (Option(OptionCode.EXPOSED), Option(OptionCode.FACE_DOWN), Option(OptionCode.DISCARD)),
    ),
)
ONE_CLAUSES: Final = ("10.1", "10.2")
MANY_CLAUSES: Final = ("10.1", "10.3", "10.3a")
