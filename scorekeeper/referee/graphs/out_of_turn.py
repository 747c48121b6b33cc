"""Somebody plays although it is another player's turn (section 9; 10.1 to 10.3)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, OneOf, Order, one_of, outcome, yes_no
from scorekeeper.referee.graphs.exposed import TAKE_OR_BURY, THREE_WAYS, Draw

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


def _in_time(
    name: str,
    text: str,
    *back: Order,
    text_if_laid: str = "",
    clauses: tuple[str, ...] = ("9.3",),
    draw: Draw | None = None,
) -> OneOf:
    """Two outcomes that give the turn back: `name`, and `name`-laid where cards were laid down, too.

    `back` is what becomes of the card that was drawn, `draw` how the right player draws after that.
    """
    after = (_REVERTS,) if draw is None else (_REVERTS, draw.order)
    choice = None if draw is None else draw.choice
    laid = outcome(
        f"{name}-laid", text_if_laid or text, *back, _LAID_BACK, *after, clauses=clauses, choice=choice
    )
    return yes_no(
        "laid_cards",
        "Did that player lay cards on the table in this turn?",
        yes=("Yes, cards were laid down", laid),
        no=("No, nothing was laid down", outcome(name, text, *back, *after, clauses=clauses, choice=choice)),
    )


_NOTHING_DRAWN: Final = _in_time(
    "nothing-drawn",
    "In time: the right player plays.",
    text_if_laid="In time: the cards go back, and the right player plays.",
)
_FROM_PILE: Final = _in_time(
    "discard-back",
    "In time: the card goes back, and the right player plays.",
    _TO_PILE,
    text_if_laid="In time: everything goes back, and the right player plays.",
    clauses=("9.3", "9.3a"),
)
_UNSEEN: Final = _in_time(
    "unseen-back",
    "In time: the card goes back, and the right player plays.",
    _TO_STOCK,
    text_if_laid="In time: everything goes back, and the right player plays.",
)
_SAW_ONE: Final = _in_time(
    "one-exposed",
    "In time: the card is exposed, and the right player plays.",
    _EXPOSE,
    clauses=("9.3", *TAKE_OR_BURY.clauses),
    draw=TAKE_OR_BURY,
)
_SAW_MORE: Final = _in_time(
    "many-exposed",
    "In time: the cards are exposed, and the right player plays.",
    _EXPOSE,
    clauses=("9.3", *THREE_WAYS.clauses),
    draw=THREE_WAYS,
)
_SEEN: Final = one_of(
    "cards_seen",
    "How many cards has that player seen?",
    Answer("0", "Not in the hand, and not seen", _UNSEEN),
    Answer("1", "Not in the hand, but seen", _SAW_ONE),
    Answer("2 or more", "Not in the hand; two cards or more were seen", _SAW_MORE),
)
_TOO_LATE: Final = outcome(
    "too-late",
    "Too late: the card is in the hand, and the turn stands.",
    Order(Remedy.TURN_STANDS, "{Offender} keeps the card and ends the turn with a discard: it stands."),
    _TURNS_LOST,
    clauses=("9.1", "9.2", "9.2a"),
)
_FROM_STOCK: Final = one_of(
    "in_hand",
    "Where is the card from the stock?",
    Answer("yes", "Already in the hand", _TOO_LATE),
    Answer("no", "Not in the hand", _SEEN, inline=True),
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
            outcome(
                "stands",
                "Nobody objected in time: the turn stands.",
                Order(Remedy.TURN_STANDS, "{Offender}’s turn stands as it was played."),
                _TURNS_LOST,
                clauses=("9.1",),
            ),
        ),
        no=(
            "No, not discarded yet",
            one_of(
                "drew",
                "What has that player drawn?",
                Answer("nothing", "Nothing drawn", _NOTHING_DRAWN),
                Answer("stock", "The top card of the stock", _FROM_STOCK),
                Answer("discard", "The top discard", _FROM_PILE),
            ),
        ),
    ),
    who={Who.OFFENDER: "Who played out of turn?", Who.IN_TURN: "Whose turn was it?"},
    unnamed={Who.NEXT: "the player whose turn it was"},
)
