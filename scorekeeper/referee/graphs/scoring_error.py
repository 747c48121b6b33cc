"""A hand miscounted, or a mistake on the score sheet (section 15; P-5)."""

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Graph, Option, Order, Reply, chosen_by, one_of, outcome, yes_no

_MIXED: Final = outcome(
    "mixed",
    N_("By the rules, the count stays as it was."),
    Order(
        Remedy.NO_CORRECTION,
        N_("The cards are mixed with others. It’s too late to correct the count."),
        Who.TABLE,
    ),
    clauses=("15.1", "15.2a"),
    choice=chosen_by(
        Who.TABLE,
        Option(OptionCode.STANDS, N_("Leave it"), N_("That’s the plainest way to read the rules.")),
        Option(
            OptionCode.WIDER,
            N_("Correct it anyway"),
            N_(
                "Only if everyone agrees, and nobody argued about it before. The game remembers that you "
                "read clause 15.2 this way."
            ),
        ),
    ),
)
_COUNT_AGAIN: Final = outcome(
    "count-again",
    N_("Count again and correct the score."),
    Order(Remedy.CORRECT_COUNT, N_("{Offender} counts again. Write down the right number.")),
    clauses=("15.1", "15.1a"),
)
_SETTLED: Final = outcome(
    "settled",
    N_("The score stays as you settled it."),
    Order(
        Remedy.NO_CORRECTION,
        N_("You argued about this score and settled it. You can’t correct it now."),
        Who.TABLE,
    ),
    clauses=("15.3a",),
)
_BY_AGREEMENT: Final = outcome(
    "by-agreement",
    N_("Correct it, if everyone agrees."),
    Order(
        Remedy.CORRECT_BY_AGREEMENT,
        N_("If everyone agrees, correct the score sheet. If anyone doesn’t, it stays."),
        Who.TABLE,
    ),
    clauses=("15.2",),
    choice=chosen_by(
        Who.TABLE,
        Option(OptionCode.AGREE, N_("Everyone agrees"), N_("Correct the score sheet.")),
        Option(OptionCode.DISAGREE, N_("Someone doesn’t agree"), N_("The score stays as it is.")),
    ),
)

GRAPH: Final = Graph(
    Irregularity.SCORING_ERROR,
    headline=N_("The score is wrong"),
    example=N_("Hand 2 says 55. It should say 45."),
    search_words=N_(
        "wrong score, wrong points, miscount, miscounted, counted wrong, added up wrong, score sheet, score "
        "sheet is wrong, written down wrong, correct a score, mistake in the score, wrong total, score of an "
        "earlier hand is wrong, points are wrong, scoring mistake, entered the wrong points"
    ),
    first=one_of(
        "kind",
        N_("What kind of mistake is it?"),
        Reply(
            "miscount",
            N_("The cards were counted or added up wrong"),
            yes_no(
                "mixed",
                N_("Have those cards been mixed with others yet?"),
                yes=(N_("Yes, they’re mixed"), _MIXED),
                no=(N_("No, we can still count them"), _COUNT_AGAIN),
            ),
        ),
        Reply(
            "scoresheet",
            N_("The count was right, but the score sheet is wrong"),
            yes_no(
                "disputed_before",
                N_("Did anyone argue about this score before?"),
                yes=(N_("Yes, we argued and settled it"), _SETTLED),
                no=(N_("No, nobody argued about it"), _BY_AGREEMENT),
            ),
        ),
    ),
    who={Who.OFFENDER: N_("Whose cards were counted wrong?")},
)

PLAIN: Final = replace(
    GRAPH,
    first=outcome(
        "if-agreed",
        N_("Correct it, if everyone agrees."),
        Order(
            Remedy.CORRECT_BY_AGREEMENT,
            N_("If everyone agrees, correct the saved hand. If anyone doesn’t, it stays."),
            Who.TABLE,
        ),
        clauses=("P-5",),
        choice=chosen_by(
            Who.TABLE,
            Option(OptionCode.AGREE, N_("Everyone agrees"), N_("Correct the saved hand.")),
            Option(OptionCode.DISAGREE, N_("Someone doesn’t agree"), N_("The score stays as it is.")),
        ),
    ),
)
