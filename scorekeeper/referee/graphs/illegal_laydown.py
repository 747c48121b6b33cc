"""Cards on the table that should not lie there (section 14)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Choice, Graph, OneOf, Option, Order, Outcome, yes_no

_RETURN: Final = Order(Remedy.RETURN_SUPERFLUOUS)
_PLAY_ON: Final = Order(Remedy.PLAY_ON, Who.TABLE)

ILLEGAL_LAYDOWN: Final = Graph(
    Irregularity.ILLEGAL_LAYDOWN,
    OneOf(
        "fault",
        (
            Answer(
                "superfluous-cards",
                yes_no(
                    "others_added",
                    yes=Outcome(
                        "superfluous-added",
                        (_RETURN, Order(Remedy.ADDED_CARDS_STAY, Who.TABLE), _PLAY_ON),
                        ("14.1", "14.2", "14.3"),
                    ),
                    no=Outcome("superfluous", (_RETURN, _PLAY_ON), ("14.1", "14.3")),
                ),
            ),
            Answer(
                "wrong-meld",
                Outcome(
                    "wrong-meld",
                    (Order(Remedy.RULES_SILENT, Who.TABLE),),
                    ("14.4",),
                    Choice(
                        Who.TABLE,
                        (
                            Option(OptionCode.ALL_BACK),
                            Option(OptionCode.PUT_RIGHT),
                            Option(OptionCode.MELD_STAYS),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
