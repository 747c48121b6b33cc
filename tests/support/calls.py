"""What something costs: the calls, or the lines of code, that it takes; as many on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def calls(event: Callable[[], object]) -> int:
    """How often functions are called and left until `event` is over, in this thread."""
    counted = 0

    def count(_frame: object, _event: str, _value: Any) -> None:
        nonlocal counted
        counted += 1

    sys.setprofile(count)
    try:
        event()
    finally:
        sys.setprofile(None)
    return counted


def lines(event: Callable[[], object]) -> int:
    """How many lines of code are gone through until `event` is over, in this thread."""
    counted, before = 0, sys.gettrace()

    def count(_frame: object, _event: str, _value: Any) -> Any:
        nonlocal counted
        counted += 1
        return count

    sys.settrace(count)
    try:
        event()
    finally:
        sys.settrace(before)
    return counted
