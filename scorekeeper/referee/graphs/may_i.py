"""Who gets the discard that somebody claims out of turn (5.2 to 5.4a; 16.1)."""

from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import Claims, Graph, Note, Option, Order, outcome, yes_no
from scorekeeper.referee.graphs.shared import silent

_UNTIL_WHEN: Final = Note(
    "5.2b",
    N_("How late can someone say “May I”?"),
    (
        N_("Until the player whose turn it is has drawn."),
        N_("Only before the player whose turn it is reaches for a card."),
    ),
)
_OWN_DISCARD: Final = Note(
    "5.4",
    N_("Can someone say “May I” for a card they discarded themselves?"),
    (N_("Yes, after everyone else (our interpretation)."), N_("No.")),
)
_NO_PENALTY_CARD: Final = Note(
    "6.3",
    N_("What if there’s no penalty card left, or there are face-up cards on the stock?"),
    (
        N_("No penalty card, no “May I”."),
        N_("They get the discard without a penalty card."),
        N_("The penalty card is the top face-down card."),
    ),
    needs="may_i.penalty",
)
_WANTED: Final = outcome(
    "wanted",
    N_("The player whose turn it is takes the card."),
    Order(
        Remedy.CLAIM_REFUSED,
        N_(
            "{Claimant} doesn’t get the card. The player whose turn it is takes it as their normal draw, "
            "without a penalty card."
        ),
        Who.CLAIMANT,
    ),
    clauses=("5.2", "5.2a"),
    notes=(_UNTIL_WHEN,),
)
_CLAIMED: Final = outcome(
    "claimed",
    N_("{Claimant} gets the card."),
    Order(
        Remedy.AWARD_CLAIM,
        N_("{Claimant} takes the discard. Of everyone who asked, they sit nearest to the left of {in_turn}."),
        Who.CLAIMANT,
    ),
    Order(
        Remedy.PENALTY_CARD,
        Plural(
            "{Claimant} also takes the top card of the stock as a penalty.",
            "{Claimant} also takes the top {penalty} cards of the stock as a penalty.",
            by="penalty",
        ),
        Who.CLAIMANT,
        needs="may_i.penalty",
    ),
    Order(
        Remedy.NO_PLAY_BEFORE_NEXT_TURN,
        N_("{Claimant} doesn’t discard, and can’t lay anything down until their own next turn."),
        Who.CLAIMANT,
    ),
    Order(
        Remedy.PILE_DEAD, N_("The rest of the discard pile is dead. Nobody can take those cards."), Who.TABLE
    ),
    Order(
        Remedy.INTERRUPTED_DRAWS_STOCK,
        N_("{In_turn} draws from the stock. Play carries on in the same order."),
        Who.IN_TURN,
    ),
    clauses=("5.2", "5.3"),
    notes=(_UNTIL_WHEN, _OWN_DISCARD, _NO_PENALTY_CARD),
)
_DRAWN: Final = silent(
    "drawn",
    "5.2b",
    Option(
        OptionCode.CLAIM_COUNTS,
        N_("You can still say “May I” then"),
        N_("They get the discard as with any “May I”. The card that was drawn stays drawn."),
    ),
    Option(
        OptionCode.CLAIM_TOO_LATE,
        N_("It’s too late for a “May I” then"),
        N_("Nobody gets the discard, and nobody takes a penalty card. The turn goes on."),
    ),
)
# The ruling in the last three hands, where the table plays them without may-I.
NO_MAY_I: Final = outcome(
    "no-may-i",
    N_("No “May I” in this hand."),
    Order(
        Remedy.CLAIM_REFUSED,
        N_(
            "Nobody gets the card by saying “May I”, and nobody takes a penalty card. You play without “May "
            "I” in the last three hands."
        ),
        Who.CLAIMANT,
    ),
    clauses=("16.1",),
)
# The ruling where the table leaves no claims to a hand.
NO_CLAIMS: Final = outcome(
    "no-claims",
    N_("No “May I” in this hand."),
    Order(
        Remedy.CLAIM_REFUSED,
        N_(
            "Nobody gets the card by saying “May I”, and nobody takes a penalty card. Your table’s house "
            "rules have no “May I” in this hand."
        ),
        Who.CLAIMANT,
    ),
    clauses=("5.2", "5.2c"),
)

GRAPH: Final = Graph(
    Irregularity.MAY_I,
    headline=N_("Who gets the discard?"),
    example=N_("Ben and Dee both want it."),
    search_words=N_(
        "may I, buy, buying, claim, steal the discard, I want it, both want the card, both want the same "
        "card, two want the same card, two people want it, who gets the card, who gets it, who was first, "
        "who asked first, penalty card, may I too late, too late to buy, said may I but he drew already, "
        "bought out of turn, wants to buy, refuse a may I, two may Is at once"
    ),
    first=yes_no(
        "wanted_by_player_in_turn",
        N_("Does the player whose turn it is want the discard?"),
        yes=(N_("Yes, they want the discard"), _WANTED),
        no=(
            N_("No, they don’t want the discard"),
            yes_no(
                "has_drawn",
                N_("Has that player already drawn from the stock?"),
                yes=(N_("Yes, they’ve drawn from the stock"), _DRAWN),
                no=(
                    N_("No, they haven’t drawn"),
                    Claims(
                        _CLAIMED,
                        N_("Who wants the discard?"),
                        (
                            N_("Who’s at the table, going clockwise?"),
                            N_("Whose turn is it?"),
                            N_("Who said “May I”?"),
                        ),
                        hint=N_("On your own turn, you don’t need to ask."),
                        incomplete=N_("Tap whose turn it is, and everyone who said “May I”."),
                    ),
                ),
            ),
        ),
    ),
    who={Who.CLAIMANT: N_("Who said “May I”?")},
    unnamed={
        Who.CLAIMANT: N_("the player who said “May I” | The player who said “May I”"),
        Who.IN_TURN: N_("the player whose turn it is | The player whose turn it is"),
    },
)
