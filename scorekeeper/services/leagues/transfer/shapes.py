"""What stands in a file from elsewhere is taken for nothing before its shape is known."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

from scorekeeper.rules.checks import EARLIEST_YEAR
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why

A_DAY: Final = timedelta(days=1)
LARGEST_NUMBER: Final = 2**31 - 1
LONGEST_TEXT: Final = 2_000
_YEARS: Final = range(EARLIEST_YEAR, 3000)
_HALF: Final = re.compile("[\ud800-\udfff]")


class Item:
    """One object of a JSON document, asked member by member; ImportRefused for what is not as it must be.

    `now` is when it is read: what has happened lies before it.
    """

    def __init__(self, value: object, pointer: str, *, now: datetime) -> None:
        self.pointer = pointer
        self.now = now
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

    def any_moment(self, name: str) -> datetime:
        """An aware moment, which every clock of the world can show."""
        try:
            moment = datetime.fromisoformat(self.text(name, longest=40))
            if moment.tzinfo is None or moment.year not in _YEARS:
                raise self.wrong(name)
            return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise self.wrong(name) from None

    def moment(self, name: str, *, ahead: timedelta = A_DAY) -> datetime:
        """An aware moment at which something has happened, or is to happen, not further ahead than that."""
        moment = self.any_moment(name)
        if moment > self.now + ahead:
            values = (("last", (self.now + ahead).date().isoformat()),)
            raise ImportRefused(Bad(Why.TOO_LATE, pointer=f"{self.pointer}/{name}", values=values))
        return moment

    def moment_or_none(self, name: str, *, ahead: timedelta = A_DAY) -> datetime | None:
        return None if self._members.get(name, "") is None else self.moment(name, ahead=ahead)

    def day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.text(name, longest=10))
        except ValueError:
            raise self.wrong(name) from None

    def item(self, name: str) -> Item:
        return Item(self._of(name, dict), f"{self.pointer}/{name}", now=self.now)

    def items(self, name: str) -> Iterator[Item]:
        for place, value in enumerate(self._of(name, list)):
            yield Item(value, f"{self.pointer}/{name}/{place}", now=self.now)

    def texts(self, name: str) -> tuple[str, ...]:
        values = self._of(name, list)
        if not all(conforms(value, str) for value in values):
            raise self.wrong(name)
        return tuple(values)

    def members(self, name: str) -> dict[str, object]:
        """An object whose names are free."""
        members = dict(self._of(name, dict))
        if not all(conforms(member, str) for member in members):
            raise self.wrong(name)
        return members

    def wrong(self, name: str = "") -> ImportRefused:
        pointer = f"{self.pointer}/{name}" if name else self.pointer
        return ImportRefused(Bad(Why.SHAPE, pointer=pointer))

    def _of(self, name: str, kind: type) -> Any:
        value = self._members.get(name)
        if not isinstance(value, kind):
            raise self.wrong(name)
        return value


def at_most(most: int, items: Iterator[Item]) -> Iterator[Item]:
    """The items, as long as there are no more than that; else ImportRefused."""
    for place, item in enumerate(items):
        if place == most:
            pointer = item.pointer.rpartition("/")[0]
            raise ImportRefused(Bad(Why.TOO_MANY, pointer=pointer, values=(("most", most),)))
        yield item


def is_storable(text: str) -> bool:
    """Whether every database can keep a text: neither a zero character nor half of one."""
    return "\0" not in text and _HALF.search(text) is None


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
