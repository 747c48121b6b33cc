"""Whether a suspended game may go on (8.1, 8.2)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Condition, Conditions, Graph, Order, Outcome

RESUME: Final = Graph(
    Irregularity.RESUME,
    Conditions(
        (
            Condition("all_agreed", ("8.1", "8.1a")),
            Condition("all_present", ("8.2",)),
            Condition("same_seats", ("8.2",)),
            Condition("same_year", ("8.2", "8.2a")),
        ),
        met=Outcome("allowed", (Order(Remedy.RESUME_ALLOWED, Who.TABLE),), ("8.1", "8.2")),
        unmet=Outcome("refused", (Order(Remedy.RESUME_REFUSED, Who.TABLE),), ()),
    ),
)
