"""How many examples are made of a property: all of them in `make prove`, else a quarter."""

from __future__ import annotations

import os
from typing import Final

_ONE_IN: Final = 1 if os.environ.get("EXAMPLES") == "all" else 4


def examples(count: int) -> int:
    """How many of `count` examples this run makes."""
    return count // _ONE_IN
