"""The sentences about a game: refusals, and news after a save."""

from __future__ import annotations

from typing import Final

from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.access import RIGHT_TAKEN
from scorekeeper.web.http.messages import ErrorText, Messages

MESSAGES: Final = Messages(
    faults={
        FaultCode.NAME_EMPTY: "This player has no name yet.",
        FaultCode.NAME_TOO_LONG: "A name has at most {most} letters.",
        FaultCode.NAME_UNREADABLE: "This name contains characters that cannot be shown.",
        FaultCode.NAME_TWICE: "{name} sits here already: two players of one game need different names.",
        FaultCode.NAME_SAME: "The player has this name already.",
        FaultCode.PLAYERS_TOO_FEW: "A game needs at least {fewest} players.",
        FaultCode.PLAYERS_TOO_MANY: "A game can be recorded for at most {most} players.",
        FaultCode.DEALER_UNKNOWN: "Choose one of the players as the first dealer.",
        FaultCode.RULESET_UNKNOWN: "There is no such set of rules.",
        FaultCode.CARDS_DEALT_UNKNOWN: "Either 12 or 11 cards are dealt.",
        FaultCode.TIME_ZONE_UNKNOWN: "There is no such time zone.",
        FaultCode.START_IN_FUTURE: "A game cannot have started in the future.",
        FaultCode.START_TOO_EARLY: "A game cannot have started before {year}.",
        FaultCode.SEAT_UNKNOWN: "Choose a player who is in this hand.",
        FaultCode.SEAT_TWICE: "{name} stands here twice.",
        FaultCode.SEAT_LEFT: "{name} has left the game already.",
        FaultCode.SCORE_MISSING: "What does {name} hold? Enter a score, or choose “No score”.",
        FaultCode.SCORE_AMBIGUOUS: "Give {name} either points, or counted cards, or no score.",
        FaultCode.POINTS_NEGATIVE: "Points are never below 0.",
        FaultCode.POINTS_NOT_FIVES: "{points} cannot be: every score is a multiple of 5.",
        FaultCode.POINTS_OVER_PACK: "All hands together cannot hold more than the pack: {most} points.",
        FaultCode.CARDS_NEGATIVE: "A number of cards is never below 0.",
        FaultCode.CARDS_OVER_PACK: "The whole pack has only {most} of these cards.",
        FaultCode.MISSING_WITHOUT_CARDS: "Missing cards are added to counted cards: count the cards as well.",
        FaultCode.ZERO_NOT_OUT: "{name} cannot have 0: only the player who went out scores 0.",
        FaultCode.ZERO_NOBODY_OUT: "{name} cannot have 0: nobody went out, so everybody holds cards.",
        FaultCode.OUT_NOT_ZERO: "{name} went out and holds nothing: the score is 0.",
        FaultCode.OUT_NOT_GIVEN: "{name} went out: the score is 0, not missing.",
        FaultCode.HAND_UNKNOWN: "A hand is a number from 1 to {most}.",
        FaultCode.HAND_NOT_CURRENT: "This is not the hand being played now. The current one is hand {hand}.",
        FaultCode.HAND_RECORDED: "Hand {hand} is recorded already, with other scores.",
        FaultCode.HAND_TAKEN_BACK: "This page of hand {hand} is out of date. "
        "Check who holds what, then save again.",
        FaultCode.HAND_NOT_PLAYED: "Hand {hand} has not been recorded yet.",
        FaultCode.GAME_FINISHED: "This game is finished.",
        FaultCode.GAME_SUSPENDED: "This game is suspended. Resume it first.",
        FaultCode.GAME_NOT_SUSPENDED: "This game is not suspended.",
        FaultCode.ANSWER_NEEDED: "Answer this question too: the rules ask it.",
        FaultCode.MISCOUNT_MIXED: "A miscounted hand is not corrected once its cards are mixed with others.",
        FaultCode.SCORING_DISPUTED: "This score was disputed and settled. It stands as settled.",
        FaultCode.CORRECTION_NOT_AGREED: "An error on the score sheet is corrected only if everybody agrees.",
        FaultCode.CORRECTION_SAME: "Nothing would change: these are the scores as they are recorded.",
        FaultCode.CORRECTION_VOIDS_HAND: "With fewer than two given scores this hand would be played again.",
        FaultCode.SUSPENSION_NOT_AGREED: "A game is suspended only if all players agree.",
        FaultCode.RESUMPTION_NOT_AGREED: "A game is resumed only if all players agree.",
        FaultCode.PLAYER_ABSENT: "{name} is missing: the game is resumed with all players present.",
        FaultCode.PLAYER_STRANGE: "{name} is not a player of this game.",
        FaultCode.SEATS_CHANGED: "Everybody must sit as before, counted from any seat.",
        FaultCode.YEAR_OVER: "The calendar year in which the game started is over: it can only be ended.",
        FaultCode.NOBODY_LEAVES: "Choose at least one player who leaves.",
        FaultCode.LEAVE_WHILE_SUSPENDED: "Nobody leaves while the game is suspended. Resume it first.",
        FaultCode.START_SCORE_NEGATIVE: "A start score is never below 0.",
        FaultCode.START_SCORE_TOO_LARGE: "A start score is at most {most} points.",
        FaultCode.ORDER_INCOMPLETE: "Every player needs one place, and every place one player.",
        FaultCode.ARRANGED_TOO_LATE: "Seats and first dealer can be changed only before the first score.",
        FaultCode.TEXT_EMPTY: "Write down what is meant.",
        FaultCode.TEXT_TOO_LONG: "This has at most {most} letters.",
        FaultCode.TEXT_UNREADABLE: "This text contains characters that cannot be shown.",
        FaultCode.ENTRY_NOT_LAST: "Something was recorded after it. Only the last entry can be taken back.",
        FaultCode.NOTHING_TO_UNDO: "There is nothing left to take back.",
    },
    unreadable={
        "winner": "Who went out? Choose a player, or say that the stock ran out twice.",
        "kind": "Say what kind of error it was.",
        "place": "Choose a player for this place.",
        "reason": "The reason has at most 200 letters.",
        "stale": "Something was recorded in this game meanwhile. Compare what is recorded now with what "
        "this phone says, then save once more.",
        "games": "Very many games were started from here within an hour. Nothing was started: what you "
        "entered "
        "stays here. Wait a while, then start the game once more.",
        "starts-closed": "Only an organiser may start this game, so nothing was started. Sign in on another "
        "page, then start it once more. What you entered stays here.",
        "code": "This code is not valid. It works once, for 15 minutes. Ask for a new one.",
    },
    news={
        "hand-saved": "The hand is recorded.",
        "hand-again": "This hand was recorded already, with the same scores. Nothing has changed.",
        "hand-replay": "Fewer than two scores were given: the hand is played again, by the same dealer.",
        "hand-kept": "The scores recorded first stay as they are.",
        "correction-15.1a": "Corrected: the cards of that hand were not yet mixed with others.",
        "correction-15.2": "Corrected: an error on the score sheet, never disputed, and everybody agrees.",
        "undone": "Taken back. It stays in the history, struck through.",
        "hand-undone": "The hand is taken back. Its numbers stand below, ready to be corrected.",
        "arranged": "The seats are arranged.",
        "departed": "The departure is recorded.",
        "stopped": "The game is ended.",
        "joined": "The new player is in the game.",
        "suspended": "The game is suspended.",
        "resumed": "The game goes on.",
        "deleted": "The game is deleted. It can be brought back for 30 days.",
        "restored": "The game is back.",
        "revoked": "That phone can no longer score this game.",
        "returned": "This phone can score this game again.",
        "revoked-own": "This phone can no longer score this game. It can still watch.",
        "token-renewed": "Programs can no longer score this game. Phones keep their rights.",
        "granted": "This phone can score this game now.",
    },
    news_clauses={
        "hand-replay": "8.6",
        "correction-15.1a": "15.1a",
        "correction-15.2": "15.2",
        "departed": "8.3",
        "stopped": "8.4a",
        "joined": "8.7a",
        "suspended": "8.1",
        "resumed": "8.2",
    },
    errors={
        "last-right": ErrorText(
            "The last right stays", "Nobody could score this game any more. Let another phone score first."
        ),
        RIGHT_TAKEN: ErrorText(
            "This phone may only watch now",
            "Another phone took away this phone’s right to score. You started the game, so you can take "
            "it back. "
            "Then try again. Nothing was changed.",
            offer="games/_take_back.html",
        ),
    },
)
