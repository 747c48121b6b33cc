"""Games that prove themselves: blocks of numbers between names, whatever their headings say.

What goes in are the sheets of a book. What comes out is one table with a row for each player of each game,
the rows of its sheets that prove nothing, and the sheets of which most proves nothing: there the headings
must tell (`reading`).

The idea: a careful person knows the game. The players of a game stand side by side or below each other, each
with as many numbers; in most hands one of them has nothing; and the hands add up to the totals, or totals so
far never fall. `_hands` takes the numbers beside names as lines, a hand each. A line that is the sum of all
before it is a sum, in any language: what lies before the last sum are the hands, and what follows are places
or averages. Else these may be totals so far, of which one falls by mistake; else a sum that agrees for most
players, which is kept, so that it is a fault of the others. Without sums, a nought in most hands proves as
much. The day and the table of a block are the nearest above it, over its own columns or on their left.

Invariants: a block has one day, two to ten players, and each of them once. Of its lines only sums, what
follows them without noughts, up to two before the first nought, and lines with words are left out. Rows keep
their numbers, so that a fault is found in the file.

The cost is a pass over the cells, and over the sixty rows below each row of names. It can be wrong where
something else than a game has names, noughts, and sums that agree, and where a hand adds up by chance: so
what headings tell goes first if it is whole and has as many games with more scores (`games`).

An example: of "Hra;Eva;Jan", "1;0;25", "2;40;0", "Celkem;40;25" the third line of numbers is the sum.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from operator import ge
from typing import Final

from scorekeeper.scorebooks import cells
from scorekeeper.scorebooks.tables import Row, Table

_MOST_PLAYERS: Final = 10
_MOST_HANDS: Final = 15
_LONGEST_BLOCK: Final = 60
_FEWEST_WITHOUT_SUMS: Final = 3
# Places and place points are no higher.
_HIGHEST_PLACE: Final = 12
_LONGEST_MARK: Final = 4
_LONGEST_SIGN: Final = 2
_LONGEST_NAME: Final = 40
# As many numbers of a row in no block are something that is not understood.
_UNKNOWN: Final = 3
# Numbers beside such a word are none of players.
_LABELS: Final = ("table", "date", "place", "dealer")
_LETTERS: Final = re.compile(r"[^\W\d_]")
_PART: Final = re.compile(r" [-–—|:] |, |: ")
Line = Sequence[str]


@dataclass(frozen=True, slots=True)
class _Game:
    """Where it stands, its day and table, and its players with their rows, points by hand, and totals."""

    place: tuple[int, int]
    day: str
    label: str
    players: Mapping[str, tuple[Row, Line, str]]


@dataclass(frozen=True, slots=True)
class Proven:
    """A table with a row for each player of each game; rows of its sheets beside it; other sheets."""

    table: Table
    unknown: Sequence[Row]
    others: Sequence[Table]


def proven(tables: Sequence[Table]) -> Proven | None:
    """What proves itself in some sheets; None if nothing does."""
    read = [(sheet, _Sheet(sheet)) for sheet in tables]
    of_sheets = [(sheet, blocks, blocks.games()) for sheet, blocks in read]
    games = [game for _sheet, _blocks, games in of_sheets for game in games or ()]
    unknown = [row for _sheet, blocks, games in of_sheets if games for row in blocks.unknown]
    others = [sheet for sheet, _blocks, games in of_sheets if games is None]
    return Proven(_table(games), unknown, others) if games else None


def _table(games: Sequence[_Game]) -> Table:
    most = max((len(its) for game in games for _row, its, _total in game.players.values()), default=0)
    heads = "Date", "Table", "Player", *(f"Hand {number + 1}" for number in range(most)), "Total"
    rows = [Row(0, heads)]
    are_labelled = len({(game.day, game.label) for game in games if game.label}) == len(games)
    tables_of: Counter[str] = Counter()
    for game in games:
        tables_of[game.day] += 1
        label = game.label if are_labelled else str(tables_of[game.day])
        for name, (row, its, total) in game.players.items():
            points = [*its, *[""] * (most - len(its))]
            rows.append(Row(row.number, (game.day, label, name, *points, total)))
    return Table("", rows)


class _Sheet:
    """The blocks of a sheet; `_free` are the columns of numbers in each row that are in none.

    `unknown` are the rows of which that makes a fault.
    """

    def __init__(self, sheet: Table) -> None:
        self._name, self._rows = sheet.name, sheet.rows
        self._starts = [[*_starts(row)] for row in sheet.rows]
        self._players = {
            (column, row.cells[column])
            for row, starts in zip(sheet.rows, self._starts, strict=True)
            for column in starts
        }
        self._free = [_numbers(row) for row in sheet.rows]
        self.unknown: list[Row] = []
        # Names over numbers that are no game by themselves.
        self._others: list[tuple[Sequence[int], Sequence[int]]] = []
        # Who is taken for a row or a column of sums; and who of these plays elsewhere.
        self._sums: set[str] = set()
        self._named: set[str] = set()
        texts = [sheet.name, f"1. {sheet.name}", *chain.from_iterable(row.cells for row in sheet.rows)]
        self._has_days = any(map(cells.dates_of, texts))
        # The last headings of the columns beside a column of names.
        self._heads: dict[tuple[int, int], str] = {}
        # What the nearest heading of a column above a row means.
        self._kinds: dict[tuple[int, int], str] = {}

    def games(self) -> list[_Game] | None:
        """The games in the order of their rows; None if most rows are unknown, or one has no day."""
        games = sorted([*self._across(), *self._down()], key=lambda game: game.place)
        names = {name for game in games for name in game.players}
        if named := names & self._sums - self._named:
            # Once somebody had as many points as all others together.
            self._named |= named
            self._free, self._others = [_numbers(row) for row in self._rows], []
            return self.games()
        beside = {
            row for rows, columns in self._others for row in rows if self._free[row].intersection(columns)
        }
        known = 0
        for number, (row, free) in enumerate(zip(self._rows, self._free, strict=True)):
            is_apart = free == _numbers(row) and not names.isdisjoint(row.cells)
            label = cells.meaning_of(next(filter(None, row.cells), ""))
            is_unknown = (is_apart or len(free) >= _UNKNOWN) and label not in _LABELS
            if number in beside or (free and is_unknown and not _counts(_at(row, sorted(free)))):
                self.unknown.append(row)
            else:
                known += free != _numbers(row)
        has_days = all(game.day for game in games)
        return games if has_days and len(self.unknown) <= known else None

    def _across(self) -> Iterator[_Game]:
        """The games below rows of names."""
        for place, row in enumerate(self._rows):
            names = [column for column, cell in enumerate(row.cells) if _is_name(cell)]
            # What stands above single names begins a game; above most of them there are headings.
            titles = {
                column for above in self._above(place) for column, cell in enumerate(above.cells) if cell
            }
            are_heads = any(len(run) < 2 for run in _runs(names, step=1, ends=titles))
            # A name may stand above two columns: its points, and its total so far.
            for step in (1, 2):
                for columns in [*_runs(names, step=step, ends=() if are_heads else titles)]:
                    if game := self._below(place, columns):
                        names = [column for column in names if column not in columns]
                        yield game

    def _below(self, place: int, columns: Sequence[int]) -> _Game | None:
        body = self._body(place, columns) if len(columns) > 1 else []
        columns = [column for column in columns if _are_points(self._column(body, column))]
        scored = [number for number in body if any(map(cells.is_number, _at(self._rows[number], columns)))]
        lines = [number for number in scored if all(map(_is_value, _at(self._rows[number], columns)))]
        points = {
            column: [cells.number_of(cell) or 0 for cell in self._column(lines, column)] for column in columns
        }
        row, together = self._rows[place], [sum(line) for line in zip(*points.values(), strict=True)]
        # A column of all points together is no player.
        sums = [column for column in columns if [2 * number for number in points[column]] == together]
        sums = [column for column in sums if row.cells[column] not in self._named]
        self._sums |= {row.cells[column] for column in sums}
        columns = [column for column in columns if column not in sums]
        heads = self._column(lines, max(columns[0] - 1, 0) if columns else 0)
        hands, totals = _hands([_at(self._rows[number], columns) for number in lines], heads)
        # A word may stand for points.
        has_words = any(number < lines[-1] for number in {*scored} - {*lines}) if lines else False
        if not hands or has_words or self._has_more(row, lines, columns):
            self._others += [(body, columns)] if len(columns) > 1 else []
            return None
        first, last = columns[0] - 1, columns[-1]
        its = zip(columns, _turned(hands), totals, strict=True)
        players = {row.cells[column]: (row, points, total) for column, points, total in its}
        left = self._rows[lines[0]].cells[: first + 1]
        beside = [cell for cell in left if cells.dates_of(cell) or cells.table_in(cell)]
        game = self._game(place, players, beside, first=first, last=last)
        for number in (place, *body) if game else ():
            self._free[number] -= {*range(first, last + 1)}
        return game

    def _has_more(self, row: Row, lines: Sequence[int], columns: Sequence[int]) -> bool:
        """Whether points stand beside a block below a word that we know, as if a player were called so."""
        totals = [sum(cells.number_of(cell) or 0 for cell in _at(self._rows[n], columns)) for n in lines]
        for column in {*range(columns[0] - 1, columns[-1] + 3)} - {-1, *columns}:
            head = _at(row, [column])[0]
            numbers = [cells.number_of(cell) or 0 for cell in self._column(lines, column)] if head else []
            is_scored = max(numbers, default=0) > _HIGHEST_PLACE and numbers != totals
            if is_scored and not _is_name(head) and not cells.dates_of(head):
                return True
        return False

    def _body(self, place: int, columns: Sequence[int]) -> list[int]:
        """The rows below names, up to a gap, other names or another day; none if each has a day."""
        body: list[int] = []
        for number, row in enumerate(self._rows[place + 1 :], place + 1):
            texts = [cell for cell in _at(row, columns) if cell and not _is_value(cell)]
            if not any(row.cells) or len({*filter(_is_name, texts)}) > 1:
                break
            if body and any(map(cells.dates_of, row.cells)):
                is_title = not any(map(cells.is_number, _at(row, columns)))
                return body if is_title or len(texts) > len(columns) - 2 else []
            body.append(number)
            if len(body) > _LONGEST_BLOCK:
                return []
        return body

    def _down(self) -> Iterator[_Game]:
        """The games beside columns of names."""
        groups: dict[int, list[int]] = defaultdict(list)
        for number, starts in enumerate([*self._starts, []]):
            for column in [*groups]:
                if column not in starts and not self._is_absent(number, column):
                    yield from self._beside(groups.pop(column), column)
            for column in starts:
                groups[column].append(number)

    def _is_absent(self, number: int, column: int) -> bool:
        """Whether a row has no numbers beside a player who has some elsewhere in the sheet."""
        row = self._rows[number] if number < len(self._rows) else Row(0, ())
        name, *beside = _at(row, range(column, column + 3))
        left, above = (each.cells[:column] for each in (row, self._rows[number - 1]))
        has_numbers = any(map(cells.is_number, beside))
        return (column, name) in self._players and not has_numbers and (left == above or not any(left))

    def _beside(self, numbers: Sequence[int], name: int) -> Iterator[_Game]:
        starts = {*chain.from_iterable(self._starts[number] for number in numbers)}
        end = min(starts - {*range(name + 1)}, default=max(len(self._rows[n].cells) for n in numbers))
        columns = [column for column in range(name + 1, end) if _are_points(self._column(numbers, column))]
        above = chain.from_iterable(_at(row, columns) for row in self._above(numbers[0]))
        # Below days there are totals of evenings.
        if any(map(cells.dates_of, above)):
            return
        for group, left in self._parted(numbers, name, columns):
            rows = [self._rows[number] for number in group]
            heads = self._heads_above(group[0], name, columns)
            hands, totals = _hands([self._column(group, column) for column in columns], heads)
            its = zip(rows, _turned(hands), totals, strict=bool(hands))
            players = {row.cells[name]: (row, points, total) for row, points, total in its}
            has_words = not all(map(_is_value, chain.from_iterable(_at(row, columns) for row in rows)))
            if len(players) < len(rows) or has_words or self._is_cut(group, name, columns):
                continue
            if game := self._game(group[0], players, left, first=name, last=end - 1):
                begin = name if min(starts) < name else 0
                for number in group:
                    self._free[number] -= {*range(begin, end)}
                yield game

    def _heads_above(self, first: int, name: int, columns: Sequence[int]) -> list[str]:
        """The headings of columns in the two rows above a game, or else those above an earlier one."""
        above = [number for number in range(max(first - 2, 0), first) if name not in self._starts[number]]
        heads = {(name, column): "".join(self._column(above, column)) for column in columns}
        self._heads |= {place: head for place, head in heads.items() if head}
        return [self._heads.get((name, column), "") for column in columns]

    def _is_cut(self, group: Sequence[int], name: int, columns: Sequence[int]) -> bool:
        """Whether a row above or below is of the same game, though it begins with a word for points."""
        left = self._rows[group[0]].cells[:name]
        for place in {group[0] - 1, group[-1] + 1} & {*range(len(self._rows))}:
            row = self._rows[place]
            numbers = [*filter(cells.is_number, _at(row, columns))]
            is_beside = row.cells[:name] == left or not any(row.cells[:name])
            is_player = name not in self._starts[place] and _is_name(_at(row, [name])[0])
            if is_player and is_beside and numbers and not _counts(numbers):
                return True
        return False

    def _above(self, number: int) -> Sequence[Row]:
        """The two rows above one."""
        return self._rows[max(number - 2, 0) : number]

    def _parted(
        self, numbers: Sequence[int], name: int, columns: Sequence[int]
    ) -> Iterator[tuple[Sequence[int], Line]]:
        """The rows of each game, without rows of sums, with the day and the table on their left."""
        group: list[int] = []
        left: dict[int, str] = {}
        for number in numbers:
            here = dict(enumerate(self._rows[number].cells[:name]))
            here = {n: cell for n, cell in here.items() if cell and self._tells(numbers[0], n, cell)}
            if left | here != left and group:
                yield group, [*left.values()]
                group = []
            left |= here
            # A longer group is none of a game.
            above = [self._column(group[-_LONGEST_BLOCK:], column) for column in columns]
            sums = [sum(cells.number_of(cell) or 0 for cell in texts) for texts in above]
            texts = _at(self._rows[number], columns)
            points = map(cells.number_of, texts)
            added = [(its, total) for its, total in zip(points, sums, strict=True) if its is not None]
            word = self._rows[number].cells[name]
            is_sum = len(group) > 1 and len(added) > 1 and all(its == total for its, total in added)
            is_sum = is_sum and word not in self._named
            if is_sum:
                self._sums.add(word)
            if is_sum or sum(map(bool, texts)) < 2:
                self._free[number] -= {*columns}
            else:
                group.append(number)
        if group:
            yield group, [*left.values()]

    def _tells(self, first: int, column: int, cell: str) -> bool:
        """Whether a cell on the left says the day or the table of its row."""
        if (first, column) not in self._kinds:
            # The headings may stand above other games, too.
            above = (row for row in reversed(self._rows[:first]) if sum(map(bool, row.cells)) > 1)
            texts = (head for row in above for head in _at(row, [column]) if not cells.is_number(head))
            heads = (cells.meaning_of(head) for head in texts if head)
            self._kinds[first, column] = next(filter(None, heads), "")
        return bool(cells.dates_of(cell) or cells.table_in(cell)) or self._kinds[first, column] in (
            "table",
            "game",
        )

    def _game(
        self,
        place: int,
        points: Mapping[str, tuple[Row, Line, str]],
        beside: Line,
        *,
        first: int,
        last: int,
    ) -> _Game | None:
        """A game of these players, with its day and table: beside it, or else the nearest above it."""
        players = {name: its for name, its in points.items() if any(its[1])}
        if not 2 <= len(players) <= _MOST_PLAYERS:
            return None
        day = next(filter(cells.dates_of, beside), "")
        others = (cell for cell in beside if cell != day)
        label = next(chain(filter(None, map(cells.table_in, beside)), others), "")
        for row in reversed(self._rows[: place + 1]):
            if day or not self._has_days:
                break
            left = [*filter(None, row.cells[: last + 1])]
            over = [*filter(None, row.cells[max(first, 0) : last + 1])]
            label = label or cells.table_in(" ".join(over or left[:1]))
            day = next(filter(cells.dates_of, reversed(left)), "")
        day = day or (self._name if cells.dates_of(self._name) else "")
        parts = [part for part in _PART.split(day) if cells.dates_of(part) == cells.dates_of(day)]
        label = label or cells.table_in(self._name)
        return _Game((place, last), min(parts, key=len, default=day), label, players)

    def _column(self, numbers: Sequence[int], column: int) -> list[str]:
        return [cell for number in numbers for cell in _at(self._rows[number], [column])]


def _hands(lines: Sequence[Line], heads: Line) -> tuple[list[Line], Line]:
    """The lines of points that are hands, and that of the totals; none if nothing proves it."""
    pairs = [
        (line, head)
        for line, head in zip(lines, heads, strict=True)
        if any(map(cells.is_number, line)) and cells.meaning_of(head) != "place"
    ]
    lines = [line for line, _head in _numbered(pairs)]
    numbers = [[cells.number_of(cell) or 0 for cell in line] for line in lines]
    none = [""] * len(lines[0]) if lines else []
    if first := _behind_sum(numbers):
        total, behind = first
        return [_with_noughts(line) for line in lines[behind]], lines[total]
    for is_exact in (True, False):
        if not is_exact and (hands := _differences(numbers)):
            return hands, none
        # Behind each hand there may be the total so far; but two hands may be alike.
        begins = [n for n in range(min(3, len(lines))) if not any(0 in line for line in numbers[:n])]
        for fewest, begin in product((2, 1), begins):
            kept, last = _before_sums(numbers[begin:], fewest=fewest, is_exact=is_exact)
            if kept:
                return [_with_noughts(lines[begin + place]) for place in kept], lines[begin + last]
    while numbers and _is_beside(numbers[-1], [*zip(*numbers[:-1], strict=True)]):
        del numbers[-1]
    if len(numbers) < _FEWEST_WITHOUT_SUMS or any(cells.is_sum(head) for _line, head in pairs):
        return [], none
    # What is no lower than any hand of anybody, or alone has no nought, is a sum that doesn't agree.
    highest = [max(its) for its in zip(*numbers[:-1], strict=True)]
    is_apart = 0 not in numbers[-1] and _have_noughts(numbers[:-1], share=1)
    is_sum = is_apart or all(map(ge, numbers[-1], highest))
    is_sure = not is_sum and _have_noughts(numbers, share=0.75)
    return ([_with_noughts(line) for line in lines[: len(numbers)]] if is_sure else []), none


def _numbered(pairs: Sequence[tuple[Line, str]]) -> Sequence[tuple[Line, str]]:
    """The lines that are numbered from 1 as hands, with sums of them; all, if they are not.

    Whatever its word, a line of another evening's points, or of the best ones, is none of a hand.
    """
    hands = [line for line, head in pairs if cells.hand_of(head)]
    counted = [cells.hand_of(head) for _line, head in pairs if cells.hand_of(head)]
    if len(hands) < _FEWEST_WITHOUT_SUMS or counted != [*range(1, len(hands) + 1)]:
        return pairs
    sums = [sum(cells.number_of(cell) or 0 for cell in column) for column in zip(*hands, strict=True)]

    def is_kept(line: Line, head: str) -> bool:
        agree = sum((cells.number_of(cell) or 0) == total for cell, total in zip(line, sums, strict=True))
        return line in hands or cells.is_sum(head) or agree * 2 > len(sums)

    return [(line, head) for line, head in pairs if is_kept(line, head)]


def _is_beside(line: Sequence[int], columns: Sequence[Sequence[int]]) -> bool:
    """Whether a line has places, or says how often each player had nothing in the lines before it."""
    are_places = 1 in line and 1 <= min(line) <= max(line) <= len(line)
    return are_places or [*line] == [column.count(0) for column in columns]


def _behind_sum(numbers: Sequence[Sequence[int]]) -> tuple[int, slice] | None:
    """One of the first lines and those behind it that it adds up, with places between; None without any."""
    for total, begin in combinations(range(min(4, len(numbers))), 2):
        sums = [0] * len(numbers[total])
        for end, line in enumerate(numbers[begin:], begin + 1):
            sums = [so_far + more for so_far, more in zip(sums, line, strict=True)]
            hands = slice(begin, end)
            is_sum = sums == [*numbers[total]] and end > begin + 1
            if is_sum and _have_noughts(numbers[hands], share=0.5):
                return total, hands
    return None


def _before_sums(numbers: Sequence[Sequence[int]], *, fewest: int, is_exact: bool) -> tuple[list[int], int]:
    """The lines that the last sum adds up, at least so many, and its place; none if that proves nothing.

    A sum that isn't exact agrees for most players only: then there is a fault.
    """
    kept: list[int] = []
    proven = last = 0
    sums = [0] * len(numbers[0]) if numbers else []
    for place, line in enumerate(numbers):
        added = [(its, total) for its, total in zip(line, sums, strict=True) if total]
        agree = sum(its == total for its, total in added)
        # Who has points has some in the sum, too, but for a slip.
        is_rough = agree * 2 > len(added) and all(its for its, _total in added)
        is_sum = [*line] == sums if is_exact else is_rough
        if len(kept) >= fewest and is_sum:
            proven, last = len(kept), place
        else:
            kept.append(place)
            sums = [total + more for total, more in zip(sums, line, strict=True)]
    hands, after = ([numbers[place] for place in part] for part in (kept[:proven], kept[proven:]))
    behind = [total - min(numbers[last]) for total in numbers[last]] if kept else []
    is_over = not any(0 in line and max(line) > _HIGHEST_PLACE and [*line] != behind for line in after)
    is_sure = is_over and 2 <= proven <= _MOST_HANDS and _have_noughts(hands, share=0.5)
    return (kept[:proven] if is_sure else []), last


def _differences(numbers: Sequence[Sequence[int]]) -> list[Line]:
    """The hands of totals so far, of which one may be wrong; none if they are none."""
    rising, falls = [*numbers[:1]], 0
    for before, line in pairwise(numbers):
        if len(rising) > 1 and line == before:
            break
        falls += sum(now < last for last, now in zip(before, line, strict=True))
        if falls > (len(line) > 2):
            break
        rising.append(line)
    hands = [
        [now - last for last, now in zip(before, line, strict=True)]
        for before, line in pairwise([[0] * len(numbers[0]), *rising] if numbers else [])
    ]
    below = numbers[len(rising) :]
    after = [line for line in below if line != rising[-1]]
    is_whole = all(max(line) <= _HIGHEST_PLACE for line in after)
    # The totals may be told once more.
    share = 0.75 if len(after) == len(below) else 0.5
    is_sure = is_whole and len(hands) >= _FEWEST_WITHOUT_SUMS and _have_noughts(hands, share=share)
    return [[*map(str, hand)] for hand in hands] if is_sure and len(hands) <= _MOST_HANDS else []


def _have_noughts(hands: Sequence[Sequence[int]], *, share: float) -> bool:
    """Whether one alone went out in so many of the hands."""
    return sum(hand.count(0) == 1 for hand in hands) >= len(hands) * share


def _with_noughts(line: Line) -> Line:
    """The points of a hand: where nobody has 0, who alone has a sign or nothing went out."""
    signs = [cell for cell in line if not cells.is_number(cell)]
    is_out = len(signs) == 1 and "0" not in line
    return [
        "0" if not re.search(r"\d", cell) and (is_out or (cell and cell not in cells.NOTHING)) else cell
        for cell in line
    ]


def _starts(row: Row) -> Iterator[int]:
    """The columns of names that have numbers on their right."""
    for column, cell in enumerate(row.cells):
        beside = row.cells[column + 1 :]
        is_beside = _is_name(cell) and len(beside) > 1 and all(map(_is_value, beside[:2]))
        # Who went out in each hand has signs alone.
        signs = {*filter(None, beside)}
        is_out = len(signs) == 1 and len(*signs) < _LONGEST_SIGN and len(beside) > 2 and all(beside[:2])
        if is_beside and (is_out or any(map(cells.is_number, beside))):
            yield column


def _are_points(texts: Line) -> bool:
    """Whether most cells of a column are points, and do not count from 1."""
    texts = [*filter(None, texts)]
    numbers = [*filter(cells.is_number, texts)]
    is_out = len(texts) > 1 and len({*texts}) == 1 and len(texts[0]) < _LONGEST_SIGN
    is_scored = bool(numbers or is_out) and sum(map(_is_value, texts)) * 2 > len(texts)
    return is_scored and not (len(numbers) > 1 and _counts(numbers))


def _turned(lines: Sequence[Line]) -> list[Line]:
    """The columns of lines, all as long as each other."""
    return [*zip(*lines, strict=True)]


def _runs(columns: Sequence[int], *, step: int, ends: Collection[int]) -> Iterator[list[int]]:
    """Columns of which each is a step behind the one before; they end before some."""
    run: list[int] = []
    for column in columns:
        if run and (column != run[-1] + step or column in ends):
            yield run
            run = []
        run.append(column)
    yield run


def _numbers(row: Row) -> set[int]:
    """The columns of a row that have numbers."""
    return {column for column, cell in enumerate(row.cells) if cells.is_number(cell)}


def _at(row: Row, columns: Iterable[int]) -> list[str]:
    return [row.cells[column] if column < len(row.cells) else "" for column in columns]


def _is_value(cell: str) -> bool:
    """Whether a cell may be one of points: a number, nothing, or a sign of who went out."""
    return cells.is_number(cell) or len(cell) <= _LONGEST_MARK or cells.meaning_of(cell) == "out"


@lru_cache(maxsize=8192)
def _is_name(cell: str) -> bool:
    is_text = 1 < len(cell) <= _LONGEST_NAME and not re.search(r"\d", cell) and _LETTERS.search(cell)
    return bool(is_text) and cells.meaning_of(cell) is None and not cells.dates_of(cell)


def _counts(numbers: Sequence[str]) -> bool:
    """Whether numbers count from 1."""
    return [*map(cells.number_of, numbers)] == [*range(1, len(numbers) + 1)]
