"""Cards on the table that should not lie there (section 14)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Option, Order, chosen_by, one_of, outcome, yes_no

_RETURN: Final = Order(
    Remedy.RETURN_SUPERFLUOUS, "The cards that don’t belong there go back to {offender}’s hand."
)
_STAY: Final = Order(
    Remedy.ADDED_CARDS_STAY, "Cards that were added to that set or run stay there.", Who.TABLE
)
_PLAY_ON: Final = Order(Remedy.PLAY_ON, "Carry on as if nothing had happened.", Who.TABLE)
_WRONG_MELD: Final = outcome(
    "wrong-meld",
    "The rules don’t cover this. Decide together.",
    Order(
        Remedy.RULES_SILENT,
        "Agree on what to do. The game remembers it for next time.",
        Who.TABLE,
    ),
    clauses=("14.4",),
    choice=chosen_by(
        Who.TABLE,
        Option(
            OptionCode.ALL_BACK,
            "Take it all back",
            "Every card they laid down with it goes back to their hand.",
        ),
        Option(
            OptionCode.PUT_RIGHT,
            "Put it right",
            "They lay the same cards properly in this turn, or take them back.",
        ),
        Option(
            OptionCode.MELD_STAYS,
            "Leave it there",
            "It’s too late to change. Carry on with what’s on the table.",
        ),
    ),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_LAYDOWN,
    headline="Wrong cards on the table",
    example="There’s a club in Dee’s run of hearts.",
    search_words="meld sets runs trio straight book sequence not valid illegal invalid laying down laid off "
    "adding added before going down went down too early contract extra card wrong card superfluous three "
    "sets in hand 1 something wrong was laid down does not belong",
    first=one_of(
        "fault",
        "What’s wrong?",
        Answer(
            "superfluous-cards",
            "Some cards don’t belong in a set or run",
            yes_no(
                "others_added",
                "Has anyone added cards to that set or run?",
                yes=(
                    "Yes, someone added cards",
                    outcome(
                        "superfluous-added",
                        "The extra cards go back. Added cards stay.",
                        _RETURN,
                        _STAY,
                        _PLAY_ON,
                        clauses=("14.1", "14.2", "14.3"),
                    ),
                ),
                no=(
                    "No, nobody added cards",
                    outcome(
                        "superfluous",
                        "The extra cards go back. Carry on.",
                        _RETURN,
                        _PLAY_ON,
                        clauses=("14.1", "14.3"),
                    ),
                ),
            ),
        ),
        Answer("wrong-meld", "A whole set or run is wrong, or the contract isn’t met", _WRONG_MELD),
    ),
    who={Who.OFFENDER: "Who laid the cards down?"},
)
