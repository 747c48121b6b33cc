"""Something is wrong with the deal or the pack (section 13)."""

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Graph, OneOf, Order, Reply, one_of, outcome
from scorekeeper.referee.graphs.shared import WRONG_NUMBER, may_demand

_AGAIN: Final = Order(
    Remedy.RE_DEAL, N_("{Dealer} collects all the cards and deals this hand again."), Who.DEALER
)
_NOT_AGAIN: Final = Order(Remedy.NO_RE_DEAL, N_("One card isn’t enough for a new deal."), Who.TABLE)


def _face_up(name: str) -> OneOf:
    return one_of(
        "cards",
        N_("How many cards were face up?"),
        Reply(
            "1",
            N_("One card"),
            outcome(
                f"one-{name}", N_("Only one card. The deal stands."), _NOT_AGAIN, clauses=("13.1", "13.1a")
            ),
        ),
        Reply(
            "2 or more",
            N_("Two or more cards"),
            outcome(f"many-{name}", N_("Deal this hand again."), _AGAIN, clauses=("13.1",)),
        ),
    )


_DRAWN_ALREADY: Final = outcome(
    "drawn-already",
    N_("Too late for a new deal. Get back to the right number as you play."),
    Order(Remedy.NO_RE_DEAL, N_("No new deal. {Offender} has already drawn."), Who.TABLE),
    WRONG_NUMBER,
    clauses=("13.2", "13.2a"),
)
_MAY_DEMAND: Final = may_demand("may-demand", see=Irregularity.WRONG_COUNT)
_WRONG_NUMBER: Final = one_of(
    "has_drawn",
    N_("Have they drawn a card yet?"),
    Reply("yes", N_("Yes, they’ve drawn"), _DRAWN_ALREADY),
    Reply("no", N_("No, they haven’t drawn"), _MAY_DEMAND),
    hint=N_("This means their first turn in this hand."),
)
_WRONG_PACK: Final = outcome(
    "wrong-pack",
    N_("Deal this hand again. Earlier hands still count."),
    Order(Remedy.RE_DEAL, N_("Complete the pack. Then {dealer} deals this hand again."), Who.DEALER),
    Order(Remedy.EARLIER_HANDS_STAND, N_("Earlier hands keep their results."), Who.TABLE),
    clauses=("13.3", "13.3a"),
)

GRAPH: Final = Graph(
    Irregularity.DEAL,
    headline=N_("The deal or the pack is wrong"),
    example=N_("Cards turn over, or someone gets one too few."),
    search_words=N_(
        "misdeal, mis-deal, re-deal, redeal, deal again, new deal, wrong deal, dealer made a mistake, dealt "
        "wrong, dealt too many, dealt too few, wrong number dealt, got one card too many in the deal, dealt "
        "eleven, dealt thirteen, dealt 11, dealt 13, flipped a card, flipped a card while dealing, two "
        "cards flipped while dealing, card turned over in the deal, cards exposed while dealing, face up in "
        "the pack, dealer showed a card, wrong deck, wrong pack, card missing from the deck, incomplete "
        "deck, too many jokers in the deck, card from another deck"
    ),
    first=one_of(
        "cause",
        N_("What’s wrong?"),
        Reply("exposed-in-dealing", N_("Cards turned over during the deal"), _face_up("exposed")),
        Reply("face-up-in-pack", N_("Cards are face up in the pack"), _face_up("face-up")),
        Reply("wrong-number", N_("Someone got the wrong number of cards"), _WRONG_NUMBER),
        Reply("wrong-pack", N_("The pack is wrong (cards missing or extra)"), _WRONG_PACK),
    ),
    who={Who.OFFENDER: N_("Who got the wrong number of cards?")},
    known_next={"moment": "in-play"},
)
