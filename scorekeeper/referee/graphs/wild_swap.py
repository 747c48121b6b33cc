"""A wild card on the table to be replaced by the card it stands for (3.10, 3.11)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Answer, Condition, Conditions, Graph, OneOf, Order, Outcome

_REFUSED: Final = (Order(Remedy.SWAP_REFUSED, Who.CLAIMANT),)

WILD_SWAP: Final = Graph(
    Irregularity.WILD_SWAP,
    OneOf(
        "meld",
        (
            Answer(
                "run",
                Conditions(
                    (
                        Condition("regular_turn", ("3.10",)),
                        Condition("gone_down", ("3.10",)),
                        Condition("exact_card", ("3.10",)),
                        Condition("from_hand", ("3.10",)),
                    ),
                    met=Outcome(
                        "run-allowed",
                        (
                            Order(Remedy.SWAP_ALLOWED, Who.CLAIMANT),
                            Order(Remedy.PLAY_FREED_WILD, Who.CLAIMANT),
                        ),
                        ("3.10", "3.10a", "3.10b", "3.10c", "3.10d"),
                    ),
                    unmet=Outcome("run-refused", _REFUSED, ()),
                ),
            ),
            Answer("set", Outcome("set-refused", _REFUSED, ("3.11",))),
        ),
    ),
)
