"""What the referee says: one line for each outcome, a sentence for each remedy, and what may be chosen.

{offender}, {next} and the other roles stand for players; with a capital letter where a sentence begins. What
follows later, and what binds beside the remedy itself, stands in its sentence.
"""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity as Irr
from scorekeeper.referee.codes import Remedy, Who

OUTCOMES: Final = {
    (Irr.OUT_OF_TURN, "stands"): "Nobody objected in time: the turn stands.",
    (Irr.OUT_OF_TURN, "nothing-drawn-laid"): "In time: the cards go back, and the right player plays.",
    (Irr.OUT_OF_TURN, "nothing-drawn"): "In time: the right player plays.",
    (Irr.OUT_OF_TURN, "too-late"): "Too late: the card is in the hand, and the turn stands.",
    (Irr.OUT_OF_TURN, "unseen-back-laid"): "In time: everything goes back, and the right player plays.",
    (Irr.OUT_OF_TURN, "unseen-back"): "In time: the card goes back, and the right player plays.",
    (Irr.OUT_OF_TURN, "one-exposed-laid"): "In time: the card is exposed, and the right player plays.",
    (Irr.OUT_OF_TURN, "one-exposed"): "In time: the card is exposed, and the right player plays.",
    (
        Irr.OUT_OF_TURN,
        "many-exposed-laid",
    ): "In time: the cards are exposed, and the right player plays.",
    (Irr.OUT_OF_TURN, "many-exposed"): "In time: the cards are exposed, and the right player plays.",
    (Irr.OUT_OF_TURN, "discard-back-laid"): "In time: everything goes back, and the right player plays.",
    (Irr.OUT_OF_TURN, "discard-back"): "In time: the card goes back, and the right player plays.",
    (Irr.ILLEGAL_DRAW, "too-late"): "Too late to undo the draw. Is the number of cards right?",
    (Irr.ILLEGAL_DRAW, "mixed-in"): "The cards stay in the hand, which now holds too many.",
    (Irr.ILLEGAL_DRAW, "unseen-back"): "Nobody saw it: what was too much goes back.",
    (Irr.ILLEGAL_DRAW, "one-exposed"): "One card too many was seen: it goes face up on the stock.",
    (Irr.ILLEGAL_DRAW, "many-exposed"): "Several cards too many were seen: they go face up on the stock.",
    (Irr.WRONG_COUNT, "too-many-in-play"): "Too many: discard without drawing until it is right.",
    (Irr.WRONG_COUNT, "too-few-in-play"): "Too few: draw without discarding until it is right.",
    (Irr.WRONG_COUNT, "too-many-at-end"): "Too many: all of them count.",
    (Irr.WRONG_COUNT, "too-few-at-end"): "Too few: {points} points more.",
    (Irr.WRONG_COUNT, "not-out"): "Nobody has gone out: play goes on.",
    (Irr.MAY_I, "wanted"): "The player in turn takes the card; no claim counts.",
    (Irr.MAY_I, "claimed"): "{Claimant} gets the card.",
    (Irr.MAY_I, "no-may-i"): "No may-I in this hand.",
    (Irr.PREMATURE_DISCARD, "too-late"): "Too late to draw: there is now one card too few.",
    (Irr.PREMATURE_DISCARD, "may-draw"): "The draw may still be made up for.",
    (Irr.EXTRA_DISCARD, "too-late"): "Too late: no card is taken back.",
    (Irr.EXTRA_DISCARD, "other-back"): "The other card may be taken back.",
    (Irr.EXTRA_DISCARD, "either-back"): "Either card may be taken back.",
    (Irr.ILLEGAL_LAYDOWN, "superfluous-added"): "The cards too many go back; what was added stays.",
    (Irr.ILLEGAL_LAYDOWN, "superfluous"): "The cards too many go back, and play goes on.",
    (Irr.ILLEGAL_LAYDOWN, "wrong-meld"): "The rules do not settle this: the table decides.",
    (Irr.WILD_SWAP, "run-allowed"): "Yes, the wild card may be taken, and must be played at once.",
    (Irr.WILD_SWAP, "run-refused"): "No, the wild card stays.",
    (Irr.WILD_SWAP, "set-refused"): "No, a wild card in a set is never replaced.",
    (Irr.DEAL, "one-exposed"): "One card only: the deal stands.",
    (Irr.DEAL, "many-exposed"): "The hand is dealt again.",
    (Irr.DEAL, "one-face-up"): "One card only: the deal stands.",
    (Irr.DEAL, "many-face-up"): "The hand is dealt again.",
    (Irr.DEAL, "drawn-already"): "Too late for a new deal: the number is put right in play.",
    (Irr.DEAL, "may-demand"): "A new deal may be demanded now.",
    (Irr.DEAL, "wrong-pack"): "The hand is dealt again; the hands before it stand.",
    (Irr.STOCK_OUT, "first"): "The discard pile becomes the stock.",
    (Irr.STOCK_OUT, "second"): "The hand is over, and nobody has gone out.",
    (Irr.SCORING_ERROR, "mixed"): "By the rules it stays as it was counted.",
    (Irr.SCORING_ERROR, "count-again"): "Count again, and put it right.",
    (Irr.SCORING_ERROR, "settled"): "It stays as it was settled.",
    (Irr.SCORING_ERROR, "by-agreement"): "If all agree, it is corrected.",
    (Irr.MISSING_SCORE, "posts"): "{Offender} posts {points} points.",
    (Irr.MISSING_SCORE, "replay"): "The hand is played again.",
    (Irr.PLAYER_LEFT, "posts"): "{Offender} posts {points} points, as it stands.",
    (Irr.PLAYER_LEFT, "discarded"): "This game counts in no statistics.",
    (Irr.RESUME, "allowed"): "The game goes on.",
    (Irr.RESUME, "refused"): "The game is not resumed.",
}

# The sentence of a remedy, where nothing below speaks of it in particular.
REMEDIES: Final = {
    Remedy.TURN_STANDS: "{Offender}’s turn stands as it was played.",
    Remedy.TURNS_LOST: "No turn this time for {passed_over}. Play goes on to the left of {offender}.",
    Remedy.RETURN_DRAWN_CARD: "{Offender} puts the card back on the stock, unseen, as it came.",
    Remedy.TURN_REVERTS: "The turn goes back to {in_turn}.",
    Remedy.TAKE_BACK_LAID_CARDS: "{Offender} takes back into the hand all cards laid down in this turn.",
    Remedy.EXPOSE_ON_STOCK: "{Offender} lays what was seen face up on top of the stock.",
    Remedy.NEXT_TAKES_OR_BURIES: "{Next} takes that card, or has it put face down into the middle of the "
    "stock. After that, play goes on as usual.",
    Remedy.THREE_WAY_DRAW: "{Next} draws one of three: the top exposed card, the top face-down card of the "
    "stock, or the previous player’s discard. So does everyone after, in turn, as long as exposed cards "
    "are left. They are not buried.",
    Remedy.DRAW_FROM_STOCK: "{Offender} may draw the top card of the stock, which makes the number of cards "
    "right again.",
    Remedy.NO_LAYING_DOWN: "{Offender} lays nothing down in any turn in which the number is wrong, nor in "
    "the one that puts it right.",
    Remedy.TAKE_BACK_ONE_DISCARD: "{Offender} may take back either card, as long as the next player has not "
    "drawn it and that turn is not over.",
    Remedy.TAKE_BACK_OTHER_DISCARD: "{Offender} may take back the other card, as long as the next player’s "
    "turn is not over. The one that was drawn is gone.",
    Remedy.COUNT_ALL_CARDS: "Everybody counts all the cards they hold, as if somebody had gone out.",
    Remedy.PLAY_ON: "Play goes on as if nothing had happened.",
    Remedy.RE_DEAL: "{Dealer} gathers all cards and deals this hand again.",
    Remedy.MAY_DEMAND_RE_DEAL: "{Offender} may demand that the hand is dealt again, but only before drawing.",
    Remedy.NO_RE_DEAL: "There is no new deal for a single card.",
    Remedy.EARLIER_HANDS_STAND: "The hands before this one keep their results.",
    Remedy.RETURN_SUPERFLUOUS: "{Offender} takes the cards that do not belong there back into the hand.",
    Remedy.ADDED_CARDS_STAY: "Cards that were added to that set or run stay where they are.",
    Remedy.CORRECT_COUNT: "{Offender} counts again, and the right number is written down.",
    Remedy.CORRECT_BY_AGREEMENT: "All players agree: the score sheet is corrected. One does not: it stays.",
    Remedy.TURN_DISCARDS_OVER: "Leave the top discard where it is, turn over the pile below it and do not "
    "shuffle: that is the new stock. Dead cards come back with it.",
    Remedy.HAND_ENDS: "The hand ends now.",
    Remedy.AWARD_CLAIM: "{Claimant} takes the discard: of all who asked, the first to the left of {in_turn}.",
    Remedy.CLAIM_REFUSED: "{Claimant} gets nothing: the player in turn takes the card as the ordinary draw, "
    "without a penalty card.",
    Remedy.PENALTY_CARD: "{Claimant} also takes the top card of the stock as penalty, and discards nothing.",
    Remedy.NO_PLAY_BEFORE_NEXT_TURN: "{Claimant} lays nothing down before their own next regular turn.",
    Remedy.PILE_DEAD: "The rest of the discard pile is dead: nobody takes a card of it.",
    Remedy.INTERRUPTED_DRAWS_STOCK: "{In_turn} draws from the stock, and play goes on in the same order.",
    Remedy.SWAP_ALLOWED: "{Claimant} puts the card in its place in the run and takes the wild card.",
    Remedy.SWAP_REFUSED: "The wild card stays where it lies.",
    Remedy.PLAY_FREED_WILD: "{Claimant} plays the freed wild card in this same turn, as any card of a set or "
    "of another run on the table. It does not go into the hand. If it fits nowhere, nothing is replaced.",
    Remedy.POST_TOTAL: "{Offender} posts a game total of {points} points: the two highest complete totals of "
    "the others, added up. Until the game is over, these still change.",
    Remedy.DISCARD_STATISTICS: "There are not two complete totals of others, so the whole game is left out "
    "of the statistics. Its score sheet is kept.",
    Remedy.POST_SCORE: "{Offender} posts {points} points for this hand: the two highest scores that others "
    "gave, added up. A score given later replaces it.",
    Remedy.REPLAY_HAND: "{Dealer} deals the same hand again. The attempt that is void stays in the history.",
    Remedy.RESUME_ALLOWED: "Everybody takes their seats, and the next hand is dealt.",
    Remedy.RESUME_REFUSED: "The game stays suspended.",
    Remedy.RULES_SILENT: "The rules say nothing about this. Agree on what to do; the game remembers it.",
}

PARTICULAR: Final = {
    (Irr.OUT_OF_TURN, "too-late", Remedy.TURN_STANDS): "{Offender} keeps the card and ends the turn with a "
    "discard: it stands.",
    (Irr.OUT_OF_TURN, "discard-back", Remedy.RETURN_DRAWN_CARD): "{Offender} puts the card back on the "
    "discard pile.",
    (Irr.OUT_OF_TURN, "discard-back-laid", Remedy.RETURN_DRAWN_CARD): "{Offender} puts the card back on the "
    "discard pile.",
    (Irr.ILLEGAL_DRAW, "unseen-back", Remedy.RETURN_DRAWN_CARD): "{Offender} puts what is too much back on "
    "the stock, unseen. The turn goes on.",
    (Irr.ILLEGAL_DRAW, "one-exposed", Remedy.EXPOSE_ON_STOCK): "{Offender} lays the card too many that was "
    "seen face up on top of the stock.",
    (Irr.ILLEGAL_DRAW, "many-exposed", Remedy.EXPOSE_ON_STOCK): "{Offender} lays the cards too many that "
    "were seen face up on top of the stock.",
    (Irr.ILLEGAL_DRAW, "too-late", Remedy.NO_CORRECTION): "Nothing of the draw is put right after the "
    "discard.",
    (Irr.ILLEGAL_DRAW, "too-late", Remedy.SEE): "If {offender} now holds a wrong number of cards, that is "
    "ruled next.",
    (Irr.ILLEGAL_DRAW, "mixed-in", Remedy.SEE): "{Offender} holds too many cards: that is ruled next.",
    (Irr.WRONG_COUNT, "too-many-at-end", Remedy.COUNT_ALL_CARDS): "{Offender} counts all the cards held, "
    "those too many as well.",
    (Irr.WRONG_COUNT, "not-out", Remedy.TAKE_BACK_LAID_CARDS): "{Offender} takes back all cards laid down in "
    "this turn. Whoever went down in this very turn is no longer down.",
    (Irr.WRONG_COUNT, "not-out", Remedy.PLAY_ON): "The hand is not over: play goes on.",
    (Irr.MAY_I, "no-may-i", Remedy.CLAIM_REFUSED): "No claim counts, and nobody takes a penalty card: at "
    "this table there is no may-I in the last three hands.",
    (Irr.PREMATURE_DISCARD, "may-draw", Remedy.NO_LAYING_DOWN): "{Offender} lays nothing down any more after "
    "that discard, drawn or not.",
    (Irr.PREMATURE_DISCARD, "too-late", Remedy.SEE): "{Offender} is one card short: that is ruled next.",
    (Irr.EXTRA_DISCARD, "too-late", Remedy.NO_CORRECTION): "The next player’s turn is over: the cards stay "
    "on the discard pile.",
    (Irr.EXTRA_DISCARD, "too-late", Remedy.SEE): "{Offender} has too few cards: that is ruled next.",
    (Irr.DEAL, "drawn-already", Remedy.NO_RE_DEAL): "There is no new deal: {offender} has drawn already.",
    (Irr.DEAL, "drawn-already", Remedy.SEE): "{Offender} plays on with a wrong number: that is ruled next.",
    (Irr.DEAL, "wrong-pack", Remedy.RE_DEAL): "Put the pack right. {Dealer} deals this hand again.",
    (Irr.STOCK_OUT, "first", Remedy.PLAY_ON): "Play goes on in order.",
    (Irr.SCORING_ERROR, "mixed", Remedy.NO_CORRECTION): "The cards are mixed with others: the count is not "
    "corrected any more.",
    (Irr.SCORING_ERROR, "settled", Remedy.NO_CORRECTION): "This score was disputed and settled: it is not "
    "corrected.",
}

# These count the cards: the first sentence for one, the second for more.
COUNTED: Final = {
    Remedy.DISCARD_WITHOUT_DRAWING: (
        "{Offender} leaves out the next draw, and discards one card in that turn.",
        "{Offender} leaves out the next {by} draws, and discards one card in each of those turns.",
    ),
    Remedy.DRAW_WITHOUT_DISCARDING: (
        "{Offender} discards nothing after the next draw.",
        "{Offender} discards nothing after each of the next {by} draws.",
    ),
    Remedy.CHARGE_MISSING: (
        "{Offender} counts the cards held, and {points} points are added for the missing card.",
        "{Offender} counts the cards held, and {points} points are added for the {by} missing cards.",
    ),
}

UNNAMED: Final = {
    Who.OFFENDER: "the offender",
    Who.NEXT: "the next player",
    Who.PASSED_OVER: "the players passed over",
    Who.IN_TURN: "the player whose turn it was",
    Who.CLAIMANT: "the player",
    Who.DEALER: "the dealer",
    Who.TABLE: "the table",
}
UNNAMED_HERE: Final = {
    (Irr.OUT_OF_TURN, Who.NEXT): "the player whose turn it was",
    (Irr.MAY_I, Who.CLAIMANT): "whoever said “May I”",
    (Irr.MAY_I, Who.IN_TURN): "the player in turn",
    (Irr.DEAL, Who.OFFENDER): "that player",
    (Irr.SCORING_ERROR, Who.OFFENDER): "that player",
    (Irr.MISSING_SCORE, Who.OFFENDER): "the player without a score",
    (Irr.PLAYER_LEFT, Who.OFFENDER): "the player who leaves",
}
TWO: Final = "{0} and {1}"
