"""Something is wrong with the deal or the pack (section 13)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Choice, Graph, OneOf, Option, Order, Outcome, yes_no

_AGAIN: Final = Order(Remedy.RE_DEAL, Who.DEALER)
_NOT_AGAIN: Final = Order(Remedy.NO_RE_DEAL, Who.TABLE)


def _face_up(name: str) -> OneOf:
    return OneOf(
        "cards",
        (
            Answer("1", Outcome(f"one-{name}", (_NOT_AGAIN,), ("13.1", "13.1a"))),
            Answer("2 or more", Outcome(f"many-{name}", (_AGAIN,), ("13.1",))),
        ),
    )


_WRONG_NUMBER: Final = yes_no(
    "has_drawn",
    yes=Outcome(
        "drawn-already",
        (_NOT_AGAIN, Order(Remedy.SEE, see=Irregularity.WRONG_COUNT)),
        ("13.2", "13.2a"),
    ),
    no=Outcome(
        "may-demand",
        (Order(Remedy.MAY_DEMAND_RE_DEAL),),
        ("13.2",),
        Choice(
            Who.OFFENDER,
            (Option(OptionCode.DEMAND), Option(OptionCode.DECLINE, see=Irregularity.WRONG_COUNT)),
        ),
    ),
)

DEAL: Final = Graph(
    Irregularity.DEAL,
    OneOf(
        "cause",
        (
            Answer("exposed-in-dealing", _face_up("exposed")),
            Answer("face-up-in-pack", _face_up("face-up")),
            Answer("wrong-number", _WRONG_NUMBER),
            Answer(
                "wrong-pack",
                Outcome(
                    "wrong-pack",
                    (_AGAIN, Order(Remedy.EARLIER_HANDS_STAND, Who.TABLE)),
                    ("13.3", "13.3a"),
                ),
            ),
        ),
    ),
)
