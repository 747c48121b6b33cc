"""A player does not finish the game (8.3, 8.4)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, Outcome, PointsList

PLAYER_LEFT: Final = Graph(
    Irregularity.PLAYER_LEFT,
    PointsList(
        "other_totals",
        enough=Outcome("posts", (Order(Remedy.POST_TOTAL, amount=Amount.TWO_HIGHEST),), ("8.3",)),
        short=Outcome("discarded", (Order(Remedy.DISCARD_STATISTICS, Who.TABLE),), ("8.4", "8.4a")),
    ),
)
