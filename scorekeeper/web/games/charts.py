"""The chart of the running totals: its geometry, in units of the view box of the chart macro."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Final

from scorekeeper.services.games.queries.table import HandScores, SeatStanding

WIDTH: Final = 360
LEFT: Final = 30
FARTHEST_RIGHT: Final = 286
TOP: Final = 10
LABEL_STEP: Final = 17
MOST_LETTERS: Final = 12
LETTER_HEIGHT: Final = 12
LABEL_GAP: Final = 7
TICK_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_TICKS: Final = 5
_CUT: Final = "…"
_HEAD: Final = 3
_JOINED: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
_JOINER: Final = "\u200d"
# Of bold letters in a broad font, as parts of their height.
_NARROW: Final = frozenset("fijlrtIJ1.,:;!|'’()[]/ -")
_BROAD: Final = frozenset("mwMWOQ@%&#…ŒÆœæ")
_BROADER: Final = frozenset("ЖШЩЮФДЫжшщюфы")
_SQUARE: Final = frozenset({"W", "F"})


@dataclass(frozen=True, slots=True)
class Tick:
    """One horizontal line of the grid."""

    points: int
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals as a polyline; the label is beside its end without covering another.

    `label` is the name, cut if it is long. Labels stand in the order of the standings: that of a player who
    left is below those of the others, though the line ended with fewer points.
    """

    name: str
    label: str
    points: str
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart, in view-box units; fewest points are on top, like the leader of the standings."""

    width: int
    height: int
    left: int
    right: int
    ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]


def draw(seats: Sequence[SeatStanding], hands: Sequence[HandScores]) -> Chart:
    """The chart of running totals; `scores` of each hand in the order of `seats`, None where not played."""
    totals = [_totals(seat, index=index, hands=hands) for index, seat in enumerate(seats)]
    most = max((total for _, line in totals for total in line), default=0) or 1
    bottom = TOP + max(150, (LABEL_STEP + 5) * len(seats))
    names = short([seat.name for seat in seats], most=MOST_LETTERS)
    right = _right(names)
    across = (right - LEFT) / max(1, len(hands))

    def place(first: int, line: Sequence[int]) -> list[tuple[float, float]]:
        return [
            (round(LEFT + (first + step) * across, 1), round(TOP + total * (bottom - TOP) / most, 1))
            for step, total in enumerate(line)
        ]

    paths = [place(first, line) for first, line in totals]
    wanted = [path[-1][1] + 4 for path in paths]
    labels = _spread(wanted, ranks=[seat.rank for seat in seats], lowest=bottom + 4)
    lines = tuple(
        Line(seat.name, name, " ".join(f"{x:g},{y:g}" for x, y in path), *path[-1], label)
        for seat, name, path, label in zip(seats, names, paths, labels, strict=True)
    )
    ticks = tuple(Tick(points, round(TOP + points * (bottom - TOP) / most, 1)) for points in ticks_to(most))
    return Chart(WIDTH, bottom + TOP, LEFT, right, ticks, lines)


def _totals(seat: SeatStanding, *, index: int, hands: Sequence[HandScores]) -> tuple[int, list[int]]:
    scores = [hand.scores[index] for hand in hands]
    played = [score.points for score in scores if score is not None]
    return seat.first_hand - 1, list(accumulate(played, initial=seat.start_score or 0))


def _right(names: Sequence[str]) -> int:
    """The right end of the lines, so that the longest name has room beside them."""
    broadest = max(map(width, names), default=0)
    return min(FARTHEST_RIGHT, int(WIDTH - LABEL_GAP - LETTER_HEIGHT * broadest))


def ticks_to(most: int) -> range:
    """Round numbers of points from 0 to at most `most`, five or six of them."""
    step = next((step for step in TICK_STEPS if most / step <= MOST_TICKS), TICK_STEPS[-1])
    return range(0, most + 1, step)


def _spread(wanted: Sequence[float], *, ranks: Sequence[int], lowest: float) -> list[float]:
    """The wanted heights moved apart until no two labels touch, by rank, none below `lowest`."""
    order = sorted(range(len(wanted)), key=lambda index: (ranks[index], wanted[index]))
    placed = [0.0] * len(wanted)
    above = -LABEL_STEP + TOP + 4.0
    for index in order:
        above = placed[index] = max(wanted[index], above + LABEL_STEP)
    below = lowest + LABEL_STEP
    for index in reversed(order):
        below = placed[index] = min(placed[index], below - LABEL_STEP)
    return [round(height, 1) for height in placed]


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
        return "".join(own[: most - 1]).rstrip() + _CUT
    room = most - _HEAD - 1
    end = own[min(shared, len(own) - room) :]
    tail = "".join(end) if len(end) == room else "".join(end[: room - 1]).rstrip() + _CUT
    return "".join(own[:_HEAD]) + _CUT + tail
