"""A hand miscounted, or a mistake on the score sheet (section 15)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Answer, Graph, Option, Order, chosen_by, one_of, outcome, yes_no

_MIXED: Final = outcome(
    "mixed",
    "By the rules it stays as it was counted.",
    Order(
        Remedy.NO_CORRECTION,
        "The cards are mixed with others: the count is not corrected any more.",
        Who.TABLE,
    ),
    clauses=("15.1", "15.2a"),
    choice=chosen_by(
        Who.TABLE,
        Option(OptionCode.STANDS, "It stays", "As the rules read most plainly."),
        Option(
            OptionCode.WIDER,
            "Correct it anyway",
            "If all agree, and nobody had disputed it: the table reads 15.2 more widely, and remembers "
            "that it does.",
        ),
    ),
)
_COUNT_AGAIN: Final = outcome(
    "count-again",
    "Count again, and put it right.",
    Order(Remedy.CORRECT_COUNT, "{Offender} counts again, and the right number is written down."),
    clauses=("15.1", "15.1a"),
)
_SETTLED: Final = outcome(
    "settled",
    "It stays as it was settled.",
    Order(Remedy.NO_CORRECTION, "This score was disputed and settled: it is not corrected.", Who.TABLE),
    clauses=("15.3a",),
)
_BY_AGREEMENT: Final = outcome(
    "by-agreement",
    "If all agree, it is corrected.",
    Order(
        Remedy.CORRECT_BY_AGREEMENT,
        "All players agree: the score sheet is corrected. One does not: it stays.",
        Who.TABLE,
    ),
    clauses=("15.2",),
    choice=chosen_by(
        Who.TABLE,
        Option(OptionCode.AGREE, "All agree", "The score sheet is corrected."),
        Option(OptionCode.DISAGREE, "Somebody does not", "It stays as it is written."),
    ),
)

GRAPH: Final = Graph(
    Irregularity.SCORING_ERROR,
    headline="The score is wrong",
    example="Hand 2 says 55 and should say 45.",
    search_words="points miscount added up wrong score sheet written down correct mistake",
    first=one_of(
        "kind",
        "What kind of error is it?",
        Answer(
            "miscount",
            "The cards in a hand were counted or added up wrongly",
            yes_no(
                "mixed",
                "Are the cards of that hand already mixed with others?",
                yes=("Yes, already mixed", _MIXED),
                no=("No, they can still be counted", _COUNT_AGAIN),
            ),
        ),
        Answer(
            "scoresheet",
            "The count was right, but the score sheet is wrong",
            yes_no(
                "disputed_before",
                "Has this score been disputed before?",
                yes=("Yes, it was disputed and settled", _SETTLED),
                no=("No, there was no dispute", _BY_AGREEMENT),
            ),
        ),
    ),
    who={Who.OFFENDER: "Whose cards were counted wrongly?"},
    unnamed={Who.OFFENDER: "that player"},
)
