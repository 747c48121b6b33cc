"""Faults, the reasons for a refusal: each with a code, a clause and a pointer, never a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class FaultCode(StrEnum):
    """Every reason for a refusal. The sentence for each is in `messages.py` of its feature in the web."""

    NAME_EMPTY = "name-empty"
    NAME_TOO_LONG = "name-too-long"
    NAME_UNREADABLE = "name-unreadable"
    NAME_TWICE = "name-twice"
    NAME_SAME = "name-same"
    PLAYERS_TOO_FEW = "players-too-few"
    PLAYERS_TOO_MANY = "players-too-many"
    DEALER_UNKNOWN = "dealer-unknown"
    RULESET_UNKNOWN = "ruleset-unknown"
    VARIANT_UNKNOWN = "variant-unknown"
    VARIANTS_CLASH = "variants-clash"
    NOT_CHANGEABLE = "not-changeable"
    CLASS_MISSING = "class-missing"
    CLASS_TWICE = "class-twice"
    CLASS_UNKNOWN = "class-unknown"
    POINTS_ALL_ZERO = "points-all-zero"
    PACK_TOO_SMALL = "pack-too-small"
    HANDS_WITHOUT_CONTRACT = "hands-without-contract"
    FORM_WINS = "form-wins"
    FORM_BLOCK = "form-block"
    FORM_BONUS = "form-bonus"
    POSTED_NOT_POSSIBLE = "posted-not-possible"
    ENDS_NOT_AGREED = "ends-not-agreed"
    CONTRACT_BEYOND_REACH = "contract-beyond-reach"
    CONTRACT_ABOVE_DEAL = "contract-above-deal"
    OUTSIDE_PLAYERS = "outside-players"
    VALUES_UNKNOWN = "values-unknown"
    TIME_ZONE_UNKNOWN = "time-zone-unknown"
    START_IN_FUTURE = "start-in-future"
    START_TOO_EARLY = "start-too-early"

    SEAT_UNKNOWN = "seat-unknown"
    SEAT_TWICE = "seat-twice"
    SEAT_LEFT = "seat-left"
    SCORE_MISSING = "score-missing"
    SCORE_AMBIGUOUS = "score-ambiguous"
    POINTS_NEGATIVE = "points-negative"
    POINTS_NOT_FIVES = "points-not-fives"
    POINTS_OVER_PACK = "points-over-pack"
    CARDS_NEGATIVE = "cards-negative"
    CARDS_OVER_PACK = "cards-over-pack"
    MISSING_WITHOUT_CARDS = "missing-without-cards"
    ZERO_NOT_OUT = "zero-not-out"
    ZERO_NOBODY_OUT = "zero-nobody-out"
    OUT_NOT_ZERO = "out-not-zero"
    OUT_NOT_GIVEN = "out-not-given"
    NOT_GIVEN_PLAIN = "not-given-plain"
    CARDS_WITHOUT_VALUES = "cards-without-values"
    CARD_CLASS_UNKNOWN = "card-class-unknown"
    MISSING_NOT_RULED = "missing-not-ruled"
    POINTS_TOO_LARGE = "points-too-large"
    POINTS_NOT_STEP = "points-not-step"
    RUMMY_NOBODY_OUT = "rummy-nobody-out"
    RUMMY_NOT_RULED = "rummy-not-ruled"
    SUM_NOT_ASKED = "sum-not-asked"
    SUM_DIFFERS = "sum-differs"

    HAND_UNKNOWN = "hand-unknown"
    HAND_NOT_CURRENT = "hand-not-current"
    HAND_RECORDED = "hand-recorded"
    HAND_TAKEN_BACK = "hand-taken-back"
    HAND_RESEATED = "hand-reseated"
    HAND_NOT_PLAYED = "hand-not-played"
    HANDS_MOST = "hands-most"
    GAME_FINISHED = "game-finished"
    GAME_SUSPENDED = "game-suspended"
    GAME_NOT_SUSPENDED = "game-not-suspended"

    ANSWER_NEEDED = "answer-needed"
    MISCOUNT_MIXED = "miscount-mixed"
    SCORING_DISPUTED = "scoring-disputed"
    CORRECTION_NOT_AGREED = "correction-not-agreed"
    CORRECTION_SAME = "correction-same"
    CORRECTION_VOIDS_HAND = "correction-voids-hand"

    SUSPENSION_NOT_AGREED = "suspension-not-agreed"
    RESUMPTION_NOT_AGREED = "resumption-not-agreed"
    PLAYER_ABSENT = "player-absent"
    PLAYER_STRANGE = "player-strange"
    SEATS_CHANGED = "seats-changed"
    YEAR_OVER = "year-over"
    NOBODY_LEAVES = "nobody-leaves"
    LEAVE_WHILE_SUSPENDED = "leave-while-suspended"
    START_SCORE_NEGATIVE = "start-score-negative"
    START_SCORE_TOO_LARGE = "start-score-too-large"
    START_SCORE_TOO_EARLY = "start-score-too-early"
    ORDER_INCOMPLETE = "order-incomplete"
    ARRANGED_TOO_LATE = "arranged-too-late"

    RANKING_BEST_OF = "ranking-best-of"
    RANKING_MIN_GAMES = "ranking-min-games"
    RANKING_NUMBER = "ranking-number"
    RANKING_TOTALS = "ranking-totals"
    PLACE_POINTS_UNREADABLE = "place-points-unreadable"
    PLACE_POINTS_RISING = "place-points-rising"
    SEASON_DAYS = "season-days"
    SEASON_OVERLAPS = "season-overlaps"
    SEASON_CLOSED = "season-closed"
    SEASON_PLAYED = "season-played"
    SEASON_NAMELESS = "season-nameless"
    SEASON_KNOWN = "season-known"

    LEAGUE_NAMELESS = "league-nameless"
    LAST_ORGANISER = "last-organiser"
    PLAYER_UNKNOWN = "player-unknown"
    PLAYER_KNOWN = "player-known"
    PLAYER_TWICE = "player-twice"
    PLAYER_TOO_LONG = "player-too-long"
    PLAYER_UNREADABLE = "player-unreadable"
    PLAYER_ERASED = "player-erased"
    PLAYER_PLAYED = "player-played"
    PLAYER_MERGED = "player-merged"
    PLAYER_SAME = "player-same"
    PLAYERS_MET = "players-met"
    SEATS_ONE_PERSON = "seats-one-person"
    ERASURE_UNCONFIRMED = "erasure-unconfirmed"
    NIGHT_OVER = "night-over"
    NIGHT_TIME = "night-time"
    NIGHT_OPENS = "night-opens"
    GAME_IN_LEAGUE = "game-in-league"
    GAME_STRUCK = "game-struck"
    GAME_OF_LEAGUE_STAYS = "game-of-league-stays"

    MAIL_SHAPE = "mail-shape"
    MAIL_TAKEN = "mail-taken"
    NAME_SHAPE = "name-shape"
    PASSWORD_SHORT = "password-short"
    PASSWORD_LONG = "password-long"
    PASSWORD_EASY = "password-easy"
    PASSWORD_WRONG = "password-wrong"
    NOT_TOGETHER = "not-together"
    PASSKEY_UNUSABLE = "passkey-unusable"
    PASSKEY_UNKNOWN = "passkey-unknown"
    LEAGUE_ALONE = "league-alone"
    PAGE_TOO_OLD = "page-too-old"

    FACT_NEEDED = "fact-needed"
    FACT_UNKNOWN = "fact-unknown"
    FACT_NOT_ASKED = "fact-not-asked"
    FACT_VALUE = "fact-value"
    FACT_DIFFERS = "fact-differs"
    FACT_NOT_COUNT = "fact-not-count"
    FACT_NOT_LIST = "fact-not-list"
    FACT_NOT_POINTS = "fact-not-points"
    FACT_NOT_NAMES = "fact-not-names"
    FACT_NOT_NAME = "fact-not-name"
    NOT_AT_TABLE = "not-at-table"
    CLAIMS_IN_TURN = "claims-in-turn"
    IRREGULARITY_NOT_HERE = "irregularity-not-here"

    ROLE_NEEDED = "role-needed"
    ROLES_SAME = "roles-same"
    CHOICE_UNKNOWN = "choice-unknown"
    DECISION_NEEDED = "decision-needed"
    CLAUSE_NOT_OPEN = "clause-not-open"
    DUTY_GONE = "duty-gone"
    WAITING_GONE = "waiting-gone"
    WAITING_CHANGED = "waiting-changed"
    WAITS_ALREADY = "waits-already"
    WINNER_CHARGED = "winner-charged"
    HAND_ENDED = "hand-ended"
    OUT_CHARGED = "out-charged"
    MISSING_CHARGED = "missing-charged"
    CHARGE_NOT_TENS = "charge-not-tens"
    CARD_UNKNOWN = "card-unknown"
    CARD_WITHOUT_SUIT = "card-without-suit"
    CARD_TOO_OFTEN = "card-too-often"
    JOKER_TOO_OFTEN = "joker-too-often"
    CARD_NOT_IN_PACK = "card-not-in-pack"
    CARDS_TOO_MANY = "cards-too-many"
    TOO_MANY_WAYS = "too-many-ways"
    MELDS_TOO_MANY = "melds-too-many"
    MELD_EMPTY = "meld-empty"
    NO_SUPERFLUOUS_CARDS = "no-superfluous-cards"

    TEXT_EMPTY = "text-empty"
    TEXT_TOO_LONG = "text-too-long"
    TEXT_UNREADABLE = "text-unreadable"

    ENTRY_NOT_LAST = "entry-not-last"
    NOTHING_TO_UNDO = "nothing-to-undo"
    ENDING_NOT_SESSION = "ending-not-session"
    ENDING_NOT_AGREED = "ending-not-agreed"
    ENDING_TOO_EARLY = "ending-too-early"
    NOT_CHANGEABLE_NOW = "not-changeable-now"
    CHANGE_NOT_AGREED = "change-not-agreed"
    ENDS_BEFORE_NOW = "ends-before-now"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason for a refusal.

    `pointer` is a JSON pointer (RFC 6901) into the request, "" for all of it.
    `values` are the names and numbers that the sentence for `code` may show.
    """

    code: FaultCode
    pointer: str = ""
    clause: str | None = None
    values: tuple[tuple[str, str | int], ...] = ()


def pointer_step(name: str) -> str:
    """A name as a step of a JSON pointer (RFC 6901)."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


class Violation(Exception):
    """An event is refused, and has changed nothing. Carries every fault at once."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults


class RuleViolation(Violation):
    """The rules refuse an event for what it holds."""


class StateViolation(Violation):
    """The state of the game refuses an event that another state would allow."""


def refuse(faults: Iterable[Fault]) -> None:
    """Raise RuleViolation with all of these faults; nothing happens without any."""
    if violations := tuple(faults):
        raise RuleViolation(*violations)
