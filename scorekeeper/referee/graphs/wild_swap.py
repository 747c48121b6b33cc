"""A wild card on the table to be replaced by the card it stands for (3.10, 3.11)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Condition, Conditions, Graph, Order, one_of, outcome

_REFUSED: Final = Order(Remedy.SWAP_REFUSED, "The wild card stays where it lies.", Who.CLAIMANT)
_IN_A_RUN: Final = Conditions(
    (
        Condition(
            "regular_turn",
            "It is this player’s regular turn",
            "It is not this player’s regular turn.",
            ("3.10",),
        ),
        Condition(
            "gone_down",
            "This player has gone down, in this turn or before",
            "This player has not gone down.",
            ("3.10",),
        ),
        Condition(
            "exact_card",
            "It is the very card that the wild card stands for",
            "It is not the card that the wild card stands for.",
            ("3.10",),
        ),
        Condition(
            "from_hand",
            "That card comes from the player’s hand",
            "The card does not come from the hand.",
            ("3.10",),
        ),
    ),
    met=outcome(
        "run-allowed",
        "Yes, the wild card may be taken, and must be played at once.",
        Order(
            Remedy.SWAP_ALLOWED,
            "{Claimant} puts the card in its place in the run and takes the wild card.",
            Who.CLAIMANT,
        ),
        Order(
            Remedy.PLAY_FREED_WILD,
            "{Claimant} plays the freed wild card in this same turn, as any card of a set or of another "
            "run on the table. It does not go into the hand. If it fits nowhere, nothing is replaced.",
            Who.CLAIMANT,
        ),
        clauses=("3.10", "3.10a", "3.10b", "3.10c", "3.10d"),
    ),
    unmet=outcome("run-refused", "No, the wild card stays.", _REFUSED),
)

GRAPH: Final = Graph(
    Irregularity.WILD_SWAP,
    headline="Taking a wild card from the table",
    example="Ben has the seven that a joker stands for.",
    search_words="jokers wild swap steal replace exchange red ace take back out of a run set žolík zolik",
    first=one_of(
        "meld",
        "Where does the wild card lie?",
        Answer("run", "In a run", _IN_A_RUN),
        Answer(
            "set",
            "In a set",
            outcome(
                "set-refused", "No, a wild card in a set is never replaced.", _REFUSED, clauses=("3.11",)
            ),
        ),
    ),
    who={Who.CLAIMANT: "Who wants the wild card?"},
)
