"""Names where there is little room: whole if they fit, else cut so that they can still be told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

CUT: Final = "…"
_HEAD: Final = 3
_JOINED: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
_JOINER: Final = "\u200d"
# Of bold letters in a broad font, as parts of their height.
_NARROW: Final = frozenset("fijlrtIJ1.,:;!|'’()[]/ -")
_BROAD: Final = frozenset("mwMWOQ@%&#…ŒÆœæ")
_BROADER: Final = frozenset("ЖШЩЮФДЫжшщюфы")
_SQUARE: Final = frozenset({"W", "F"})


def short(names: Sequence[str], *, most: int) -> tuple[str, ...]:
    """Each name in at most so many letters; what parts a long one from the others stays in sight."""
    split = [letters(name) for name in names]
    return tuple(
        _cut(own, shared=_shared(own, others=(*split[:index], *split[index + 1 :])), most=most)
        for index, own in enumerate(split)
    )


def letters(name: str) -> tuple[str, ...]:
    """A name letter by letter, as a reader sees them: marks stay with the letter that carries them."""
    found: list[str] = []
    for char in name:
        if found and (unicodedata.category(char) in _JOINED or found[-1].endswith(_JOINER)):
            found[-1] += char
        else:
            found.append(char)
    return tuple(found)


def width(name: str) -> float:
    """How broad a name is in bold letters of height 1, rather too much than too little."""
    return sum(_letter_width(unicodedata.normalize("NFD", letter)[0]) for letter in letters(name))


def _letter_width(char: str) -> float:
    if char in _BROADER or unicodedata.east_asian_width(char) in _SQUARE:
        return 1.3
    if char in _BROAD:
        return 1.15
    if char in _NARROW:
        return 0.5
    if unicodedata.category(char) == "Lo":
        return 1.0
    return 0.9 if char.isupper() else 0.75


def _shared(own: Sequence[str], *, others: Sequence[Sequence[str]]) -> int:
    """How many letters at its beginning a name has in common with another one, at the most."""
    return max(
        (
            sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(own, other, strict=False)))
            for other in others
        ),
        default=0,
    )


def _cut(own: Sequence[str], *, shared: int, most: int) -> str:
    if len(own) <= most:
        return "".join(own)
    if shared < most - 1:
        return "".join(own[: most - 1]).rstrip() + CUT
    room = most - _HEAD - 1
    end = own[min(shared, len(own) - room) :]
    told = "".join(end) if len(end) == room else "".join(end[: room - 1]).rstrip() + CUT
    return "".join(own[:_HEAD]) + CUT + told
