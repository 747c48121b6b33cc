"""An old score book: a table with a row for each player of each hand, and the games in these rows."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from scorekeeper.rules import history, names
from scorekeeper.rules.checks import MOST_RECORDED
from scorekeeper.rules.entries import Departed, Entry, Event, GivenScore, HandScored, Started
from scorekeeper.rules.faults import Fault, Violation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.sheets import SheetRules, sheet_faults
from scorekeeper.services.leagues.transfer.faults import FileFault, FileFaultCode, ImportRefused

NEEDED: Final = ("date", "hand", "player", "points")
COLUMNS: Final = (*NEEDED, "game", "dealer", "posted", "out", "counts")
MOST_ROWS: Final = 100_000
_DELIMITERS: Final = ",;\t"
_LONGEST_LABEL: Final = 40
_LONGEST_CELL: Final = 400
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
# Excel needs this line above a table to know its delimiter, and writes it.
_SEPARATOR: Final = re.compile(r'"?sep=([,;\t])"?[,;\t]*\r?\n?', re.IGNORECASE)
_WHOLE: Final = re.compile(r"\d{1,5}", re.ASCII)
_YES: Final = frozenset({"yes", "y", "x", "1", "true"})
_NO: Final = frozenset({"", "no", "n", "0", "false"})
# Exported tables put an apostrophe before a cell that a spreadsheet would take for a formula.
_QUOTED: Final = re.compile(r"^'(?=[=+\-@＝＋－＠])")
_FIRST: Final = 1


@dataclass(frozen=True, slots=True)
class ScorebookRow:
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
class Scorebook:
    """All rows that can be read, and the faults of the others."""

    rows: list[ScorebookRow] = field(default_factory=list)
    faults: list[FileFault] = field(default_factory=list)


def read(text: str) -> Scorebook:
    """The rows of a score book; ImportRefused if the text is no such table."""
    separator = _SEPARATOR.match(text)
    above = 1 if separator else 0
    text = text[separator.end() :] if separator else text
    heading = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=lambda sign: _likelihood(heading.split(sign)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    book = Scorebook()
    try:
        columns = _columns(next(reader, []))
        for cells in reader:
            _read_row(book, above + reader.line_num, dict(zip(columns, cells, strict=False)))
    except csv.Error:
        raise ImportRefused.because(FileFaultCode.NOT_CSV, line=above + reader.line_num) from None
    if not book.rows and not book.faults:
        raise ImportRefused.because(FileFaultCode.EMPTY)
    return book


def _columns(heading: Sequence[str]) -> list[str]:
    """The names of the columns; ImportRefused if one of them is missing, or there twice."""
    columns = [_heading(cell) for cell in heading]
    for name in COLUMNS:
        if columns.count(name) > 1:
            raise ImportRefused.because(FileFaultCode.COLUMN_TWICE, line=1, column=name)
    if missing := [name for name in NEEDED if name not in columns]:
        raise ImportRefused.because(
            FileFaultCode.COLUMN_MISSING,
            columns=", ".join(missing),
            heading=", ".join(filter(None, (cell.strip() for cell in heading)))[:_LONGEST_CELL],
        )
    return columns


def _likelihood(heading: Sequence[str]) -> tuple[int, int]:
    """The columns that are known, and all of them, for the sign that parts most."""
    return len({*map(_heading, heading)} & {*COLUMNS}), len(heading)


def _heading(cell: str) -> str:
    return cell.strip().strip('"').casefold()


def _read_row(book: Scorebook, line: int, cells: Mapping[str, str]) -> None:
    """Add a row to the book, or its faults; an empty one is passed over."""
    row = {name: _QUOTED.sub("", cells.get(name, "")[:_LONGEST_CELL].strip(), count=1) for name in COLUMNS}
    if not any(row.values()):
        return
    if len(book.rows) + len(book.faults) >= MOST_ROWS:
        raise ImportRefused.because(FileFaultCode.TOO_MANY_ROWS, most=MOST_ROWS)
    if faults := list(_cell_faults(line, row)):
        book.faults += faults
    else:
        book.rows.append(_row(line, row))


def _row(line: int, cells: dict[str, str]) -> ScorebookRow:
    return ScorebookRow(
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


def _cell_faults(line: int, cells: dict[str, str]) -> Iterator[FileFault]:
    flags = {name: cells[name].casefold() for name in ("posted", "out", "counts")}
    for name, code, is_good in _CHECKS:
        if name == "points" and flags["posted"] in _YES:
            continue
        if not cells[name]:
            yield FileFault.of(FileFaultCode.NO_VALUE, line=line, column=name)
        elif not is_good(cells[name]):
            yield FileFault.of(code, line=line, cell=cells[name], last=len(LAW.contracts))
    if len(cells["game"]) > _LONGEST_LABEL:
        yield FileFault.of(FileFaultCode.LABEL, line=line, most=_LONGEST_LABEL)
    for name, flag in flags.items():
        if flag not in _YES | _NO:
            yield FileFault.of(FileFaultCode.YES_OR_NO, line=line, cell=cells[name], column=name)
    for fault in names.faults_in([names.clean(cells["player"])], pointer=""):
        yield FileFault(FileFaultCode.RULES, line=line, rule=fault)


def _is_hand(text: str) -> bool:
    return bool(_WHOLE.fullmatch(text)) and 1 <= int(text) <= len(LAW.contracts)


def _is_day(text: str) -> bool:
    try:
        return bool(_DAY.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


_CHECKS: Final = (
    ("date", FileFaultCode.DATE, _is_day),
    ("hand", FileFaultCode.HAND, _is_hand),
    ("points", FileFaultCode.POINTS, _WHOLE.fullmatch),
)


@dataclass(slots=True)
class ScorebookGame:
    """One game of a score book: its rows by hand, then by the key of the player's name."""

    day: date
    label: str
    rows: dict[int, dict[str, ScorebookRow]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def line(self) -> int:
        """Its first line."""
        return min(row.line for rows in self.rows.values() for row in rows.values())

    @property
    def counts(self) -> set[bool]:
        """The values of its rows in the column `counts`."""
        return {row.counts for rows in self.rows.values() for row in rows.values()}

    @property
    def players(self) -> tuple[str, ...]:
        """The keys of the players' names, in the order of the first hand."""
        return tuple(self.rows[_FIRST])


def games_in(rows: Sequence[ScorebookRow]) -> tuple[list[ScorebookGame], list[FileFault]]:
    """The games, in the order of the book, and a fault for each second row of a player in one hand."""
    games: dict[tuple[date, str], ScorebookGame] = {}
    faults: list[FileFault] = []
    for row in rows:
        game = games.setdefault((row.day, row.game), ScorebookGame(row.day, row.game))
        key = names.key(row.player)
        if key in game.rows[row.hand]:
            twice = FileFault.of(FileFaultCode.TWICE, line=row.line, name=row.player, hand=row.hand)
            faults.append(twice)
        game.rows[row.hand].setdefault(key, row)
    return list(games.values()), faults


def faults_of(game: ScorebookGame) -> Iterator[FileFault]:
    """Why a game cannot be played: a hand is missing, or a player comes late, or leaves and comes back."""
    hands = sorted(game.rows)
    for hand in range(_FIRST, hands[-1]):
        if hand not in game.rows:
            line = min(row.line for row in game.rows[hands[-1]].values())
            yield FileFault.of(FileFaultCode.HAND_MISSING, line=line, hand=hand)
            return
    sat = set(game.rows[_FIRST])
    for hand in hands[1:]:
        for key, row in game.rows[hand].items():
            if key in sat:
                continue
            if key in game.rows[_FIRST]:
                code, missing = FileFaultCode.SCORE_MISSING, hand - 1
            else:
                code, missing = FileFaultCode.JOINED_LATE, hand
            yield FileFault.of(code, line=row.line, name=row.player, hand=missing)
        sat &= set(game.rows[hand])


def sheet_faults_of(game: ScorebookGame, *, rules: Ruleset) -> Iterator[FileFault]:
    """The faults of every hand for itself, though rows of it may be missing."""
    by = SheetRules(rules, players=MOST_RECORDED)
    for hand, of_hand in game.rows.items():
        rows = dict(enumerate(of_hand.values()))
        seats = {seat: row.player for seat, row in rows.items()}
        for fault in sheet_faults(_sheet(hand, rows), by=by, names=seats):
            yield _in_hand([row.line for row in rows.values()], fault)


def played(game: ScorebookGame, start: Started, *, now: datetime) -> tuple[Game, list[Entry]]:
    """Play a game by the rules, with `start` as its first entry; its state in the end, and all entries.

    ImportRefused with the lines of the player or of all hands that the rules refuse.
    """
    try:
        entry, state = history.start(start, now=now)
    except Violation as refused:
        first = [row.line for row in game.rows[_FIRST].values()]
        raise ImportRefused(*(_in_hand(first, fault) for fault in refused.faults)) from None
    entries = [entry]
    replay = Replay(entries)
    for event, lines in events_of(game):
        try:
            entry, state = history.go_on(replay, event, at=start.started_at, game=state)
        except Violation as refused:
            raise ImportRefused(*(_in_hand(lines, fault) for fault in refused.faults)) from None
        entries.append(entry)
    return state, entries


def first_dealer(game: ScorebookGame) -> int:
    """The seat that dealt the first hand, by default the first; ImportRefused if another name is given."""
    for row in game.rows[_FIRST].values():
        if row.dealer:
            key = names.key(row.dealer)
            if key not in game.players:
                raise ImportRefused.because(FileFaultCode.DEALER, line=row.line, name=row.dealer)
            return game.players.index(key)
    return 0


def events_of(game: ScorebookGame) -> Iterator[tuple[Event, Sequence[int]]]:
    """The events of a game hand by hand, each with the lines of its scores."""
    sat = game.players
    seats = {key: seat for seat, key in enumerate(game.players)}
    for hand in sorted(game.rows):
        rows = {
            seats[key]: row for key, row in sorted(game.rows[hand].items(), key=lambda cell: seats[cell[0]])
        }
        left = tuple(seats[key] for key in sat if seats[key] not in rows)
        lines = [row.line for row in rows.values()]
        if left:
            yield Departed(left), lines
        sat = tuple(key for key in sat if seats[key] in rows)
        yield _sheet(hand, rows), lines


def _sheet(hand: int, rows: Mapping[int, ScorebookRow]) -> HandScored:
    went_out = next((seat for seat, row in rows.items() if row.out), None)
    if went_out is None:
        went_out = next((seat for seat, row in rows.items() if row.points == 0), None)
    scores = (GivenScore(seat, row.points, not_given=row.points is None) for seat, row in rows.items())
    return HandScored(hand, went_out, tuple(scores))


def _in_hand(lines: Sequence[int], fault: Fault) -> FileFault:
    """The fault at the line of the player whom its pointer names, else at the first."""
    path = fault.pointer.split("/")
    index = int(path[2]) if len(path) > 2 and path[1] in ("players", "scores") else 0
    return FileFault(FileFaultCode.RULES, line=lines[min(index, len(lines) - 1)], rule=fault)
