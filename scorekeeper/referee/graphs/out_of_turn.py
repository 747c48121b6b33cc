"""Somebody plays although it is another player's turn (section 9; 10.1 to 10.3)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Order, Outcome, yes_no
from scorekeeper.referee.graphs.exposed import EXPOSE, MANY_CLAUSES, ONE_CLAUSES, TAKE_OR_BURY, THREE_WAYS

_STANDS: Final = (Order(Remedy.TURN_STANDS), Order(Remedy.TURNS_LOST, Who.PASSED_OVER))
_REVERTS: Final = Order(Remedy.TURN_REVERTS, Who.IN_TURN)
_LAID_BACK: Final = Order(Remedy.TAKE_BACK_LAID_CARDS)
_CARD_BACK: Final = Order(Remedy.RETURN_DRAWN_CARD)

_NOTHING_DRAWN: Final = yes_no(
    "laid_cards",
    yes=Outcome("nothing-drawn-laid", (_LAID_BACK, _REVERTS), ("9.3",)),
    no=Outcome("nothing-drawn", (_REVERTS,), ("9.3",)),
)
_FROM_PILE: Final = yes_no(
    "laid_cards",
    yes=Outcome("discard-back-laid", (_CARD_BACK, _LAID_BACK, _REVERTS), ("9.3", "9.3a")),
    no=Outcome("discard-back", (_CARD_BACK, _REVERTS), ("9.3", "9.3a")),
)
_UNSEEN: Final = yes_no(
    "laid_cards",
    yes=Outcome("unseen-back-laid", (_CARD_BACK, _LAID_BACK, _REVERTS), ("9.3",)),
    no=Outcome("unseen-back", (_CARD_BACK, _REVERTS), ("9.3",)),
)
_SAW_ONE: Final = yes_no(
    "laid_cards",
    yes=Outcome(
        "one-exposed-laid",
        (EXPOSE, _LAID_BACK, _REVERTS, TAKE_OR_BURY.order),
        ("9.3", *ONE_CLAUSES),
        TAKE_OR_BURY.choice,
    ),
    no=Outcome(
        "one-exposed",
        (EXPOSE, _REVERTS, TAKE_OR_BURY.order),
        ("9.3", *ONE_CLAUSES),
        TAKE_OR_BURY.choice,
    ),
)
_SAW_MORE: Final = yes_no(
    "laid_cards",
    yes=Outcome(
        "many-exposed-laid",
        (EXPOSE, _LAID_BACK, _REVERTS, THREE_WAYS.order),
        ("9.3", *MANY_CLAUSES),
        THREE_WAYS.choice,
    ),
    no=Outcome(
        "many-exposed",
        (EXPOSE, _REVERTS, THREE_WAYS.order),
        ("9.3", *MANY_CLAUSES),
        THREE_WAYS.choice,
    ),
)
_SEEN: Final = OneOf(
    "cards_seen", (Answer("0", _UNSEEN), Answer("1", _SAW_ONE), Answer("2 or more", _SAW_MORE))
)
_FROM_STOCK: Final = OneOf(
    "in_hand",
    (
        Answer("yes", Outcome("too-late", _STANDS, ("9.1", "9.2", "9.2a"))),
        Answer("no", _SEEN, inline=True),
    ),
)

OUT_OF_TURN: Final = Graph(
    Irregularity.OUT_OF_TURN,
    yes_no(
        "discarded",
        yes=Outcome("stands", _STANDS, ("9.1",)),
        no=OneOf(
            "drew",
            (Answer("nothing", _NOTHING_DRAWN), Answer("stock", _FROM_STOCK), Answer("discard", _FROM_PILE)),
        ),
    ),
)
