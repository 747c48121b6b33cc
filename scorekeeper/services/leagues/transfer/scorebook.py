"""An old score book as a table: one row for each player of each hand, read cell by cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from scorekeeper.rules import names
from scorekeeper.rules.rulesets import LAST_HAND
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why

NEEDED: Final = ("date", "hand", "player", "points")
COLUMNS: Final = (*NEEDED, "game", "dealer", "posted", "out", "counts")
MOST_ROWS: Final = 100_000
# As many as a spreadsheet has: it may write all of them, empty under the last game.
_MOST_LINES: Final = 2**20
LONGEST_LINE: Final = 10_000
_DELIMITERS: Final = ",;\t"
_LONGEST_LABEL: Final = 40
_LONGEST_CELL: Final = 400
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
# What Excel wants above a table, and writes there.
_SEPARATOR: Final = re.compile(r'"?sep=([,;\t])"?[,;\t]*\r?\n?', re.IGNORECASE)
_WHOLE: Final = re.compile(r"\d{1,5}", re.ASCII)
_YES: Final = frozenset({"yes", "y", "x", "1", "true"})
_NO: Final = frozenset({"", "no", "n", "0", "false"})
# What our own tables put before a cell that a spreadsheet would run.
_QUOTED: Final = re.compile(r"^'(?=[=+\-@＝＋－＠])")


@dataclass(frozen=True, slots=True)
class Row:
    """One player's score in one hand; `points` None: no score was given (8.5)."""

    line: int
    day: date
    game: str
    hand: int
    player: str
    points: int | None
    out: bool
    dealer: str
    counts: bool


@dataclass(slots=True)
class Book:
    """All rows that can be read, and why the others cannot; `spoilt` are the days and games of those.

    A day of "" is one that could not be read.
    """

    rows: list[Row] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    spoilt: set[tuple[str, str]] = field(default_factory=set)

    def is_whole(self, day: date, game: str) -> bool:
        """Whether no row of a game is bad, as far as can be known."""
        return not self.spoilt & {(day.isoformat(), game), ("", game)}


def read(text: str) -> Book:
    """The rows of a book; ImportRefused if it is no such table at all."""
    book = Book()
    cells = _Cells(text)
    for line, row in cells.rows():
        if not any(row.values()):
            continue
        if len(book.rows) + len(book.bad) >= MOST_ROWS:
            raise ImportRefused(Bad(Why.TOO_MANY_ROWS, values=(("most", MOST_ROWS),)))
        try:
            book.rows.append(_row(line, row))
        except ImportRefused as refused:
            book.bad.extend(refused.bad)
            book.spoilt.add((row["date"] if _is_day(row["date"]) else "", names.clean(row["game"])))
    if not book.rows and not book.bad:
        raise ImportRefused(Bad(Why.EMPTY))
    return book


class _Cells:
    """The table under its heading, whatever separates its cells."""

    def __init__(self, text: str) -> None:
        said = _SEPARATOR.match(text)
        self._above = 1 if said else 0
        text = text[said.end() :] if said else text
        first = text[:LONGEST_LINE].partition("\n")[0]
        delimiter = max(_DELIMITERS, key=lambda sign: len(_known(first.split(sign))))
        self._reader = csv.reader(self._short(text), delimiter=delimiter)
        heading = next(self._lines(), (1, []))[1]
        self._columns = [_heading(cell) for cell in heading]
        for name in COLUMNS:
            if self._columns.count(name) > 1:
                raise ImportRefused(Bad(Why.COLUMN_TWICE, line=1, values=(("column", name),)))
        missing = [name for name in NEEDED if name not in self._columns]
        if missing:
            raise ImportRefused(
                *(Bad(Why.COLUMN_MISSING, line=1, values=(("column", name),)) for name in missing)
            )

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Line and cells by column."""
        for line, cells in self._lines():
            if not any(map(str.strip, cells)):
                continue
            found = dict.fromkeys(COLUMNS, "")
            for name, cell in zip(self._columns, cells, strict=False):
                if name in found:
                    found[name] = _QUOTED.sub("", cell[:_LONGEST_CELL].strip(), count=1)
            yield line, found

    def _short(self, text: str) -> Iterator[str]:
        """The lines of the file, refused before anything is made of one that is far too long."""
        lines = io.StringIO(text, newline="")
        for number in range(self._above + 1, self._above + _MOST_LINES + 1):
            line = lines.readline(LONGEST_LINE + 1)
            if len(line) > LONGEST_LINE:
                raise ImportRefused(Bad(Why.LINE_TOO_LONG, line=number, values=(("most", LONGEST_LINE),)))
            if not line:
                return
            yield line
        raise ImportRefused(Bad(Why.TOO_MANY_ROWS, values=(("most", MOST_ROWS),)))

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        try:
            for cells in self._reader:
                yield self._above + self._reader.line_num, cells
        except csv.Error:
            raise ImportRefused(Bad(Why.NOT_CSV, line=self._above + self._reader.line_num)) from None


def _known(heading: Sequence[str]) -> set[str]:
    return {_heading(cell) for cell in heading} & set(COLUMNS)


def _heading(cell: str) -> str:
    return cell[:_LONGEST_CELL].strip().strip('"').casefold()


def _row(line: int, cells: dict[str, str]) -> Row:
    bad = list(_bad_cells(line, cells))
    if bad:
        raise ImportRefused(*bad)
    return Row(
        line=line,
        day=date.fromisoformat(cells["date"]),
        game=names.clean(cells["game"]),
        hand=int(cells["hand"]),
        player=names.clean(cells["player"]),
        points=None if cells["posted"].casefold() in _YES else int(cells["points"]),
        out=cells["out"].casefold() in _YES,
        dealer=names.clean(cells["dealer"]),
        counts=cells["counts"] == "" or cells["counts"].casefold() in _YES,
    )


def _bad_cells(line: int, cells: dict[str, str]) -> Iterator[Bad]:
    if not _is_day(cells["date"]):
        yield Bad(Why.DATE, line=line, values=(("cell", cells["date"]),))
    if not _WHOLE.fullmatch(cells["hand"]) or not 1 <= int(cells["hand"]) <= LAST_HAND:
        yield Bad(Why.HAND, line=line, values=(("cell", cells["hand"]), ("last", LAST_HAND)))
    if len(cells["game"]) > _LONGEST_LABEL:
        yield Bad(Why.LABEL, line=line, values=(("most", _LONGEST_LABEL),))
    flags = {name: cells[name].casefold() for name in ("posted", "out", "counts")}
    for name, flag in flags.items():
        if flag not in _YES | _NO:
            yield Bad(Why.YES_OR_NO, line=line, values=(("cell", cells[name]), ("column", name)))
    if flags["posted"] not in _YES and not _WHOLE.fullmatch(cells["points"]):
        yield Bad(Why.POINTS, line=line, values=(("cell", cells["points"]),))
    for fault in names.faults_in([names.clean(cells["player"])], pointer=""):
        yield Bad(Why.RULES, line=line, fault=fault)


def _is_day(text: str) -> bool:
    try:
        return bool(_DAY.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False
