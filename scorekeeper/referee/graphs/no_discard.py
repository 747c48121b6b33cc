"""A turn was left without a discard (5.8, 12.1)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, Order, outcome, yes_no
from scorekeeper.referee.graphs.shared import WRONG_NUMBER

_TOO_LATE: Final = outcome(
    "too-late",
    N_("It’s too late to discard. They have one card too many."),
    WRONG_NUMBER,
    clauses=("12.1",),
)
_DISCARD: Final = outcome(
    "discard",
    N_("Their turn isn’t over. They discard now."),
    Order(Remedy.DISCARD_NOW, N_("{Offender} discards one card now. Then it’s the next player’s turn.")),
    clauses=("5.8",),
)

GRAPH: Final = Graph(
    Irregularity.NO_DISCARD,
    headline=N_("Forgot to discard"),
    example=N_("Ben draws and lays off. Then Cem takes a turn."),
    search_words=N_(
        "forgot to discard, did not discard, no discard, without a discard, forgot to throw a card, never "
        "discarded, threw nothing away, ended the turn without discarding, player did not throw a card"
    ),
    first=yes_no(
        "next_has_drawn",
        N_("Has the next player drawn yet?"),
        yes=(N_("Yes, the next player has drawn"), _TOO_LATE),
        no=(N_("No, the next player hasn’t drawn"), _DISCARD),
    ),
    who={Who.OFFENDER: N_("Who forgot to discard?")},
    known_next={"moment": "in-play", "direction": "too-many", "by": "1"},
)
