"""What stands in a file from elsewhere is taken for nothing before its shape is known."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import cache
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

from scorekeeper.services.leagues.importing.refused import Bad, ImportRefused, Why

LARGEST_NUMBER: Final = 2**31 - 1
LONGEST_TEXT: Final = 2_000
_YEARS: Final = range(1900, 3000)


class Item:
    """One object of a JSON document, asked member by member; ImportRefused for what is not as it must be."""

    def __init__(self, value: object, pointer: str = "") -> None:
        self.pointer = pointer
        if not isinstance(value, dict):
            raise self.wrong()
        self._members: Mapping[str, object] = value

    def text(self, name: str, *, longest: int = LONGEST_TEXT) -> str:
        value = self._of(name, str)
        if len(value) > longest or not is_storable(value):
            raise self.wrong(name)
        return str(value)

    def text_or_none(self, name: str, *, longest: int = LONGEST_TEXT) -> str | None:
        return None if self._members.get(name, "") is None else self.text(name, longest=longest)

    def number(self, name: str) -> int:
        value = self._of(name, int)
        if isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
            raise self.wrong(name)
        return int(value)

    def number_or_none(self, name: str) -> int | None:
        return None if self._members.get(name, 0) is None else self.number(name)

    def flag(self, name: str) -> bool:
        return bool(self._of(name, bool))

    def moment(self, name: str) -> datetime:
        """An aware moment, which every clock of the world can show."""
        try:
            moment = datetime.fromisoformat(self.text(name, longest=40))
            if moment.tzinfo is None or moment.year not in _YEARS:
                raise self.wrong(name)
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.wrong(name) from None

    def moment_or_none(self, name: str) -> datetime | None:
        return None if self._members.get(name, "") is None else self.moment(name)

    def day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.text(name, longest=10))
        except ValueError:
            raise self.wrong(name) from None

    def item(self, name: str) -> Item:
        return Item(self._of(name, dict), f"{self.pointer}/{name}")

    def items(self, name: str) -> Iterator[Item]:
        for place, value in enumerate(self._of(name, list)):
            yield Item(value, f"{self.pointer}/{name}/{place}")

    def texts(self, name: str) -> tuple[str, ...]:
        values = self._of(name, list)
        if not all(isinstance(value, str) and len(value) <= LONGEST_TEXT for value in values):
            raise self.wrong(name)
        return tuple(values)

    def members(self, name: str) -> dict[str, object]:
        """An object whose names are free."""
        return dict(self._of(name, dict))

    def wrong(self, name: str = "") -> ImportRefused:
        pointer = f"{self.pointer}/{name}" if name else self.pointer
        return ImportRefused(Bad(Why.SHAPE, pointer=pointer))

    def _of(self, name: str, kind: type) -> Any:
        value = self._members.get(name)
        if not isinstance(value, kind):
            raise self.wrong(name)
        return value


def is_storable(text: str) -> bool:
    """Whether every database can keep a text: neither a zero character nor half of one."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def conforms(value: object, kind: Any) -> bool:
    """Whether a value is of an annotated type through and through; numbers and texts within bounds."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return any(conforms(value, one) for one in get_args(kind))
    if origin is tuple:
        return isinstance(value, tuple) and _conform_all(value, get_args(kind))
    if kind is int:
        return type(value) is int and abs(value) <= LARGEST_NUMBER
    if kind is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT and is_storable(value)
    if is_dataclass(kind):
        hints = _hints(cast(type, kind))
        return type(value) is kind and all(
            conforms(getattr(value, f.name), hints[f.name]) for f in fields(kind)
        )
    if isinstance(kind, type) and issubclass(kind, Enum | datetime):
        return isinstance(value, kind)
    return type(value) is (type(None) if kind is None else kind)


def _conform_all(values: tuple[object, ...], kinds: tuple[Any, ...]) -> bool:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return all(conforms(value, kinds[0]) for value in values)
    return len(values) == len(kinds) and all(
        conforms(value, kind) for value, kind in zip(values, kinds, strict=True)
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
