"""The sentences about a game: refusals, and news after a save."""

from datetime import timedelta
from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.checks import MOST_HANDS, MOST_TARGET
from scorekeeper.rules.faults import FaultCode
from scorekeeper.services.games import invitations, trash
from scorekeeper.web.http.access import RIGHT_TAKEN
from scorekeeper.web.http.messages import ErrorText, Messages

_CORRECTED_BY: Final = ("15.1a", "15.2", "15.4", "P-5")
MESSAGES: Final = Messages(
    faults={
        FaultCode.NAME_EMPTY: N_("Type a name."),
        FaultCode.NAME_TOO_LONG: Plural(
            "Choose a shorter name. It can have {most} letter at most.",
            "Choose a shorter name. It can have {most} letters at most.",
            by="most",
        ),
        FaultCode.NAME_UNREADABLE: N_("Take out the letters that can’t be shown."),
        FaultCode.NAME_TWICE: N_("Choose another name. {name} is already here."),
        FaultCode.NAME_SAME: N_("That’s already this player’s name."),
        FaultCode.PLAYERS_TOO_FEW: Plural(
            "Add another player. A game needs at least {fewest} player.",
            "Add another player. A game needs at least {fewest} players.",
            by="fewest",
        ),
        FaultCode.PLAYERS_TOO_MANY: Plural(
            "Remove a player. A game has {most} player at most.",
            "Remove a player. A game has {most} players at most.",
            by="most",
        ),
        FaultCode.DEALER_UNKNOWN: N_("Choose who deals first."),
        FaultCode.RULESET_UNKNOWN: N_("There are no rules with that name."),
        FaultCode.VARIANT_UNKNOWN: N_("Choose another variant. These rules don’t have “{variant}”."),
        FaultCode.VARIANTS_CLASH: N_("Choose one of these variants. They contradict each other."),
        FaultCode.NOT_CHANGEABLE: N_("Leave this as it is. A table can’t change this part of the rules."),
        FaultCode.CLASS_MISSING: N_("Give every card its points. There are none yet for {cards}."),
        FaultCode.CLASS_TWICE: N_("Give every card its points only once. Check {cards}."),
        FaultCode.CLASS_UNKNOWN: N_("Take out the points for {cards}. The pack has no such cards."),
        FaultCode.POINTS_ALL_ZERO: N_("Give at least one card more than 0 points."),
        FaultCode.PACK_TOO_SMALL: Plural(
            "Deal fewer cards or use more decks. With {players} player, {pack} cards aren’t enough.",
            "Deal fewer cards or use more decks. With {players} players, {pack} cards aren’t enough.",
            by="players",
        ),
        FaultCode.HANDS_WITHOUT_CONTRACT: Plural(
            "Set a number of hands. There’s a contract for only {most} hand.",
            "Set a number of hands. There are contracts for only {most} hands.",
            by="most",
        ),
        FaultCode.FORM_WINS: N_(
            "Choose the other winner. If you score the cards you hold, the lowest total wins, "
            "otherwise the highest."
        ),
        FaultCode.FORM_BLOCK: N_(
            "Choose another way to score a hand that nobody goes out of. This one doesn’t fit your scoring."
        ),
        FaultCode.FORM_BONUS: N_(
            "Take out the bonus. Each player pays the winner for their cards, and nobody pays a bonus."
        ),
        FaultCode.POSTED_NOT_POSSIBLE: N_(
            "Let players who leave keep their total. Where scores can be below 0, "
            "the two highest added together are no penalty."
        ),
        FaultCode.ENDS_NOT_AGREED: N_(
            "Choose when the game ends. Set a number of hands, set a total to reach, or stop when you like."
        ),
        FaultCode.CONTRACT_BEYOND_REACH: Plural(
            "In hand {hands}, nobody can go down. The contract needs more cards than a player can get.",
            "In hands {hands}, nobody can go down. The contracts need more cards than a player can get.",
            by="count",
        ),
        FaultCode.CONTRACT_ABOVE_DEAL: Plural(
            "In hand {hands}, nobody can go down with just the cards they’re dealt. The contract needs more.",
            "In hands {hands}, nobody can go down with just the cards they’re dealt. "
            "The contracts need more.",
            by="count",
        ),
        FaultCode.OUTSIDE_PLAYERS: N_("The rules are for another number of players. You can still play."),
        FaultCode.VALUES_UNKNOWN: N_(
            "The rules don’t say what each card is worth. Agree on it, or type the points."
        ),
        FaultCode.TIME_ZONE_UNKNOWN: N_("Choose another time zone. We don’t know this one."),
        FaultCode.START_IN_FUTURE: N_("Check the date. A game can’t start in the future."),
        FaultCode.START_TOO_EARLY: N_("Check the date. A game can’t start before {year}."),
        FaultCode.SEAT_UNKNOWN: N_("Choose a player who’s in this hand."),
        FaultCode.SEAT_TWICE: N_("{name} is listed twice."),
        FaultCode.SEAT_LEFT: N_("{name} has already left the game."),
        FaultCode.SCORE_MISSING: N_("Enter a score for {name}."),
        FaultCode.SCORE_AMBIGUOUS: N_(
            "Choose one for {name}. Enter points, count cards or choose “No score”."
        ),
        FaultCode.POINTS_NEGATIVE: N_("Points can’t be below 0."),
        FaultCode.POINTS_NOT_FIVES: N_("Scores go up in 5s. Check {points}."),
        FaultCode.POINTS_OVER_PACK: Plural(
            "Check the scores. All the cards in play add up to only {most} point.",
            "Check the scores. All the cards in play add up to only {most} points.",
            by="most",
        ),
        FaultCode.POINTS_NOT_STEP: N_("Scores go up in steps of {step}. Check {points}."),
        FaultCode.POINTS_TOO_LARGE: Plural(
            "Check the points. You can enter up to {most} point.",
            "Check the points. You can enter up to {most} points.",
            by="most",
        ),
        FaultCode.CARDS_NEGATIVE: N_("The number of cards can’t be below 0."),
        FaultCode.CARDS_OVER_PACK: Plural(
            "Check the count. Only {most} of these cards is in play.",
            "Check the count. Only {most} of these cards are in play.",
            by="most",
        ),
        FaultCode.MISSING_WITHOUT_CARDS: N_(
            "Count the cards too. The points for missing cards are added to them."
        ),
        FaultCode.CARDS_WITHOUT_VALUES: N_("Type the points. The rules don’t say how many each card is."),
        FaultCode.CARD_CLASS_UNKNOWN: N_("Leave out {cards}. These rules don’t count such cards together."),
        FaultCode.MISSING_NOT_RULED: N_("Leave out missing cards. These rules don’t add points for them."),
        FaultCode.NOT_GIVEN_PLAIN: N_("Enter a score for {name}. These rules need one from everyone."),
        FaultCode.RUMMY_NOBODY_OUT: N_("Tap who went out. Nobody can go rummy without going out."),
        FaultCode.RUMMY_NOT_RULED: N_("Leave out rummy. In these rules it makes no difference."),
        FaultCode.SUM_NOT_ASKED: N_("Leave out the sum. There’s nothing to compare it with."),
        FaultCode.SUM_DIFFERS: N_("Check the points. You got {sum}, but the sheet says {right}."),
        FaultCode.ZERO_NOT_OUT: N_("Check {name}’s points. Only the player who went out has no cards left."),
        FaultCode.ZERO_NOBODY_OUT: N_("Check {name}’s score. Nobody went out, and everyone holds cards."),
        FaultCode.OUT_NOT_ZERO: N_("Clear {name}’s points. The player who went out has no cards left."),
        FaultCode.OUT_NOT_GIVEN: N_(
            "Untick “No score” for {name}. The player who went out has no cards left."
        ),
        FaultCode.HAND_UNKNOWN: N_("Choose a hand from 1 to {most}."),
        FaultCode.HAND_NOT_CURRENT: N_("Go to hand {hand}. Everyone is playing that hand now."),
        FaultCode.HAND_RECORDED: N_("Look at hand {hand} again. It’s already saved, with other scores."),
        FaultCode.HAND_TAKEN_BACK: N_(
            "Check the scores of hand {hand}, then save again. This page was out of date. "
            "Everything you typed is still here."
        ),
        FaultCode.HAND_RESEATED: N_("Enter the scores of hand {hand} again. The seats have changed."),
        FaultCode.HAND_NOT_PLAYED: N_("Score hand {hand} first. It isn’t saved yet."),
        FaultCode.HANDS_MOST: Plural(
            "Start a new game. A game has {most} hand at most.",
            "Start a new game. A game has {most} hands at most.",
            by="most",
        ),
        FaultCode.GAME_FINISHED: N_("Go back to see the results. This game is finished."),
        FaultCode.GAME_SUSPENDED: N_("Tap “Carry on” first. This game is on a break."),
        FaultCode.GAME_NOT_SUSPENDED: N_("Go back to the game. It isn’t on a break."),
        FaultCode.ANSWER_NEEDED: N_("Answer this too. What the rules allow depends on it."),
        FaultCode.MISCOUNT_MIXED: N_("Once the cards are mixed with others, you can’t correct a miscount."),
        FaultCode.SCORING_DISPUTED: N_("Once you’ve argued about a score and settled it, it stays."),
        FaultCode.CORRECTION_NOT_AGREED: N_(
            "Ask everyone first. You can correct the score sheet only if everyone agrees."
        ),
        FaultCode.CORRECTION_SAME: N_("Change a score first. These are the scores already saved."),
        FaultCode.CORRECTION_VOIDS_HAND: N_(
            "Enter at least two scores. With fewer, you’d play this hand again."
        ),
        FaultCode.SUSPENSION_NOT_AGREED: N_(
            "Ask everyone first. You can take a break only if everyone agrees."
        ),
        FaultCode.RESUMPTION_NOT_AGREED: N_("Ask everyone first. You can carry on only if everyone agrees."),
        FaultCode.PLAYER_ABSENT: N_("Wait for {name}. You can carry on only with everyone there."),
        FaultCode.PLAYER_STRANGE: N_("{name} isn’t in this game."),
        FaultCode.SEATS_CHANGED: N_("Sit in the same order as before. Anyone can come first in the list."),
        FaultCode.YEAR_OVER: N_("You can only end this game. The calendar year it started in is over."),
        FaultCode.NOBODY_LEAVES: N_("Tap a name first."),
        FaultCode.LEAVE_WHILE_SUSPENDED: N_(
            "Nobody can leave during a break. Carry on first, or end the game if its year is over."
        ),
        FaultCode.START_SCORE_NEGATIVE: N_("A starting score can’t be below {least}."),
        FaultCode.START_SCORE_TOO_LARGE: Plural(
            "A starting score can be up to {most} point.",
            "A starting score can be up to {most} points.",
            by="most",
        ),
        FaultCode.START_SCORE_TOO_EARLY: N_(
            "Leave out the starting score. Nobody is late before the first score."
        ),
        FaultCode.ORDER_INCOMPLETE: N_("Give each seat a name."),
        FaultCode.ARRANGED_TOO_LATE: N_("Seats and first dealer can’t change after the first score."),
        FaultCode.TEXT_EMPTY: N_("Write something here first."),
        FaultCode.TEXT_TOO_LONG: Plural(
            "Shorten this. It can have up to {most} letter.",
            "Shorten this. It can have up to {most} letters.",
            by="most",
        ),
        FaultCode.TEXT_UNREADABLE: N_("Type this again. Some of its characters can’t be shown."),
        FaultCode.ENTRY_NOT_LAST: N_("You can undo only the latest change. There’s a newer one."),
        FaultCode.NOTHING_TO_UNDO: N_("There’s nothing left to undo."),
        FaultCode.ENDING_NOT_SESSION: N_(
            "Play on, or end the game for everyone. In these rules you don’t choose when it’s over."
        ),
        FaultCode.ENDING_NOT_AGREED: N_("Ask everyone first. You can finish only if everyone agrees."),
        FaultCode.ENDING_TOO_EARLY: N_("Score a hand first. You can finish after any hand."),
        FaultCode.NOT_CHANGEABLE_NOW: N_("Start a new game for this. It can’t change during a game."),
        FaultCode.CHANGE_NOT_AGREED: N_(
            "Ask everyone first. You can change the rules only if everyone agrees."
        ),
        FaultCode.ENDS_BEFORE_NOW: Plural(
            "Set a number of hands, {hands} or more. {hands} hand is saved already.",
            "Set a number of hands, {hands} or more. {hands} hands are saved already.",
            by="hands",
        ),
    },
    unreadable={
        "winner": N_("Tap who went out. If nobody did, tap “Nobody”."),
        "kind": N_("Choose what went wrong."),
        "hands": Plural(
            "Choose from 1 to {most_hands} hand.", "Choose from 1 to {most_hands} hands.", by="most_hands"
        ),
        "target": Plural(
            "Choose a total from 1 to {most_target} point.",
            "Choose a total from 1 to {most_target} points.",
            by="most_target",
        ),
        "reason": N_("Shorten the reason. It can have up to 200 letters."),
        "stale": N_("Compare the two versions, then save again. Someone changed this game in the meantime."),
        "rules-file": N_("Choose another file. This one doesn’t hold rules that were downloaded here."),
        "rules-closed": N_(
            "Only organisers can save rules here. Are you one? Sign in on another page, then save again. "
            "Everything you typed is still here."
        ),
        "no-change": N_("Change something first. These are the rules you play by already."),
        "newer": N_("Look again, then save. Someone changed this game in the meantime."),
        "starts-closed": N_(
            "Ask an organiser to start the game. Are you one? Sign in on another page, "
            "then try again. Everything you typed is still here."
        ),
        "code": Plural(
            "This code is wrong or used. Ask for a new one: each works once, for {minutes_of_code} minute.",
            "This code is wrong or used. Ask for a new one: each works once, for {minutes_of_code} minutes.",
            by="minutes_of_code",
        ),
    },
    news={
        "hand-saved": N_("Hand {hand} saved."),
        "hand-again": N_("Hand {hand} was already saved with these scores. Nothing has changed."),
        "hand-replay": N_("Play this hand again, with the same dealer. Fewer than two players gave a score."),
        "form-recorded": N_("Saved."),
        "hand-kept": N_("The scores saved first stay as they are."),
        **{f"correction-{clause}": N_("Hand {hand} corrected.") for clause in _CORRECTED_BY},
        "stays-15.1": N_("Hand {hand} stays as it is. Its cards are mixed with others."),
        "stays-15.3a": N_("Hand {hand} stays as it is. You argued about it and settled it."),
        "uncorrected": N_("Hand {hand} is as it was before you corrected it."),
        "undone": N_("Undone. You can still see it in the history."),
        "hand-undone": N_("This hand is open again. Change what you need, then save."),
        "arranged": N_("Seats saved."),
        "substituted": N_("The new player has taken the seat and carries on with its score."),
        "departed": N_("The others play on."),
        "stopped": N_("The game is over."),
        "joined": N_("The seats have changed."),
        "suspended": N_("The game is on a break."),
        "resumed": N_("The break is over. Carry on."),
        "session-ended": N_("The game is over. You can still undo this."),
        "rules-changed": N_("The new rules start with the next hand you save. You can still undo this."),
        "rules-finished": N_("The game is over by the new rules. You can still undo this."),
        "rules-saved": N_(
            "Rules saved. You can share them now. They stay as they are: to change them, make a copy."
        ),
        "deleted": Plural(
            "Game deleted. You can bring it back for {days_in_trash} day.",
            "Game deleted. You can bring it back for {days_in_trash} days.",
            by="days_in_trash",
        ),
        "restored": N_("The game is back."),
        "revoked": N_("Phone removed. It can still watch."),
        "returned": N_("You can keep score again."),
        "revoked-own": N_("You’ve stopped scoring. You can still watch."),
        "token-renewed": N_("Programs removed. Phones can still keep score."),
        "granted": N_("You can keep score now."),
    },
    news_clauses={
        "hand-replay": "8.6",
        **{f"correction-{clause}": clause for clause in _CORRECTED_BY},
        "stays-15.1": "15.1",
        "stays-15.3a": "15.3a",
        "departed": "8.3",
        "stopped": "8.4a",
        "joined": "8.7a",
        "substituted": "8.7b",
        "suspended": "8.1",
        "resumed": "8.2",
    },
    limits={
        "minutes_of_code": invitations.VALID_FOR // timedelta(minutes=1),
        "days_in_trash": trash.KEPT_FOR.days,
        "most_hands": MOST_HANDS,
        "most_target": MOST_TARGET,
    },
    errors={
        "last-right": ErrorText(
            N_("Someone has to keep score"),
            N_("Add another scorer first. Without this phone, nobody could keep score."),
        ),
        RIGHT_TAKEN: ErrorText(
            N_("You can only watch now"),
            N_(
                "Another scorer removed this phone. You started the game, and can start scoring again. "
                "Nothing was changed."
            ),
            offer="games/_take_back.html",
        ),
    },
)
