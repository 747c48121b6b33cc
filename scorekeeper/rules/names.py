"""Names of players: how they are stored, when two are the same, and what no name may be."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.texts import is_readable, seen

MOST_LETTERS: Final = 40
MOST_CODE_POINTS: Final = 200
# What no decomposition parts; static/js/behaviours/name-filter.js has the same.
_PLAIN: Final = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"}
)
_SILENT_CATEGORIES: Final = frozenset({"Mn", "Me", "Cf"})


def clean(name: str) -> str:
    """The stored form: composed (NFC), white space folded to single spaces. What has it comes back itself."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    return name if name == cleaned else cleaned


def letters(name: str) -> int:
    """How many letters a reader sees: marks and invisible characters do not count."""
    return sum(1 for char in clean(seen(name)) if unicodedata.category(char) not in _SILENT_CATEGORIES)


def key(name: str) -> str:
    """What is the same of names that read alike, whatever their case, width and invisible characters."""
    if name.isascii():
        return clean(name).casefold()
    folded = seen(unicodedata.normalize("NFKC", clean(name)).casefold())
    return clean("".join(char for char in folded if unicodedata.category(char) != "Cf"))


def folded(name: str) -> str:
    """A name as people search for it and look it up in a list: its key without accents."""
    apart = unicodedata.normalize("NFKD", key(name)).translate(_PLAIN)
    return apart if apart.isascii() else "".join(char for char in apart if not unicodedata.combining(char))


def same(one: str, other: str) -> bool:
    """Whether two names read alike at the table."""
    return key(one) == key(other)


def faults_in(names: Sequence[str], *, pointer: str, others: Sequence[str] = ()) -> tuple[Fault, ...]:
    """Every fault of new `names` beside the `others` at the table; `pointer` takes the index as `{}`."""
    return tuple(_faults(names, pointer=pointer, others=others))


def _faults(names: Sequence[str], *, pointer: str, others: Sequence[str]) -> Iterator[Fault]:
    taken = {key(other) for other in others}
    for index, name in enumerate(map(clean, names)):
        place = pointer.format(index)
        code = _own_fault(name)
        if code is not None:
            yield Fault(code, place, values=(("most", MOST_LETTERS),))
            continue
        own = key(name)
        if own in taken:
            yield Fault(FaultCode.NAME_TWICE, place, values=(("name", name),))
        taken.add(own)


def _own_fault(name: str) -> FaultCode | None:
    if not is_readable(name):
        return FaultCode.NAME_UNREADABLE
    if letters(name) > MOST_LETTERS or len(name) > MOST_CODE_POINTS:
        return FaultCode.NAME_TOO_LONG
    if not letters(name.replace(" ", "")):
        return FaultCode.NAME_EMPTY
    return None
