"""Cards on the table that should not lie there (section 14)."""

from __future__ import annotations

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Option, Order, one_of, outcome, yes_no
from scorekeeper.referee.graphs.silent import silent

_RETURN: Final = Order(
    Remedy.RETURN_SUPERFLUOUS, N_("The cards that don’t belong there go back to {offender}’s hand.")
)
_STAY: Final = Order(
    Remedy.ADDED_CARDS_STAY, N_("Cards that were added to that set or run stay there."), Who.TABLE
)
_PLAY_ON: Final = Order(Remedy.PLAY_ON, N_("Carry on as if nothing had happened."), Who.TABLE)
_WRONG_MELD: Final = silent(
    "wrong-meld",
    "14.4",
    Option(
        OptionCode.ALL_BACK,
        N_("Take it all back"),
        N_("Every card they laid down with it goes back to their hand."),
    ),
    Option(
        OptionCode.PUT_RIGHT,
        N_("Put it right"),
        N_("They lay the same cards properly in this turn, or take them back."),
    ),
    Option(
        OptionCode.MELD_STAYS,
        N_("Leave it there"),
        N_("It’s too late to change. Carry on with what’s on the table."),
    ),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_LAYDOWN,
    headline=N_("Wrong cards on the table"),
    example=N_("There’s a club in Dee’s run of hearts."),
    search_words=N_(
        "meld sets runs trio straight book sequence not valid illegal invalid laying down laid off "
        "adding added before going down went down too early contract extra card wrong card superfluous three "
        "sets in hand 1 something wrong was laid down does not belong"
    ),
    first=one_of(
        "fault",
        N_("What’s wrong?"),
        Answer(
            "superfluous-cards",
            N_("Some cards don’t belong in a set or run"),
            yes_no(
                "others_added",
                N_("Has anyone added cards to that set or run?"),
                yes=(
                    N_("Yes, someone added cards"),
                    outcome(
                        "superfluous-added",
                        N_("The extra cards go back. Added cards stay."),
                        _RETURN,
                        _STAY,
                        _PLAY_ON,
                        clauses=("14.1", "14.2", "14.3"),
                    ),
                ),
                no=(
                    N_("No, nobody added cards"),
                    outcome(
                        "superfluous",
                        N_("The extra cards go back. Carry on."),
                        _RETURN,
                        _PLAY_ON,
                        clauses=("14.1", "14.3"),
                    ),
                ),
            ),
        ),
        Answer("wrong-meld", N_("A whole set or run is wrong, or the contract isn’t met"), _WRONG_MELD),
    ),
    who={Who.OFFENDER: N_("Who laid the cards down?")},
)
