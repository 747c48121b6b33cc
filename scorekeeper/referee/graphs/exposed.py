"""What becomes of cards that somebody saw without a right to them (10.1 to 10.3a)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.codes import OptionCode, Remedy, Who
from scorekeeper.referee.graph import Choice, Option, Order, chosen_by


@dataclass(frozen=True, slots=True)
class Draw:
    """How the next player draws: what is ordered, what that player chooses, and the clauses about it."""

    order: Order
    choice: Choice
    clauses: tuple[str, ...]


TAKE_OR_BURY: Final = Draw(
    Order(
        Remedy.NEXT_TAKES_OR_BURIES,
        "{Next} takes that card, or has it put face down into the middle of the stock. After that, play goes "
        "on as usual.",
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.TAKE, "Take the card", "It is the draw of this turn."),
        Option(
            OptionCode.BURY,
            "Have it buried",
            "Face down, in the middle of the stock; then {next} draws as usual.",
        ),
    ),
    clauses=("10.1", "10.2"),
)
THREE_WAYS: Final = Draw(
    Order(
        Remedy.THREE_WAY_DRAW,
        "{Next} draws one of three: the top exposed card, the top face-down card of the stock, or the "
        "previous player’s discard. So does everyone after, in turn, as long as exposed cards are left. They "
        "are not buried.",
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.EXPOSED, "The top exposed card", "Everybody has seen it."),
        Option(
            OptionCode.FACE_DOWN, "The top face-down card", "From below the exposed ones, which stay on top."
        ),
        Option(OptionCode.DISCARD, "The last discard", "The card of the player before."),
    ),
    clauses=("10.1", "10.3", "10.3a"),
)
