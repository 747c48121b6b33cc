"""Names where there is little room: cut, measured, or as a badge that stays with the name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import Final, Protocol
from zlib import crc32

COLOURS: Final = 8
_CUT: Final = "…"
_HEAD: Final = 3
_JOINED: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
_JOINER: Final = "\u200d"
_APART: Final = frozenset(" -")
# Of bold letters in a broad font, as parts of their height.
_NARROW: Final = frozenset("fijlrtIJ1.,:;!|'’()[]/ -")
_BROAD: Final = frozenset("mwMWOQ@%&#…ŒÆœæ")
_BROADER: Final = frozenset("ЖШЩЮФДЫжшщюфы")
_SQUARE: Final = frozenset({"W", "F"})


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's colour, and the letters that say the same to those who cannot tell colours apart.

    `colour` is 0 to 7, the number of a style `own-0` to `own-7`; `text` is one or two letters.
    """

    colour: int
    text: str


def short(names: Sequence[str], *, most: int) -> tuple[str, ...]:
    """Each name in at most so many letters.

    A long one is cut to whole words if they part it from the others, else so that the difference stays.
    """
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
    if "\u0590" <= char <= "\u05ff":
        return 0.8
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
    words = [end for end in range(shared + 1, most + 1) if own[end] in _APART]
    if words:
        return "".join(own[: words[-1]])
    if shared < most - 1:
        return "".join(own[: most - 1]).rstrip() + _CUT
    room = most - _HEAD - 1
    end = own[min(shared, len(own) - room) :]
    tail = "".join(end) if len(end) == room else "".join(end[: room - 1]).rstrip() + _CUT
    return "".join(own[:_HEAD]) + _CUT + tail


class Seated(Protocol):
    """A player with the number of the seat, which never changes in a game."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


def badges_of(seats: Iterable[Seated]) -> dict[str, Badge]:
    """The badge of each player of a game by name; who joins late changes those of nobody."""
    return badges([seat.name for seat in sorted(seats, key=attrgetter("number"))])


def badges(names: Sequence[str]) -> dict[str, Badge]:
    """A badge for each name.

    The colour comes from the name alone; where an earlier name has it, the next free one follows. Up to eight
    names have eight colours. A second letter parts names that begin alike, else the first one of the last
    word, else the number of the place.
    """
    split = [letters(name.casefold()) for name in names]
    found: dict[str, Badge] = {}
    for place, (name, own) in enumerate(zip(names, split, strict=True)):
        others = [other for index, other in enumerate(split) if index != place]
        colour = _colour("".join(own), taken={badge.colour for badge in found.values()})
        found[name] = Badge(colour, _initials(own, others, place=place))
    return found


def badge(name: str) -> Badge:
    """The badge of somebody among many, from the name alone, so that it is the same on every page.

    In a league two players may have the same one.
    """
    own = letters(name.casefold())
    return Badge(_colour("".join(own), taken=set()), "".join(own[:2]).strip().title())


def _colour(name: str, *, taken: set[int]) -> int:
    wanted = crc32(name.encode()) % COLOURS
    order = [(wanted + step) % COLOURS for step in range(COLOURS)]
    return next((colour for colour in order if colour not in taken), wanted)


def _initials(own: Sequence[str], others: Sequence[Sequence[str]], *, place: int) -> str:
    for shown in (1, 2):
        if all(other[:shown] != own[:shown] for other in others):
            return "".join(own[:shown]).title()
    ends = _ends(own)
    if all(ends not in (other[: len(ends)], _ends(other)) for other in others):
        return "".join(ends).title()
    return f"{own[0].upper()}{place + 1}"


def _ends(own: Sequence[str]) -> Sequence[str]:
    """The first letter and, of several words, that of the last one."""
    later = [letter for before, letter in pairwise(own) if before in _APART and letter not in _APART]
    return (*own[:1], *later[-1:])
