"""Whether a suspended game may go on (8.1, 8.2; P-3)."""

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Condition, Conditions, Graph, Order, outcome

_ASKED: Final = Conditions(
    (
        Condition(
            "all_agreed", N_("Everyone agrees to carry on"), N_("Not everyone agrees."), ("8.1", "8.1a")
        ),
        Condition("all_present", N_("Everyone’s here"), N_("Wait, or all agree not to."), ("8.2", "8.2b")),
        Condition(
            "same_seats",
            N_("Everyone’s sitting in the same order around the table"),
            N_("You’re sitting in a different order."),
            ("8.2",),
        ),
        Condition(
            "same_year",
            N_("The game started this year"),
            N_("The year the game started in is over. You can only end the game."),
            ("8.2", "8.2a"),
        ),
    ),
    met=outcome(
        "allowed",
        N_("You can carry on."),
        Order(Remedy.RESUME_ALLOWED, N_("Take your seats and start the next hand."), Who.TABLE),
        clauses=("8.1", "8.2"),
    ),
    unmet=outcome(
        "refused",
        N_("You can’t carry on."),
        Order(Remedy.RESUME_REFUSED, N_("The game is still on a break."), Who.TABLE),
    ),
)

GRAPH: Final = Graph(
    Irregularity.RESUME,
    headline=N_("Carrying on after a break"),
    example=N_("A month later, everyone’s back."),
    search_words=N_(
        "resume, resume the game, take a break, carry on, continue, continue another day, continue "
        "tomorrow, pause, paused game, adjourned, suspended, suspended game, another evening, go on later, "
        "new year, same seats, after the break"
    ),
    first=_ASKED,
)

# The year does not matter.
PLAIN: Final = replace(
    GRAPH,
    first=replace(
        _ASKED,
        conditions=tuple(replace(condition, clauses=("P-3",)) for condition in _ASKED.conditions[:-1]),
        met=replace(_ASKED.met, clauses=("P-3",)),
    ),
)
