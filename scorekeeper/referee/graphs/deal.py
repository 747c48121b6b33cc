"""Something is wrong with the deal or the pack (section 13)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Option, Order, chosen_by, one_of, outcome, see

_AGAIN: Final = Order(
    Remedy.RE_DEAL, "{Dealer} collects all the cards and deals this hand again.", Who.DEALER
)
_NOT_AGAIN: Final = Order(Remedy.NO_RE_DEAL, "One card isn’t enough for a new deal.", Who.TABLE)


def _face_up(name: str) -> OneOf:
    return one_of(
        "cards",
        "How many cards were face up?",
        Answer(
            "1",
            "One card",
            outcome(f"one-{name}", "Only one card. The deal stands.", _NOT_AGAIN, clauses=("13.1", "13.1a")),
        ),
        Answer(
            "2 or more",
            "Two or more cards",
            outcome(f"many-{name}", "Deal this hand again.", _AGAIN, clauses=("13.1",)),
        ),
    )


_DRAWN_ALREADY: Final = outcome(
    "drawn-already",
    "Too late for a new deal. Put the number right as you play.",
    Order(Remedy.NO_RE_DEAL, "No new deal. {Offender} has already drawn.", Who.TABLE),
    see(Irregularity.WRONG_COUNT, "{Offender} has the wrong number of cards. Put that right next."),
    clauses=("13.2", "13.2a"),
)
_MAY_DEMAND: Final = outcome(
    "may-demand",
    "They can ask for a new deal now.",
    Order(
        Remedy.MAY_DEMAND_RE_DEAL,
        "{Offender} can ask for this hand to be dealt again, but only before their first draw.",
    ),
    clauses=("13.2",),
    choice=chosen_by(
        Who.OFFENDER,
        Option(OptionCode.DEMAND, "Ask for a new deal", "The same dealer deals this hand again."),
        Option(
            OptionCode.DECLINE,
            "Keep these cards",
            "{Offender} has the wrong number of cards. Put that right next.",
            see=Irregularity.WRONG_COUNT,
        ),
    ),
)
_WRONG_NUMBER: Final = one_of(
    "has_drawn",
    "Have they drawn a card yet?",
    Answer("yes", "Yes, they’ve drawn", _DRAWN_ALREADY),
    Answer("no", "No, they haven’t drawn", _MAY_DEMAND),
    hint="This means their first turn in this hand.",
)
_WRONG_PACK: Final = outcome(
    "wrong-pack",
    "Deal this hand again. Earlier hands still count.",
    Order(Remedy.RE_DEAL, "Put the pack right. Then {dealer} deals this hand again.", Who.DEALER),
    Order(Remedy.EARLIER_HANDS_STAND, "Earlier hands keep their results.", Who.TABLE),
    clauses=("13.3", "13.3a"),
)

GRAPH: Final = Graph(
    Irregularity.DEAL,
    headline="The deal or the pack is wrong",
    example="Cards turn over, or someone gets one too few.",
    search_words="misdeal dealing flipped flips over re-deal redeal deal again dealt wrong exposed face up "
    "turned over eleven thirteen 11 13 deck pack missing card joker",
    first=one_of(
        "cause",
        "What’s wrong?",
        Answer("exposed-in-dealing", "Cards turned over during the deal", _face_up("exposed")),
        Answer("face-up-in-pack", "Cards are face up in the pack", _face_up("face-up")),
        Answer("wrong-number", "Someone got the wrong number of cards", _WRONG_NUMBER),
        Answer("wrong-pack", "The pack is wrong (cards missing or extra)", _WRONG_PACK),
    ),
    who={Who.OFFENDER: "Who got the wrong number of cards?"},
    known_next={"moment": "in-play"},
)
