"""A player does not finish the game (8.3, 8.4; P-2)."""

from dataclasses import replace
from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Graph, Order, PointsList, outcome

_POSTS: Final = outcome(
    "posts",
    Plural(
        "{Offender} gets {points} point, as things stand.",
        "{Offender} gets {points} points, as things stand.",
        by="points",
    ),
    Order(
        Remedy.POST_TOTAL,
        Plural(
            "{Offender} gets {points} point for the game. That’s the two highest complete totals of the "
            "others, added together. This can change until the game ends.",
            "{Offender} gets {points} points for the game. That’s the two highest complete totals of the "
            "others, added together. This can change until the game ends.",
            by="points",
        ),
        amount=Amount.TWO_HIGHEST,
    ),
    clauses=("8.3",),
)
_DISCARDED: Final = outcome(
    "discarded",
    N_("This game won’t count towards statistics."),
    Order(
        Remedy.DISCARD_STATISTICS,
        N_(
            "Fewer than two others have a complete total. This game won’t count towards statistics. Keep the "
            "score sheet."
        ),
        Who.TABLE,
    ),
    clauses=("8.4", "8.4a"),
)

GRAPH: Final = Graph(
    Irregularity.PLAYER_LEFT,
    headline=N_("Someone’s leaving early"),
    example=N_("Dee has to go home after hand 4."),
    search_words=N_(
        "goes home, has to go home, has to leave, quits, quit, stops playing, drops out, leaves, left the "
        "game, left early, somebody left, player left, leaves for good, does not finish, gives up, leaves "
        "in the middle of a hand, total of a player who left, goes to bed"
    ),
    first=PointsList(
        "other_totals",
        N_("What are the others’ game totals?"),
        enough=_POSTS,
        short=_DISCARDED,
        hint=N_("Only count players who play all seven hands."),
    ),
    who={Who.OFFENDER: N_("Who’s leaving?")},
    unnamed={Who.OFFENDER: N_("the player who’s leaving | The player who’s leaving")},
    offender_first=True,
)

PLAIN: Final = replace(
    GRAPH,
    first=outcome(
        "keeps-total",
        N_("{Offender} keeps their total, but can’t win."),
        Order(
            Remedy.KEEP_TOTAL,
            N_("{Offender} keeps their total, and is placed behind everyone who finishes more hands."),
        ),
        clauses=("P-2",),
    ),
)
