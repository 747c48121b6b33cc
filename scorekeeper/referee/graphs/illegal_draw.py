"""More than one card drawn from the stock, in turn (section 10; 12.2, 12.2a)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Order, Outcome, yes_no
from scorekeeper.referee.graphs.exposed import EXPOSE, MANY_CLAUSES, ONE_CLAUSES, TAKE_OR_BURY, THREE_WAYS

_SEE_COUNT: Final = Order(Remedy.SEE, see=Irregularity.WRONG_COUNT)
_SEEN: Final = OneOf(
    "cards_seen",
    (
        Answer("0", Outcome("unseen-back", (Order(Remedy.RETURN_DRAWN_CARD),), ("10.5a",))),
        Answer("1", Outcome("one-exposed", (EXPOSE, TAKE_OR_BURY.order), ONE_CLAUSES, TAKE_OR_BURY.choice)),
        Answer(
            "2 or more", Outcome("many-exposed", (EXPOSE, THREE_WAYS.order), MANY_CLAUSES, THREE_WAYS.choice)
        ),
    ),
)

ILLEGAL_DRAW: Final = Graph(
    Irregularity.ILLEGAL_DRAW,
    yes_no(
        "discarded",
        yes=Outcome("too-late", (Order(Remedy.NO_CORRECTION, Who.TABLE), _SEE_COUNT), ("10.4",)),
        no=OneOf(
            "in_hand",
            (
                Answer("yes", Outcome("mixed-in", (_SEE_COUNT,), ("12.2", "12.2a"))),
                Answer("no", _SEEN, inline=True),
            ),
        ),
    ),
)
