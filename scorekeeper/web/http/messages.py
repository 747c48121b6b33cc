"""The sentences that people read, each whole, by code: refusals, news after a save, HTTP errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.services.maintenance.storage import Failure
from scorekeeper.web.leagues import messages, season_labels

FAULTS: Final[dict[FaultCode, str]] = {
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
    FaultCode.RANKING_BEST_OF: "How many of the best games count is a number from 1 to {most}.",
    FaultCode.RANKING_MIN_GAMES: "The games needed for a rank are a number from 1 to {most}.",
    FaultCode.PLACE_POINTS_MISSING: "Tables of {players} have played: enter their place points.",
    FaultCode.PLACE_POINTS_UNREADABLE: "Give {players} whole numbers from 0 to {most}, best place first.",
    FaultCode.PLACE_POINTS_RISING: "A worse place cannot be worth more than a better one.",
    FaultCode.SEASON_DAYS: "A season ends after it begins.",
    FaultCode.SEASON_OVERLAPS: "These days belong to the season “{name}” already.",
    FaultCode.SEASON_NAME_SLASH: "This cannot stand in an address: choose another name, without a slash "
    "and without “.csv” at its end.",
    FaultCode.SEASON_NAME_YEAR: "Names of four digits belong to the calendar years. Choose another one.",
    FaultCode.FACT_NEEDED: "Say this too: the ruling depends on “{fact}”.",
    FaultCode.FACT_UNKNOWN: "The referee does not know “{fact}” here.",
    FaultCode.FACT_NOT_ASKED: "Beside the other answers, “{fact}” is not asked.",
    FaultCode.FACT_VALUE: "The answer to “{fact}” is one of: {allowed}.",
    FaultCode.FACT_DIFFERS: "The score sheet says otherwise about “{fact}”.",
    FaultCode.FACT_NOT_COUNT: "Give a whole number of cards, from 1 to {most}.",
    FaultCode.FACT_NOT_LIST: "Give a list of whole numbers.",
    FaultCode.FACT_NOT_POINTS: "Points are a whole number from 0 to {most}.",
    FaultCode.FACT_NOT_NAMES: "Give the names as a list that is not empty.",
    FaultCode.FACT_NOT_NAME: "A name is a text.",
    FaultCode.NOT_AT_TABLE: "{name} does not sit at this table.",
    FaultCode.CLAIMS_IN_TURN: "{name} is in turn and takes the card as the ordinary draw, without a claim.",
    FaultCode.ROLE_NEEDED: "Say which player it was.",
    FaultCode.ROLES_SAME: "Two different players are meant here.",
    FaultCode.CHOICE_UNKNOWN: "Choose one of the options of this ruling.",
    FaultCode.CLAUSE_NOT_OPEN: "This clause leaves nothing open. Name one that is silent, or none.",
    FaultCode.DUTY_GONE: "This is done already, or binds no longer.",
    FaultCode.WAITING_GONE: "This no longer waits for the score sheet.",
    FaultCode.WAITING_CHANGED: "Meanwhile a ruling on this hand was recorded or removed: look what waits for "
    "the sheet now, then save once more.",
    FaultCode.WAITS_ALREADY: "This is recorded already and waits for the score sheet.",
    FaultCode.WINNER_CHARGED: "A charge for missing cards waits for {name}: remove it, "
    "or somebody else went out.",
    FaultCode.OUT_CHARGED: "{name} was charged for missing cards in this hand: take that charge away, "
    "or somebody else went out.",
    FaultCode.MISSING_CHARGED: "Missing cards are charged already: {points} points by a ruling. "
    "Count them once.",
    FaultCode.CHARGE_NOT_TENS: "A charge is 10 points for each missing card.",
    FaultCode.TEXT_EMPTY: "Write down what is meant.",
    FaultCode.TEXT_TOO_LONG: "This has at most {most} letters.",
    FaultCode.TEXT_UNREADABLE: "This text contains characters that cannot be shown.",
    FaultCode.ENTRY_NOT_LAST: "Something was recorded after it. Only the last entry can be taken back.",
    FaultCode.NOTHING_TO_UNDO: "There is nothing left to take back.",
    **messages.FAULTS,
}

SHAPES: Final[dict[str, str]] = {
    "number": "This is not a whole number.",
    "large": "This number is too large.",
    "winner": "Who went out? Choose a player, or say that the stock ran out twice.",
    "kind": "Say what kind of error it was.",
    "date": "This is not a date and time.",
    "place": "Choose a player for this place.",
    "choice": "Choose one of these.",
    "file": "Choose a file with something in it.",
    "reason": "The reason has at most 200 letters.",
    "stale": "Something was recorded in this game meanwhile. Compare what is recorded now with what "
    "this phone says, then save once more.",
    "games": "Very many games were started from here within an hour. Nothing was started: what you entered "
    "stays here. Wait a while, then start the game once more.",
    "starts-closed": "Only an organiser may start this game, so nothing was started. Sign in on another "
    "page, then start it once more. What you entered stays here.",
    "ruled-late": "Something was recorded in this game meanwhile. Look whether this still fits, then record "
    "it once more.",
    "code": "This code is not valid. It works once, for 15 minutes. Ask for a new one.",
    **messages.SHAPES,
    **season_labels.SHAPES,
}

SAID: Final[dict[str, str]] = {
    "welcome": "You are signed in.",
    "hand-saved": "The hand is recorded.",
    "hand-again": "This hand was recorded already, with the same scores. Nothing has changed.",
    "hand-replay": "Fewer than two scores were given: the hand is played again, by the same dealer.",
    "hand-kept": "The scores recorded first stay as they are.",
    "correction-15.1a": "Corrected: the cards of that hand were not yet mixed with others.",
    "correction-15.2": "Corrected: an error on the score sheet, never disputed, and everybody agrees.",
    "undone": "Taken back. It stays in the history, struck through.",
    "hand-undone": "The hand is taken back. Its numbers stand below, ready to be corrected.",
    "renamed": "The name is changed.",
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
    "ruled": "The ruling is recorded.",
    "ruled-waits": "The ruling is recorded. What it changes waits on the scoring page of this hand.",
    "ruled-again": "The ruling is recorded. The hand begins anew, by the same dealer.",
    "ruled-left": "The ruling is recorded, and the player has left the game.",
    "duty-done": "Ticked off.",
    "duty-gone": "This is done already, or binds no longer.",
    "waiting-dropped": "Removed: it no longer changes this hand.",
    "waiting-gone": "This no longer waits for the score sheet.",
    "agreed": "The agreement is written down.",
    **messages.SAID,
    **season_labels.SAID,
}

SAID_CLAUSES: Final = {
    "hand-replay": "8.6",
    "correction-15.1a": "15.1a",
    "correction-15.2": "15.2",
    "departed": "8.3",
    "stopped": "8.4a",
    "joined": "8.7a",
    "suspended": "8.1",
    "resumed": "8.2",
    "ruled-left": "8.3",
}


WAY_TO_CORRECT: Final = "Correct it"
TWO_VERSIONS: Final = "Two phones had entered this hand differently."


@dataclass(frozen=True, slots=True)
class Said:
    """A heading and one sentence."""

    title: str
    sentence: str


HTTP_ERRORS: Final[dict[int, Said]] = {
    400: Said("This could not be read", "The request was incomplete or damaged. Go back and try once more."),
    403: Said("This phone may only watch", "Ask whoever keeps the score to let this phone score too."),
    404: Said("Nothing is here", "The address is wrong, or what was here has been deleted."),
    405: Said("This address works differently", "Open the page again and use its buttons."),
    409: Said("The game has moved on", "What you asked is not possible in the game as it is now."),
    413: Said("This is too large", "A form of this size is never needed here. Nothing was changed."),
    422: Said("The rules do not allow this", "Nothing was changed."),
    429: Said("Too many tries", "Wait a quarter of an hour, then try once more."),
}

OUTAGES: Final[dict[Failure, Said]] = {
    Failure.BUSY: Said("Someone else is saving", "Nothing was changed. Wait a moment, then try again."),
    Failure.GONE: Said(
        "The server can't find the scores",
        "Tell the person who runs this server that the folder with the scores is missing. "
        "Nothing was changed. When the folder is back, open this page again, or go back and save again.",
    ),
    Failure.REPLACED: Said(
        "These aren't the right scores",
        "Tell the person who runs this server that another file has taken the place of the scores. "
        "Nothing was changed. When the right file is back, open this page again, or go back and save again.",
    ),
    Failure.FULL: Said(
        "The server's disk is full",
        "Ask the person who runs this server to make room on its disk. Nothing was changed. "
        "When there is room, go back and save again.",
    ),
    Failure.READ_ONLY: Said(
        "The server can't write to its disk",
        "Tell the person who runs this server. Nothing was changed. "
        "When the server can write again, go back and save again.",
    ),
    Failure.BROKEN: Said(
        "The server's disk has a fault",
        "Tell the person who runs this server right away. The scores need a copy on another disk. "
        "Nothing was changed.",
    ),
    Failure.DAMAGED: Said(
        "The scores are damaged",
        "Ask the person who runs this server to put back a backup. Nothing was changed.",
    ),
    Failure.UNREACHABLE: Said(
        "The database doesn't answer",
        "Wait a moment, then try again. If it stays like this, tell the person who runs this server. "
        "Nothing was changed.",
    ),
    Failure.UNKNOWN: Said(
        "The scores can't be read or saved now",
        "Tell the person who runs this server. Nothing was changed.",
    ),
}
LOW_SPACE: Final = (
    "Only {megabytes} MB are free on this server's disk. Make room, or tell the person who runs the server. "
    "Nobody can save when the disk is full."
)

PARTICULAR_ERRORS: Final[dict[str, Said]] = {
    "form-not-ours": Said(
        "The form was not accepted",
        "It did not come from this phone's own page. Cookies must be allowed: "
        "open the page again, then save once more. Nothing was changed.",
    ),
    "last-right": Said(
        "The last right stays", "Nobody could score this game any more. Let another phone score first."
    ),
    "right-taken": Said(
        "This phone may only watch now",
        "Another phone took away this phone’s right to score. You started the game, so you can take it back. "
        "Then try again. Nothing was changed.",
    ),
    "account-needed": Said("Sign in first", "Nothing was changed. Sign in, then try once more."),
    "sign-up-closed": Said(
        "No new accounts here", "Ask whoever runs this Scorekeeper for an account. Nothing was changed."
    ),
    "bad-host": Said("Wrong address", "This machine does not answer under that name."),
    **{code: Said(*said) for code, said in messages.ERRORS.items()},
}

_OTHER_REQUEST: Final = Said("This was not understood", "Open the page again and use its buttons.")
_OUR_FAULT: Final = Said(
    "Something went wrong here",
    "It is our fault, not yours, and it has been written down. What was saved before is safe.",
)


class _Forgiving(dict[str, str | int]):
    """A value that nobody gave shows as a dash: a sentence must never fail."""

    def __missing__(self, key: str) -> str:
        return "–"


def fault(found: Fault) -> str:
    """The sentence for a refusal, with its names and numbers."""
    return FAULTS[found.code].format_map(_Forgiving(found.values))


def http_error(code: int, particular: str | None) -> Said:
    """Heading and sentence for an HTTP error; `particular` names one of our own cases."""
    if particular in PARTICULAR_ERRORS:
        return PARTICULAR_ERRORS[particular]
    return HTTP_ERRORS.get(code) or (_OUR_FAULT if code >= 500 else _OTHER_REQUEST)
