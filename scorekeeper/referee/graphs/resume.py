"""Whether a suspended game may go on (8.1, 8.2)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Condition, Conditions, Graph, Order, outcome

GRAPH: Final = Graph(
    Irregularity.RESUME,
    headline="Going on with a suspended game",
    example="A month later, everybody is back.",
    search_words="resume pause continue adjourned another day new year same seats",
    first=Conditions(
        (
            Condition("all_agreed", "All players agree to go on", "Not everybody agrees.", ("8.1", "8.1a")),
            Condition("all_present", "All players are here", "Somebody is missing.", ("8.2",)),
            Condition(
                "same_seats",
                "Everybody sits in the same order around the table",
                "The players sit in another order.",
                ("8.2",),
            ),
            Condition(
                "same_year",
                "It is still the calendar year in which the game started",
                "The calendar year is over: the game can only be ended.",
                ("8.2", "8.2a"),
            ),
        ),
        met=outcome(
            "allowed",
            "The game goes on.",
            Order(
                Remedy.RESUME_ALLOWED, "Everybody takes their seats, and the next hand is dealt.", Who.TABLE
            ),
            clauses=("8.1", "8.2"),
        ),
        unmet=outcome(
            "refused",
            "The game is not resumed.",
            Order(Remedy.RESUME_REFUSED, "The game stays suspended.", Who.TABLE),
        ),
    ),
)
