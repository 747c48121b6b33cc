"""Two cards or more discarded in one turn (11.3, 11.3a)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Choice, Graph, Option, Order, Outcome, yes_no

_TAKE_BACK: Final = Choice(
    Who.OFFENDER,
    (Option(OptionCode.TAKE_BACK), Option(OptionCode.DECLINE, see=Irregularity.WRONG_COUNT)),
)

EXTRA_DISCARD: Final = Graph(
    Irregularity.EXTRA_DISCARD,
    yes_no(
        "next_turn_over",
        yes=Outcome(
            "too-late",
            (Order(Remedy.NO_CORRECTION, Who.TABLE), Order(Remedy.SEE, see=Irregularity.WRONG_COUNT)),
            ("11.3", "11.3a"),
        ),
        no=yes_no(
            "next_took_one",
            yes=Outcome("other-back", (Order(Remedy.TAKE_BACK_OTHER_DISCARD),), ("11.3",), _TAKE_BACK),
            no=Outcome("either-back", (Order(Remedy.TAKE_BACK_ONE_DISCARD),), ("11.3",), _TAKE_BACK),
        ),
    ),
)
