"""Two cards or more discarded in one turn (11.3, 11.3a)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, chosen_by, outcome, see, yes_no

_TAKE_BACK: Final = chosen_by(
    Who.OFFENDER,
    Option(
        OptionCode.TAKE_BACK,
        "Take a card back",
        "It returns to the hand. Whoever had discarded more than two is still short.",
    ),
    Option(
        OptionCode.DECLINE,
        "Leave them",
        "{Offender} has too few cards, which is ruled next.",
        see=Irregularity.WRONG_COUNT,
    ),
)
_TOO_LATE: Final = outcome(
    "too-late",
    "Too late: no card is taken back.",
    Order(
        Remedy.NO_CORRECTION, "The next player’s turn is over: the cards stay on the discard pile.", Who.TABLE
    ),
    see(Irregularity.WRONG_COUNT, "{Offender} has too few cards: that is ruled next."),
    clauses=("11.3", "11.3a"),
)
_OTHER_BACK: Final = outcome(
    "other-back",
    "The other card may be taken back.",
    Order(
        Remedy.TAKE_BACK_OTHER_DISCARD,
        "{Offender} may take back the other card, as long as the next player’s turn is not over. The one "
        "that was drawn is gone.",
    ),
    clauses=("11.3",),
    choice=_TAKE_BACK,
)
_EITHER_BACK: Final = outcome(
    "either-back",
    "Either card may be taken back.",
    Order(
        Remedy.TAKE_BACK_ONE_DISCARD,
        "{Offender} may take back either card, as long as the next player has not drawn it and that turn "
        "is not over.",
    ),
    clauses=("11.3",),
    choice=_TAKE_BACK,
)

GRAPH: Final = Graph(
    Irregularity.EXTRA_DISCARD,
    headline="Discarded two cards or more",
    example="Two of Cem’s cards stuck to each other.",
    search_words="threw away two cards two discards double discard stuck together twice discarded extra",
    first=yes_no(
        "next_turn_over",
        "Is the next player’s turn over?",
        yes=("Yes, that turn is over", _TOO_LATE),
        no=(
            "No, that turn is not over yet",
            yes_no(
                "next_took_one",
                "Has the next player drawn one of these cards?",
                yes=("Yes, the next player took one", _OTHER_BACK),
                no=("No, they all still lie there", _EITHER_BACK),
            ),
        ),
    ),
    who={Who.OFFENDER: "Who discarded too much?"},
    known_next={"moment": "in-play", "direction": "too-few"},
)
