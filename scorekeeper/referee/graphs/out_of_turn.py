"""Somebody plays although it is another player's turn (section 9; 10.1 to 10.3)."""

from typing import Final

from scorekeeper.language import N_, NOTHING, Sentence
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, OneOf, Order, Reply, one_of, outcome, yes_no
from scorekeeper.referee.graphs.shared import TAKE_OR_BURY, THREE_WAYS, Draw

_TURNS_LOST: Final = Order(
    Remedy.TURNS_LOST,
    N_("No turn this time for {passed_over}. Carry on with the next player."),
    Who.PASSED_OVER,
)
_REVERTS: Final = Order(Remedy.TURN_REVERTS, N_("The turn goes back to {in_turn}."), Who.IN_TURN)
_LAID_BACK: Final = Order(
    Remedy.TAKE_BACK_LAID_CARDS, N_("{Offender} takes back all the cards they laid down in this turn.")
)
_TO_STOCK: Final = Order(
    Remedy.RETURN_DRAWN_CARD, N_("{Offender} puts the card back on the stock, face down and unseen.")
)
_TO_PILE: Final = Order(Remedy.RETURN_DRAWN_CARD, N_("{Offender} puts the card back on the discard pile."))
_EXPOSE_ONE: Final = Order(
    Remedy.EXPOSE_ON_STOCK, N_("The card {offender} saw goes on top of the stock, face up.")
)
_EXPOSE_MORE: Final = Order(
    Remedy.EXPOSE_ON_STOCK, N_("The cards {offender} saw go on top of the stock, face up.")
)


def _in_time(
    name: str,
    text: Sentence,
    *back: Order,
    text_if_laid: Sentence = NOTHING,
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
        N_("Did they lay cards down in this turn?"),
        yes=(N_("Yes, they laid cards down"), laid),
        no=(
            N_("No, they laid nothing down"),
            outcome(name, text, *back, *after, clauses=clauses, choice=choice),
        ),
    )


_NOTHING_DRAWN: Final = _in_time(
    "nothing-drawn",
    N_("Stopped in time. The turn goes back."),
    text_if_laid=N_("Stopped in time. Undo everything from this turn."),
)
_FROM_PILE: Final = _in_time(
    "discard-back",
    N_("Stopped in time. Put the card back."),
    _TO_PILE,
    text_if_laid=N_("Stopped in time. Undo everything from this turn."),
    clauses=("9.3", "9.3a"),
)
_UNSEEN: Final = _in_time(
    "unseen-back",
    N_("Stopped in time. Put the card back."),
    _TO_STOCK,
    text_if_laid=N_("Stopped in time. Undo everything from this turn."),
)
_SAW_ONE: Final = _in_time(
    "one-exposed",
    N_("Stopped in time. The card they saw goes face up."),
    _EXPOSE_ONE,
    clauses=("9.3", *TAKE_OR_BURY.clauses),
    draw=TAKE_OR_BURY,
)
_SAW_MORE: Final = _in_time(
    "many-exposed",
    N_("Stopped in time. The cards they saw go face up."),
    _EXPOSE_MORE,
    clauses=("9.3", *THREE_WAYS.clauses),
    draw=THREE_WAYS,
)
_SEEN: Final = one_of(
    "cards_seen",
    N_("How many cards did they see?"),
    Reply("0", N_("No, and they haven’t seen it"), _UNSEEN),
    Reply("1", N_("No, but they’ve seen it"), _SAW_ONE),
    Reply("2 or more", N_("No, but they’ve seen two or more cards"), _SAW_MORE),
)
_TOO_LATE: Final = outcome(
    "too-late",
    N_("Too late, it’s in their hand. The turn counts."),
    Order(Remedy.TURN_STANDS, N_("{Offender} keeps the card and ends the turn with a discard.")),
    _TURNS_LOST,
    clauses=("9.1", "9.2", "9.2a"),
)
_FROM_STOCK: Final = one_of(
    "in_hand",
    N_("Is the card from the stock in their hand?"),
    Reply("yes", N_("Yes, it’s in their hand"), _TOO_LATE),
    Reply("no", N_("No, it isn’t in their hand"), _SEEN, inline=True),
)

GRAPH: Final = Graph(
    Irregularity.OUT_OF_TURN,
    headline=N_("Played out of turn"),
    example=N_("Dee draws a card, but it’s Ben’s turn."),
    example_of_tiles=N_("Dee draws a tile, but it’s Ben’s turn."),
    search_words=N_(
        "out of turn, wrong turn, wrong order, not his turn, it was not my turn, skipped me, skipped a "
        "player, passed over, jumped the queue, played before me, took my turn, played too early, drew when "
        "it was not her turn, took the discard out of turn, lost my turn, played twice in a row, wrong "
        "player played, missed my turn, penalty for playing out of turn"
    ),
    first=yes_no(
        "discarded",
        N_("Have they discarded yet?"),
        yes=(
            N_("Yes, they’ve discarded"),
            outcome(
                "stands",
                N_("Nobody stopped it in time. The turn counts."),
                Order(Remedy.TURN_STANDS, N_("{Offender}’s turn counts as it was played.")),
                _TURNS_LOST,
                clauses=("9.1",),
            ),
        ),
        no=(
            N_("No, they haven’t discarded"),
            one_of(
                "drew",
                N_("What did they draw?"),
                Reply("nothing", N_("They drew nothing"), _NOTHING_DRAWN),
                Reply("stock", N_("The top card of the stock"), _FROM_STOCK),
                Reply("discard", N_("The top card of the discard pile"), _FROM_PILE),
            ),
        ),
    ),
    who={Who.OFFENDER: N_("Who played out of turn?"), Who.IN_TURN: N_("Whose turn was it?")},
    unnamed={Who.NEXT: N_("the player whose turn it was | The player whose turn it was")},
)
