"""A table out of a chat: lines with a date, a table, and names each with its points."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Final

from scorekeeper.scorebooks import cells
from scorekeeper.scorebooks.tables import Row, Table

# "[11.09.25, 22:14:03] Anna: " and "11/09/2025, 22:14 - Anna: " stand before what was written.
SENT: Final = re.compile(
    r"\u200e?\[?(\d[\d./-]{5,9}),? (\d{1,2}):\d{2}(?::\d{2})?(?:\s?([AaPp])\.?[Mm]\.?)?\]?(?: [-–])?"
    r" ?([^:]{1,60}):(?: |$)"
)
_TABLE: Final = re.compile(r"\b([^\W\d]+)[ :#]*(\d{1,2})\b[: ]*|\b(\d{1,2})\. ?([^\W\d]+)[: ]*")
_SCORE: Final = re.compile(
    r"\s*([^\W\d][^\d:=]{0,60}?)[\s:=–(-]+?((?:[-−+]?\d+\*?[\s,;/+]*)+)(?:p|pts?|pkt|punkte|points)?\.?\)?"
    r"(?:=\s*(\d+))?"
)
# A time or a sum of money is no score: "at 18:30", "20 Uhr", "5 Euro".
_NO_SCORE: Final = re.compile(
    r"(?i)\b\d\d:[0-5]\d\b|[€$£] ?\d+|\b(?:\d\d\.)?\d+ ?(?:[€$£]|(?:euros?|eur|cents?|kč|zł|kr|chf|uhr|h)\b)"
    r"|\b(?:not|nicht|nie|niet|inte|ikke|non|pas|ne|statt|instead of)\s+\d+"
)
# Whoever writes so is the sender.
_ME: Final = "ich i me já moi je yo eu io ik ja jag jeg én minä"
# "25! 0", "25 (Joker) 0"; "85 (25 0 60)", the total first; "25 - 60 5" with nothing in the second hand.
_REMARK: Final = re.compile(r"(?<=\d)(?:!| ?\([^()\d]{0,20}\))")
_TOTAL_FIRST: Final = re.compile(r"(-?\d+) ?\(((?:-?\d+[\s,;/+]+)+-?\d+)\)")
_NOTHING: Final = re.compile(r"(?<=\d) [-–] (?=\d)")
_BESIDE: Final = re.compile(r"\d[\s,]+\d")
_DAY_BEFORE: Final = re.compile(r"(?<![\d.])(\d{1,2})\. ?(\d{1,2})\.(?! ?\d)")
_DAY_IN_WORDS: Final = re.compile(r"\b(?=(\d{1,2}\.? [^\W\d_]{3,}|[^\W\d_]{3,} \d{1,2})\b)")
_YESTERDAY: Final = re.compile(
    r"(?i)\b(?:gestern|yesterday|last night|v[cč]era|hier soir|d.hier|ayer|ontem|ieri|gisteren"
    r"|wczoraj|i ?går|tegnap)\b"
)
_WENT_OUT: Final = re.compile(r"\b([^\W\d_a-z][^\W\d_]*)[: ]+(?:out|aus|raus)(?=[,;.]|$)")
# What stands below "Season so far:" is no game.
_SEASON: Final = re.compile(
    r"(?i)\D*\b(?:season|saison|sezona?|sezóna|temporada|stagione|seizoen|säsong|szezon)\b\D*:\s*"
    r"|\D{0,20}\b(?:overall|standings?|ranking|rangliste|gesamtstand|tabelle|pořadí|klasyfikacja|classement"
    r"|clasificación|classifica)\b\D{0,20}"
)
_MORNING: Final = 5
_LONGEST_AGO: Final = timedelta(days=7)
_CORRECTED: Final = re.compile(
    r"(?i)\b(?:korrektur|korrigiert|correction|corrected|correctie|corrección|correzione|correção|oprava"
    r"|poprawka|sprostowanie|rettelse|rättelse|korjaus|javítás)\b"
)
# A name with its points in one cell: "Anna (25)".
_BOTH: Final = re.compile(r"[^\W\d][^\d()]*\(\d+\)")
# Several with theirs in one cell: "Anna 25 / Ben 40".
_ALL: Final = re.compile(r"([^\W\d]+)(?:[^\d]*\d+\W*)(?:[^\W\d][^\d]*\d+\W*)+")
# A day at the beginning of a line, whose year has two digits or four.
_DAY: Final = re.compile(
    r"^\D{0,12}\d{4}[-./ ]+(?:\d{1,2}|[^\W\d]{3,})[-./ ]+\d{1,2}(?!\d)\.?"
    r"|^\D{0,12}\d{1,2}(?:[./-]\d{1,2}[./-]|[. -]+[^\W\d]{3,}[. -]+)\d{2}(?!\d)|^.*?\d{4}|^[\d./-]+"
)
_LONGEST_DATE: Final = 50
# "Date: 9.1.2025"
_WORD_BEFORE: Final = re.compile(r"^\W*[^\W\d_]+: *")
# Points with signs between them are no day: "20/5/15/125".
_JOINED: Final = re.compile(r"\d+(?:[/-]\d+){3,}|(?<=: )\d+(?:[/-]\d+){1,2}")
NAME_AND_POINTS: Final = re.compile(r"[^\W\d][^\d=]*\d+(?: ?\(\d+)?")
# "1. Anna 100 2. Ben 120": places between points and the next name.
_FIRST_PLACE: Final = re.compile(r"(?:^|\s)1\. ?[^\W\d_]")
_PLACES: Final = re.compile(r"\s(?:[2-9]|1[0-2])\. ?(?=[^\W\d_])")
_LONGEST_LINE: Final = 500
_PARTS_OF_A_DAY: Final = 3
# In lower case these may belong to a name.
_PARTICLES: Final = "al da de del della den der di do dos du la le ten ter van vom von zu"
# A day, a table, a name and a number.
_ONE_NUMBER: Final = 4
_FEWEST_HANDS: Final = 3
_COUNTED: Final = [*map(str, range(1, 16))]


def are_scores(cell: str) -> bool:
    """Whether a cell has the points of several players, or of one in brackets behind the name."""
    match = _ALL.fullmatch(cell)
    return _BOTH.fullmatch(cell) is not None or (match is not None and cells.meaning_of(match[1]) is None)


def table(tables: Sequence[Table]) -> Table | None:
    """The table of a chat, without numbers that are no scores; None if no line is a name and numbers."""
    sums: list[Row] = []
    rows = [row for part in tables for row in _rows(part, sums)]
    rows, totals = _with_hands(_without_totals(_signed(_without_talk(rows))))
    if not rows:
        return None
    players = Counter(row.cells[:2] for row in rows if row.cells[0])
    rows = [row for row in rows if players[row.cells[:2]] > 1] or rows
    most = max(len(row.cells) for row in rows) - 3
    heads = [f"Hand {number}" for number in range(1, most + 1)] if most > 1 else ["Total"]
    totals += sums
    below = [Row(0, ("Date", "Table", "Player", "Total")), *totals] if totals else []
    return Table("", [Row(0, ("Date", "Table", "Player", *heads)), *rows, *below])


def _with_hands(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows with all hands of a player in one where a game is written in rounds; and its totals."""
    games: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        games[row.cells[:2]].append(row)
    together: list[Row] = []
    totals: list[Row] = []
    for game in games.values():
        players, is_summed = _in_rounds(game)
        together += [] if players else game
        for its in players:
            (day, label, name, _), points = its[0].cells, [row.cells[3] for row in its]
            sums = [points.pop()] if is_summed else []
            together.append(replace(its[0], cells=(day, label or "1", name, *points)))
            totals += [replace(its[-1], cells=(day, label or "1", name, total)) for total in sums]
    return together, totals


def _in_rounds(game: Sequence[Row]) -> tuple[list[list[Row]], bool]:
    """The rows of each player from hand to hand, and whether the last are sums; none if they are none."""
    rows_of: dict[str, list[Row]] = defaultdict(list)
    for row in game:
        rows_of[row.cells[2]].append(row)
    # "Round 1" is no player.
    counted = {name for name, its in rows_of.items() if [row.cells[3] for row in its] == _COUNTED[: len(its)]}
    players = [its for name, its in rows_of.items() if len(its) > 1 and name not in counted]
    theirs = {its[0].cells[2] for its in players}
    scores = [row for row in game if row.cells[2] in theirs]
    beside = {row.number for row in game if len(rows_of[row.cells[2]]) == 1}
    is_mixed = any(row.number in beside or len(row.cells) > _ONE_NUMBER for row in scores)
    names, size = [row.cells[2] for row in scores], len(players) or 1
    are_whole = all(len({*names[n : n + size]}) == size for n in range(0, len(names), size))
    if len(players) < 2 or is_mixed or not are_whole:
        return [], False
    points = [[cells.number_of(row.cells[3]) or 0 for row in its] for its in players]
    is_summed = sum(0 < sum(its[:-1]) == its[-1] for its in points) * 2 >= size
    hands = [*zip(*points, strict=True)][: -1 if is_summed else None]
    are_named = "hand" in map(cells.meaning_of, counted)
    are_hands = are_named or sum(0 in hand for hand in hands) * 2 > len(hands)
    are_hands = are_hands and len(hands) >= _FEWEST_HANDS
    return (players, is_summed) if are_hands else ([], False)


def _without_talk(rows: Sequence[Row]) -> list[Row]:
    """The rows without "at 7" and "stopped after hand 4": one number behind words that stand there once.

    It is no score where nearly all others are multiples of 5, or the others of that game have several; nor
    behind a phrase that names no player, or only such as have their scores: "well done Ben, see you next
    week at 20"; nor where a game is nothing but phrases, each another one.
    """
    named = Counter(row.cells[2] for row in rows)
    called: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for row in rows:
        called[row.cells[:2]] |= set() if _is_phrase(row.cells[2]) else {row.cells[2].split()[0]}
    players = set().union(*called.values())
    phrases: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for row in rows:
        phrases[row.cells[:2]].add(row.cells[2].partition(" ")[2])
    longest = {row.cells[:2]: len(row.cells) for row in sorted(rows, key=lambda row: len(row.cells))}
    may_be_odd = sum(map(_is_odd, rows)) * 4 > len(rows)

    def is_talk(row: Row) -> bool:
        is_alone, others = len(row.cells) == _ONE_NUMBER, longest[row.cells[:2]]
        words = row.cells[2].split()
        here = called[row.cells[:2]]
        is_other = not here and bool(players) and len(phrases[row.cells[:2]]) > 1
        is_said = players.intersection(words) <= here or is_other
        if is_alone and is_said and _is_phrase(row.cells[2]):
            return True
        if named[row.cells[2]] > 1:
            return is_alone and others > _ONE_NUMBER + 1
        return is_alone and (others > _ONE_NUMBER or (_is_odd(row) and not may_be_odd))

    return [row for row in rows if not is_talk(row)]


def _is_phrase(name: str) -> bool:
    """Whether words in lower case stand in a name that is not written so as a whole."""
    words = [word for word in name.split() if word not in _PARTICLES.split()]
    return not name.islower() and any(word.islower() for word in words)


def _signed(rows: Sequence[Row]) -> list[Row]:
    """The rows without the dash before their first numbers where it only parts them from the names.

    It is a minus where in most games somebody else has none: "Anna 40, Ben -25, Cem -15". No score is -0.
    """
    dashes: dict[tuple[str, ...], set[bool]] = defaultdict(set)
    for row in rows:
        dashes[row.cells[:2]].add(row.cells[3].startswith("-"))
    games = [has_dash for has_dash in dashes.values() if True in has_dash]
    is_minus = sum(False in has_dash for has_dash in games) * 2 > len(games)
    if is_minus and not any(row.cells[3].startswith("-0") for row in rows):
        return [*rows]
    return [replace(row, cells=(*row.cells[:3], *_without_dash(row.cells[3:]))) for row in rows]


def _without_dash(numbers: Sequence[str]) -> list[str]:
    return [numbers[0].lstrip("-"), *numbers[1:]]


def _without_totals(rows: list[Row]) -> list[Row]:
    """The rows without the last of several numbers where it is the sum of the others in all of them."""
    numbers = [[*map(_points, row.cells[3:])] for row in rows]
    several = [row for row in numbers if len(row) > 2]
    if not several or any(sum(row[:-1]) != row[-1] for row in several):
        return rows
    return [replace(row, cells=row.cells[:-1]) if len(row.cells) > 5 else row for row in rows]


def _is_odd(row: Row) -> bool:
    """Whether some of its numbers are no multiples of 5."""
    return any(number.strip("*")[-1] not in "05" for number in row.cells[3:])


def _evening_of(sent: re.Match[str]) -> str:
    """The day on which something was sent; the one before until five in the morning."""
    day, hour, half, _ = sent.groups()
    is_night = int(hour) % (12 if half else 24) < _MORNING and half not in ("P", "p")
    days = [*cells.dates_of(day).values()]
    return (days[0] - timedelta(days=1)).isoformat() if is_night and len(days) == 1 else day


def _day_named(message: str, sent: re.Match[str]) -> str:
    """The day in the week before that a message names, "last night (27 March)"; else when it was sent."""
    days = [*cells.dates_of(sent[1]).values()]
    if other := _DAY_BEFORE.search(message):
        named = f"{other[1]}.{other[2]}.{sent[1][-2:]}"
        if any(its <= max(days, default=its) for its in cells.dates_of(named).values()):
            return named
    if len(days) == 1 and _YESTERDAY.search(message):
        return (days[0] - timedelta(days=1)).isoformat()
    for day, words in product(days, _DAY_IN_WORDS.findall(message)):
        named = f"{words} {day.year}"
        if any(timedelta() < day - its <= _LONGEST_AGO for its in cells.dates_of(named).values()):
            return named
    return _evening_of(sent)


def _rows(part: Table, sums: list[Row]) -> list[Row]:
    """The lines of names and numbers, a correction in the place of earlier ones; `sums` get what differs."""
    rows: list[Row] = []
    day = label = sender = ""
    is_correction = is_season = False
    for row in part.rows:
        line = ", ".join(row.cells)[:_LONGEST_LINE]
        sent = SENT.match(line)
        starts = sent is not None or bool(cells.dates_of(line))
        is_title = _SEASON.fullmatch(line[sent.end() :] if sent else line) is not None
        is_season = (is_title and bool(rows)) or (is_season and not starts)
        if is_season:
            continue
        if sent:
            label, line, sender = label if _evening_of(sent) == day else "", line[sent.end() :], sent[4]
            is_correction = bool(rows and _CORRECTED.search(line))
            # Results that are sent later name their day: "yesterday (23.10.)".
            day = rows[-1].cells[0] if is_correction else _day_named(line, sent)
            line = _DAY_BEFORE.sub("", line)
        line = _with_year(_points_alone(line), before=day)
        start = line if len(line) <= _LONGEST_DATE else line[:_LONGEST_DATE].rpartition(" ")[0]
        if cells.dates_of(start):
            day, line = _WORD_BEFORE.sub("", start), _DAY.sub("", line)
        label, line = _table_in(line) or (label, line)
        for name, numbers, total in _scored(line):
            name = sender if name.lower() in _ME.split() and sender[:1].isalpha() else name
            corrected = rows if is_correction else ()
            old = [row for row in corrected if (row.cells[0], row.cells[2]) == (day, name)]
            place = old[-1].cells[:3] if old else (day, label, name)
            sums += [Row(row.number, (*place, total))] if total else []
            # Which of several hands it corrects is not known: they stay, and somebody must look.
            more = numbers if len(old) > 1 else []
            rows = [row for row in rows if more or row not in old] if old else rows
            rows.append(Row(row.number, (*place, *numbers, *more)))
    return rows


def _scored(line: str) -> Iterator[tuple[str, list[str], str]]:
    """The names in a line with their numbers, and a total if they add up to another one."""
    for match in _SCORE.finditer(line):
        numbers = [number.lstrip("+") for number in re.findall(r"[-−+]?\d+\*?", match[2])]
        sums = [sum(map(_points, row)) for row in (numbers, _without_dash(numbers))]
        is_right = match[3] is None or int(match[3]) in sums
        # "Name 1 2 3 4" are headings.
        if len(numbers) < 3 or numbers != [str(n + 1) for n in range(len(numbers))]:
            yield _name_in(match[1].strip(" ,")), numbers, "" if is_right else match[3]


def _points(number: str) -> int:
    return int(number.strip("*").replace("−", "-"))


def _table_in(line: str) -> tuple[str, str] | None:
    """The number of the table in a line, and the line without it; None if it says none."""
    for match in _TABLE.finditer(line):
        before = line[: match.start()]
        # "T1" is a table, in "Mick T: 5 0" T is none.
        is_t = match[1] in ("T", "t") and (match[0][1].isdigit() or not before.rstrip()[-1:].isalpha())
        if is_t or cells.meaning_of(match[1] or match[4]) in ("table", "game"):
            return match[2] or match[3], (before if _SCORE.search(before) else "") + line[match.end() :]
    return None


def _points_alone(line: str) -> str:
    """A line without what else stands beside points, with all of them as they are after their names."""
    line = _NO_SCORE.sub("", _WENT_OUT.sub(r"\1 0", line))
    line = _PLACES.sub(", ", line) if _FIRST_PLACE.search(line) else line
    line = _TOTAL_FIRST.sub(r"\2 = \1", _REMARK.sub("", line))
    line = _NOTHING.sub(" 0 ", line) if _BESIDE.search(line) else line
    return _JOINED.sub(_parted, line)


def _parted(joined: re.Match[str]) -> str:
    points = re.split("[/-]", joined[0])
    is_day = len(points) == _PARTS_OF_A_DAY and cells.dates_of(joined[0])
    return joined[0] if is_day else " ".join(points)


def _with_year(line: str, *, before: str) -> str:
    """A line that is a day without a year, as the next such day after the one before."""
    last = max(cells.dates_of(before).values(), default=None)
    for year in (last.year, last.year + 1) if last else ():
        days = cells.dates_of(dated := cells.with_year(line, season=str(year))).values()
        if last and dated != line and any(day >= last for day in days):
            return dated
    return line


def _name_in(text: str) -> str:
    """The name in front of numbers: in "nobody out, Anna" and "and then Anna" that is Anna."""
    before, _, name = text.rpartition(", ")
    words = (name if before.islower() else text).split(" ")
    # "Wolf, Anna" and "van der Berg" are names.
    talk = [place for place, word in enumerate(words) if word.islower() and word not in _PARTICLES.split()]
    leading = talk[-1] + 1 if talk == [*range(len(talk))] and len(talk) < len(words) and talk else 0
    return " ".join(words[leading:])
