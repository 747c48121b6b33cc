"""What becomes of cards that somebody saw without a right to them (10.1 to 10.3a)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_
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
        N_(
            "{Next} takes that card, or has it put face down in the middle of the stock. Then play carries "
            "on as usual."
        ),
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.TAKE, N_("Take the card"), N_("That’s their draw for this turn.")),
        Option(
            OptionCode.BURY,
            N_("Bury the card"),
            N_("It goes face down in the middle of the stock. Then {next} draws as usual."),
        ),
    ),
    clauses=("10.1", "10.2"),
)
THREE_WAYS: Final = Draw(
    Order(
        Remedy.THREE_WAY_DRAW,
        N_(
            "{Next} draws one of three: the top face-up card on the stock, the top face-down card in the "
            "stock, or the previous player’s discard. Each player after them chooses the same way, as long "
            "as there are face-up cards on the stock. You can’t bury those cards."
        ),
        Who.NEXT,
    ),
    chosen_by(
        Who.NEXT,
        Option(OptionCode.EXPOSED, N_("The top face-up card"), N_("It’s on top of the stock.")),
        Option(
            OptionCode.FACE_DOWN,
            N_("The top face-down card"),
            N_("It’s under the face-up cards. They stay on top."),
        ),
        Option(OptionCode.DISCARD, N_("The last discard"), N_("The player before them put it there.")),
    ),
    clauses=("10.1", "10.3", "10.3a"),
)
