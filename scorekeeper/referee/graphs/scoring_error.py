"""A hand miscounted, or a mistake on the score sheet (section 15)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Choice, Graph, OneOf, Option, Order, Outcome, yes_no

_STANDS: Final = Order(Remedy.NO_CORRECTION, Who.TABLE)

SCORING_ERROR: Final = Graph(
    Irregularity.SCORING_ERROR,
    OneOf(
        "kind",
        (
            Answer(
                "miscount",
                yes_no(
                    "mixed",
                    yes=Outcome(
                        "mixed",
                        (_STANDS,),
                        ("15.1", "15.2a"),
                        Choice(Who.TABLE, (Option(OptionCode.STANDS), Option(OptionCode.WIDER))),
                    ),
                    no=Outcome("count-again", (Order(Remedy.CORRECT_COUNT),), ("15.1", "15.1a")),
                ),
            ),
            Answer(
                "scoresheet",
                yes_no(
                    "disputed_before",
                    yes=Outcome("settled", (_STANDS,), ("15.3a",)),
                    no=Outcome(
                        "by-agreement",
                        (Order(Remedy.CORRECT_BY_AGREEMENT, Who.TABLE),),
                        ("15.2",),
                        Choice(Who.TABLE, (Option(OptionCode.AGREE), Option(OptionCode.DISAGREE))),
                    ),
                ),
            ),
        ),
    ),
)
