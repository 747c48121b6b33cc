"""The lines of a league's own history in a file: of each kind only what its verb writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Way
from scorekeeper.services.games.codec import dumps
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.shapes import Item, at_most, conforms

MOST_LINES: Final = 500_000
Is = Callable[[object], bool]


def _is_number(value: object) -> bool:
    return conforms(value, int)


def _is_number_or_none(value: object) -> bool:
    return value is None or conforms(value, int)


def _is_text(value: object) -> bool:
    return conforms(value, str)


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _are_totals(value: object) -> bool:
    """Seat, total and rank of each seat."""
    return isinstance(value, list) and all(_are_numbers(line) and len(line) == 3 for line in value)


def _is_one_of(*known: str) -> Is:
    return lambda value: value in known


_PLAYER: Final[Mapping[str, Is]] = {"player": _is_number}
_GAME: Final[Mapping[str, Is]] = {"game": _is_text}
_NIGHT: Final[Mapping[str, Is]] = {"night": _is_text}
_READERS: Final[Mapping[str, Is]] = {"visibility": _is_one_of(*Visibility)}
_COUNTED: Final[Mapping[str, Is]] = {
    **_GAME,
    "entry": _is_number,
    "was": _are_totals,
    "totals": _are_totals,
}
SHAPES: Final[Mapping[EntryKind, Mapping[str, Is]]] = {
    EntryKind.FOUNDED: _READERS,
    EntryKind.RENAMED: {"name": _is_text},
    EntryKind.VISIBILITY: _READERS,
    EntryKind.HOUSE_RULES: {"rules": _is_text},
    EntryKind.TIME_ZONE: {"zone": _is_text},
    EntryKind.ORGANISER_ADDED: {},
    EntryKind.ORGANISER_GONE: {},
    EntryKind.PLAYER_ADDED: _PLAYER,
    EntryKind.PLAYER_RENAMED: _PLAYER,
    EntryKind.PLAYER_RETIRED: _PLAYER,
    EntryKind.PLAYER_BACK: _PLAYER,
    EntryKind.PLAYER_MERGED: {**_PLAYER, "into": _is_number, "moved": _are_numbers},
    EntryKind.PLAYER_PARTED: {**_PLAYER, "moved": _are_numbers},
    EntryKind.PLAYER_ERASED: _PLAYER,
    EntryKind.PLAYER_LINKED: _PLAYER,
    EntryKind.SEASON_SET: {"season": _is_text, "starts_on": _is_text, "ends_on": _is_text},
    EntryKind.SEASON_GONE: {"season": _is_text},
    EntryKind.RANKING_SET: {
        "season": _is_text,
        "way": _is_one_of(*Way),
        "best_of": _is_number_or_none,
        "min_games": _is_number,
        "place_points": _is_text,
    },
    EntryKind.NIGHT_PLANNED: _NIGHT,
    EntryKind.NIGHT_OPENED: _NIGHT,
    EntryKind.NIGHT_ENDED: _NIGHT,
    EntryKind.NIGHT_RENEWED: _NIGHT,
    EntryKind.GAME_STARTED: {**_GAME, **_NIGHT},
    EntryKind.GAME_JOINED: _GAME,
    EntryKind.GAME_COUNTED: _COUNTED,
    EntryKind.GAME_CHANGED: _COUNTED,
    EntryKind.GAME_REOPENED: _COUNTED,
    EntryKind.GAME_STRUCK: _GAME,
    EntryKind.GAME_BACK: _GAME,
    EntryKind.SCORERS_ENDED: _GAME,
    EntryKind.SCORER_INVITED: _GAME,
    EntryKind.IMPORTED: {"file": _is_text, "games": _is_number, "players": _is_number},
}


def read_history(items: Iterator[Item]) -> list[dict[str, Any]]:
    """The columns of the lines, numbered from 1 without gaps."""
    return [_line(item, number) for number, item in enumerate(at_most(MOST_LINES, items), start=1)]


def _line(item: Item, number: int) -> dict[str, Any]:
    kind, said = item.text("kind", longest=32), item.members("payload")
    if item.number("number") != number:
        raise ImportRefused(Bad(Why.ORDER, pointer=item.pointer))
    if kind not in list(EntryKind):
        raise item.wrong("kind")
    shape = SHAPES[EntryKind(kind)]
    if said.keys() != shape.keys() or not all(shape[name](value) for name, value in said.items()):
        raise item.wrong("payload")
    return {"number": number, "at": item.moment("at"), "kind": kind, "payload": dumps(said)}
