"""What something costs: the calls, or the lines of code, that it takes; as many on every machine."""

import sys
from collections.abc import Callable
from typing import Any


def calls(event: Callable[[], object]) -> int:
    """How often functions are called and left until `event` is over, in this thread."""
    return _counted(event, sys.setprofile, before=sys.getprofile())


def lines(event: Callable[[], object]) -> int:
    """How many lines of code are gone through until `event` is over, in this thread."""
    return _counted(event, sys.settrace, before=sys.gettrace())


def _counted(event: Callable[[], object], listen: Callable[[Any], None], *, before: Any) -> int:
    counted = 0

    def count(_frame: object, _event: str, _value: Any) -> Any:
        nonlocal counted
        counted += 1
        return count

    listen(count)
    try:
        event()
    finally:
        listen(before)
    return counted
