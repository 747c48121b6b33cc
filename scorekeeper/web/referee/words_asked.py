"""What the referee asks, in the words of the table: headlines, questions, answers, and who it was."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity as Irr
from scorekeeper.referee.codes import Who

HEADLINES: Final = {
    Irr.OUT_OF_TURN: "Played out of turn",
    Irr.ILLEGAL_DRAW: "Drew more than one card",
    Irr.WRONG_COUNT: "Wrong number of cards in hand",
    Irr.MAY_I: "Who gets the may-I?",
    Irr.PREMATURE_DISCARD: "Discarded without drawing",
    Irr.EXTRA_DISCARD: "Discarded two cards or more",
    Irr.ILLEGAL_LAYDOWN: "Something wrong was laid down",
    Irr.WILD_SWAP: "Taking a wild card from the table",
    Irr.DEAL: "The deal or the pack is wrong",
    Irr.STOCK_OUT: "The stock has run out",
    Irr.SCORING_ERROR: "The score is wrong",
    Irr.MISSING_SCORE: "Somebody gives no score",
    Irr.PLAYER_LEFT: "Somebody leaves for good",
    Irr.RESUME: "Going on with a suspended game",
}

EXAMPLES: Final = {
    Irr.OUT_OF_TURN: "Dee draws a card, but it is Ben’s turn.",
    Irr.ILLEGAL_DRAW: "Two cards of the stock stuck together.",
    Irr.WRONG_COUNT: "Ana counts thirteen, or Ben is one short.",
    Irr.MAY_I: "Ben and Dee both want the discard.",
    Irr.PREMATURE_DISCARD: "Ana throws a card away and forgot to draw.",
    Irr.EXTRA_DISCARD: "Two of Cem’s cards stuck to each other.",
    Irr.ILLEGAL_LAYDOWN: "A club lies in Dee’s run of hearts.",
    Irr.WILD_SWAP: "Ben has the seven that a joker stands for.",
    Irr.DEAL: "Cards turn over, or somebody gets one too few.",
    Irr.STOCK_OUT: "The last card is drawn, and nobody is out.",
    Irr.SCORING_ERROR: "Hand 2 says 55 and should say 45.",
    Irr.MISSING_SCORE: "Ben mixed his cards in before counting.",
    Irr.PLAYER_LEFT: "Dee has to go home after hand 4.",
    Irr.RESUME: "A month later, everybody is back.",
}

# Words that people look for an irregularity with, beside those of its headline and example.
FIND: Final = {
    Irr.OUT_OF_TURN: "wrong turn order skipped passed over not his her my turn jumped the queue too early "
    "took discard",
    Irr.ILLEGAL_DRAW: "drew twice drew two drew too many took two cards extra surplus peeked saw seen "
    "looked exposed draw pile",
    Irr.WRONG_COUNT: "too few cards too many cards one too many one too few two cards short missing extra "
    "one card less more eleven twelve thirteen 11 12 13 14 forgot to discard did not discard no discard",
    Irr.MAY_I: "buy buying bought claim claims steal i want it both want the same card two want it discard "
    "penalty card may i who first",
    Irr.PREMATURE_DISCARD: "forgot to draw premature threw away no draw did not draw too early",
    Irr.EXTRA_DISCARD: "threw away two cards two discards double discard stuck together twice discarded "
    "extra",
    Irr.ILLEGAL_LAYDOWN: "meld sets runs trio straight book sequence not valid illegal invalid laying down "
    "laid off adding added before going down went down too early contract extra card wrong card "
    "superfluous three sets in hand 1",
    Irr.WILD_SWAP: "jokers wild swap steal replace exchange red ace take back out of a run set žolík zolik",
    Irr.DEAL: "misdeal dealing flipped flips over re-deal redeal deal again dealt wrong exposed face up "
    "turned over eleven thirteen 11 13 deck pack missing card joker",
    Irr.STOCK_OUT: "no more cards to draw no cards left draw pile runs out empty ran out shuffle second "
    "time first time",
    Irr.SCORING_ERROR: "points miscount added up wrong score sheet written down correct mistake",
    Irr.MISSING_SCORE: "no score not counted forgot to count points missing replay the hand play again",
    Irr.PLAYER_LEFT: "goes home has to leave quits stops drops out leaves left the game does not finish "
    "total somebody left someone left player left",
    Irr.RESUME: "resume pause continue adjourned another day new year same seats",
}

QUESTIONS: Final = {
    (Irr.OUT_OF_TURN, "discarded"): "Has the player out of turn already discarded?",
    (Irr.OUT_OF_TURN, "drew"): "What has that player drawn?",
    (Irr.OUT_OF_TURN, "in_hand"): "Where is the card from the stock?",
    (Irr.OUT_OF_TURN, "cards_seen"): "How many cards has that player seen?",
    (Irr.OUT_OF_TURN, "laid_cards"): "Did that player lay cards on the table in this turn?",
    (Irr.ILLEGAL_DRAW, "discarded"): "Has that player already discarded?",
    (Irr.ILLEGAL_DRAW, "in_hand"): "Where are the cards too many?",
    (Irr.ILLEGAL_DRAW, "cards_seen"): "How many of the cards too many were seen?",
    (Irr.WRONG_COUNT, "moment"): "When was it noticed?",
    (Irr.WRONG_COUNT, "direction"): "Too many cards, or too few?",
    (Irr.WRONG_COUNT, "by"): "By how many cards?",
    (Irr.MAY_I, "wanted_by_player_in_turn"): "Does the player in turn want the discard?",
    (Irr.MAY_I, "seats"): "Who sits at the table, clockwise?",
    (Irr.MAY_I, "in_turn"): "Whose turn is it?",
    (Irr.MAY_I, "claimants"): "Who said “May I”?",
    (Irr.PREMATURE_DISCARD, "next_has_drawn"): "Has the next player already drawn?",
    (Irr.EXTRA_DISCARD, "next_turn_over"): "Is the next player’s turn over?",
    (Irr.EXTRA_DISCARD, "next_took_one"): "Has the next player drawn one of these cards?",
    (Irr.ILLEGAL_LAYDOWN, "fault"): "What is wrong?",
    (Irr.ILLEGAL_LAYDOWN, "others_added"): "Have other cards been added to that set or run?",
    (Irr.WILD_SWAP, "meld"): "Where does the wild card lie?",
    (Irr.WILD_SWAP, "regular_turn"): "It is this player’s regular turn",
    (Irr.WILD_SWAP, "gone_down"): "This player has gone down, in this turn or before",
    (Irr.WILD_SWAP, "exact_card"): "It is the very card that the wild card stands for",
    (Irr.WILD_SWAP, "from_hand"): "That card comes from the player’s hand",
    (Irr.DEAL, "cause"): "What is wrong?",
    (Irr.DEAL, "cards"): "How many cards?",
    (Irr.DEAL, "has_drawn"): "Has that player already drawn a card?",
    (Irr.SCORING_ERROR, "kind"): "What kind of error is it?",
    (Irr.SCORING_ERROR, "mixed"): "Are the cards of that hand already mixed with others?",
    (Irr.SCORING_ERROR, "disputed_before"): "Has this score been disputed before?",
    (Irr.STOCK_OUT, "time"): "How often has it run out in this hand?",
    (Irr.MISSING_SCORE, "other_scores"): "What did the others score in this hand?",
    (Irr.PLAYER_LEFT, "other_totals"): "What are the complete game totals of the others?",
    (Irr.RESUME, "all_agreed"): "All players agree to go on",
    (Irr.RESUME, "all_present"): "All players are here",
    (Irr.RESUME, "same_seats"): "Everybody sits in the same order around the table",
    (Irr.RESUME, "same_year"): "It is still the calendar year in which the game started",
}

# What a screen is called that asks several facts together.
TOGETHER: Final = {
    Irr.MAY_I: "Who asks for the card?",
    Irr.WILD_SWAP: "Is all of this so?",
    Irr.RESUME: "Is all of this so?",
}

HINTS: Final = {
    (Irr.OUT_OF_TURN, "in_hand"): "What counts is what the player who drew it has seen.",
    (
        Irr.ILLEGAL_DRAW,
        "in_hand",
    ): "One card of the draw is theirs by right: who drew two has one too many, who drew three has two.",
    (Irr.WRONG_COUNT, "by"): "After a draw one card more is right: it goes with the discard of that turn.",
    (Irr.MAY_I, "in_turn"): "Somebody who wants the card in their own turn asks for nothing.",
    (Irr.DEAL, "has_drawn"): "In their first turn of this hand.",
    (Irr.MISSING_SCORE, "other_scores"): "The 0 for going out counts. Leave out whoever gave no score.",
    (Irr.PLAYER_LEFT, "other_totals"): "Only of players who play all seven hands.",
    (Irr.WILD_SWAP, "regular_turn"): "Switch off what is not so.",
    (Irr.RESUME, "all_agreed"): "Switch off what is not so.",
}

# Each can be read by itself: they also stand as the path so far.
ANSWERS: Final = {
    (Irr.OUT_OF_TURN, "discarded", "yes"): "Yes, already discarded",
    (Irr.OUT_OF_TURN, "discarded", "no"): "No, not discarded yet",
    (Irr.OUT_OF_TURN, "drew", "nothing"): "Nothing drawn",
    (Irr.OUT_OF_TURN, "drew", "stock"): "The top card of the stock",
    (Irr.OUT_OF_TURN, "drew", "discard"): "The top discard",
    (Irr.OUT_OF_TURN, "in_hand", "yes"): "Already in the hand",
    (Irr.OUT_OF_TURN, "in_hand", "no"): "Not in the hand",
    (Irr.OUT_OF_TURN, "cards_seen", "0"): "Not in the hand, and not seen",
    (Irr.OUT_OF_TURN, "cards_seen", "1"): "Not in the hand, but seen",
    (Irr.OUT_OF_TURN, "cards_seen", "2 or more"): "Not in the hand; two cards or more were seen",
    (Irr.OUT_OF_TURN, "laid_cards", "yes"): "Yes, cards were laid down",
    (Irr.OUT_OF_TURN, "laid_cards", "no"): "No, nothing was laid down",
    (Irr.ILLEGAL_DRAW, "discarded", "yes"): "Yes, already discarded",
    (Irr.ILLEGAL_DRAW, "discarded", "no"): "No, not discarded yet",
    (Irr.ILLEGAL_DRAW, "in_hand", "yes"): "Mixed into the hand, nobody can tell which",
    (Irr.ILLEGAL_DRAW, "in_hand", "no"): "Apart from the hand",
    (Irr.ILLEGAL_DRAW, "cards_seen", "0"): "Apart, and no card too many was seen",
    (Irr.ILLEGAL_DRAW, "cards_seen", "1"): "Apart, and one card too many was seen",
    (Irr.ILLEGAL_DRAW, "cards_seen", "2 or more"): "Apart, and two cards too many were seen, or more",
    (Irr.WRONG_COUNT, "moment", "in-play"): "While the hand is being played",
    (
        Irr.WRONG_COUNT,
        "moment",
        "other-went-out",
    ): "Another player is out, or the stock ended the hand",
    (Irr.WRONG_COUNT, "moment", "offender-went-out"): "The player who went out had too few",
    (Irr.WRONG_COUNT, "direction", "too-many"): "Too many",
    (Irr.WRONG_COUNT, "direction", "too-few"): "Too few",
    (Irr.MAY_I, "wanted_by_player_in_turn", "yes"): "Yes, the player in turn takes it",
    (Irr.MAY_I, "wanted_by_player_in_turn", "no"): "No, the player in turn leaves it",
    (Irr.PREMATURE_DISCARD, "next_has_drawn", "yes"): "Yes, the next player has drawn",
    (Irr.PREMATURE_DISCARD, "next_has_drawn", "no"): "No, the next player has not drawn yet",
    (Irr.EXTRA_DISCARD, "next_turn_over", "yes"): "Yes, that turn is over",
    (Irr.EXTRA_DISCARD, "next_turn_over", "no"): "No, that turn is not over yet",
    (Irr.EXTRA_DISCARD, "next_took_one", "yes"): "Yes, the next player took one",
    (Irr.EXTRA_DISCARD, "next_took_one", "no"): "No, they all still lie there",
    (
        Irr.ILLEGAL_LAYDOWN,
        "fault",
        "superfluous-cards",
    ): "Some cards do not belong to a set or run",
    (
        Irr.ILLEGAL_LAYDOWN,
        "fault",
        "wrong-meld",
    ): "A set, a run or the contract is wrong as a whole",
    (Irr.ILLEGAL_LAYDOWN, "others_added", "yes"): "Yes, cards were added",
    (Irr.ILLEGAL_LAYDOWN, "others_added", "no"): "No, nothing was added",
    (Irr.WILD_SWAP, "meld", "run"): "In a run",
    (Irr.WILD_SWAP, "meld", "set"): "In a set",
    (Irr.DEAL, "cause", "exposed-in-dealing"): "Cards were turned over in dealing",
    (Irr.DEAL, "cause", "face-up-in-pack"): "Cards lie face up in the pack",
    (Irr.DEAL, "cause", "wrong-number"): "Somebody was dealt a wrong number of cards",
    (Irr.DEAL, "cause", "wrong-pack"): "The pack is wrong: cards are missing, or there are too many",
    (Irr.DEAL, "cards", "1"): "One card",
    (Irr.DEAL, "cards", "2 or more"): "Two cards or more",
    (Irr.DEAL, "has_drawn", "yes"): "Yes, already drawn",
    (Irr.DEAL, "has_drawn", "no"): "No, not drawn yet",
    (Irr.SCORING_ERROR, "kind", "miscount"): "The cards in a hand were counted or added up wrongly",
    (Irr.SCORING_ERROR, "kind", "scoresheet"): "The count was right, but the score sheet is wrong",
    (Irr.SCORING_ERROR, "mixed", "yes"): "Yes, already mixed",
    (Irr.SCORING_ERROR, "mixed", "no"): "No, they can still be counted",
    (Irr.SCORING_ERROR, "disputed_before", "yes"): "Yes, it was disputed and settled",
    (Irr.SCORING_ERROR, "disputed_before", "no"): "No, there was no dispute",
    (Irr.STOCK_OUT, "time", "first"): "For the first time",
    (Irr.STOCK_OUT, "time", "second"): "For the second time",
}
YES: Final = "Yes"
NO: Final = "No"
ONE_CARD: Final = "1 card"
CARDS: Final = "{cards} cards"
ALL_SO: Final = "All of it is so"
NOTHING_GIVEN: Final = "None"
OFFENDER_IS: Final = "It is {offender}"
CLAIMS: Final = "{in_turn}’s turn; “May I”: {claimants}"
CLAIMS_BY_PLACE: Final = "“May I”: {claimants}"
# What is still missing on a screen that was sent half answered.
INCOMPLETE: Final = {
    Irr.MAY_I: "Tap whose turn it is, and everybody who said “May I”.",
    Irr.WILD_SWAP: "Say of each whether it is so.",
    Irr.RESUME: "Say of each whether it is so.",
}

NUMBERED: Final = "Player {number}"
BY_PLACE: Final = "Counted clockwise from the player in turn."

# The seats of a table without a game, clockwise.
PLACES: Final = (
    "the player in turn",
    "the first to the left",
    "the second to the left",
    "the third to the left",
    "the fourth to the left",
    "the fifth to the left",
    "the sixth to the left",
    "the seventh to the left",
)

WHO: Final = {
    (Irr.OUT_OF_TURN, Who.OFFENDER): "Who played out of turn?",
    (Irr.OUT_OF_TURN, Who.IN_TURN): "Whose turn was it?",
    (Irr.ILLEGAL_DRAW, Who.OFFENDER): "Who drew too many?",
    (Irr.WRONG_COUNT, Who.OFFENDER): "Who has the wrong number?",
    (Irr.MAY_I, Who.CLAIMANT): "Who said “May I”?",
    (Irr.PREMATURE_DISCARD, Who.OFFENDER): "Who discarded too early?",
    (Irr.EXTRA_DISCARD, Who.OFFENDER): "Who discarded too much?",
    (Irr.ILLEGAL_LAYDOWN, Who.OFFENDER): "Who laid it down?",
    (Irr.WILD_SWAP, Who.CLAIMANT): "Who wants the wild card?",
    (Irr.DEAL, Who.OFFENDER): "Who was dealt the wrong number?",
    (Irr.SCORING_ERROR, Who.OFFENDER): "Whose cards were counted wrongly?",
    (Irr.MISSING_SCORE, Who.OFFENDER): "Who gives no score?",
    (Irr.PLAYER_LEFT, Who.OFFENDER): "Who leaves?",
}
