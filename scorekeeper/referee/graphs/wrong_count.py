"""A player holds too many or too few cards (section 12)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Answer, Count, Graph, OneOf, Order, Outcome

_NOTHING_LAID: Final = Order(Remedy.NO_LAYING_DOWN)

_IN_PLAY: Final = OneOf(
    "direction",
    (
        Answer(
            "too-many",
            Count(
                "by",
                Outcome(
                    "too-many-in-play",
                    (Order(Remedy.DISCARD_WITHOUT_DRAWING), _NOTHING_LAID),
                    ("12.1", "12.1a", "12.3", "12.3a"),
                ),
            ),
        ),
        Answer(
            "too-few",
            Count(
                "by",
                Outcome(
                    "too-few-in-play",
                    (Order(Remedy.DRAW_WITHOUT_DISCARDING), _NOTHING_LAID),
                    ("12.2", "12.3", "12.3a"),
                ),
            ),
        ),
    ),
)
_OTHER_WENT_OUT: Final = OneOf(
    "direction",
    (
        Answer("too-many", Outcome("too-many-at-end", (Order(Remedy.COUNT_ALL_CARDS),), ("12.4",))),
        Answer(
            "too-few",
            Count(
                "by",
                Outcome(
                    "too-few-at-end",
                    (Order(Remedy.CHARGE_MISSING, amount=Amount.TEN_FOR_EACH),),
                    ("12.5", "12.5a"),
                ),
            ),
        ),
    ),
)

WRONG_COUNT: Final = Graph(
    Irregularity.WRONG_COUNT,
    OneOf(
        "moment",
        (
            Answer("in-play", _IN_PLAY),
            Answer("other-went-out", _OTHER_WENT_OUT),
            Answer(
                "offender-went-out",
                Outcome(
                    "not-out",
                    (Order(Remedy.TAKE_BACK_LAID_CARDS), Order(Remedy.PLAY_ON, Who.TABLE)),
                    ("12.6", "12.6a"),
                ),
            ),
        ),
    ),
)
