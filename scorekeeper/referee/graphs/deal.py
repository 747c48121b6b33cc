"""Something is wrong with the deal or the pack (section 13)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Option, Order, chosen_by, one_of, outcome, see

_AGAIN: Final = Order(Remedy.RE_DEAL, "{Dealer} gathers all cards and deals this hand again.", Who.DEALER)
_NOT_AGAIN: Final = Order(Remedy.NO_RE_DEAL, "There is no new deal for a single card.", Who.TABLE)


def _face_up(name: str) -> OneOf:
    return one_of(
        "cards",
        "How many cards?",
        Answer(
            "1",
            "One card",
            outcome(f"one-{name}", "One card only: the deal stands.", _NOT_AGAIN, clauses=("13.1", "13.1a")),
        ),
        Answer(
            "2 or more",
            "Two cards or more",
            outcome(f"many-{name}", "The hand is dealt again.", _AGAIN, clauses=("13.1",)),
        ),
    )


_DRAWN_ALREADY: Final = outcome(
    "drawn-already",
    "Too late for a new deal: the number is put right in play.",
    Order(Remedy.NO_RE_DEAL, "There is no new deal: {offender} has drawn already.", Who.TABLE),
    see(Irregularity.WRONG_COUNT, "{Offender} plays on with a wrong number: that is ruled next."),
    clauses=("13.2", "13.2a"),
)
_MAY_DEMAND: Final = outcome(
    "may-demand",
    "A new deal may be demanded now.",
    Order(
        Remedy.MAY_DEMAND_RE_DEAL,
        "{Offender} may demand that the hand is dealt again, but only before drawing.",
    ),
    clauses=("13.2",),
    choice=chosen_by(
        Who.OFFENDER,
        Option(OptionCode.DEMAND, "Demand a new deal", "The same dealer deals this hand again."),
        Option(
            OptionCode.DECLINE,
            "Play on",
            "{Offender} plays on with a wrong number of cards, which is ruled next.",
            see=Irregularity.WRONG_COUNT,
        ),
    ),
)
_WRONG_NUMBER: Final = one_of(
    "has_drawn",
    "Has that player already drawn a card?",
    Answer("yes", "Yes, already drawn", _DRAWN_ALREADY),
    Answer("no", "No, not drawn yet", _MAY_DEMAND),
    hint="In their first turn of this hand.",
)
_WRONG_PACK: Final = outcome(
    "wrong-pack",
    "The hand is dealt again; the hands before it stand.",
    Order(Remedy.RE_DEAL, "Put the pack right. {Dealer} deals this hand again.", Who.DEALER),
    Order(Remedy.EARLIER_HANDS_STAND, "The hands before this one keep their results.", Who.TABLE),
    clauses=("13.3", "13.3a"),
)

GRAPH: Final = Graph(
    Irregularity.DEAL,
    headline="The deal or the pack is wrong",
    example="Cards turn over, or somebody gets one too few.",
    search_words="misdeal dealing flipped flips over re-deal redeal deal again dealt wrong exposed face up "
    "turned over eleven thirteen 11 13 deck pack missing card joker",
    first=one_of(
        "cause",
        "What is wrong?",
        Answer("exposed-in-dealing", "Cards were turned over in dealing", _face_up("exposed")),
        Answer("face-up-in-pack", "Cards lie face up in the pack", _face_up("face-up")),
        Answer("wrong-number", "Somebody was dealt a wrong number of cards", _WRONG_NUMBER),
        Answer("wrong-pack", "The pack is wrong: cards are missing, or there are too many", _WRONG_PACK),
    ),
    who={Who.OFFENDER: "Who was dealt the wrong number?"},
    unnamed={Who.OFFENDER: "that player"},
    known_next={"moment": "in-play"},
)
