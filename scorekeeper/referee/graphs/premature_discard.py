"""A discard without a draw (11.1, 11.2)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, chosen_by, outcome, see, yes_no

_TOO_LATE: Final = outcome(
    "too-late",
    "Too late to draw: there is now one card too few.",
    see(Irregularity.WRONG_COUNT, "{Offender} is one card short: that is ruled next."),
    clauses=("11.2",),
)
_MAY_DRAW: Final = outcome(
    "may-draw",
    "The draw may still be made up for.",
    Order(
        Remedy.DRAW_FROM_STOCK,
        "{Offender} may draw the top card of the stock, which makes the number of cards right again.",
    ),
    Order(Remedy.NO_LAYING_DOWN, "{Offender} lays nothing down any more after that discard, drawn or not."),
    clauses=("11.1",),
    choice=chosen_by(
        Who.OFFENDER,
        Option(OptionCode.DRAW, "Draw from the stock", "The number of cards is right again."),
        Option(
            OptionCode.DECLINE,
            "Do not draw",
            "{Offender} is one card short, which is ruled next.",
            see=Irregularity.WRONG_COUNT,
        ),
    ),
)

GRAPH: Final = Graph(
    Irregularity.PREMATURE_DISCARD,
    headline="Discarded without drawing",
    example="Ana throws a card away and forgot to draw.",
    search_words="forgot to draw premature threw away no draw did not draw too early",
    first=yes_no(
        "next_has_drawn",
        "Has the next player already drawn?",
        yes=("Yes, the next player has drawn", _TOO_LATE),
        no=("No, the next player has not drawn yet", _MAY_DRAW),
    ),
    who={Who.OFFENDER: "Who discarded too early?"},
    known_next={"moment": "in-play", "direction": "too-few", "by": "1"},
)
