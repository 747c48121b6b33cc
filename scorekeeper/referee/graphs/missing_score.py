"""A player gives no score for a hand (8.5, 8.6)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    "{Offender} gets {points} points.",
    Order(
        Remedy.POST_SCORE,
        "{Offender} gets {points} points for this hand. That’s the two highest scores the others gave, "
        "added together. If {offender} gives a score later, it counts instead.",
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.5", "8.5a"),
    text_without_facts="They get the two highest scores added together.",
)
_REPLAY: Final = outcome(
    "replay",
    "Play this hand again.",
    Order(
        Remedy.REPLAY_HAND,
        "{Dealer} deals the same hand again. This try doesn’t count, but it stays in the history.",
        Who.DEALER,
    ),
    clauses=("8.6", "8.6a"),
)

GRAPH: Final = Graph(
    Irregularity.MISSING_SCORE,
    headline="Someone didn’t give a score",
    example="Ben shuffled the cards in without counting.",
    search_words="no score not counted forgot to count points missing replay the hand play again",
    first=PointsList(
        "other_scores",
        "What did the others score in this hand?",
        enough=_POSTS,
        short=_REPLAY,
        hint="Include the 0 for going out. Leave out anyone who didn’t give a score.",
    ),
    who={Who.OFFENDER: "Who didn’t give a score?"},
    unnamed={Who.OFFENDER: "the player without a score"},
    offender_first=True,
)
