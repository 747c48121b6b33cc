"""The reading of a table: what each part of an old score book means, and the games that it gives.

What goes in are tables of texts, and what somebody has answered. What comes out are a `BookReading`, a value
that says what each column is and how dates, blanks and points are read; and by it the games with scores,
what must be asked, and what could not be read.

The idea: days get the year of their season, the table of a season is left out, tables side by side are
parted, heads over two rows are joined, empty corners named; lines of names and numbers become a table.
`_guessed` makes a reading from the headings and cells, in which every answer replaces a guess.
`scores` then walks through all rows and turns each cell with points into a `ScoreCell`: of a date, a table,
a hand (0: a total) and a player. A row for each score, a column for each hand, a column for each player,
and names and totals in pairs are the same walk: a column either says something of its row, names the player
of the columns on its right, or holds points. The module `games` gathers them.

Invariants: nothing is read that is not in a cell; a row is read, left out for a reason that the reading names
(a title, a sum that agrees, places), or in a fault. Headings mean the same in every sheet.

The cost is two passes over the cells. It can be wrong where a column of points has no heading, or a player is
called like a heading: then the organiser says otherwise.

An example: "Datum;Tisch;Hand;Anna;Ben" and "2.10.2025;1;1;25;" give Anna 25 and Ben 0, if Ben has points in
another hand of that game.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate, chain, groupby, pairwise, repeat, zip_longest
from operator import itemgetter
from typing import Final

from scorekeeper.rules.score_forms import Exact
from scorekeeper.scorebooks import cells, chat
from scorekeeper.scorebooks.book import BookReading, Evening, ReadBook, ScoreCell
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused
from scorekeeper.scorebooks.tables import MOST_ROWS, Row, Table

_LEADING: Final = 3
_CARRIED: Final = ("date", "game", "table", "hand", "player")
_BELOW: Final = ("", "total", "place")
_LOWEST_HEAD: Final = 30
_MOST_BLOCKS: Final = 20
_MOST_HANDS: Final = 20
_ROWS_TO_A_SLIP: Final = 10
_MOST_SLIPS: Final = 5
# What stands where a day or a number is expected, in words.
_LABEL: Final = re.compile(r"[^\W\d_][^\d]*")
_ORDINAL: Final = re.compile(r"(\d{1,2})(?:\.|(st|nd|rd|th))?")
# "January 2026"
_MONTH: Final = re.compile(r"[^\W\d_]{3,}\.?(?: \d{4})?")
# "145 (3)"
_BRACKETS: Final = re.compile(r"^(\d+\*?) ?\(\d+\)$")
_LONGEST_INITIALS: Final = 3
_NAME_AND_POINTS: Final = re.compile(r"([^\W\d_]\D*?[^\W\d_]\.?)[ :–(-]+(\d{1,4})(?: ?[Pp][^\W\d]*\.?)?\)?")


def read(tables: Sequence[Table], *, answers: Mapping[str, str]) -> ReadBook:
    """The games in tables; ImportRefused if no row of them is one of a game."""
    many = sum(len(table.rows) for table in tables)
    games = of_games(without_members(tables))
    tables = [_with_player(table, len(games)) for table in _with_codes(games, tables)]
    left_out = many - sum(len(table.rows) for table in tables)
    segments = (segment for table in tables for segment in _segments(table))
    parts = (part for segment in segments for part in _side_by_side(segment))
    tables = [*map(_with_corners, map(_with_joined_heads, parts))]
    rows = [row.cells for table in tables for row in table.rows]
    has_scores = sum(any(map(chat.are_scores, row)) for row in rows) * 2 > len(rows)
    # "Anna 0, 25, 40": a name and its points are in one cell.
    has_lists = sum(bool(row and chat.NAME_AND_POINTS.fullmatch(row[0])) for row in rows) * 2 > len(rows)
    if has_scores or not any(map(_is_head, rows)):
        talk = None if any(map(_has_numbers, tables)) and not has_lists else chat.table(tables)
        tables = [talk] if talk else [_with_letters(table) for table in tables]
        answers = {**answers, "repeats": "no"} if talk else answers
    return walked(tables, answers=answers, left_out=left_out)


def walked(tables: Sequence[Table], *, answers: Mapping[str, str], left_out: int = 0) -> ReadBook:
    """The games in tables below their headings; ImportRefused if no row of them is one of a game."""
    book = ReadBook(_guessed(tables, answers=answers), left_out=left_out)
    games: _Games = {}
    for table in tables:
        _Walk(book, table, games).through()
    if not book.evenings and not book.faults and not book.ambiguous:
        raise ImportRefused.because(FileFaultCode.EMPTY)
    return book


def of_games(tables: Sequence[Table]) -> Sequence[Table]:
    """The tables with a day, and those that have hands or the headings of such a table; else all."""
    dated = [table for table in tables if any(map(cells.dates_of, chain([table.name], *_texts(table))))]
    if len(dated) in (0, len(tables)):
        return tables
    usual = {row for table in dated for row in filter(_is_head, _texts(table))}
    return [
        table for table in tables if table in dated or any(_is_of_game(row, usual) for row in _texts(table))
    ]


def without_members(tables: Sequence[Table]) -> Sequence[Table]:
    """The tables without those of members and of a season, and days with their years."""
    tables = [*map(_without_brackets, tables)]
    # Members and statistics have sheets of their own.
    beside = {"place", "player"} | (
        {"total"} if any(cells.dates_of(table.name) for table in tables) else set()
    )
    tables = [table for table in tables if cells.meaning_of(table.name) not in beside] or tables
    seasons = {*filter(None, map(_season_of, tables))}
    season = seasons.pop() if len(seasons) == 1 else ""
    tables = [_without_side(_with_years(_without_dealers(table), season=season)) for table in tables]
    return [_with_parts(_without_standings(_without_rankings(table))) for table in tables]


def _is_head(row: Sequence[str], *, like: Sequence[str] = ()) -> bool:
    """Whether a row has headings: words that we know, and nothing that is a score or a date."""
    texts = [cell for cell in row if cell]
    if len(texts) < 2 or (like and list(row) == list(like)):
        return len(texts) >= 2
    known = [cell for cell in texts if not cells.is_number(cell) and cells.meaning_of(cell) is not None]
    others = [cell for cell in texts if cell not in known]
    if known and sum(map(bool, map(cells.dates_of, others))) * 2 > len(others) > 1:
        return True
    numbers = {
        cell.rstrip(".")
        for cell in others
        if not cells.is_contract(cell) and (cells.is_number(cell) or re.fullmatch(r"\d[\d\W]*", cell))
    }
    # "Place, 2nd, 1st"
    if (
        len(known) == 1
        and cells.meaning_of(known[0]) == "place"
        and all(cell[0].isdigit() for cell in others)
    ):
        return False
    if any(map(cells.dates_of, others)) or numbers != {*map(str, range(1, len(numbers) + 1))}:
        return False
    is_first = len(known) == 1 and (not numbers or cells.meaning_of(known[0]) in _CARRIED)
    return len(known) >= 2 or (is_first and len(texts) >= 3)


def _with_joined_heads(table: Table) -> Table:
    """The table with second rows of headings, as merged cells leave them, joined to the first."""
    rows: list[Row] = []
    for row in table.rows:
        if rows and _are_joined(rows[-1].cells, row.cells):
            head = rows.pop()
            # A table in the corner of a row of names is a title.
            if row.cells[0] and _label_of(head.cells[0]):
                rows.append(replace(head, cells=head.cells[:1]))
                head = replace(head, cells=("", *head.cells[1:]))
            rows.append(replace(head, cells=tuple(_joined(head.cells, row.cells))))
        else:
            rows.append(row)
    return replace(table, rows=rows)


def _are_joined(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a row has headings that belong to those above it."""
    days = [low for high, low in zip(first, second, strict=False) if cells.dates_of(high)]
    if len(days) > 1 and all(map(_label_of, days)):
        return True
    below = [cells.meaning_of(cell) for cell in second if cell]
    has_more = any(low and not high for high, low in zip(first, second, strict=False))
    # Beside the points of each name there may be a column with one more word.
    unknown = [cell for cell in second if cell and cells.meaning_of(cell) is None]
    is_known = not unknown or (unknown == unknown[:1] * below.count("points") and len(unknown) > 1)
    if not below or not has_more or not is_known:
        return False
    return _are_names_above(first, second) or (not second[0] and _is_head(first))


def _joined(first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    below = [cells.meaning_of(cell) for cell in second if cell]
    subject = next((kind for kind in ("player", "penalty", "points") if kind in below), "total")
    above = ""
    for high, low in zip(chain(first, repeat("")), second, strict=False):
        above = high or above
        # What stands below "Anna" or a day are the points there, and what is beside them.
        has_both = subject == "player" or cells.meaning_of(above) is not None
        has_both = has_both or (bool(_label_of(low)) and bool(cells.dates_of(above)))
        name = f"{above} {low}" if has_both else above if cells.meaning_of(low) == subject else low
        name = "running" if low and cells.meaning_of(low) is None and not has_both else name
        yield name if low else high


def _are_names_above(above: Sequence[str], head: Sequence[str]) -> bool:
    """Whether names that are merged over columns stand above headings: "Round, pts, sum, pts, sum"."""
    names = [cell for cell in above[1:] if cell]
    repeated = {low for high, low in zip(above[1:], head[1:], strict=False) if high}
    known = (
        cells.meaning_of(cell) is not None or cells.dates_of(cell) or cells.is_number(cell) for cell in names
    )
    has_corner = not above[0] or bool(_label_of(above[0]))
    return len(names) > 1 == len(repeated) and not any(known) and has_corner and _is_head(head)


def with_days(table: Table) -> Table:
    """The table with days such as "10/2" and "Oct 2" as `cells.day_alone`: below a heading, or most of a row.

    Of headings in two rows, the months and their days, one stays: "2. October".
    """
    rows: list[Row] = []
    places: set[int] = set()
    for row in table.rows:
        if rows and (below := _days_below(rows[-1].cells, row.cells)):
            rows[-1] = replace(row, cells=below)
            continue
        if _is_head(row.cells):
            places = {place for place, cell in enumerate(row.cells) if cells.meaning_of(cell) == "date"}
        days = [*map(cells.day_alone, row.cells)]
        # "3/7" is a hand where all are of seven.
        numbers = [day.partition("/") for day in days if day]
        are_hands = len({end for *_, end in numbers}) == 1 and all(hand <= end for hand, _, end in numbers)
        is_filled = len(numbers) > max(2, sum(map(bool, row.cells)) - 3) and not are_hands
        chosen = {*range(len(days))} if is_filled else places
        days = [day if day and place in chosen else row.cells[place] for place, day in enumerate(days)]
        rows.append(replace(row, cells=tuple(days)))
    return replace(table, rows=rows)


def _days_below(months: Sequence[str], row: Sequence[str]) -> tuple[str, ...]:
    """The days of a row of numbers that rise below each of several months; none if it is no such row."""
    if not row or not (row[0] == "" or cells.meaning_of(row[0])):
        return ()
    days: dict[str, list[int]] = defaultdict(list)
    month, texts = "", []
    for high, low in zip(chain(months, repeat("")), row, strict=False):
        month = high if _MONTH.fullmatch(high) and cells.dates_of(f"1. {high} 2000") else month
        number = _ORDINAL.fullmatch(low) if month else None
        days[month] += [int(number[1])] if number else []
        texts.append(f"{number[1]}. {month}" if number else low or high)
    are_days = all(numbers == sorted({*numbers}) for numbers in days.values())
    return tuple(texts) if are_days and len(days) > 2 < sum(map(len, days.values())) else ()


def with_years(table: Table, *, season: str) -> Table:
    """The table with the year of a season in days that have none, its name included."""
    days = ((cells.with_year(cell, season=season) for cell in row.cells) for row in table.rows)
    rows = [replace(row, cells=tuple(its)) for row, its in zip(table.rows, days, strict=True)]
    return replace(table, name=cells.with_year(table.name, season=season), rows=rows)


def _without_brackets(table: Table) -> Table:
    """The table without numbers behind points, if most have one: hands that were won, all points so far."""
    texts = [*chain.from_iterable(row.cells for row in table.rows)]
    if sum(map(bool, map(_BRACKETS.fullmatch, texts))) <= sum(map(cells.is_number, texts)):
        return table
    rows = (replace(row, cells=tuple(_BRACKETS.sub(r"\1", cell) for cell in row.cells)) for row in table.rows)
    return replace(table, rows=[*rows])


def _season_of(table: Table) -> str:
    """The title of a table that has a year or season, but no day; "" without one."""
    titles = [table.name, *(" ".join(row.cells) for row in table.rows if sum(map(bool, row.cells)) < 3)]
    titles += [title.partition(",")[0] for title in titles]
    return next((title for title in titles if cells.SEASON.search(title) and not cells.dates_of(title)), "")


def _with_years(table: Table, *, season: str) -> Table:
    """The table with the year of its season in days that have none: "9.1.", or "9." below "January".

    `season` is that of the whole file.
    """
    season = _season_of(table) or season
    is_monthly = any(cells.meaning_of(row.cells[0]) == "date" for row in table.rows if row.cells)
    rows, month = [], table.name if cells.dates_of(f"1. {table.name}") else ""
    for row in table.rows if season else ():
        first, *others = row.cells or ("",)
        is_alone = not any([*others, *cells.dates_of(first), first.isdecimal()])
        is_month = is_alone and cells.dates_of(f"1. {first} 2000")
        month = first if is_month else month
        number = _ORDINAL.fullmatch(first)
        day = f"{number[1]}. {month}" if month and number and (is_monthly or number[2]) else first
        of_month = (cells.of_month(cell, table.name) for cell in (day, *others))
        days = (cells.with_year(cell, season=season) for cell in of_month)
        rows.append(replace(row, cells=tuple(days)))
    name = cells.with_year(table.name, season=season) if season else table.name
    return replace(table, name=name, rows=rows) if season else table


def _without_rankings(table: Table) -> Table:
    """The table without those of a season, who stands where; as it is, if there are no others."""
    rows: list[Row] = []
    title: str | None = None
    is_ranking = False
    for row in table.rows:
        texts = [*filter(None, row.cells)]
        if _is_head(row.cells):
            is_season = any(map(cells.is_statistic, texts)) or title == "place"
            meanings = {cells.meaning_of(text) for text in texts}
            is_of_game = any(
                meaning in _CARRIED[:4] or (meaning or "").startswith("hand ") for meaning in meanings
            )
            is_ranking = is_season and not is_of_game and not any(map(cells.dates_of, texts))
        elif len(texts) < 2:
            title, is_ranking = cells.meaning_of(texts[0]) if texts else title, False
        rows += [] if is_ranking else [row]
    return replace(table, rows=rows) if any(_is_head(row.cells) for row in rows) else table


def _without_dealers(table: Table) -> Table:
    """The table without what says in a name who dealt."""
    rows = (replace(row, cells=tuple(map(cells.without_dealer, row.cells))) for row in table.rows)
    return replace(table, rows=[*rows])


def _without_side(table: Table) -> Table:
    """The table without its players once more, behind an empty column, without a day: those of a season."""
    several = [row.cells for row in table.rows if sum(map(bool, row.cells)) > 1]
    filled = {place for row in several for place, cell in enumerate(row) if cell}
    gap = min({*range(min(filled, default=0), max(filled, default=0))} - filled, default=0)
    sides = [[row.cells[part] for row in table.rows] for part in (slice(gap), slice(gap, None))]
    heads, others = ({(*filter(None, row),) for row in side if _is_head(row)} for side in sides)
    texts, again = ({*filter(None, chain.from_iterable(side))} for side in sides)
    names = {text for text in again - {*chain.from_iterable(others)} if not cells.is_number(text)}
    has_day = any(map(cells.dates_of, again)) or not any(map(cells.dates_of, [table.name, *texts]))
    is_titled = any(cells.meaning_of(text.split()[0]) == "place" for text in again)
    is_season = bool(heads and (others or is_titled)) and not heads & others
    is_known = len(names & texts) * 2 > len(names) or any(map(cells.is_statistic, chain(*others)))
    if not gap or has_day or not (is_season and is_known) or not all(map(_is_of_season, others)):
        return table
    return replace(table, rows=[replace(row, cells=row.cells[:gap]) for row in table.rows])


def _is_of_season(head: Sequence[str]) -> bool:
    """Whether headings are those of players and what they come to, of which we needn't know all words."""
    meanings = [cells.meaning_of(text) for text in head]
    is_known = {*meanings} <= {None, "", "player", "place", "points", "total"}
    return is_known and meanings.count(None) < (3 if "player" in meanings else 2)


def _without_standings(table: Table) -> Table:
    """The table without the totals so far below each player's points: rows that say so beside no name."""
    rows: list[Row] = []
    for row in table.rows:
        words = [cells.meaning_of(cell) if cell else None for cell in row.cells[:_LEADING]]
        above = (
            [cells.meaning_of(cell) if cell else None for cell in rows[-1].cells[:_LEADING]] if rows else []
        )
        pairs = (pair for pair in zip(above, words, strict=False) if pair[0] == "points")
        is_standing = any(word in ("place", "total", "") for _, word in pairs) and not row.cells[0]
        rows += [] if is_standing else [row]
    return replace(table, rows=rows)


def _with_codes(tables: Iterable[Table], everything: Iterable[Table]) -> Iterator[Table]:
    """The tables with a word for players above codes that stand beside names below that word elsewhere."""
    pairs = chain.from_iterable(map(pairwise, chain(*map(_texts, everything))))
    codes = {
        code
        for code, name in pairs
        if code and cells.meaning_of(name) in ("player", "first name", "family name")
    }
    unknown = {code for code in codes if cells.meaning_of(code) is None}
    for table in tables:
        yield replace(table, rows=[replace(row, cells=_of_players(row.cells, unknown)) for row in table.rows])


def _of_players(row: tuple[str, ...], codes: Collection[str]) -> tuple[str, ...]:
    """A row of headings without a word for players with one instead of its word for codes."""
    is_needed = _is_head(row) and not {"player", "family name"} & {*map(cells.meaning_of, row)}
    return tuple("Player" if cell in codes else cell for cell in row) if is_needed else row


def _with_player(table: Table, many: int) -> Table:
    """The table with a column for its player, if nothing else names one but its title, or its own name."""
    is_named = many > 1 and _LABEL.fullmatch(table.name) and cells.meaning_of(table.name) is None
    player = table.name if is_named and not cells.dates_of(table.name) else ""
    rows: list[Row] = []
    heads: Sequence[str] = ()
    for row in table.rows:
        texts = [*filter(None, row.cells)]
        word, _, name = ":".join(texts[:2]).partition(":")
        left: Sequence[str] = ("1", player)[-len(heads) :] if heads and len(texts) > 1 else ()
        if _is_head(row.cells):
            left = heads = _missing_heads(texts) if player else ()
        elif cells.meaning_of(word) == "player" and cells.meaning_of(name) is None:
            player, left, heads = name.strip(": "), (), ()
        rows.append(replace(row, cells=(*left, *row.cells)))
    return replace(table, rows=rows)


def _missing_heads(head: Sequence[str]) -> Sequence[str]:
    """The headings that one of days and scores lacks for a table and its player; none if it may name one."""
    meanings = [*map(cells.meaning_of, head)]
    is_of_hands = any((meaning or "").startswith("hand") for meaning in meanings)
    others = {"player", "family name", None} | (set() if is_of_hands else {"", "place"})
    is_missing = "date" in meanings and not others & {*meanings}
    return ("Table", "Player")["table" in meanings :] if is_missing else ()


def _texts(table: Table) -> Iterator[tuple[str, ...]]:
    return (row.cells for row in table.rows)


def _is_of_game(row: tuple[str, ...], usual: Collection[Sequence[str]]) -> bool:
    """Whether a row has the headings of games."""
    has_hands = any(
        (cells.meaning_of(cell) or "").startswith("hand") for cell in row if not cells.is_number(cell)
    )
    return _is_head(row) and (row in usual or has_hands)


def _segments(table: Table) -> Iterator[Table]:
    """The parts of a sheet, below each other, in which tables side by side begin in the same columns."""
    rows: list[Row] = []
    before: Sequence[int] | None = None
    for row in table.rows:
        if _is_head(row.cells):
            starts = _starts(row.cells, {place for place, cell in enumerate(row.cells) if cell})
            if before is not None and starts != before:
                # The titles above a heading belong to it.
                end = next(
                    n
                    for n in range(len(rows), -1, -1)
                    if not n or any(map(cells.is_number, rows[n - 1].cells))
                )
                yield replace(table, rows=rows[:end])
                rows = rows[end:]
            before = starts
        rows.append(row)
    yield replace(table, rows=rows)


def _starts(head: Sequence[str], filled: Collection[int]) -> Sequence[int]:
    """Where several tables side by side begin by their headings, in filled columns; empty for one."""
    first = head[min(filled)]
    words, number = cells.number_in(first)
    is_table = number > 0 and cells.meaning_of(first) == "table"
    is_apart = is_table or cells.meaning_of(first) in ("date", "hand")
    alike = (
        (n, cell == first or (is_table and cells.number_in(cell)[0] == words)) for n, cell in enumerate(head)
    )
    starts = [n for n, is_alike in alike if is_alike and (is_apart or n - 1 not in filled)]
    return starts if first and len(starts) > 1 else ()


def _side_by_side(table: Table) -> list[Table]:
    """The tables in a sheet that begin with the same heading after an empty column; titles hold for all."""
    several = [row.cells for row in table.rows if sum(map(bool, row.cells)) > 1]
    filled = {place for row in several for place, cell in enumerate(row) if cell}
    for above, head in pairwise([(), *several[:_LOWEST_HEAD]]):
        if not _is_head(head):
            continue
        # The texts of merged cells may stand in all of them.
        days = [n for n, cell in enumerate(above) if cells.dates_of(cell) and cell not in above[n - 1 : n]]
        widths = {end - begin for begin, end in pairwise(days)}
        is_by_day = len(widths) == 1 and len({head[day : day + 1] for day in days}) == 1
        is_by_day = is_by_day and not all(map(_label_of, head[days[0] : days[-1]]))
        if is_by_day and not (any(above[: days[0]]) and any(head[: days[0]])):
            parts = (slice(day, day + days[1] - days[0]) for day in days)
            return [_of_day(table, (above, head), part, days[0]) for part in parts]
        if starts := _starts(head, filled):
            return [_columns_of(table, *part) for part in pairwise([*starts, None])]
    return [table]


def _of_day(table: Table, heads: Sequence[tuple[str, ...]], part: slice, first: int) -> Table:
    """The columns below one of several days in a row, with those left of the first; heads are in two rows."""
    rows = []
    days, below = heads
    for row in table.rows:
        left = () if row.cells is days else row.cells[:first]
        if row.cells is below and not any(left):
            left = days[:first]
        is_title = sum(map(bool, row.cells)) < 2
        rows.append(row if is_title else replace(row, cells=(*left, *row.cells[part])))
    return replace(table, rows=rows)


def _columns_of(table: Table, *part: int | None) -> Table:
    """Some columns of a table under all of its titles."""
    rows = ((row, slice(*part) if sum(map(bool, row.cells)) > 1 else slice(None)) for row in table.rows)
    return replace(table, rows=[replace(row, cells=row.cells[places]) for row, places in rows])


def _with_corners(table: Table) -> Table:
    """The table with headings in corners that are empty, or have a day or a table."""
    rows: list[Row] = []
    for head, below in pairwise([*table.rows, Row(0, ())]):
        if (head.cells[1:2], below.cells[1:2]) == (("",), ("1",)) and cells.meaning_of(
            head.cells[0]
        ) == "date":
            head = replace(head, cells=(head.cells[0], "No.", *head.cells[2:]))
        elif word := _corner(head.cells, below.cells):
            rows.append(replace(head, cells=head.cells[:1]))
            head = replace(head, cells=(word, *head.cells[1:]))
        rows.append(head)
    return replace(table, rows=rows)


def _corner(head: Sequence[str], below: Sequence[str]) -> str:
    """The heading of a corner: "Hand" beside names, "Name" beside hands; "" if it needs none."""
    if not head or not below or (head[0] and not _is_title_of(head[0])):
        return ""
    names, scores = ([*filter(None, row[1:])] for row in (head, below))
    are_numbers = [*map(cells.is_number, names)]
    if cells.hand_of(below[0]) is not None and len(names) > 1 and any(map(cells.is_number, scores)):
        are_names = not any(are_numbers) and not any(map(cells.meaning_of, names))
        return "Hand" if are_names and not any(map(cells.dates_of, names)) else ""
    are_totals = bool(names) and {*map(cells.meaning_of, names)} <= {"points", "total", "place", "table"}
    if are_totals and _LABEL.fullmatch(below[0]) and any(map(cells.is_number, scores)):
        return "Name"
    are_hands = [cells.number_in(name)[1] for name in names[:2]] == [1, 2]
    # The row of a score has numbers behind its day, too.
    are_heads = not any(are_numbers) if head[0] else None not in map(cells.meaning_of, names)
    return "Name" if are_hands and are_heads and _LABEL.fullmatch(below[0]) and not _is_head(below) else ""


def _with_parts(table: Table) -> Table:
    """The table with columns for what stands together in one: a name and points, the points of all hands."""
    return _with_hands(_with_points(table))


def _with_points(table: Table) -> Table:
    """The table with two columns instead of each of names with their points: "Anna 25", "Ben (40)"."""
    several = [row.cells for row in table.rows if len(row.cells) > 1]
    columns = zip(
        next((row for row in several if _is_head(row)), ()), zip_longest(*several, fillvalue=""), strict=False
    )
    places: set[int] = set()
    for place, (head, texts) in enumerate(columns):
        # A room may have a number, too; "5th" beside "4th" is of names.
        fewest = 1 if place - 1 in places and re.search(r"\d", head) else 2
        places |= {place} if _are_named(head, texts, fewest=fewest) else set()
    rows = (replace(row, cells=tuple(_with_names(row.cells, places))) for row in table.rows)
    return replace(table, rows=[*rows]) if len(places) > 1 else table


def _are_named(head: str, texts: Iterable[str], *, fewest: int) -> bool:
    """Whether a column has names with their points."""
    others = [text for text in texts if text not in ("", head)]
    pairs = [match.groups() for text in others if (match := _NAME_AND_POINTS.fullmatch(text))]
    are_names = all(
        cells.meaning_of(name) is None and not cells.dates_of(f"{points}. {name} 2000")
        for name, points in pairs
    )
    is_known = cells.meaning_of(head) in ("date", "table", "game", "hand")
    return len(pairs) >= fewest and len(pairs) * 2 > len(others) and are_names and not is_known


def _with_names(row: Sequence[str], places: Collection[int]) -> Iterator[str]:
    """The cells of a row, at these places a name and its points."""
    heads = _is_head(row)
    for place, cell in enumerate(row):
        match = _NAME_AND_POINTS.fullmatch(cell)
        pair = match.groups() if match else (cell, "")
        pair = (f"Player {place}", f"Points {place}") if heads else pair
        yield from pair if place in places else [cell]


def _with_hands(table: Table) -> Table:
    """The table with a column for each hand instead of one that lists the points of all: "25, 0, 40"."""
    widths: dict[int, int] = {}
    several = [row.cells for row in table.rows if len(row.cells) > 1]
    for place, column in enumerate(zip_longest(*several, fillvalue="")):
        lists = [len(cells.listed(cell)) for cell in column if cell]
        meanings = {cells.meaning_of(cell) for cell in column if cell} - {None}
        is_scored = not meanings.isdisjoint(("points", "total", "hand"))
        usual = 2 if is_scored else 0 if meanings else 1
        if sum(many > 2 for many in lists) * usual >= len(lists) - 1 > 0 and max(lists) <= _MOST_HANDS:
            widths[place] = max(lists)
    if not widths or sum(widths.values()) * len(several) > MOST_ROWS:
        return table
    rows = (replace(row, cells=tuple(_by_hand(row.cells, widths))) for row in table.rows)
    return replace(table, rows=[*rows])


def _by_hand(row: Sequence[str], widths: Mapping[int, int]) -> Iterator[str]:
    """The cells of a row with as many for each of these places as there are hands."""
    heads = _is_head(row)
    for place, cell in enumerate(row):
        width = widths.get(place, 0)
        hands = [f"Hand {n + 1}" for n in range(width)] if heads else cells.listed(cell) or [cell]
        yield from (hands + [""] * width)[:width] if width else [cell]


def _is_title_of(cell: str) -> bool:
    return bool(cells.dates_of(cell) or _label_of(cell))


def _has_numbers(table: Table) -> bool:
    """Whether a column has numbers, most of all."""
    columns = zip(*(row.cells for row in table.rows if len(row.cells) > 2), strict=False)
    return any(sum(map(cells.is_number, column)) * 2 > len(column) for column in columns)


def _with_letters(table: Table) -> Table:
    """The table under letters as headings, as a spreadsheet has them."""
    width = max((len(row.cells) for row in table.rows), default=0)
    letters = tuple(f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n % 26]}{n // 26 or ''}" for n in range(width))
    return replace(table, rows=[Row(0, letters), *table.rows])


def _under_heads(table: Table) -> Iterator[tuple[Sequence[str], Row]]:
    """Each row with the headings above it; a row of headings has its own."""
    heads: Sequence[str] = ()
    for row in table.rows:
        if row.number == 0 or _is_head(row.cells, like=heads):
            heads = row.cells
        yield heads, row


def _guessed(tables: Sequence[Table], *, answers: Mapping[str, str]) -> BookReading:
    columns: dict[str, list[str]] = defaultdict(list)
    with_blanks: set[str] = set()
    days = [table.name for table in tables]
    for heads, row in chain(*map(_under_heads, tables)):
        texts = [*filter(None, row.cells)]
        if row.cells is not heads and (len(texts) == 1 or all(map(_is_title_of, texts[:3]))):
            days += texts
        for head, cell in zip(heads, row.cells, strict=False):
            if head:
                columns[head] += [cell] if cell and row.cells is not heads else []
                with_blanks |= set() if cell else {head}
    named = {head: answers[f"column {head}"] for head in columns if f"column {head}" in answers}
    meanings = _meanings(columns)
    meanings |= {**_reckoned(tables, meanings), **named}
    scored = [cell for head in columns if _is_scored(meanings[head]) for cell in columns[head]]
    days += [head for head in columns if meanings[head] == "day"]
    days += [cell for head in columns if meanings[head] == "date" for cell in columns[head]]
    words = Counter(
        cells.plain(cell) for cell in scored if not cells.is_number(cell) and _LABEL.fullmatch(cell)
    )
    headings = {*map(cells.plain, columns)}
    marks = {word for word, times in words.items() if times > 1 and word not in headings}
    guess = BookReading(
        columns=meanings,
        dates=_order_of(days),
        decimals=cells.decimals_in(cell.strip(cells.STARS) for cell in scored),
        repeats=any(meanings[head] in _CARRIED for head in with_blanks),
        marks=frozenset(marks) if len(marks) < 3 else frozenset(),
    )
    answered = {name: answers[name] for name in ("dates", "blank") if answers.get(name)}
    switched = {name: answers[name] == "yes" for name in ("repeats", "running") if answers.get(name)}
    return replace(guess, **answered, **switched)  # type: ignore[arg-type]


def _reckoned(tables: Sequence[Table], meanings: Mapping[str, str]) -> dict[str, str]:
    """The columns that are the sum of the others, the highest or lowest; and hands that make a total."""
    kinds: dict[str, str] = {}
    names = [head for head, meaning in meanings.items() if meaning == "name"]
    for reckon, kind in ((sum, "total"), (max, ""), (min, ""), (max, "")):
        for head in (*names[-1:], *names[:1]):
            others = [name for name in names if name != head]
            if len(others) > 1 and _is_reckoned(tables, head, others, reckon):
                kinds[head], names = kind, others
    hands = [head for head, meaning in meanings.items() if not meaning and cells.meaning_of(head) is None]
    totals = [head for head, meaning in meanings.items() if meaning == "total"]
    has_hands = any(meaning.startswith("hand") for meaning in meanings.values())
    if len(totals) == 1 and len(hands) > 2 and not has_hands and _is_reckoned(tables, totals[0], hands, sum):
        kinds |= {head: f"hand {number}" for number, head in enumerate(hands, 1)}
    return kinds


def _is_reckoned(
    tables: Sequence[Table], column: str, others: Sequence[str], reckon: Callable[[Sequence[int]], int]
) -> bool:
    """Whether a column is the sum of the others, the highest or lowest, in enough rows, but for a slip."""
    times = slips = 0
    for heads, row in chain(*map(_under_heads, tables)):
        if row.cells is heads or any(cells.meaning_of(cell) in _BELOW for cell in row.cells if cell):
            continue
        texts = dict(zip(heads, row.cells, strict=False))
        number = cells.number_of(texts.get(column, ""))
        numbers = [n for head in others if (n := cells.number_of(texts.get(head, ""))) is not None]
        times += number is not None
        slips += number not in (None, reckon(numbers or [0]))
        if slips > _MOST_SLIPS:
            return False
    return times > 2 and slips * _ROWS_TO_A_SLIP <= times


def _is_scored(meaning: str) -> bool:
    return meaning in ("points", "total", "name", "day") or meaning.startswith(("hand ", "game "))


def _meanings(columns: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The meaning of each heading, by its word, or by the texts below it."""
    meanings = _by_words(columns)
    meanings |= _pairs(columns, meanings)
    meanings |= dict.fromkeys(_initials(columns, meanings))
    called = {head: columns[head] for head, meaning in meanings.items() if meaning == "date"}
    if dated := _dated(called):
        # Beside it there may be one of weekdays.
        meanings |= dict.fromkeys(called.keys() - {*dated}, "")
    elif any(map(cells.dates_of, columns)):
        # It may be of the headings beside it.
        meanings |= dict.fromkeys(called, "player")
    if all(len(head) < 4 and meaning is None for head, meaning in meanings.items()):
        return _by_content(columns)
    if "date" not in meanings.values():
        days = {head: "day" for head in columns if cells.dates_of(head)}
        meanings |= days or dict.fromkeys(_dated(columns)[:1], "date")
    meanings |= _of_unsure(columns, meanings)
    hands = [head for head, meaning in meanings.items() if meaning == "hand"]
    if len(counted := [head for head in hands if all(map(cells.hand_of, columns[head]))]) == 1:
        # Beside the hands stand their contracts.
        meanings |= dict.fromkeys({*hands} - {*counted}, "")
    known = [*meanings.values()]
    if {"points", "total"} & {*known} and not {"player", "family name", "name"} & {*known}:
        meanings |= dict.fromkeys(_players_among(columns, meanings), "player")
    heads = [head for head in columns if (meanings[head] or "").startswith(("points", "name", "game "))]
    scores = [cell for head in heads for cell in columns[head]]
    is_by_hand = _are_of_hands(scores)
    if "hand" not in known and scores and (is_by_hand or "table" in known):
        # "Table 1, game 3" is a hand where the points of each game are told, or often somebody has none.
        games = ((head, kind) for head, kind in meanings.items() if kind and (is_by_hand or kind == "game"))
        meanings |= {head: kind.replace("game", "hand") for head, kind in games}
    return {head: meaning or "" for head, meaning in meanings.items()}


def _initials(columns: Mapping[str, Sequence[str]], meanings: Mapping[str, str | None]) -> Iterator[str]:
    """The headings that are words, but also letters like those of names, above numbers that count nothing."""
    unknown = [head for head, meaning in meanings.items() if meaning is None]
    are_letters = len(unknown) > 1 and all(
        head.isupper() and len(head) <= _LONGEST_INITIALS for head in unknown
    )
    for head in columns if are_letters else ():
        is_like = head.isupper() and len(head) <= max(map(len, unknown)) and head.isalpha()
        if is_like and any(map(cells.is_number, columns[head])) and not _are_counted(columns[head]):
            yield head


def _pairs(columns: Mapping[str, Sequence[str]], meanings: Mapping[str, str | None]) -> dict[str, str]:
    """Unknown headings of the same names in several columns, each of which has numbers on its right."""
    unknown = {head: columns[head] for head, meaning in meanings.items() if meaning is None}
    are_numbers = {head: all(map(cells.is_number, texts)) for head, texts in unknown.items() if texts}
    pairs = [pair for pair in pairwise(columns) if [are_numbers.get(head) for head in pair] == [False, True]]
    times = Counter(chain.from_iterable({*columns[head]} for head, _ in pairs))
    if max(times.values(), default=0) < 2 or any(map(cells.is_number, times)):
        return {}
    return {head: meaning for pair in pairs for head, meaning in zip(pair, ("player", "points"), strict=True)}


def _of_unsure(columns: Mapping[str, Sequence[str]], meanings: Mapping[str, str | None]) -> dict[str, str]:
    """What headings that may be names, or those of games or hands, mean by the texts below them."""
    unsure = [
        head for head in columns if meanings[head] in (None, "game") or _is_numbered(head, columns[head])
    ]
    counts = [
        head for head in columns if meanings[head] == "player" and all(map(cells.is_number, columns[head]))
    ]
    # Beside names "Players" may say how many there were.
    guesses = dict.fromkeys(counts if len(unsure) > 2 else [], "")
    has_players = not {"player", "family name"}.isdisjoint(
        meaning for head, meaning in meanings.items() if head not in guesses
    )
    prefixes = Counter(cells.plain(cells.number_in(head)[0]) for head in unsure)
    times = Counter(chain.from_iterable(map(set, columns.values())))
    for head in unsure:
        words, number = cells.number_in(head)
        numbers = sum(map(cells.is_number, columns[head]))
        # Titles between the blocks of a sheet, and an odd sign for who went out, stand in any column.
        others = {cell for cell in columns[head] if not (cells.is_number(cell) or cells.is_nothing(cell))}
        # A word in several columns stands for who went out, or was not there.
        is_scored = numbers >= sum(times[cell] == 1 for cell in others) and numbers > 0
        is_free = not meanings[head] and not has_players
        alike = prefixes[cells.plain(words)] if is_scored and number else 0
        kind = "game" if meanings[head] and max(alike, number) <= cells.MOST_GAMES else "hand"
        word = "game" if is_free and _are_counted(columns[head]) else "name" if is_free and is_scored else ""
        word = "table" if not is_free and head.casefold() == "t" else word
        # More than a few games are hands.
        is_of_hands = word == "game" and meanings[head] == "" and len({*columns[head]}) > cells.MOST_GAMES
        word = "hand" if is_of_hands and _is_numbered(head, columns[head]) else word
        guesses[head] = word or (f"{kind} {number}" if alike > 1 else meanings[head] or "")
    return guesses


def _is_numbered(head: str, texts: Sequence[str]) -> bool:
    """Whether "No." numbers hands or games, again and again from 1."""
    is_number = cells.plain(head) in cells.NUMBER_OF.split()
    return is_number and texts.count("1") > 1 and len({*texts}) <= _MOST_HANDS


def _are_of_hands(scores: Iterable[str]) -> bool:
    """Whether points are those of hands, in each of which somebody has none."""
    zeros = [
        cell for cell in scores if not cell.strip(f"{cells.STARS}0.,") or cells.meaning_of(cell) == "out"
    ]
    return len(zeros) * 12 >= sum(map(cells.is_number, scores))


def _by_words(heads: Collection[str]) -> dict[str, str | None]:
    """The meanings of headings by their words; None for those that may be names."""
    meanings = {head: cells.meaning_of(head) for head in heads}
    # Other points beside penalty points are those for places.
    renamed = {"penalty": "points", "points": "place"} if "penalty" in meanings.values() else {}
    # "Name" beside a first name is the family name, and the other way round.
    for part, other in pairwise(("first name", "family name", "first name")):
        renamed |= {"player": other} if part in meanings.values() and other not in meanings.values() else {}
    meanings = {head: renamed.get(meaning or "", meaning) for head, meaning in meanings.items()}
    unknown = [head for head in heads if meanings[head] is None]
    known = [place for place, head in enumerate(unknown) if cells.is_contract(head)]
    # Between them others are written otherwise: "2 trios", "trio+run".
    contracts = unknown[known[0] : known[-1] + 1] if len(known) > 2 else []
    meanings |= {head: f"hand {n}" for n, head in enumerate(contracts, 1)}
    for head in unknown:
        # Between them by their number: "2: trio+run".
        number, sign, _contract = head.partition(":")
        is_hand = sign and number.isdecimal() and f"hand {number}" not in meanings.values()
        meanings |= {head: f"hand {number}"} if is_hand else {}
    # "Anna running" beside "Anna".
    split = {head: cells.name_and_meaning(head) for head in heads}
    beside = (head for head, (name, word) in split.items() if word is not None and name in heads)
    return meanings | dict.fromkeys(beside, "")


def _are_counted(texts: Sequence[str]) -> bool:
    """Whether cells number games or hands, by numbers that count from 1, or by contracts."""
    others = dict.fromkeys(cell.rstrip(".") for cell in texts if cells.meaning_of(cell) not in _BELOW)
    is_contracts = all(map(cells.is_contract, others))
    # Below the hands of a game there may be its averages.
    numbers = [cell for cell in others if cell.isdecimal()]
    is_counted = len(numbers) * 2 > len(others) and numbers == [str(n + 1) for n in range(len(numbers))]
    return len(others) > 1 and (is_contracts or is_counted)


def _players_among(columns: Mapping[str, Sequence[str]], meanings: Mapping[str, str | None]) -> Iterator[str]:
    """The columns of texts with an unknown heading, or left of points: "Winner", "Second"."""
    heads = [*columns]
    for head, after in zip(heads, [*heads[1:], ""], strict=True):
        is_left_of_points = meanings.get(after) in ("points", "total")
        is_unknown = not meanings[head] and (is_left_of_points or cells.meaning_of(head) is None)
        may_be = is_unknown or (meanings[head] == "place" and cells.number_in(head)[1])
        if may_be and columns[head] and not any(map(cells.is_number, columns[head])):
            yield head


def _by_content(columns: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The meanings of columns without headings: dates, names and up to three columns of numbers."""
    dated = _dated(columns)
    others = {head: texts for head, texts in columns.items() if texts and head not in dated}
    numbers = [
        head
        for head, texts in others.items()
        if all(cells.is_number(cell) or cell in cells.NOTHING for cell in texts)
    ]
    meanings = dict.fromkeys(columns, "") | dict.fromkeys(others, "player") | dict.fromkeys(numbers, "")
    meanings |= zip(reversed(numbers), ("points", "hand", "table"), strict=False)
    return meanings | dict.fromkeys(dated, "date")


def _dated(columns: Mapping[str, Sequence[str]]) -> list[str]:
    """The columns of dates, and of what stands below them."""
    filled = ((head, [c for c in columns[head] if cells.meaning_of(c) not in _BELOW]) for head in columns)
    return [head for head, texts in filled if len([*filter(cells.dates_of, texts)]) * 2 > len(texts)]


def _order_of(days: Iterable[str]) -> str:
    """The order that is the only one for some of the dates; "" if there is none, or two."""
    only = {*filter(None, map(cells.order_of, days))}
    return only.pop() if len(only) == 1 else ""


# The last game of a day with a label; without one, that of the table.
_Games = dict[tuple[date, str, str], Evening]


class _Walk:
    """A walk through the rows of one table, with what still holds from the rows above."""

    def __init__(self, book: ReadBook, table: Table, games: _Games) -> None:
        self._book, self._reading, self._table, self._games = book, book.reading, table, games
        self._heads: Sequence[str] = ()
        self._above: dict[str, str] = {"date": table.name}
        self._gap = self._by_player = self._has_tables = False
        # The meaning of the column in which the last row of sums says so.
        self._summed = ""
        has_heads = any(m.startswith(("day", "game ", "name")) for m in book.reading.columns.values())
        self._beside = ("total", "points") if has_heads else ()
        self._contracts: dict[str, int] = {}
        self._sums: dict[int, list[Exact]] = defaultdict(lambda: [0])
        self._names: dict[int, str] = {}
        # The points in each column so far.
        self._filled: dict[int, list[Exact]] = defaultdict(list)
        # The games since the last row of sums.
        self._since: dict[tuple[str, ...], Evening] = {}

    def through(self) -> None:
        """Read every row."""
        for heads, row in _under_heads(self._table):
            self._heads = heads
            if not any(row.cells) or all(set(cell) <= {"-", ":"} for cell in row.cells):
                self._gap = self._gap or not any(row.cells)
            elif row.cells is heads:
                self._gap, self._summed, self._names = True, "", {}
            elif not heads and sum(map(cells.is_number, row.cells)) > 1:
                self._fault(FileFaultCode.NO_NAME, row)
            elif not heads or self._is_title(row):
                self._title(row)
            else:
                self._row(row)
                self._gap = False

    def _columns(self, row: Row) -> Iterator[tuple[int, str, str, str]]:
        """The place, heading, meaning and text of each cell under a heading."""
        for place, head in enumerate(self._heads):
            if head:
                cell = row.cells[place] if place < len(row.cells) else ""
                yield place, head, self._reading.columns[head], cell

    def _is_title(self, row: Row) -> bool:
        """Whether a row says something of those below: a day, a table, or nothing that is of a game."""
        texts = [*filter(None, row.cells)]
        meanings = [(meaning, cell) for _, _, meaning, cell in self._columns(row)]
        known = {meaning for meaning, _ in meanings}
        labels = {cell: m for m, cell in meanings if m in _CARRIED and _LABEL.fullmatch(cell)}
        numbers = [cell for cell in texts if cells.is_number(cell)]
        is_beside = bool({"", "place", "player"} & {*map(cells.meaning_of, labels)})
        is_plain = not {"date", "table"} & known and not numbers
        scored = [cell for meaning, cell in meanings if cell and _is_scored(meaning)]
        others = [cell for meaning, cell in meanings if cell and meaning == "date"]
        is_word = bool(others and _LABEL.fullmatch(others[0]))
        is_word = is_word and not (cells.dates_of(others[0]) or cells.is_sum(others[0]))
        # Who won each evening; and what a season comes to, of nobody.
        are_words = len(scored) > 1 and all(map(_LABEL.fullmatch, scored))
        if (are_words and not self._reading.marks & {*map(cells.plain, scored)}) or (
            is_word and ("player", "") in meanings
        ):
            return True
        if is_beside or (is_plain and any(map(_is_title_of, texts))):
            return True
        is_hand = any(cells.meaning_of(cell) is None for cell, meaning in labels.items() if meaning == "hand")
        if is_hand and {*numbers} <= {str(place) for place in range(1, len(numbers) + 1)}:
            # A remark, or the places of the players, under any word.
            return True
        if (
            len(texts) > 1
            and cells.meaning_of(texts[0]) in ("date", "table")
            and _is_title_of(" ".join(texts[:2]))
        ):
            return True
        if len(texts) > 1 or any(cell and (m == "player" or _is_scored(m)) for m, cell in meanings):
            return False
        return "date" not in known or not cells.dates_of(texts[0])

    def _title(self, row: Row) -> None:
        texts = [*filter(None, row.cells)]
        # "Table:" and "1" may stand in two cells.
        pairs = (" ".join(pair) for pair in pairwise(texts) if cells.meaning_of(pair[0]) == "table")
        for cell in (*texts, *pairs):
            if cells.dates_of(cell) and "place" not in map(cells.meaning_of, cell.split()[:2]):
                self._above["date"] = cell
                # A table of the day before is none of this day.
                if self._has_tables:
                    self._above["table"] = ""
            if label := _label_of(cell):
                self._above["table"], self._gap = label, True
                self._has_tables = self._above["date"] != self._table.name

    def _row(self, row: Row) -> None:
        words = {meaning: cell for _, _, meaning, cell in self._columns(row) if meaning in ("date", "hand")}
        is_standing = cells.meaning_of(words.get("date", "").partition(" ")[0]) == "place"
        if is_standing or any(map(cells.is_average, row.cells)) or self._is_count(row):
            return
        if self._is_sum(row):
            self._check_sums(row)
            self._summed = next((kind for kind, cell in words.items() if _LABEL.fullmatch(cell)), "")
            return
        if cells.dates_of(words.get("date", "")):
            self._summed = ""
        # Below the sums of a season there are averages, below those of a game who is how far behind.
        if _LABEL.fullmatch(words.get(self._summed, "")):
            return
        facts = self._facts(row)
        for where, group in groupby(self._scores(row, facts), key=itemgetter(0)):
            scores = [score for _, score in group]
            if not facts.get("player") and all(score.is_blank for score in scores):
                continue
            if game := self._game(row, {**facts, **where}, scores):
                self._since[game.key] = game
                game.dealer = game.dealer or facts.get("dealer", "")
                game.counts &= facts.get("counts", "").casefold() in cells.YES | {""}
                for score in scores:
                    first = game.hands[score.hand].setdefault(score.player, score)
                    if first.is_given and score.is_given and first.points != score.points:
                        values = {"given": score.points, "sum": first.points}
                        self._fault(FileFaultCode.TOTAL, row, name=score.player, **values)

    def _is_count(self, row: Row) -> bool:
        """Whether a row says how many played on each day, or the lowest or the highest points."""
        days = [
            (self._filled[n], cell) for n, _, meaning, cell in self._columns(row) if cell and meaning == "day"
        ]
        reckoned = (
            [str(reckon(points)) if points else "" for points, _ in days] for reckon in (len, min, max)
        )
        return len(days) > 1 and [cell for _, cell in days] in reckoned

    def _is_sum(self, row: Row) -> bool:
        """Whether a row calls itself one of sums, or has those of its columns and names nobody, no hand."""
        meant = [(place, meaning, cell) for place, _, meaning, cell in self._columns(row) if meaning]
        # "Sum" instead of a hand, beside a player, is a total.
        has_player = any(cell for _, meaning, cell in meant if meaning == "player")
        sums = [meaning for _, meaning, cell in meant if cells.is_sum(cell)]
        if any(not has_player or meaning != "hand" for meaning in sums):
            return True
        beside = ("date", "table", *self._beside)
        filled = [(place, meaning, cell) for place, meaning, cell in meant if cell and meaning not in beside]
        scored = [
            (_sums_of(self._sums[place]), cells.number_of(cell)) for place, m, cell in filled if _is_scored(m)
        ]
        # Any word may stand instead of a hand.
        words = (m == "hand" and _LABEL.fullmatch(cell) for _, m, cell in filled if not _is_scored(m))
        has_names = {"player", "family name", "hand"} & {meaning for _, meaning, _ in meant}
        are_sums = len(scored) > 1 and all(any(sums) and number in sums for sums, number in scored)
        return bool(has_names) and all(words) and are_sums

    def _facts(self, row: Row) -> dict[str, str]:
        """What a row says besides points, or what the rows above it say."""
        facts = dict(self._above)
        for _, _, meaning, cell in self._columns(row):
            if not _is_scored(meaning) and (cell or meaning not in _CARRIED or not self._reading.repeats):
                facts[meaning] = cell
        if self._reading.repeats:
            self._above |= {meaning: facts[meaning] for meaning in _CARRIED if meaning in facts}
        if "family name" in facts:
            facts["player"] = f"{facts.get('first name', '')} {facts['family name']}".strip()
        return facts

    def _scores(self, row: Row, facts: Mapping[str, str]) -> Iterator[tuple[dict[str, str], ScoreCell]]:
        """The scores of a row, each with the day or the game that its heading says."""
        player = facts.get("player", "")
        hand = self._hand(row, facts.get("hand", ""))
        out, posted = (facts.get(flag, "").casefold() in cells.YES for flag in ("out", "posted"))
        held = self._points(row, facts.get("held", ""))
        held = held if isinstance(held, int) else None
        # Beside each other names may stand in the first hand alone.
        has_names = any(cell for _, _, meaning, cell in self._columns(row) if meaning == "player")
        is_below = self._reading.repeats and len(self._names) > 1 and not has_names
        for place, head, meaning, cell in self._columns(row):
            if meaning == "player" and (cell or is_below):
                self._names[place] = who = cell or self._names.get(place, "")
                label, word = cells.name_and_meaning(who)
                player, hand = (label, 0) if word == "total" else (who, hand)
            name = head if meaning == "name" else player
            is_beside = meaning in self._beside or (meaning == "total" and not name)
            if is_beside or not _is_scored(meaning):
                continue
            of_hand = meaning.startswith("hand ")
            points, has_star = self._points_and_star(row, name, meaning, cell)
            self._sums[place][-1] += points or 0
            self._filled[place] += [] if points is None else [points]
            number = int(meaning[5:]) if of_hand else hand if meaning in ("points", "name") else 0
            flags = {"is_blank": points is None, "out": out or has_star, "posted": posted}
            score = ScoreCell(row.number, name.strip("* "), number, points or 0, held=held, **flags)
            if points is not None and not score.player:
                self._fault(FileFaultCode.NO_NAME, row)
            elif meaning[:4] not in ("day", "game"):
                yield {}, score
            elif points is not None:
                table = {"table": label} if (label := cells.table_in(head)) else {}
                yield {"date": head} | table if meaning == "day" else {"game": meaning[5:]}, score

    def _points_and_star(self, row: Row, name: str, meaning: str, cell: str) -> tuple[Exact | None, bool]:
        """The points in a cell, and whether it says who went out: by a star, or a cross instead of points."""
        of_name = meaning == "name"
        bare = cells.without_star(cell, is_cross=of_name or meaning.startswith("hand "))
        others = (text for _, _, kind, text in self._columns(row) if of_name and kind == "name" and text)
        # One goes out in a hand: several crosses, or one beside a 0, say who was not there.
        is_absent = bool(cell) and not bare and sum(not text.strip(cells.STARS) for text in others) > 1
        has_star = (cell != bare and not is_absent) or name.endswith("*")
        return self._points(row, bare, blank=0 if has_star and "0" not in row.cells else None), has_star

    def _points(self, row: Row, cell: str, *, blank: int | None = None) -> Exact | None:
        """The points in a cell, which may have a star; `blank` if it has none."""
        try:
            points = cells.points_of(cell.strip("* "), decimals=self._reading.decimals)
        except ValueError:
            if cells.plain(cell) in self._reading.marks:
                return blank
            self._fault(FileFaultCode.POINTS, row, cell=cell)
            return blank
        return blank if points is None else points

    def _hand(self, row: Row, cell: str) -> int:
        hand = 0 if cells.meaning_of(cell) == "total" else cells.hand_of(cell.partition("/")[0])
        if cells.is_contract(cell):
            hand = self._contracts.setdefault(cell, len(self._contracts) + 1)
        if cell and hand is None:
            self._fault(FileFaultCode.HAND, row, cell=cell)
        return hand or 0

    def _check_sums(self, row: Row) -> None:
        """A row of sums agrees with the rows since one of those above, a single sum with all columns."""
        is_single = sum(map(cells.is_number, row.cells)) == 1
        columns = [blocks[::-1] for blocks in self._sums.values()] if is_single else []
        together = [*accumulate(map(sum, zip_longest(*columns, fillvalue=0)))]
        for place, head, meaning, cell in self._columns(row):
            if not _is_scored(meaning) or meaning in self._beside:
                continue
            points = None if cells.is_sum(cell) else self._points(row, cell)
            blocks = self._sums[place]
            sums = _sums_of(blocks)
            if points is not None and points not in (*sums, *together) and not self._reading.running:
                is_total = meaning == "name" and len(self._since) == 1
                code = FileFaultCode.TOTAL if is_total else FileFaultCode.SUM
                values = {"given": points, "sum": next((each for each in sums if each), 0)}
                self._fault(code, row, name=head.strip("* "), **values)
            blocks[:2] = [sum(blocks[:2])] if len(blocks) > _MOST_BLOCKS else blocks[:2]
            blocks.append(0)
        # Which of several games is wrong, their sum doesn't say.
        for game in self._since.values() if len(self._since) == 1 else ():
            game.beside.append(row.number)
        self._since = {}

    def _game(self, row: Row, facts: Mapping[str, str], scores: Sequence[ScoreCell]) -> Evening | None:
        """The game of a row: without a column for the table, another one when somebody scores twice."""
        day = self._day(row, facts.get("date", ""))
        if day is None:
            return None
        label = facts.get("id") or "-".join(filter(None, (facts.get("table", ""), facts.get("game", ""))))
        key = day, label, "" if label else self._table.name
        game = self._games.get(key)
        again = [score for score in scores if game and score.player in game.hands.get(score.hand, ())]
        # Another game has other points.
        old = [game.hands[score.hand][score.player].points for score in again] if game else []
        is_copy = len(old) == len(scores) > 1 and old == [score.points for score in scores]
        is_same = bool(label) or is_copy
        if game and again and is_same:
            game.beside.append(row.number)
            for score in again:
                self._fault(FileFaultCode.TWICE, row, name=score.player, hand=score.hand)
        if game is None or (not is_same and (again or self._starts_over(game, scores))):
            game = self._games[key] = self._book.evening(day, label)
        return game

    def _starts_over(self, game: Evening, scores: Sequence[ScoreCell]) -> bool:
        """Whether a row without a table begins a game: its hand lies before the last one, or after a gap."""
        if self._reading.layout != "score":
            return self._gap
        last = max(game.hands)
        if all(score.hand >= last or not score.hand for score in scores):
            return False
        # Where the hands of one player follow those of another, no hand is whole before the last player.
        self._by_player = self._by_player or len(game.hands[last]) == 1
        return self._gap or not self._by_player

    def _day(self, row: Row, cell: str) -> date | None:
        days = cells.dates_of(cell)
        if not days and not cells.dates_of(cells.with_year(cell, season="2000")):
            self._fault(FileFaultCode.DATE if cell else FileFaultCode.NO_DATE, row, cell=cell)
            return None
        if not days or (len({*days.values()}) > 1 and self._reading.dates not in days):
            code = FileFaultCode.DATES if days else FileFaultCode.YEAR
            self._book.ambiguous.append(FileFault(code, row.number, values={"cell": cell}))
        return days.get(self._reading.dates) or min(days.values(), default=None)

    def _fault(self, code: FileFaultCode, row: Row, **values: str | Exact) -> None:
        self._book.faults.append(FileFault(code, row.number, values=values))


def _sums_of(blocks: Sequence[Exact]) -> list[Exact]:
    """What the last blocks of rows between sums add up to: the last one, the last two, and so on."""
    return [*accumulate(reversed(blocks))]


def _label_of(cell: str) -> str:
    """The number of the table in a title such as "Table 2", if it is one."""
    number = cells.hand_of(cell)
    is_table = cells.meaning_of(re.split(r" [-–—] |, ", cell)[0]) in ("game", "table")
    return str(number) if is_table and number is not None else ""
