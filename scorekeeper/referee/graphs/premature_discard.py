"""A discard without a draw (11.1, 11.2)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Choice, Graph, Option, Order, Outcome, yes_no

PREMATURE_DISCARD: Final = Graph(
    Irregularity.PREMATURE_DISCARD,
    yes_no(
        "next_has_drawn",
        yes=Outcome("too-late", (Order(Remedy.SEE, see=Irregularity.WRONG_COUNT),), ("11.2",)),
        no=Outcome(
            "may-draw",
            (Order(Remedy.DRAW_FROM_STOCK), Order(Remedy.NO_LAYING_DOWN)),
            ("11.1",),
            Choice(
                Who.OFFENDER,
                (Option(OptionCode.DRAW), Option(OptionCode.DECLINE, see=Irregularity.WRONG_COUNT)),
            ),
        ),
    ),
)
