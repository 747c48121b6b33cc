"""A player gives no score for a hand (8.5, 8.6)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    "{Offender} posts {points} points.",
    Order(
        Remedy.POST_SCORE,
        "{Offender} posts {points} points for this hand: the two highest scores that others gave, added "
        "up. A score given later replaces it.",
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.5", "8.5a"),
    text_without_facts="The sum of the two highest scores is posted.",
)
_REPLAY: Final = outcome(
    "replay",
    "The hand is played again.",
    Order(
        Remedy.REPLAY_HAND,
        "{Dealer} deals the same hand again. The attempt that is void stays in the history.",
        Who.DEALER,
    ),
    clauses=("8.6", "8.6a"),
)

GRAPH: Final = Graph(
    Irregularity.MISSING_SCORE,
    headline="Somebody gives no score",
    example="Ben mixed his cards in before counting.",
    search_words="no score not counted forgot to count points missing replay the hand play again",
    first=PointsList(
        "other_scores",
        "What did the others score in this hand?",
        enough=_POSTS,
        short=_REPLAY,
        hint="The 0 for going out counts. Leave out whoever gave no score.",
    ),
    who={Who.OFFENDER: "Who gives no score?"},
    unnamed={Who.OFFENDER: "the player without a score"},
    offender_first=True,
)
