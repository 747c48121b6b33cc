"""A player changes their mind and asks to take something back (5.1a, 5.7, 5.7a)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, Order, Reply, one_of, outcome

_DISCARD: Final = outcome(
    "discard-stays",
    N_("No, the discard stays. It ended the turn."),
    Order(
        Remedy.TAKE_BACK_REFUSED,
        N_("{Claimant} leaves the card on the discard pile. It’s the next player’s turn."),
        Who.CLAIMANT,
    ),
    clauses=("5.7a",),
)
_DRAW: Final = outcome(
    "draw-stays",
    N_("No, they keep the card they drew."),
    Order(
        Remedy.TAKE_BACK_REFUSED,
        N_("{Claimant} keeps the card, and can’t swap it for the one on the other pile."),
        Who.CLAIMANT,
    ),
    clauses=("5.1a",),
)
_THIS_TURN: Final = outcome(
    "this-turn",
    N_("Yes, they can take those cards back."),
    Order(
        Remedy.TAKE_BACK_ALLOWED,
        N_("{Claimant} can take back cards that they laid down in this turn."),
        Who.CLAIMANT,
    ),
    clauses=("5.7",),
)
_EARLIER: Final = outcome(
    "earlier",
    N_("No, those cards stay on the table."),
    Order(
        Remedy.TAKE_BACK_REFUSED,
        N_("{Claimant} laid those cards down in an earlier turn. They stay there."),
        Who.CLAIMANT,
    ),
    clauses=("5.7",),
)

GRAPH: Final = Graph(
    Irregularity.TAKE_BACK,
    headline=N_("Taking something back"),
    example=N_("Dee wants a card back."),
    example_of_tiles=N_("Dee wants a tile back."),
    search_words=N_(
        "take it back, take back, took back a card, changed my mind, undo, discard back, take back my "
        "discard, discarded the wrong card, wrong discard, pick it up again, swap the drawn card, put back "
        "the drawn card, took from the wrong pile, regret, take back a card from the table, take my meld "
        "back"
    ),
    first=one_of(
        "what",
        N_("What do they want to take back?"),
        Reply("discard", N_("Their discard"), _DISCARD),
        Reply("draw", N_("Their draw"), _DRAW),
        Reply("laid-this-turn", N_("Cards they laid down in this turn"), _THIS_TURN),
        Reply("laid-earlier", N_("Cards they laid down earlier"), _EARLIER),
    ),
    who={Who.CLAIMANT: N_("Who wants to take something back?")},
)
