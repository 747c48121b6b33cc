"""Why a file is not accepted: where in it, and what is wrong there. Sentences stand in the web."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.faults import Fault


class Why(StrEnum):
    """What can be wrong with a file, besides what the rules refuse in a game (`RULES`)."""

    NOT_TEXT = "not-text"
    NOT_CSV = "not-csv"
    NOT_JSON = "not-json"
    NOT_A_LEAGUE = "not-a-league"
    NEWER = "newer"
    EMPTY = "empty"
    LINE_TOO_LONG = "line-too-long"
    PART_TOO_LONG = "part-too-long"
    TOO_MANY_ROWS = "too-many-rows"
    COLUMN_MISSING = "column-missing"
    COLUMN_TWICE = "column-twice"

    DATE = "date"
    HAND = "hand"
    POINTS = "points"
    YES_OR_NO = "yes-or-no"
    LABEL = "label"
    TWICE = "twice"
    HAND_MISSING = "hand-missing"
    SCORE_MISSING = "score-missing"
    JOINED_LATE = "joined-late"
    DEALER = "dealer"
    COUNTS = "counts"
    MET_THEMSELVES = "met-themselves"

    SHAPE = "shape"
    TOO_LATE = "too-late"
    TOO_MANY = "too-many"
    NOT_THE_SAME = "not-the-same"
    ORDER = "order"
    KEY_TWICE = "key-twice"
    KEY_UNKNOWN = "key-unknown"
    PERSON = "person"
    SEASON_OF_DAY = "season-of-day"
    RULES = "rules"
    UNREADABLE_EVENT = "unreadable-deed"

    OTHER_LEAGUE = "other-league"
    OTHERS_LEAGUE = "others-league"
    SLUG_TAKEN = "slug-taken"
    GAME_DIFFERS = "game-differs"
    GAME_ELSEWHERE = "game-elsewhere"
    KEY_ELSEWHERE = "key-elsewhere"
    PLAYER_DIFFERS = "player-differs"
    BUSY = "busy"
    NO_LEAGUE = "no-league"
    NO_ORGANISER = "no-organiser"


@dataclass(frozen=True, slots=True)
class Bad:
    """One reason: a line of a table, or a JSON pointer into a document; `fault` is what the rules say."""

    why: Why
    line: int | None = None
    pointer: str = ""
    values: tuple[tuple[str, str | int], ...] = ()
    fault: Fault | None = None


class ImportRefused(Exception):
    """The file is not accepted; nothing has changed. Carries every reason."""

    def __init__(self, *bad: Bad) -> None:
        super().__init__(", ".join(one.why for one in bad))
        self.bad = bad
