"""A wild card on the table to be replaced by the card it stands for (3.10, 3.11)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Condition, Conditions, Graph, Order, Reply, one_of, outcome

_REFUSED: Final = Order(Remedy.SWAP_REFUSED, N_("Leave it where it is, and play on."), Who.CLAIMANT)
_IN_A_RUN: Final = Conditions(
    (
        Condition(
            "regular_turn",
            N_("It’s the player’s own turn, not a “May I”"),
            N_("It isn’t the player’s own turn."),
            ("3.10",),
        ),
        Condition(
            "gone_down",
            N_("They’ve gone down, in this turn or before"),
            N_("They haven’t gone down."),
            ("3.10",),
        ),
        Condition(
            "exact_card",
            N_("They have the exact card the wild card stands for"),
            N_("They don’t have the exact card it stands for."),
            ("3.10",),
        ),
        Condition(
            "from_hand",
            N_("That card comes from their hand"),
            N_("The card doesn’t come from their hand."),
            ("3.10",),
        ),
    ),
    met=outcome(
        "run-allowed",
        N_("Yes, they can take the wild card. They must play it this turn."),
        Order(
            Remedy.SWAP_ALLOWED,
            N_("{Claimant} puts the card in its place in the run and takes the wild card."),
            Who.CLAIMANT,
        ),
        Order(
            Remedy.PLAY_FREED_WILD,
            N_(
                "{Claimant} plays the wild card in this same turn, as any card of a set or another run on "
                "the table. It can’t go into their hand. If it fits nowhere, they can’t swap."
            ),
            Who.CLAIMANT,
        ),
        clauses=("3.10", "3.10a", "3.10b", "3.10c", "3.10d"),
    ),
    unmet=outcome("run-refused", N_("No, the wild card stays."), _REFUSED),
)

GRAPH: Final = Graph(
    Irregularity.WILD_SWAP,
    headline=N_("Taking a wild card from the table"),
    headline_of_tiles=N_("Taking a joker from the table"),
    example=N_("Ben has the seven that a joker stands for."),
    search_words=N_(
        "joker, red ace, žolík, zolik, swap joker, swap the joker, steal the joker, take the joker, take a "
        "joker from the table, replace the joker, exchange the joker, joker from a set, joker from a run, "
        "take the wild card, took a joker out of a run, kept the joker, joker back into the hand, moved the "
        "joker"
    ),
    first=one_of(
        "meld",
        N_("Where’s the wild card?"),
        Reply("run", N_("In a run"), _IN_A_RUN),
        Reply(
            "set",
            N_("In a set"),
            outcome(
                "set-refused", N_("No, nobody can replace a wild card in a set."), _REFUSED, clauses=("3.11",)
            ),
        ),
    ),
    who={Who.CLAIMANT: N_("Who wants the wild card?")},
)
