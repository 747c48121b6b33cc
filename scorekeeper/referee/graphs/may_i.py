"""Who gets the discard that somebody claims out of turn (5.2 to 5.4a; 16.1)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Claims, Graph, Order, Outcome, yes_no

MAY_I: Final = Graph(
    Irregularity.MAY_I,
    yes_no(
        "wanted_by_player_in_turn",
        yes=Outcome("wanted", (Order(Remedy.CLAIM_REFUSED, Who.CLAIMANT),), ("5.2", "5.2a"), notes=("5.2b",)),
        no=Claims(
            Outcome(
                "claimed",
                (
                    Order(Remedy.AWARD_CLAIM, Who.CLAIMANT),
                    Order(Remedy.PENALTY_CARD, Who.CLAIMANT),
                    Order(Remedy.NO_PLAY_BEFORE_NEXT_TURN, Who.CLAIMANT),
                    Order(Remedy.PILE_DEAD, Who.TABLE),
                    Order(Remedy.INTERRUPTED_DRAWS_STOCK, Who.IN_TURN),
                ),
                ("5.2", "5.3"),
                notes=("5.2b", "5.4", "6.3"),
            )
        ),
    ),
)
