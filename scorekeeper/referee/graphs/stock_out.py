"""The stock has run out (section 6)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Note, Order, one_of, outcome

_WHEN: Final = Note(
    "6.3", "When is the stock out?", ("When its last card is taken.", "When somebody has to draw and cannot.")
)
_FIRST: Final = outcome(
    "first",
    "The discard pile becomes the stock.",
    Order(
        Remedy.TURN_DISCARDS_OVER,
        "Leave the top discard where it is, turn over the pile below it and do not shuffle: that is the "
        "new stock. Dead cards come back with it.",
        Who.TABLE,
    ),
    Order(Remedy.PLAY_ON, "Play goes on in order.", Who.TABLE),
    clauses=("6.1", "6.1a"),
    notes=(_WHEN,),
)
_SECOND: Final = outcome(
    "second",
    "The hand is over, and nobody has gone out.",
    Order(Remedy.HAND_ENDS, "The hand ends now.", Who.TABLE),
    Order(
        Remedy.COUNT_ALL_CARDS,
        "Everybody counts all the cards they hold, as if somebody had gone out.",
        Who.TABLE,
    ),
    clauses=("6.2",),
    notes=(_WHEN,),
)

GRAPH: Final = Graph(
    Irregularity.STOCK_OUT,
    headline="The stock has run out",
    example="The last card is drawn, and nobody is out.",
    search_words="no more cards to draw no cards left draw pile runs out empty ran out shuffle second time "
    "first time",
    first=one_of(
        "time",
        "How often has it run out in this hand?",
        Answer("first", "For the first time", _FIRST),
        Answer("second", "For the second time", _SECOND),
    ),
)
