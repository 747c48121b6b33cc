"""Somebody plays although it is another player's turn (section 9; 10.1 to 10.3)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Order, Outcome, yes_no
from scorekeeper.referee.graphs.exposed import MANY_CLAUSES, ONE_CLAUSES, TAKE_OR_BURY, THREE_WAYS

_TURNS_LOST: Final = Order(
    Remedy.TURNS_LOST,
    "No turn this time for {passed_over}. Play goes on to the left of {offender}.",
    Who.PASSED_OVER,
)
_REVERTS: Final = Order(Remedy.TURN_REVERTS, "The turn goes back to {in_turn}.", Who.IN_TURN)
_LAID_BACK: Final = Order(
    Remedy.TAKE_BACK_LAID_CARDS, "{Offender} takes back into the hand all cards laid down in this turn."
)
_TO_STOCK: Final = Order(
    Remedy.RETURN_DRAWN_CARD, "{Offender} puts the card back on the stock, unseen, as it came."
)
_TO_PILE: Final = Order(Remedy.RETURN_DRAWN_CARD, "{Offender} puts the card back on the discard pile.")
_EXPOSE: Final = Order(Remedy.EXPOSE_ON_STOCK, "{Offender} lays what was seen face up on top of the stock.")


def _laid_cards(*, yes: Outcome, no: Outcome) -> OneOf:
    return yes_no(
        "laid_cards",
        "Did that player lay cards on the table in this turn?",
        yes=("Yes, cards were laid down", yes),
        no=("No, nothing was laid down", no),
    )


_NOTHING_DRAWN: Final = _laid_cards(
    yes=Outcome(
        "nothing-drawn-laid",
        "In time: the cards go back, and the right player plays.",
        (_LAID_BACK, _REVERTS),
        ("9.3",),
    ),
    no=Outcome("nothing-drawn", "In time: the right player plays.", (_REVERTS,), ("9.3",)),
)
_FROM_PILE: Final = _laid_cards(
    yes=Outcome(
        "discard-back-laid",
        "In time: everything goes back, and the right player plays.",
        (_TO_PILE, _LAID_BACK, _REVERTS),
        ("9.3", "9.3a"),
    ),
    no=Outcome(
        "discard-back",
        "In time: the card goes back, and the right player plays.",
        (_TO_PILE, _REVERTS),
        ("9.3", "9.3a"),
    ),
)
_UNSEEN: Final = _laid_cards(
    yes=Outcome(
        "unseen-back-laid",
        "In time: everything goes back, and the right player plays.",
        (_TO_STOCK, _LAID_BACK, _REVERTS),
        ("9.3",),
    ),
    no=Outcome(
        "unseen-back",
        "In time: the card goes back, and the right player plays.",
        (_TO_STOCK, _REVERTS),
        ("9.3",),
    ),
)
_SAW_ONE: Final = _laid_cards(
    yes=Outcome(
        "one-exposed-laid",
        "In time: the card is exposed, and the right player plays.",
        (_EXPOSE, _LAID_BACK, _REVERTS, TAKE_OR_BURY.order),
        ("9.3", *ONE_CLAUSES),
        TAKE_OR_BURY.choice,
    ),
    no=Outcome(
        "one-exposed",
        "In time: the card is exposed, and the right player plays.",
        (_EXPOSE, _REVERTS, TAKE_OR_BURY.order),
        ("9.3", *ONE_CLAUSES),
        TAKE_OR_BURY.choice,
    ),
)
_SAW_MORE: Final = _laid_cards(
    yes=Outcome(
        "many-exposed-laid",
        "In time: the cards are exposed, and the right player plays.",
        (_EXPOSE, _LAID_BACK, _REVERTS, THREE_WAYS.order),
        ("9.3", *MANY_CLAUSES),
        THREE_WAYS.choice,
    ),
    no=Outcome(
        "many-exposed",
        "In time: the cards are exposed, and the right player plays.",
        (_EXPOSE, _REVERTS, THREE_WAYS.order),
        ("9.3", *MANY_CLAUSES),
        THREE_WAYS.choice,
    ),
)
_SEEN: Final = OneOf(
    "cards_seen",
    "How many cards has that player seen?",
    (
        Answer("0", "Not in the hand, and not seen", _UNSEEN),
        Answer("1", "Not in the hand, but seen", _SAW_ONE),
        Answer("2 or more", "Not in the hand; two cards or more were seen", _SAW_MORE),
    ),
)
_TOO_LATE: Final = Outcome(
    "too-late",
    "Too late: the card is in the hand, and the turn stands.",
    (
        Order(Remedy.TURN_STANDS, "{Offender} keeps the card and ends the turn with a discard: it stands."),
        _TURNS_LOST,
    ),
    ("9.1", "9.2", "9.2a"),
)
_FROM_STOCK: Final = OneOf(
    "in_hand",
    "Where is the card from the stock?",
    (
        Answer("yes", "Already in the hand", _TOO_LATE),
        Answer("no", "Not in the hand", _SEEN, inline=True),
    ),
    hint="What counts is what the player who drew it has seen.",
)

GRAPH: Final = Graph(
    Irregularity.OUT_OF_TURN,
    headline="Played out of turn",
    example="Dee draws a card, but it is Ben’s turn.",
    search_words="wrong turn order skipped passed over not his her my turn jumped the queue too early took "
    "discard",
    first=yes_no(
        "discarded",
        "Has the player out of turn already discarded?",
        yes=(
            "Yes, already discarded",
            Outcome(
                "stands",
                "Nobody objected in time: the turn stands.",
                (Order(Remedy.TURN_STANDS, "{Offender}’s turn stands as it was played."), _TURNS_LOST),
                ("9.1",),
            ),
        ),
        no=(
            "No, not discarded yet",
            OneOf(
                "drew",
                "What has that player drawn?",
                (
                    Answer("nothing", "Nothing drawn", _NOTHING_DRAWN),
                    Answer("stock", "The top card of the stock", _FROM_STOCK),
                    Answer("discard", "The top discard", _FROM_PILE),
                ),
            ),
        ),
    ),
    who={Who.OFFENDER: "Who played out of turn?", Who.IN_TURN: "Whose turn was it?"},
    unnamed={Who.NEXT: "the player whose turn it was"},
)
