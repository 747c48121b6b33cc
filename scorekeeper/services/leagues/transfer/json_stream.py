"""The JSON of a league, read member by member: one game at a time, whatever the file's length."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why

Step = Callable[[float], None]
_DECODER: Final = json.JSONDecoder()
_SPACE: Final = re.compile(r"[ \t\r\n]*")
# More than the longest game has, told as wordily as can be.
LONGEST_PART: Final = 4 * 1024 * 1024
_FIRST_LOOK: Final = 4 * 1024


def no_step(_part: float) -> None:
    """Nobody is waiting to see how much is read."""


def members(text: str, *, step: Step) -> Iterator[tuple[str, object | Iterator[object]]]:
    """The members of an object in their order; an array comes as an iterator to be used up before going on.

    ImportRefused at the first place that is no JSON.
    """
    reader = _Reader(text, step)
    reader.take("{")
    if reader.takes("}"):
        return
    while True:
        name = reader.value()
        if not isinstance(name, str):
            raise reader.broken()
        reader.take(":")
        if reader.takes("["):
            rest = reader.rest_of_array()
            yield name, rest
            for _ in rest:
                pass
        else:
            yield name, reader.value()
        if reader.takes("}"):
            return reader.end()
        reader.take(",")


class _Reader:
    def __init__(self, text: str, step: Step) -> None:
        self._text = text
        self._step = step
        self._at = 0

    def takes(self, sign: str) -> bool:
        self._skip()
        found = self._text.startswith(sign, self._at)
        self._at += len(sign) if found else 0
        return found

    def take(self, sign: str) -> None:
        if not self.takes(sign):
            raise self.broken()

    def value(self) -> Any:
        """The next value, read from no more of the text than it may need: a league is made of short ones."""
        self._skip()
        look = _FIRST_LOOK
        while look <= LONGEST_PART:
            part = self._text[self._at : self._at + look]
            is_rest = self._at + look >= len(self._text)
            try:
                value, end = _DECODER.raw_decode(part)
            except RecursionError:
                raise self.broken() from None
            except ValueError:
                if is_rest:
                    raise self.broken() from None
            else:
                # A number may go on behind what was looked at.
                if is_rest or end < len(part):
                    self._at += end
                    return value
            look *= 4
        raise ImportRefused(Bad(Why.PART_TOO_LONG, line=self._line()))

    def rest_of_array(self) -> Iterator[object]:
        if self.takes("]"):
            return
        while True:
            yield self.value()
            self._step(self._at / len(self._text))
            if self.takes("]"):
                return
            self.take(",")

    def end(self) -> None:
        self._skip()
        if self._at < len(self._text):
            raise self.broken()

    def broken(self) -> ImportRefused:
        return ImportRefused(Bad(Why.NOT_JSON, line=self._line()))

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at


def expected(text: str, read: dict[str, Callable[[Any], None]], *, step: Step) -> None:
    """Hand each member to its reader; all must be there, in this order, and nothing after them."""
    names = iter(read)
    for name, value in members(text, step=step):
        if name != next(names, None):
            raise ImportRefused(Bad(Why.NOT_A_LEAGUE))
        read[name](value)
    if next(names, None) is not None:
        raise ImportRefused(Bad(Why.NOT_A_LEAGUE))
