"""Whether a suspended game may go on (8.1, 8.2)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Condition, Conditions, Graph, Order, outcome

GRAPH: Final = Graph(
    Irregularity.RESUME,
    headline="Carrying on after a break",
    example="A month later, everyone’s back.",
    search_words="resume pause continue adjourned another day new year same seats going on suspended game",
    first=Conditions(
        (
            Condition("all_agreed", "Everyone agrees to carry on", "Not everyone agrees.", ("8.1", "8.1a")),
            Condition("all_present", "Everyone’s here", "Someone’s missing.", ("8.2",)),
            Condition(
                "same_seats",
                "Everyone’s sitting in the same order around the table",
                "You’re sitting in a different order.",
                ("8.2",),
            ),
            Condition(
                "same_year",
                "The game started this year",
                "The year the game started in is over. You can only end the game.",
                ("8.2", "8.2a"),
            ),
        ),
        met=outcome(
            "allowed",
            "You can carry on.",
            Order(Remedy.RESUME_ALLOWED, "Take your seats and deal the next hand.", Who.TABLE),
            clauses=("8.1", "8.2"),
        ),
        unmet=outcome(
            "refused",
            "You can’t carry on.",
            Order(Remedy.RESUME_REFUSED, "The game is still on a break.", Who.TABLE),
        ),
    ),
)
