"""What people write: names, how they are stored and when two are the same, and what no text may hold."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode

MOST_LETTERS: Final = 40
MOST_CODE_POINTS: Final = 200
# Letters that Unicode does not decompose; static/js/behaviours/name-filter.js has the same.
_PLAIN: Final = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"}
)
_SILENT_CATEGORIES: Final = frozenset({"Mn", "Me", "Cf"})
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cs", "Cn"})
_DIRECTION_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# The characters with Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 17: fillers,
# joiners, selectors, tags. They show nothing by themselves, and the standard library cannot tell them.
_IGNORED: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Symbols whose picture is empty, and no white space for Unicode: braille, a notehead, hieroglyphs.
_BLANK: Final = re.compile("[\u2800\U0001d159\U00013441\U00013442]")

_CELLS: Final = re.compile(r"[,;\t]")
# The number of a line, and a phone behind the name.
_AROUND_NAME: Final = re.compile(r"^\W*\d+[.)]?\s+|\s[+0][\d\s/()-]{5,}$")


def clean(name: str) -> str:
    """The stored form: composed (NFC), white space as single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def letters(name: str) -> int:
    """How many letters a reader sees: marks and invisible characters do not count."""
    return sum(1 for char in clean(seen(name)) if unicodedata.category(char) not in _SILENT_CATEGORIES)


def key(name: str) -> str:
    """A key that is equal for names that read alike, whatever their case, width and invisible characters."""
    if name.isascii():
        return clean(name).casefold()
    folded = seen(unicodedata.normalize("NFKC", clean(name)).casefold())
    return clean("".join(char for char in folded if unicodedata.category(char) != "Cf"))


def folded(name: str) -> str:
    """The key of a name without accents: names are searched and sorted by it."""
    apart = unicodedata.normalize("NFKD", key(name)).translate(_PLAIN)
    return apart if apart.isascii() else "".join(char for char in apart if not unicodedata.combining(char))


def same(name: str, other: str) -> bool:
    """Whether two names read alike at the table."""
    return key(name) == key(other)


def is_readable(text: str) -> bool:
    """Whether a line has no control characters and none that turn the direction of the text around them."""
    return not any(
        unicodedata.category(char) in _REFUSED_CATEGORIES or char in _DIRECTION_CONTROLS for char in text
    )


def text_faults(text: str, *, pointer: str, most: int, needed: bool = True) -> Iterator[Fault]:
    """The faults of a text with `most` letters at most: none at all if it is `needed`, or unreadable ones."""
    if needed and not seen(text).strip():
        yield Fault(FaultCode.TEXT_EMPTY, pointer)
    if len(text) > most:
        yield Fault(FaultCode.TEXT_TOO_LONG, pointer, values=(("most", most),))
    if not is_readable(text):
        yield Fault(FaultCode.TEXT_UNREADABLE, pointer)


def seen(text: str) -> str:
    """The text without characters that show nothing, and with blank symbols as spaces."""
    return text if text.isascii() else _IGNORED.sub("", _BLANK.sub(" ", text))


def faults_in(names: Sequence[str], *, pointer: str, others: Sequence[str] = ()) -> tuple[Fault, ...]:
    """Every fault of new `names` beside the `others` at the table; `pointer` takes the index as `{}`."""
    faults = []
    taken = {key(other) for other in others}
    for index, name in enumerate(map(clean, names)):
        place, reading = pointer.format(index), key(name)
        if code := _own_fault(name):
            faults.append(Fault(code, place, values=(("most", MOST_LETTERS),)))
            continue
        if reading in taken:
            faults.append(Fault(FaultCode.NAME_TWICE, place, values=(("name", name),)))
        taken.add(reading)
    return tuple(faults)


def _own_fault(name: str) -> FaultCode | None:
    if not is_readable(name):
        return FaultCode.NAME_UNREADABLE
    if letters(name) > MOST_LETTERS or len(name) > MOST_CODE_POINTS:
        return FaultCode.NAME_TOO_LONG
    if not letters(name.replace(" ", "")):
        return FaultCode.NAME_EMPTY
    return None


def name_alone(line: str) -> str:
    """The name in a line of a list, without numbers, phones and mail: "1, Anna Berger, 0170 123"."""
    cells = (clean(_AROUND_NAME.sub("", cell)) for cell in _CELLS.split(line))
    parts = [cell for cell in cells if "@" not in cell and any(map(str.isalpha, cell))]
    if len(parts) > 1 and not any(" " in part for part in parts[:2]):
        return f"{parts[1]} {parts[0]}"
    return parts[0] if parts else ""
