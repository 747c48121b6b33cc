"""The faults of a file that cannot be imported: a code and a place. The web has a sentence for each code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.faults import Fault
from scorekeeper.rules.score_forms import Exact


class FileFaultCode(StrEnum):
    """What can be wrong with a file. `RULES`: the rules of the game refuse it, and say why."""

    NOT_TEXT = "not-text"
    NOT_CSV = "not-csv"
    NOT_A_WORKBOOK = "not-a-workbook"
    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    NOT_A_LEAGUE = "not-a-league"
    NEWER = "newer"
    EMPTY = "empty"
    NO_SCORES = "no-scores"

    DATE = "date"
    NO_DATE = "no-date"
    NO_NAME = "name-empty"
    DATES = "dates"
    YEAR = "year"
    SUM = "sum"
    TOTAL = "total"
    FALLS = "falls"
    UNKNOWN = "unknown"
    HAND = "hand"
    POINTS = "points"
    TWICE = "twice"
    HAND_MISSING = "hand-missing"
    JOINED_LATE = "joined-late"
    DEALER = "dealer"
    MET_THEMSELVES = "met-themselves"

    SHAPE = "shape"
    FIELD_UNKNOWN = "field-unknown"
    TOO_LATE = "too-late"
    RULES = "rules"

    OTHER_LEAGUE = "other-league"
    OTHERS_LEAGUE = "others-league"
    SLUG_TAKEN = "slug-taken"
    SEASON_CLOSED = "season-closed"
    GAME_DIFFERS = "game-differs"
    GAME_ELSEWHERE = "game-elsewhere"
    PLAYER_DIFFERS = "player-differs"
    BUSY = "busy"
    ASKS = "asks"
    NO_LEAGUE = "no-league"


class SheetLine(NamedTuple):
    """A line of one of several sheets; `place` is that of the sheet in its workbook."""

    place: int
    number: int
    sheet: str

    def __str__(self) -> str:
        """The line as a spreadsheet writes it: "October!5"."""
        return f"{self.sheet}!{self.number}"


Line = int | SheetLine


@dataclass(frozen=True, slots=True)
class FileFault:
    """Why a file is refused: a code, and a line of a table or a JSON pointer into a document.

    `values` are for the sentence; `rule` is the fault that the rules of the game find, if the code is RULES.
    `others` are the further lines that have it.
    """

    code: FileFaultCode
    line: Line | None = None
    pointer: str = ""
    values: Mapping[str, str | Exact] = field(default_factory=dict)
    rule: Fault | None = None
    others: tuple[Line, ...] = ()

    @property
    def kind(self) -> str:
        """The code, or that of the rule that refuses."""
        return self.code if self.rule is None else self.rule.code

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines that have it."""
        return () if self.line is None else (self.line, *self.others)


def grouped(faults: Iterable[FileFault]) -> list[FileFault]:
    """Each kind of fault once, at the first line that has it, with all others; in the order of the lines."""
    kinds: dict[str, list[FileFault]] = {}
    for fault in sorted(faults, key=lambda fault: fault.lines):
        kinds.setdefault(fault.kind, []).append(fault)
    return [
        replace(group[0], others=tuple(dict.fromkeys(line for fault in group for line in fault.lines))[1:])
        for group in kinds.values()
    ]


class ImportRefused(Exception):
    """The file is not imported, and nothing has changed. Carries all faults that were found."""

    def __init__(self, *faults: FileFault) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults

    @classmethod
    def because(
        cls, code: FileFaultCode, *, line: Line | None = None, pointer: str = "", **values: str | Exact
    ) -> ImportRefused:
        """A refusal for one fault."""
        return cls(FileFault(code, line, pointer, values))

    @classmethod
    def by_rules(
        cls, faults: Iterable[Fault], *, line: Line | None = None, pointer: str = ""
    ) -> ImportRefused:
        """A refusal by the rules of the game, at a line or with pointers that begin at a part."""
        code = FileFaultCode.RULES
        return cls(*(FileFault(code, line, pointer + fault.pointer, rule=fault) for fault in faults))
