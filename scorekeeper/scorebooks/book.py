"""What an old score book says, as values: how it is read, its scores as they stand there, and its games."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from scorekeeper.rules.score_forms import Exact, written
from scorekeeper.scorebooks.faults import FileFault, Line
from scorekeeper.scorebooks.people import WhoIs
from scorekeeper.scorebooks.tables import Row


@dataclass(frozen=True, slots=True)
class BookReading:
    """How a book is read: each part can be answered otherwise.

    `columns` are the meanings by heading: those of `cells`, "hand 3", "game 2", "name" for the column of the
    player in the heading, "" for one that is left out. `dates` is "day-first", "month-first", or "" if it
    does not matter, or is not known. `blank` is "0" or "absent": a blank among the scores of a player.
    `decimals` is the sign before fractions. `repeats`: a blank repeats the cell above. `running`: points are
    totals so far. `marks` are words in place of points, of whoever went out or was not there. `game` is the
    one that is read, "" while it is not known, if the file has several `games`.
    """

    columns: Mapping[str, str]
    dates: str = ""
    blank: str = "0"
    decimals: str = ""
    repeats: bool = False
    running: bool = False
    marks: frozenset[str] = frozenset()
    game: str = ""
    games: tuple[str, ...] = ()

    @property
    def layout(self) -> str:
        """A column for each "name", of "hands" or of whole "games"; or a row for each "score" or "total"."""
        meanings = [*self.columns.values()]
        if "name" in meanings:
            return "name"
        if any(meaning.startswith("hand ") for meaning in meanings):
            return "hands"
        if any(meaning.startswith("game ") for meaning in meanings):
            return "games"
        return "score" if "hand" in meanings else "total"


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """What one cell says of a player in a hand (0: in total); a blank one has 0 points."""

    row: Line
    player: str
    hand: int
    points: Exact
    is_blank: bool = False
    out: bool = False
    posted: bool = False
    held: int | None = None

    @property
    def is_given(self) -> bool:
        """Whether it says what the player scored."""
        return self.posted or not self.is_blank


@dataclass(slots=True)
class Evening:
    """The scores of one game as they stand in the book: by hand (0: totals), then by player.

    `key` tells it from all other games. `beside` are rows in which it may be wrong, too: sums of it
    alone, and players for the second time.
    """

    day: date
    table: str
    key: tuple[str, ...]
    dealer: str = ""
    counts: bool = True
    hands: dict[int, dict[str, ScoreCell]] = field(default_factory=lambda: defaultdict(dict))
    beside: list[Line] = field(default_factory=list)

    @property
    def rows(self) -> list[Line]:
        """All its rows in order."""
        return sorted({score.row for scores in self.hands.values() for score in scores.values()})


@dataclass(frozen=True, slots=True)
class BookGame:
    """The game of an evening, with a seat for each person.

    `hands` are the scores in each hand by seat, of whoever had not left; empty: totals alone.
    """

    evening: Evening
    players: tuple[str, ...]
    hands: Sequence[Mapping[int, ScoreCell]]
    totals: tuple[Exact, ...]

    def as_json(self, *, hands: int | None) -> dict[str, Any]:
        """The game for a program; by the rules it has so many hands, None if they don't say.

        Points that winners share are texts as in the API: "33/2".
        """
        table, seats = self.evening.table, range(len(self.players))
        points = [
            [written(hand[seat].points) if seat in hand else None for seat in seats] for hand in self.hands
        ]
        return {
            "date": self.evening.day.isoformat(),
            "table": int(table) if table.isascii() and table.isdigit() else table,
            "players": [*self.players],
            "hands": points or None,
            "totals": [*map(written, self.totals)],
            "ended_early": 0 < len(points) < (hands or 0),
        }


@dataclass(slots=True)
class ReadBook:
    """What a file says: evenings as they stand there, games by day, and what must be asked; `faults` by kind.

    `spellings` are names that are taken for those of other people without a question: name -> person.
    `left_out` is how many rows are not of games: of a season's tables, of members; `without_games` are the
    names of whole sheets that have none. `is_proven`: the games are those of `blocks`, whatever headings say.
    """

    reading: BookReading
    evenings: list[Evening] = field(default_factory=list)
    games: list[BookGame] = field(default_factory=list)
    ambiguous: list[FileFault] = field(default_factory=list)
    who: tuple[WhoIs, ...] = ()
    spellings: dict[str, str] = field(default_factory=dict)
    faults: list[FileFault] = field(default_factory=list)
    rows: Sequence[Row] = ()
    left_out: int = 0
    without_games: Sequence[str] = ()
    is_proven: bool = False
    numbers: Counter[date] = field(default_factory=Counter)

    def evening(self, day: date, label: str = "", *, key: tuple[str, ...] = ()) -> Evening:
        """Begin the scores of a game; without a label it is called by its number on that day."""
        self.numbers[day] += 1
        table = label or str(self.numbers[day])
        evening = Evening(day, table, key or (day.isoformat(), table))
        self.evenings.append(evening)
        return evening

    @property
    def asks_for_game(self) -> bool:
        """Whether it is not known which game of several is meant."""
        return bool(self.reading.games) and not self.reading.game

    @property
    def asks(self) -> bool:
        """Whether somebody must answer before it is sure what it says."""
        return self.asks_for_game or bool(self.ambiguous or self.who)
