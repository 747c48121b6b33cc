"""A player does not finish the game (8.3, 8.4)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    "{Offender} gets {points} points, as things stand.",
    Order(
        Remedy.POST_TOTAL,
        "{Offender} gets {points} points for the game. That’s the two highest complete totals of the others, "
        "added together. This can change until the game ends.",
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.3",),
    text_without_facts="They get the two highest totals added together.",
)
_DISCARDED: Final = outcome(
    "discarded",
    "This game won’t count towards statistics.",
    Order(
        Remedy.DISCARD_STATISTICS,
        "Fewer than two others have a complete total. This game won’t count towards statistics. Keep the "
        "score sheet.",
        Who.TABLE,
    ),
    clauses=("8.4", "8.4a"),
)

GRAPH: Final = Graph(
    Irregularity.PLAYER_LEFT,
    headline="Someone’s leaving early",
    example="Dee has to go home after hand 4.",
    search_words="goes home has to leave quits stops drops out leaves left the game does not finish total "
    "somebody left someone left player left leaves for good",
    first=PointsList(
        "other_totals",
        "What are the others’ game totals?",
        enough=_POSTS,
        short=_DISCARDED,
        hint="Only count players who play all seven hands.",
    ),
    who={Who.OFFENDER: "Who’s leaving?"},
    unnamed={Who.OFFENDER: "the player who’s leaving"},
    offender_first=True,
)
