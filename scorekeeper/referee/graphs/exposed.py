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
        "{Next} takes that card, or has it put face down in the middle of the stock. Then play carries on as "
        "usual.",
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.TAKE, "Take the card", "That’s their draw for this turn."),
        Option(
            OptionCode.BURY,
            "Bury the card",
            "It goes face down in the middle of the stock. Then {next} draws as usual.",
        ),
    ),
    clauses=("10.1", "10.2"),
)
THREE_WAYS: Final = Draw(
    Order(
        Remedy.THREE_WAY_DRAW,
        "{Next} draws one of three: the top face-up card on the stock, the top face-down card in the stock, "
        "or the previous player’s discard. Each player after them chooses the same way, as long as there are "
        "face-up cards on the stock. You can’t bury those cards.",
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.EXPOSED, "The top face-up card", "It’s on top of the stock."),
        Option(
            OptionCode.FACE_DOWN, "The top face-down card", "It’s under the face-up cards. They stay on top."
        ),
        Option(OptionCode.DISCARD, "The last discard", "The player before them put it there."),
    ),
    clauses=("10.1", "10.3", "10.3a"),
)
