"""The sentences about a game: refusals, and news after a save."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from scorekeeper.rules.faults import FaultCode
from scorekeeper.services.games import invitations, trash
from scorekeeper.web.http.access import RIGHT_TAKEN
from scorekeeper.web.http.messages import ErrorText, Messages

MESSAGES: Final = Messages(
    faults={
        FaultCode.NAME_EMPTY: "Type a name for this player.",
        FaultCode.NAME_TOO_LONG: "Choose a shorter name. It can have {most} letters at most.",
        FaultCode.NAME_UNREADABLE: "Take out the letters that can’t be shown.",
        FaultCode.NAME_TWICE: "Choose another name. {name} is already here.",
        FaultCode.NAME_SAME: "That’s already this player’s name.",
        FaultCode.PLAYERS_TOO_FEW: "Add another player. A game needs at least {fewest} players.",
        FaultCode.PLAYERS_TOO_MANY: "Remove a player. A game has {most} players at most.",
        FaultCode.DEALER_UNKNOWN: "Choose who deals first.",
        FaultCode.RULESET_UNKNOWN: "There are no rules with that name.",
        FaultCode.CARDS_DEALT_UNKNOWN: "Choose 12 or 11 cards.",
        FaultCode.TIME_ZONE_UNKNOWN: "Choose another time zone. We don’t know this one.",
        FaultCode.START_IN_FUTURE: "Check the date. A game can’t start in the future.",
        FaultCode.START_TOO_EARLY: "Check the date. A game can’t start before {year}.",
        FaultCode.SEAT_UNKNOWN: "Choose a player who’s in this hand.",
        FaultCode.SEAT_TWICE: "{name} is listed twice.",
        FaultCode.SEAT_LEFT: "{name} has already left the game.",
        FaultCode.SCORE_MISSING: "Enter a score for {name}, or choose “No score”.",
        FaultCode.SCORE_AMBIGUOUS: "Choose one for {name}. Enter points, count cards or choose “No score”.",
        FaultCode.POINTS_NEGATIVE: "Points can’t be below 0.",
        FaultCode.POINTS_NOT_FIVES: "Scores go up in 5s. Check {points}.",
        FaultCode.POINTS_OVER_PACK: "Check the scores. All the cards in play add up to only {most} points.",
        FaultCode.CARDS_NEGATIVE: "The number of cards can’t be below 0.",
        FaultCode.CARDS_OVER_PACK: "Check the count. Only {most} of these cards are in play.",
        FaultCode.MISSING_WITHOUT_CARDS: "Count the cards too. The points for missing cards "
        "are added to them.",
        FaultCode.ZERO_NOT_OUT: "Check {name}’s score. Only the player who went out scores 0.",
        FaultCode.ZERO_NOBODY_OUT: "Check {name}’s score. Nobody went out, and everyone holds cards.",
        FaultCode.OUT_NOT_ZERO: "Clear {name}’s points. The player who went out scores 0.",
        FaultCode.OUT_NOT_GIVEN: "Untick “No score” for {name}. The player who went out scores 0.",
        FaultCode.HAND_UNKNOWN: "Choose a hand from 1 to {most}.",
        FaultCode.HAND_NOT_CURRENT: "Go to hand {hand}. Everyone is playing that hand now.",
        FaultCode.HAND_RECORDED: "Look at hand {hand} again. It’s already saved, with other scores.",
        FaultCode.HAND_TAKEN_BACK: "Check the scores of hand {hand}, then save again. "
        "This page is out of date.",
        FaultCode.HAND_NOT_PLAYED: "Score hand {hand} first. It isn’t saved yet.",
        FaultCode.GAME_FINISHED: "Go back to see the results. This game is finished.",
        FaultCode.GAME_SUSPENDED: "Tap “Carry on” first. This game is on a break.",
        FaultCode.GAME_NOT_SUSPENDED: "Go back to the game. It isn’t on a break.",
        FaultCode.ANSWER_NEEDED: "Answer this too. What the rules allow depends on it.",
        FaultCode.MISCOUNT_MIXED: "The score stays. Once the cards are mixed with others, "
        "you can’t correct a miscount.",
        FaultCode.SCORING_DISPUTED: "The score stays. You argued about it and settled it.",
        FaultCode.CORRECTION_NOT_AGREED: "Ask everyone first. "
        "You can correct the score sheet only if everyone agrees.",
        FaultCode.CORRECTION_SAME: "Change a score first. These are the scores already saved.",
        FaultCode.CORRECTION_VOIDS_HAND: "Enter at least two scores. With fewer, you’d play this hand again.",
        FaultCode.SUSPENSION_NOT_AGREED: "Ask everyone first. You can take a break only if everyone agrees.",
        FaultCode.RESUMPTION_NOT_AGREED: "Ask everyone first. You can carry on only if everyone agrees.",
        FaultCode.PLAYER_ABSENT: "Wait for {name}. You can carry on only with everyone there.",
        FaultCode.PLAYER_STRANGE: "{name} isn’t in this game.",
        FaultCode.SEATS_CHANGED: "Sit in the same order as before. Anyone can come first in the list.",
        FaultCode.YEAR_OVER: "You can only end this game. The calendar year it started in is over.",
        FaultCode.NOBODY_LEAVES: "Tap who’s leaving.",
        FaultCode.LEAVE_WHILE_SUSPENDED: "Nobody can leave during a break. Carry on first, or end the "
        "game if its year is over.",
        FaultCode.START_SCORE_NEGATIVE: "A starting score can’t be below 0.",
        FaultCode.START_SCORE_TOO_LARGE: "A starting score can be up to {most} points.",
        FaultCode.ORDER_INCOMPLETE: "Give each player one place.",
        FaultCode.ARRANGED_TOO_LATE: "Seats and first dealer can’t change after the first score.",
        FaultCode.TEXT_EMPTY: "Write something here first.",
        FaultCode.TEXT_TOO_LONG: "Shorten this. It can have up to {most} letters.",
        FaultCode.TEXT_UNREADABLE: "Type this again. Some of its characters can’t be shown.",
        FaultCode.ENTRY_NOT_LAST: "You can undo only the latest change. There’s a newer one.",
        FaultCode.NOTHING_TO_UNDO: "There’s nothing left to undo.",
    },
    unreadable={
        "winner": "Tap who went out. If the stock ran out twice, tap “Nobody”.",
        "kind": "Choose what went wrong.",
        "place": "Choose a player for this place.",
        "reason": "Shorten the reason. It can have up to 200 letters.",
        "stale": "Compare the two versions, then save again. Someone changed this game in the meantime.",
        "games": "Wait a while, then start the game again. Too many games started from your network in "
        "the last hour. Everything you typed is still here.",
        "starts-closed": "Ask an organiser to start the game. Are you one? Sign in on another page, "
        "then try again. Everything you typed is still here.",
        "code": "Check the code, or ask for a new one. "
        f"Each code works once, for {invitations.VALID_FOR // timedelta(minutes=1)} minutes.",
    },
    news={
        "hand-saved": "Hand {hand} saved.",
        "hand-again": "Hand {hand} was already saved with these scores. Nothing has changed.",
        "hand-replay": "Play this hand again, with the same dealer. Fewer than two players gave a score.",
        "hand-kept": "The scores saved first stay as they are.",
        "correction-15.1a": "Hand {hand} corrected. Its cards weren’t mixed with others yet.",
        "correction-15.2": "Hand {hand} corrected. The score sheet was wrong, and everyone agrees.",
        "undone": "Undone. You can still see it in the history.",
        "hand-undone": "This hand is open again. Change what you need, then save.",
        "arranged": "Seats saved.",
        "departed": "The others play on. You can still undo this.",
        "stopped": "The game is over.",
        "joined": "The new player is in the game.",
        "suspended": "The game is on a break.",
        "resumed": "The break is over. Carry on.",
        "deleted": f"Game deleted. You can bring it back for {trash.KEPT_FOR.days} days.",
        "restored": "The game is back.",
        "revoked": "Phone removed. It can still watch.",
        "returned": "You can keep score again.",
        "revoked-own": "You’ve stopped scoring. You can still watch.",
        "token-renewed": "Programs removed. Phones can still keep score.",
        "granted": "You can keep score now.",
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
            "Someone has to keep score",
            "Add another scorer first. Without this phone, nobody could keep score.",
        ),
        RIGHT_TAKEN: ErrorText(
            "You can only watch now",
            "Another scorer removed this phone. You started the game, and can start scoring again. "
            "Nothing was changed.",
            offer="games/_take_back.html",
        ),
    },
)
