"""Badges: the colour and the letters by which a player is known on every page of a game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from zlib import crc32

COLOURS: Final = 8


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's colour, and the letters that say the same to those who cannot tell colours apart.

    `colour` is 0 to 7, the number of a style `own-0` to `own-7`; `text` is one or two letters.
    """

    colour: int
    text: str


class Seated(Protocol):
    """A player with the number of the seat, which never changes in a game."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


def badges_of(seats: Iterable[Seated]) -> dict[str, Badge]:
    """The badge of each player of a game by name; who joins late changes the colours of nobody."""
    return badges([seat.name for seat in sorted(seats, key=lambda seat: seat.number)])


def badges(names: Sequence[str]) -> dict[str, Badge]:
    """A badge for each name.

    The colour comes from the name alone; where an earlier name has it, the next free one follows. Up to eight
    names have eight colours. A second letter parts names that begin alike, else the first one of the last
    word, else the number of the place.
    """
    texts = [_texts(name) for name in names]
    badges_by_name: dict[str, Badge] = {}
    for place, (name, letters) in enumerate(zip(names, texts, strict=True)):
        others = {text for index, other in enumerate(texts) if index != place for text in other}
        text = next((text for text in letters if text not in others), f"{letters[0]}{place + 1}")
        colours = {badge.colour for badge in badges_by_name.values()}
        badges_by_name[name] = Badge(_colour(name, taken=colours), text)
    return badges_by_name


def badge(name: str) -> Badge:
    """The badge of somebody among many, from the name alone, so that it is the same on every page.

    In a league two players may have the same one.
    """
    return Badge(_colour(name, taken=set()), _texts(name)[1])


def _colour(name: str, *, taken: set[int]) -> int:
    first = crc32(name.casefold().encode()) % COLOURS
    order = [(first + step) % COLOURS for step in range(COLOURS)]
    return next((colour for colour in order if colour not in taken), first)


def _texts(name: str) -> tuple[str, str, str]:
    """One letter, two letters, and the first letters of the first and, of several words, the last one."""
    folded = name.casefold()
    words = folded.replace("-", " ").split() or [folded]
    ends = "".join(word[:1] for word in (words[0], *words[1:][-1:]))
    return folded[:1].title(), folded[:2].strip().title(), ends.title()
