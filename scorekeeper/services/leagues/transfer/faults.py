"""The faults of a file that cannot be imported: a code and a place. The web has a sentence for each code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from scorekeeper.rules.faults import Fault


class FileFaultCode(StrEnum):
    """What can be wrong with a file. `RULES`: the rules of the game refuse it, and say why."""

    NOT_TEXT = "not-text"
    NOT_CSV = "not-csv"
    NOT_JSON = "not-json"
    NOT_A_LEAGUE = "not-a-league"
    NEWER = "newer"
    EMPTY = "empty"
    PART_TOO_LONG = "part-too-long"
    TOO_MANY_ROWS = "too-many-rows"
    COLUMN_MISSING = "columns-missing"
    COLUMN_TWICE = "column-twice"

    NO_VALUE = "no-value"
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
    FIELD_UNKNOWN = "field-unknown"
    TOO_LATE = "too-late"
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
class FileFault:
    """Why a file is refused: a code, and a line of a table or a JSON pointer into a document.

    `values` are for the sentence; `rule` is the fault that the rules of the game find, if the code is RULES.
    `more` is how many further lines have it.
    """

    code: FileFaultCode
    line: int | None = None
    pointer: str = ""
    values: tuple[tuple[str, str | int], ...] = ()
    rule: Fault | None = None
    more: int = 0

    @classmethod
    def of(
        cls, code: FileFaultCode, *, line: int | None = None, pointer: str = "", **values: str | int
    ) -> FileFault:
        """A fault with these values for its sentence."""
        return cls(code, line, pointer, tuple(values.items()))


def grouped(faults: Iterable[FileFault]) -> list[FileFault]:
    """Equal faults as one, at the first line that has it."""
    equal: dict[FileFault, list[FileFault]] = {}
    for fault in faults:
        equal.setdefault(replace(fault, line=None), []).append(fault)
    return [replace(group[0], more=len(group) - 1) for group in equal.values()]


class ImportRefused(Exception):
    """The file is not imported, and nothing has changed. Carries all faults that were found."""

    def __init__(self, *faults: FileFault) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults

    @classmethod
    def because(
        cls, code: FileFaultCode, *, line: int | None = None, pointer: str = "", **values: str | int
    ) -> ImportRefused:
        """A refusal for one fault."""
        return cls(FileFault.of(code, line=line, pointer=pointer, **values))
