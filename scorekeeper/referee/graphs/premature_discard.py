"""A discard without a draw (11.1, 11.2)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, chosen_by, outcome, yes_no
from scorekeeper.referee.graphs.shared import WRONG_NUMBER

_TOO_LATE: Final = outcome(
    "too-late",
    N_("It’s too late to draw. That’s one card short."),
    WRONG_NUMBER,
    clauses=("11.2",),
)
_MAY_DRAW: Final = outcome(
    "may-draw",
    N_("There’s still time to draw a card."),
    Order(
        Remedy.DRAW_FROM_STOCK,
        N_("{Offender} can draw the top card of the stock now. Then the number of cards is right."),
    ),
    Order(Remedy.NO_LAYING_DOWN, N_("{Offender} can’t lay down any more cards in this turn.")),
    clauses=("11.1",),
    choice=chosen_by(
        Who.OFFENDER,
        Option(OptionCode.DRAW, N_("Draw from the stock"), N_("Then the number of cards is right.")),
        Option(
            OptionCode.DECLINE,
            N_("Don’t draw"),
            N_("{Offender} is one card short. Settle that next."),
            see=Irregularity.WRONG_COUNT,
        ),
    ),
)

GRAPH: Final = Graph(
    Irregularity.PREMATURE_DISCARD,
    headline=N_("Discarded without drawing"),
    example=N_("Ana discards, but forgot to draw."),
    search_words=N_(
        "forgot to draw, did not draw, no draw, discarded before drawing, threw a card without drawing, "
        "discarded too early, threw before taking, forgot to take a card, forgot to pick up"
    ),
    first=yes_no(
        "next_has_drawn",
        N_("Has the next player drawn yet?"),
        yes=(N_("Yes, the next player has drawn"), _TOO_LATE),
        no=(N_("No, the next player hasn’t drawn"), _MAY_DRAW),
    ),
    who={Who.OFFENDER: N_("Who discarded without drawing?")},
    known_next={"moment": "in-play", "direction": "too-few", "by": "1"},
)
