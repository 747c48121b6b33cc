"""More than one card drawn from the stock, in turn (section 10; 12.2, 12.2a)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Order, one_of, outcome, see, yes_no
from scorekeeper.referee.graphs.exposed import TAKE_OR_BURY, THREE_WAYS

_UNSEEN: Final = outcome(
    "unseen-back",
    "Nobody saw it: what was too much goes back.",
    Order(
        Remedy.RETURN_DRAWN_CARD,
        "{Offender} puts what is too much back on the stock, unseen. The turn goes on.",
    ),
    clauses=("10.5a",),
)
_SAW_ONE: Final = outcome(
    "one-exposed",
    "One card too many was seen: it goes face up on the stock.",
    Order(
        Remedy.EXPOSE_ON_STOCK, "{Offender} lays the card too many that was seen face up on top of the stock."
    ),
    TAKE_OR_BURY.order,
    clauses=TAKE_OR_BURY.clauses,
    choice=TAKE_OR_BURY.choice,
)
_SAW_MORE: Final = outcome(
    "many-exposed",
    "Several cards too many were seen: they go face up on the stock.",
    Order(
        Remedy.EXPOSE_ON_STOCK,
        "{Offender} lays the cards too many that were seen face up on top of the stock.",
    ),
    THREE_WAYS.order,
    clauses=THREE_WAYS.clauses,
    choice=THREE_WAYS.choice,
)
_SEEN: Final = one_of(
    "cards_seen",
    "How many of the cards too many were seen?",
    Answer("0", "Apart, and no card too many was seen", _UNSEEN),
    Answer("1", "Apart, and one card too many was seen", _SAW_ONE),
    Answer("2 or more", "Apart, and two cards too many were seen, or more", _SAW_MORE),
)
_MIXED_IN: Final = outcome(
    "mixed-in",
    "The cards stay in the hand, which now holds too many.",
    see(Irregularity.WRONG_COUNT, "{Offender} holds too many cards: that is ruled next."),
    clauses=("12.2", "12.2a"),
)
_TOO_LATE: Final = outcome(
    "too-late",
    "Too late to undo the draw. Is the number of cards right?",
    Order(Remedy.NO_CORRECTION, "Nothing of the draw is put right after the discard.", Who.TABLE),
    see(Irregularity.WRONG_COUNT, "If {offender} now holds a wrong number of cards, that is ruled next."),
    clauses=("10.4",),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_DRAW,
    headline="Drew more than one card",
    example="Two cards of the stock stuck together.",
    search_words="drew twice drew two drew too many took two cards extra surplus peeked saw seen looked "
    "exposed draw pile",
    first=yes_no(
        "discarded",
        "Has that player already discarded?",
        yes=("Yes, already discarded", _TOO_LATE),
        no=(
            "No, not discarded yet",
            one_of(
                "in_hand",
                "Where are the cards too many?",
                Answer("yes", "Mixed into the hand, nobody can tell which", _MIXED_IN),
                Answer("no", "Apart from the hand", _SEEN, inline=True),
                hint="One card of the draw is theirs by right: who drew two has one too many, who drew three "
                "has two.",
            ),
        ),
    ),
    who={Who.OFFENDER: "Who drew too many?"},
    known_next={"moment": "in-play", "direction": "too-many"},
)
