"""A player gives no score for a hand (8.5, 8.6)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, Outcome, PointsList

MISSING_SCORE: Final = Graph(
    Irregularity.MISSING_SCORE,
    PointsList(
        "other_scores",
        enough=Outcome("posts", (Order(Remedy.POST_SCORE, amount=Amount.TWO_HIGHEST),), ("8.5", "8.5a")),
        short=Outcome("replay", (Order(Remedy.REPLAY_HAND, Who.DEALER),), ("8.6", "8.6a")),
    ),
)
