"""Two cards or more discarded in one turn (11.3, 11.3a)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, chosen_by, outcome, yes_no
from scorekeeper.referee.graphs.shared import WRONG_NUMBER

_TAKE_BACK: Final = chosen_by(
    Who.OFFENDER,
    Option(
        OptionCode.TAKE_BACK,
        N_("Take a card back"),
        N_("It goes back to their hand. If they discarded more than two, they’re still short."),
    ),
    Option(
        OptionCode.DECLINE,
        N_("Leave the cards there"),
        N_("{Offender} has too few cards. Settle that next."),
        see=Irregularity.WRONG_COUNT,
    ),
)
_TOO_LATE: Final = outcome(
    "too-late",
    N_("It’s too late to take a card back."),
    Order(
        Remedy.NO_CORRECTION,
        N_("The next player’s turn is over. The cards stay on the discard pile."),
        Who.TABLE,
    ),
    WRONG_NUMBER,
    clauses=("11.3", "11.3a"),
)
_OTHER_BACK: Final = outcome(
    "other-back",
    N_("They can take the other card back."),
    Order(
        Remedy.TAKE_BACK_OTHER_DISCARD,
        N_(
            "{Offender} can take the other card back until the next player’s turn is over. The card "
            "the next player took is gone."
        ),
    ),
    clauses=("11.3",),
    choice=_TAKE_BACK,
)
_EITHER_BACK: Final = outcome(
    "either-back",
    N_("They can take either card back."),
    Order(
        Remedy.TAKE_BACK_ONE_DISCARD,
        N_("{Offender} can take either card back, until the next player takes it or finishes their turn."),
    ),
    clauses=("11.3",),
    choice=_TAKE_BACK,
)

GRAPH: Final = Graph(
    Irregularity.EXTRA_DISCARD,
    headline=N_("Discarded more than one card"),
    example=N_("Two of Cem’s cards stuck together."),
    search_words=N_(
        "discarded two, discarded two cards, threw two cards, threw away two, two discards, double discard, "
        "discarded twice, discards stuck together, two cards stuck together, discarded an extra card"
    ),
    first=yes_no(
        "next_turn_over",
        N_("Is the next player’s turn over?"),
        yes=(N_("Yes, the next turn is over"), _TOO_LATE),
        no=(
            N_("No, the next turn isn’t over"),
            yes_no(
                "next_took_one",
                N_("Did the next player take one of these cards?"),
                yes=(N_("Yes, they took one"), _OTHER_BACK),
                no=(N_("No, they didn’t take one"), _EITHER_BACK),
            ),
        ),
    ),
    who={Who.OFFENDER: N_("Who discarded too many?")},
    known_next={"moment": "in-play", "direction": "too-few"},
)
