"""Cards on the table that should not lie there (section 14)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Option, Order, chosen_by, one_of, outcome, yes_no

_RETURN: Final = Order(
    Remedy.RETURN_SUPERFLUOUS, "{Offender} takes the cards that do not belong there back into the hand."
)
_STAY: Final = Order(
    Remedy.ADDED_CARDS_STAY, "Cards that were added to that set or run stay where they are.", Who.TABLE
)
_PLAY_ON: Final = Order(Remedy.PLAY_ON, "Play goes on as if nothing had happened.", Who.TABLE)
_WRONG_MELD: Final = outcome(
    "wrong-meld",
    "The rules do not settle this: the table decides.",
    Order(
        Remedy.RULES_SILENT,
        "The rules say nothing about this. Agree on what to do; the game remembers it.",
        Who.TABLE,
    ),
    clauses=("14.4",),
    choice=chosen_by(
        Who.TABLE,
        Option(OptionCode.ALL_BACK, "All of it back", "Every card of that laying down returns to the hand."),
        Option(
            OptionCode.PUT_RIGHT, "Put it right", "The same cards are laid properly in this turn, or go back."
        ),
        Option(OptionCode.MELD_STAYS, "It stays", "Noticed too late: play goes on with what lies there."),
    ),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_LAYDOWN,
    headline="Something wrong was laid down",
    example="A club lies in Dee’s run of hearts.",
    search_words="meld sets runs trio straight book sequence not valid illegal invalid laying down laid off "
    "adding added before going down went down too early contract extra card wrong card superfluous three "
    "sets in hand 1",
    first=one_of(
        "fault",
        "What is wrong?",
        Answer(
            "superfluous-cards",
            "Some cards do not belong to a set or run",
            yes_no(
                "others_added",
                "Have other cards been added to that set or run?",
                yes=(
                    "Yes, cards were added",
                    outcome(
                        "superfluous-added",
                        "The cards too many go back; what was added stays.",
                        _RETURN,
                        _STAY,
                        _PLAY_ON,
                        clauses=("14.1", "14.2", "14.3"),
                    ),
                ),
                no=(
                    "No, nothing was added",
                    outcome(
                        "superfluous",
                        "The cards too many go back, and play goes on.",
                        _RETURN,
                        _PLAY_ON,
                        clauses=("14.1", "14.3"),
                    ),
                ),
            ),
        ),
        Answer("wrong-meld", "A set, a run or the contract is wrong as a whole", _WRONG_MELD),
    ),
    who={Who.OFFENDER: "Who laid it down?"},
)
