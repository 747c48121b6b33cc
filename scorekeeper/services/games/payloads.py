"""How an event is stored: a kind, one line of canonical JSON, names and free texts; and how it is read back.

In the JSON names are numbers, and free texts are left out: what people wrote lies in rows of its own, so that
it can be erased although the history never changes. This is the format that old games keep: fields may be
added here, but none may change its meaning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Final

from scorekeeper.rules.entries import Event, Joined, Renamed, Resumed, Started
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.games.event_json import from_json, to_json
from scorekeeper.services.games.names import bearer

_NAME: Final = {"arrival": "name", "rename": "name"}
_NAMES: Final = {"start": "players", "resumption": "seats"}
_NOTES: Final = {"correction": ("reason",), "ruling": ("agreed",), "agreement": ("question", "agreed")}


@dataclass(frozen=True, slots=True)
class Written:
    """An event as it is stored: `names` are those new to its game, by number; `notes` its texts by field."""

    kind: str
    payload: str
    names: Mapping[int, str]
    notes: Mapping[str, str]


def encode(event: Event, names: Mapping[int, str]) -> Written:
    """An event as it is stored in a game that knows `names` by number."""
    kind, fields = to_json(event)
    new: dict[int, str] = {}
    if kind in _NAME:
        (fields[_NAME[kind]],) = _numbers((fields[_NAME[kind]],), known=names, new=new)
    if kind in _NAMES:
        fields[_NAMES[kind]] = _numbers(fields[_NAMES[kind]], known=names, new=new)
    texts = {field: fields.pop(field) for field in _NOTES.get(kind, ())}
    return Written(kind, dumps(fields), new, {field: text for field, text in texts.items() if text})


def decode(kind: str, payload: str, names: Mapping[int, str], notes: Mapping[str, str]) -> Event:
    """The event that was encoded; LookupError, TypeError or ValueError if it is damaged."""
    fields = json.loads(payload)
    if kind in _NAME:
        fields[_NAME[kind]] = _name(fields[_NAME[kind]], names)
    if kind in _NAMES:
        fields[_NAMES[kind]] = [_name(number, names) for number in fields[_NAMES[kind]]]
    for field in _NOTES.get(kind, ()):
        fields[field] = notes.get(field, "")
    return from_json(kind, fields)


def names_in(event: Event) -> tuple[str, ...]:
    """The names that an event says."""
    match event:
        case Started(players=names) | Resumed(seats=names):
            return names
        case Joined(name=name) | Renamed(name=name):
            return (name,)
        case _:
            return ()


def dumps(value: object) -> str:
    """Canonical JSON: one text for one value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@cache
def encode_house_rules(rules: HouseRules) -> str:
    """House rules as canonical JSON."""
    return dumps(asdict(rules))


def decode_house_rules(text: str) -> HouseRules:
    """The house rules that were encoded."""
    return HouseRules(**json.loads(text))


def _numbers(names: tuple[str, ...], *, known: Mapping[int, str], new: dict[int, str]) -> list[int]:
    """A number for each name; those without one get the next, and are put into `new`."""
    numbers = {bearer(name): number for number, name in known.items()}
    for name in names:
        if bearer(name) not in numbers:
            numbers[bearer(name)] = number = max(known, default=-1) + 1 + len(new)
            new[number] = name
    return [numbers[bearer(name)] for name in names]


def _name(number: int, names: Mapping[int, str]) -> str:
    if number not in names:
        raise LookupError(f"there is no name {number}")
    return names[number]
