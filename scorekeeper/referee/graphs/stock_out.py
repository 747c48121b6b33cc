"""The stock has run out (section 6)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, Note, Order, Reply, one_of, outcome

_WHEN: Final = Note(
    "6.3",
    N_("When has the stock run out?"),
    (N_("When someone takes its last card."), N_("When someone has to draw and can’t.")),
)
_FIRST: Final = outcome(
    "first",
    N_("Turn the discard pile over. It’s the new stock."),
    Order(
        Remedy.TURN_DISCARDS_OVER,
        N_(
            "Leave the top discard where it is. Turn the rest of the pile over, without shuffling. That’s "
            "the new stock. Dead cards come back with it."
        ),
        Who.TABLE,
    ),
    Order(Remedy.PLAY_ON, N_("Play carries on in order."), Who.TABLE),
    clauses=("6.1", "6.1a"),
    notes=(_WHEN,),
)
_SECOND: Final = outcome(
    "second",
    N_("The hand is over. Nobody went out."),
    Order(Remedy.HAND_ENDS, N_("The hand ends now."), Who.TABLE),
    Order(
        Remedy.COUNT_ALL_CARDS,
        N_("Everyone counts all the cards they hold, as if someone had gone out."),
        Who.TABLE,
    ),
    clauses=("6.2",),
    notes=(_WHEN,),
)

GRAPH: Final = Graph(
    Irregularity.STOCK_OUT,
    headline=N_("The stock has run out"),
    headline_of_tiles=N_("The pool has run out"),
    example=N_("The last card is gone, and nobody has gone out."),
    example_of_tiles=N_("The last tile is gone, and nobody has gone out."),
    search_words=N_(
        "stock empty, stock is empty, no cards left, no more cards to draw, draw pile runs out, pile runs "
        "out, deck ran out, deck is empty, run out of cards, ran out of cards, shuffle the discard pile, "
        "stock ran out again, second time, last card of the stock, turn the pile over, nobody went out and "
        "no cards left"
    ),
    first=one_of(
        "time",
        N_("How many times has it run out in this hand?"),
        Reply("first", N_("This is the first time"), _FIRST),
        Reply("second", N_("This is the second time"), _SECOND),
    ),
)
