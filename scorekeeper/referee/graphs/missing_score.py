"""A player gives no score for a hand (8.5, 8.6; P-1)."""

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    Plural("{Offender} gets {points} point.", "{Offender} gets {points} points.", by="points"),
    Order(
        Remedy.POST_SCORE,
        Plural(
            "{Offender} gets {points} point for this hand. That’s the two highest scores the others gave, "
            "added together. If {offender} gives a score later, it counts instead.",
            "{Offender} gets {points} points for this hand. That’s the two highest scores the others gave, "
            "added together. If {offender} gives a score later, it counts instead.",
            by="points",
        ),
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.5", "8.5a"),
)
_REPLAY: Final = outcome(
    "replay",
    N_("Play this hand again."),
    Order(
        Remedy.REPLAY_HAND,
        N_("{Dealer} deals the same hand again. This try doesn’t count, but it stays in the history."),
        Who.DEALER,
    ),
    clauses=("8.6", "8.6a"),
)

GRAPH: Final = Graph(
    Irregularity.MISSING_SCORE,
    headline=N_("Someone didn’t give a score"),
    example=N_("Ben shuffled the cards in without counting."),
    example_of_tiles=N_("Ben put his tiles back without counting."),
    search_words=N_(
        "no score, no score given, score missing, did not count, not counted, forgot to count, forgot to "
        "write down the points, points missing, cards mixed before counting, replay the hand, play the hand "
        "again, nobody counted"
    ),
    first=PointsList(
        "other_scores",
        N_("What did the others score in this hand?"),
        enough=_POSTS,
        short=_REPLAY,
        hint=N_("Include the 0 for going out. Leave out anyone who didn’t give a score."),
    ),
    who={Who.OFFENDER: N_("Who didn’t give a score?")},
    unnamed={Who.OFFENDER: N_("the player without a score | The player without a score")},
    offender_first=True,
)

PLAIN: Final = replace(
    GRAPH,
    first=outcome(
        "waits",
        N_("The hand waits for {offender}."),
        Order(
            Remedy.HAND_WAITS,
            N_("{Offender} gives the points that they hold. You can’t save the hand before that."),
        ),
        clauses=("P-1",),
    ),
)
