"""A table out of a file: whatever an organiser has of last year's book becomes sheets of rows of texts.

What goes in are the bytes of a file, or of pasted text. What comes out are `Table`s: one for a text, one for
each sheet of a workbook. A cell is a text without white space around it; a date is written as in ISO 8601, a
whole number without a point. Nothing here knows what a column means.

The idea: a zip file is a workbook (python-calamine), anything else is a text. Its encoding is told by its
byte order mark, by being UTF-8, or guessed (charset-normalizer) among those that make letters of one language
of it. Its separator is the sign that parts most lines into equally many cells, at least two. A text that no
sign parts is a chat: lines of a name and numbers.

Invariants: no file costs more than its limits. A workbook says the size of its parts, which Python's reader
keeps to; unpacked, it is looked through for cells far out and long texts that are used often, as calamine
reserves memory for a whole rectangle; only then calamine opens it. A file that is none of this is refused.

The cost is one pass over the bytes, for a workbook three. It can be wrong where a short text in an old code
page has few letters with accents: then a letter may be another one that this code page does not have.
"""

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from operator import itemgetter
from typing import Final

from scorekeeper.scorebooks.faults import FileFaultCode, ImportRefused, Line, SheetLine

MOST_ROWS: Final = 100_000
MOST_COLUMNS: Final = 500
LONGEST_CELL: Final = 400
_SIGNS: Final = ("\t", ";", ",", "|")
_LONGEST_LINE: Final = 20_000
_SAMPLE: Final = 200
# "Anna ......... 25"
_LEADERS: Final = re.compile(r"(?:\s*[.·…]{3,}|(?<=[^\W\d_])\s*_{3,})\s*(?=[\d–-])")
_GAP: Final = re.compile(r"\s{2,}")
# Excel needs this line above a table to know its separator, and writes it.
_SEPARATOR: Final = re.compile(r'"?sep=(.)"?[,;\t|]*(?:\r?\n|\Z)', re.IGNORECASE)
# Exported tables put an apostrophe before a cell that a spreadsheet would take for a formula.
_QUOTED: Final = re.compile(r"^'(?=[=+\-@＝＋－＠])")
_EMPHASIS: Final = re.compile(r"(\*{1,2})(?=\S)([^*]*[^*\s])\1")
_PICTURES: Final = re.compile("[\U0001f000-\U0001faff\ufe0f]+")
_CODE_PAGES: Final = [f"cp{number}" for number in (1252, 1250, 1251, 1253, 1254, 1257, 1255, 1256)]
# What languages have besides a to z: no guess from a few letters gives a text others.
_ALPHABETS: Final = (
    "äöüßàâçéèêëîïôœùûæÿ áéíñóúü àèéìíòóù áâãàçéêíóôõúü åäöæøéü"
    " áčďéěíňóřšťúůýžäöüß ąćęłńóśźżäöüß áéíóöőúüű äöüßçğıi̇şâî"
)
_CAPITALS: Final = re.compile(r"\b[^\Wa-z]{2,}\b|\b\w")
# No name has these side by side: they are of another code page, "Hélčne" for "Hélène", "Kuèera" for "Kučera".
_ODD: Final = re.compile(
    r"[bcdfghjklmnpqrstvwxz][čćšžťďň][bcdfghjkmnpqrstvwxz]|ń[aeiouáéíóúy]|[aeiouáéíóú][èùìêûî][aeiouáéíóú]|\w·\w"
)
_CONTROL: Final = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f]")
_LARGEST: Final = 64 * 1024 * 1024
_MOST_CELLS: Final = 1_000_000
_CELL: Final = re.compile(rb"""\sr\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_PLACE: Final = re.compile(rb"([A-Z]{0,3})([0-9]{0,7})")
_TEXT: Final = re.compile(rb">([^<]+)<")
_REPEATED: Final = re.compile(rb"""(rows|columns)-repeated\s*=\s*["']([0-9]+)""")


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its number as an editor counts, with its sheet where there are several, and its cells."""

    number: Line
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet of a workbook with its name, or a text, which has none; one empty row is a gap."""

    name: str
    rows: Sequence[Row]


def tables(content: bytes) -> list[Table]:
    """The tables in a file; ImportRefused if there is none that can be read."""
    filled = _sheets(content) if content[:4] == b"PK\x03\x04" else [Table("", list(_rows(text_of(content))))]
    filled = [table for table in filled if table.rows]
    if not filled:
        raise ImportRefused.because(FileFaultCode.EMPTY)
    return filled


def text_of(content: bytes) -> str:
    """A file as text; ImportRefused if it is none."""
    encoding = "utf-8-sig"
    zeros = content[:_SAMPLE].count(0), content[1:_SAMPLE:2].count(0)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif zeros[0] > _SAMPLE // 4 or zeros[0] > len(content) // 3:
        encoding = "utf-16-le" if zeros[1] * 2 > zeros[0] else "utf-16-be"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = _guessed(content)
    if not text.strip() or _CONTROL.search(text):
        raise ImportRefused.because(FileFaultCode.NOT_TEXT)
    return text


def _guessed(content: bytes) -> str:
    """A text in an old code page; "" if it is none."""
    if _CONTROL.search(content.decode("latin-1")):
        return ""
    from charset_normalizer import from_bytes

    words = [word for word in {*re.split(rb"[\0-@]+", content)} if not word.isascii()]
    pages = (*_CODE_PAGES, "mac_roman")
    fitting = [page for page in pages if _fits(b" ".join(words).decode(page, "replace"))]
    # Names of several languages are read as most of them are alone.
    many = {page: sum(_fits(word.decode(page, "replace")) for word in words) for page in pages}
    fitting = fitting or [page for page in pages if many[page] == max(many.values())]
    return str(from_bytes(content, cp_isolation=fitting, steps=10).best() or "")


def _fits(text: str) -> bool:
    """Whether the letters of a text are those of one language, and capitals stand where words begin."""
    lower = _CAPITALS.sub(lambda word: word[0].lower(), text)
    letters = {letter for letter in lower if not letter.isascii()} - {*"«»–—’‘“”„…°ºª€·\u00a0"}
    is_odd = _ODD.search(lower) is not None
    return not is_odd and any(letters <= {*alphabet} for alphabet in _ALPHABETS.split())


def _rows(text: str) -> Iterator[Row]:
    above = 0
    separator = _SEPARATOR.match(text)
    if separator:
        text, above = text[separator.end() :], 1
    sign = separator[1] if separator else _sign_of(text)
    lines = text.splitlines()
    if max(map(len, lines), default=0) > _LONGEST_LINE:
        raise ImportRefused.because(FileFaultCode.NOT_TEXT)
    if sign is None:
        yield from _without_gaps((n, _parted(line)) for n, line in enumerate(lines, 1))
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, skipinitialspace=True)
    try:
        yield from _without_gaps((above + reader.line_num, cells) for cells in reader)
    except csv.Error:
        raise ImportRefused.because(FileFaultCode.NOT_CSV, line=above + reader.line_num) from None


def _parted(line: str) -> list[str]:
    """The columns of a line that only blanks part; it may begin with an empty one."""
    columns = _GAP.split(_LEADERS.sub("  ", line.strip()))
    return ["", *columns] if len(columns) > 2 and line.startswith("   ") else columns


def _sign_of(text: str) -> str | None:
    """The sign that parts most of the first lines, or a third of them into equally many cells, if any."""
    lines = [line for line in text[: _SAMPLE * LONGEST_CELL].splitlines()[:_SAMPLE] if line.strip()]
    parted: list[tuple[int, int, str]] = []
    for sign in _SIGNS:
        with suppress(csv.Error):
            widths = Counter(len(cells) for cells in csv.reader(lines, delimiter=sign) if len(cells) > 1)
            # A comma between numbers and their fractions parts all lines in two, a separator in more.
            enough = len(lines) if widths.total() * 2 <= len(lines) else 0
            parted += [(width, number, sign) for width, number in widths.items() if number * 3 > enough]
    return max(parted, key=itemgetter(0, 1), default=(0, 0, None))[2]


def _without_gaps(lines: Iterable[tuple[Line, Sequence[str]]]) -> Iterator[Row]:
    """The rows, with one empty row for as many as there are between them; TOO_LARGE."""
    rows, filled, gap = 0, 0, False
    for number, line in lines:
        cells = _cleaned(line)
        if not any(cells):
            gap = rows > 0
            continue
        if gap:
            yield Row(number, ())
        rows, filled, gap = rows + 1, filled + len(cells), False
        if rows > MOST_ROWS or filled > _MOST_CELLS:
            raise ImportRefused.because(FileFaultCode.TOO_LARGE)
        yield Row(number, cells)


def _cleaned(cells: Sequence[str]) -> tuple[str, ...]:
    if len(cells) > MOST_COLUMNS:
        raise ImportRefused.because(FileFaultCode.NOT_CSV)
    return tuple(_plain(cell) for cell in cells)


def _plain(cell: str) -> str:
    """A cell without what marks it: an apostrophe, emphasis in Markdown, pictures."""
    text = _QUOTED.sub("", cell[:LONGEST_CELL].strip(), count=1)
    return _EMPHASIS.sub(r"\2", _PICTURES.sub("", text)).strip()


def _sheets(content: bytes) -> list[Table]:
    """The sheets of a workbook that is looked through first."""
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(_looked_through(content)))
        has_several = len(book.sheet_names) > 1
        return [
            Table(name, list(_without_gaps((line, [*map(_text, cells)]) for line, cells in lines)))
            for place, name in enumerate(book.sheet_names)
            for rows in [book.get_sheet_by_name(name).to_python(skip_empty_area=False)]
            for lines in [
                ((SheetLine(place, n, name) if has_several else n, cells) for n, cells in enumerate(rows, 1))
            ]
        ]
    except (ImportRefused, KeyboardInterrupt, SystemExit):
        raise
    # The reader's own faults, and what its native code calls a panic, which is no Exception.
    except BaseException:
        raise ImportRefused.because(FileFaultCode.NOT_A_WORKBOOK) from None


def _looked_through(content: bytes) -> bytes:
    """The workbook packed anew, without anything that it does not name; ImportRefused if it is too large."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(packed, "w") as plain:
        members = {member.filename: member for member in archive.infolist()}.values()
        if sum(member.file_size for member in members) > _LARGEST:
            raise ImportRefused.because(FileFaultCode.TOO_LARGE)
        parts = {}
        for member in members:
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ImportRefused.because(FileFaultCode.NOT_A_WORKBOOK)
            with archive.open(member) as part:
                parts[member.filename] = part.read(member.file_size)
        _require_small(parts)
        for name, part_of in parts.items():
            plain.writestr(name, part_of)
    return packed.getvalue()


def _require_small(parts: dict[str, bytes]) -> None:
    """Refuse a workbook whose cells would need far more memory than its size says."""
    longest = 1
    cells = 1
    for part in parts.values():
        longest = max([longest, *(len(text[1]) for text in _TEXT.finditer(part))])
        rows, columns = _extent(part)
        cells = max(cells, rows * columns)
    if cells > _MOST_CELLS or cells * min(longest, 32_768) > _LARGEST * 8:
        raise ImportRefused.because(FileFaultCode.TOO_LARGE)


def _extent(part: bytes) -> tuple[int, int]:
    """The rows and columns up to the last cell of a part of a workbook."""
    rows = columns = 0
    for match in _CELL.finditer(part):
        place = _PLACE.fullmatch(match[1] or match[2] or b"")
        if place is None:
            return _MOST_CELLS, _MOST_CELLS
        column = 0
        for letter in place[1]:
            column = column * 26 + letter - 64
        rows, columns = max(rows, int(place[2] or 0)), max(columns, column)
    for sheet in part.split(b"<table:table ")[1:]:
        passed = 0
        for row in sheet.split(b"<table:table-row")[1:]:
            repeats = dict.fromkeys((b"rows", b"columns"), 0)
            valued = row.rfind(b"value-type=")
            for match in _REPEATED.finditer(row, 0, row.find(b">", valued) if valued >= 0 else len(row)):
                repeats[match[1]] += int(match[2])
            passed += max(1, repeats[b"rows"])
            if valued >= 0:
                rows = max(rows, passed)
                columns = max(columns, repeats[b"columns"] + row.count(b"<table:table-cell"))
    return rows, columns


def _text(cell: object) -> str:
    match cell:
        case bool():
            return "yes" if cell else "no"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime():
            return cell.isoformat(" ")
        case date():
            return cell.isoformat()
        case time() | timedelta():
            return ""
    return str(cell)
