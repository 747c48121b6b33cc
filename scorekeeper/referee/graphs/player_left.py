"""A player does not finish the game (8.3, 8.4)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    "{Offender} posts {points} points, as it stands.",
    Order(
        Remedy.POST_TOTAL,
        "{Offender} posts a game total of {points} points: the two highest complete totals of the "
        "others, added up. Until the game is over, these still change.",
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.3",),
    text_without_facts="The sum of the two highest totals is posted.",
)
_DISCARDED: Final = outcome(
    "discarded",
    "This game counts in no statistics.",
    Order(
        Remedy.DISCARD_STATISTICS,
        "There are not two complete totals of others, so the whole game is left out of the statistics. "
        "Its score sheet is kept.",
        Who.TABLE,
    ),
    clauses=("8.4", "8.4a"),
)

GRAPH: Final = Graph(
    Irregularity.PLAYER_LEFT,
    headline="Somebody leaves for good",
    example="Dee has to go home after hand 4.",
    search_words="goes home has to leave quits stops drops out leaves left the game does not finish total "
    "somebody left someone left player left",
    first=PointsList(
        "other_totals",
        "What are the complete game totals of the others?",
        enough=_POSTS,
        short=_DISCARDED,
        hint="Only of players who play all seven hands.",
    ),
    who={Who.OFFENDER: "Who leaves?"},
    unnamed={Who.OFFENDER: "the player who leaves"},
    offender_first=True,
)
