"""Who gets the discard that somebody claims out of turn (5.2 to 5.4a; 16.1)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Claims, Graph, Note, Order, outcome, yes_no

_UNTIL_WHEN: Final = Note(
    "5.2b",
    "How late can someone say “May I”?",
    (
        "Until the player whose turn it is has drawn.",
        "Only before the player whose turn it is reaches for a card.",
    ),
)
_OWN_DISCARD: Final = Note(
    "5.4",
    "Can someone say “May I” for a card they discarded themselves?",
    ("Yes, after everyone else (our interpretation).", "No."),
)
_NO_PENALTY_CARD: Final = Note(
    "6.3",
    "What if there’s no penalty card left, or there are face-up cards on the stock?",
    (
        "No penalty card, no “May I”.",
        "They get the discard without a penalty card.",
        "The penalty card is the top face-down card.",
    ),
)
_WANTED: Final = outcome(
    "wanted",
    "The player whose turn it is takes the card.",
    Order(
        Remedy.CLAIM_REFUSED,
        "{Claimant} doesn’t get the card. The player whose turn it is takes it as their normal draw, without "
        "a penalty card.",
        Who.CLAIMANT,
    ),
    clauses=("5.2", "5.2a"),
    notes=(_UNTIL_WHEN,),
)
_CLAIMED: Final = outcome(
    "claimed",
    "{Claimant} gets the card.",
    Order(
        Remedy.AWARD_CLAIM,
        "{Claimant} takes the discard. Of everyone who asked, they sit nearest to the left of {in_turn}.",
        Who.CLAIMANT,
    ),
    Order(
        Remedy.PENALTY_CARD,
        "{Claimant} also takes the top card of the stock as a penalty, and doesn’t discard.",
        Who.CLAIMANT,
    ),
    Order(
        Remedy.NO_PLAY_BEFORE_NEXT_TURN,
        "{Claimant} can’t lay anything down until their own next turn.",
        Who.CLAIMANT,
    ),
    Order(Remedy.PILE_DEAD, "The rest of the discard pile is dead. Nobody can take those cards.", Who.TABLE),
    Order(
        Remedy.INTERRUPTED_DRAWS_STOCK,
        "{In_turn} draws from the stock. Play carries on in the same order.",
        Who.IN_TURN,
    ),
    clauses=("5.2", "5.3"),
    notes=(_UNTIL_WHEN, _OWN_DISCARD, _NO_PENALTY_CARD),
    text_without_facts="Of everyone who asked, the player nearest to the left gets the card.",
)
# The ruling in the last three hands, where the table plays them without may-I.
NO_MAY_I: Final = outcome(
    "no-may-i",
    "No “May I” in this hand.",
    Order(
        Remedy.CLAIM_REFUSED,
        "Nobody gets the card by saying “May I”, and nobody takes a penalty card. You play without “May I” "
        "in the last three hands.",
        Who.CLAIMANT,
    ),
    clauses=("16.1",),
)

GRAPH: Final = Graph(
    Irregularity.MAY_I,
    headline="Who gets the discard?",
    example="Ben and Dee both say “May I”.",
    search_words="buy buying bought claim claims steal i want it both want the same card two want it discard "
    "penalty card may i who first gets the may-i",
    first=yes_no(
        "wanted_by_player_in_turn",
        "Does the player whose turn it is want the discard?",
        yes=("Yes, they want the discard", _WANTED),
        no=(
            "No, they don’t want the discard",
            Claims(
                _CLAIMED,
                "Who wants the discard?",
                ("Who’s at the table, going clockwise?", "Whose turn is it?", "Who said “May I”?"),
                hint="On your own turn, you don’t need to ask.",
                incomplete="Tap whose turn it is, and everyone who said “May I”.",
            ),
        ),
    ),
    who={Who.CLAIMANT: "Who said “May I”?"},
    unnamed={Who.CLAIMANT: "the player who said “May I”", Who.IN_TURN: "the player whose turn it is"},
)
