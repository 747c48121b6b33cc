"""The stock has run out (section 6)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Order, Outcome

STOCK_OUT: Final = Graph(
    Irregularity.STOCK_OUT,
    OneOf(
        "time",
        (
            Answer(
                "first",
                Outcome(
                    "first",
                    (Order(Remedy.TURN_DISCARDS_OVER, Who.TABLE), Order(Remedy.PLAY_ON, Who.TABLE)),
                    ("6.1", "6.1a"),
                    notes=("6.3",),
                ),
            ),
            Answer(
                "second",
                Outcome(
                    "second",
                    (Order(Remedy.HAND_ENDS, Who.TABLE), Order(Remedy.COUNT_ALL_CARDS, Who.TABLE)),
                    ("6.2",),
                    notes=("6.3",),
                ),
            ),
        ),
    ),
)
