"""Who gets the discard that somebody claims out of turn (5.2 to 5.4a; 16.1)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Claims, Graph, Note, Order, outcome, yes_no

_UNTIL_WHEN: Final = Note(
    "5.2b",
    "Until when may somebody say “May I”?",
    ("Until the player in turn has drawn.", "Only before the player in turn reaches for a card."),
)
_OWN_DISCARD: Final = Note(
    "5.4",
    "May somebody claim the card they discarded themselves?",
    ("Yes, after everybody else: so we read it.", "No."),
)
_NO_PENALTY_CARD: Final = Note(
    "6.3",
    "What if there is no penalty card left, or exposed cards lie on the stock?",
    (
        "No penalty card, no may-I.",
        "The card is given without a penalty card.",
        "The penalty card is the top face-down one.",
    ),
)
_WANTED: Final = outcome(
    "wanted",
    "The player in turn takes the card; no claim counts.",
    Order(
        Remedy.CLAIM_REFUSED,
        "{Claimant} gets nothing: the player in turn takes the card as the ordinary draw, without a "
        "penalty card.",
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
        "{Claimant} takes the discard: of all who asked, the first to the left of {in_turn}.",
        Who.CLAIMANT,
    ),
    Order(
        Remedy.PENALTY_CARD,
        "{Claimant} also takes the top card of the stock as penalty, and discards nothing.",
        Who.CLAIMANT,
    ),
    Order(
        Remedy.NO_PLAY_BEFORE_NEXT_TURN,
        "{Claimant} lays nothing down before their own next regular turn.",
        Who.CLAIMANT,
    ),
    Order(Remedy.PILE_DEAD, "The rest of the discard pile is dead: nobody takes a card of it.", Who.TABLE),
    Order(
        Remedy.INTERRUPTED_DRAWS_STOCK,
        "{In_turn} draws from the stock, and play goes on in the same order.",
        Who.IN_TURN,
    ),
    clauses=("5.2", "5.3"),
    notes=(_UNTIL_WHEN, _OWN_DISCARD, _NO_PENALTY_CARD),
    text_without_facts="The card goes to whoever asked and sits nearest to the left of the player in turn.",
)
# The ruling in the last three hands, where the table plays them without may-I.
NO_MAY_I: Final = outcome(
    "no-may-i",
    "No may-I in this hand.",
    Order(
        Remedy.CLAIM_REFUSED,
        "No claim counts, and nobody takes a penalty card: at this table there is no may-I in the last "
        "three hands.",
        Who.CLAIMANT,
    ),
    clauses=("16.1",),
)

GRAPH: Final = Graph(
    Irregularity.MAY_I,
    headline="Who gets the may-I?",
    example="Ben and Dee both want the discard.",
    search_words="buy buying bought claim claims steal i want it both want the same card two want it discard "
    "penalty card may i who first",
    first=yes_no(
        "wanted_by_player_in_turn",
        "Does the player in turn want the discard?",
        yes=("Yes, the player in turn takes it", _WANTED),
        no=(
            "No, the player in turn leaves it",
            Claims(
                _CLAIMED,
                "Who asks for the card?",
                ("Who sits at the table, clockwise?", "Whose turn is it?", "Who said “May I”?"),
                hint="Somebody who wants the card in their own turn asks for nothing.",
                incomplete="Tap whose turn it is, and everybody who said “May I”.",
            ),
        ),
    ),
    who={Who.CLAIMANT: "Who said “May I”?"},
    unnamed={Who.CLAIMANT: "whoever said “May I”", Who.IN_TURN: "the player in turn"},
)
