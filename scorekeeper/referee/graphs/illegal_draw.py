"""More than one card drawn from the stock, in turn (section 10; 12.2, 12.2a)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, Order, Reply, one_of, outcome, see, yes_no
from scorekeeper.referee.graphs.shared import TAKE_OR_BURY, THREE_WAYS, WRONG_NUMBER

_UNSEEN: Final = outcome(
    "unseen-back",
    N_("Nobody saw the extra cards. They go back."),
    Order(
        Remedy.RETURN_DRAWN_CARD,
        N_("{Offender} puts everything extra back on the stock, unseen. Their turn goes on."),
    ),
    clauses=("10.5a",),
)
_SAW_ONE: Final = outcome(
    "one-exposed",
    N_("The extra card goes face up on the stock."),
    Order(Remedy.EXPOSE_ON_STOCK, N_("The extra card that someone saw goes on top of the stock, face up.")),
    TAKE_OR_BURY.order,
    clauses=TAKE_OR_BURY.clauses,
    choice=TAKE_OR_BURY.choice,
)
_SAW_MORE: Final = outcome(
    "many-exposed",
    N_("The extra cards go face up on the stock."),
    Order(
        Remedy.EXPOSE_ON_STOCK,
        N_("The extra cards that someone saw go on top of the stock, face up."),
    ),
    THREE_WAYS.order,
    clauses=THREE_WAYS.clauses,
    choice=THREE_WAYS.choice,
)
_SEEN: Final = one_of(
    "cards_seen",
    N_("How many extra cards were seen?"),
    Reply("0", N_("Kept separate; nobody saw an extra card"), _UNSEEN),
    Reply("1", N_("Kept separate; one extra card was seen"), _SAW_ONE),
    Reply("2 or more", N_("Kept separate; two or more were seen"), _SAW_MORE),
)
_MIXED_IN: Final = outcome(
    "mixed-in",
    N_("They keep the cards, and have too many."),
    WRONG_NUMBER,
    clauses=("12.2", "12.2a"),
)
_TOO_LATE: Final = outcome(
    "too-late",
    N_("They’ve discarded. It’s too late to undo the draw."),
    Order(Remedy.NO_CORRECTION, N_("Leave all the cards where they are."), Who.TABLE),
    see(Irregularity.WRONG_COUNT, N_("Now check how many cards {offender} has.")),
    clauses=("10.4",),
)

GRAPH: Final = Graph(
    Irregularity.ILLEGAL_DRAW,
    headline=N_("Drew more than one card"),
    headline_of_tiles=N_("Drew more than one tile"),
    example=N_("Two cards from the stock stuck together."),
    example_of_tiles=N_("Two tiles from the pool stuck together."),
    search_words=N_(
        "drew twice, drew two, drew two and looked at both, drew three, drew too many, took two cards, "
        "picked up two cards, took an extra card, drew an extra card, peeked, peeked at the stock, looked "
        "at a card of the stock, saw the next card, saw a card, looked at the top card, two cards from the "
        "draw pile, cards stuck together when drawing, exposed card, card face up on the stock"
    ),
    first=yes_no(
        "discarded",
        N_("Have they discarded yet?"),
        yes=(N_("Yes, they’ve discarded"), _TOO_LATE),
        no=(
            N_("No, they haven’t discarded"),
            one_of(
                "in_hand",
                N_("Where are the extra cards?"),
                Reply("yes", N_("Mixed into their hand, nobody can tell which"), _MIXED_IN),
                Reply("no", N_("Kept separate from their hand"), _SEEN, inline=True),
                hint=N_("One of the cards is theirs to keep. If they drew two, one is extra."),
            ),
        ),
    ),
    who={Who.OFFENDER: N_("Who drew too many?")},
    known_next={"moment": "in-play", "direction": "too-many"},
)
