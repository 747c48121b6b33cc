"""How many examples are made of a property: all of them in CI, else a quarter."""

from __future__ import annotations

import os
from typing import Final

# Where nothing may be left out.
IN_CI: Final = os.environ.get("CI") == "true"


def examples(count: int) -> int:
    """How many of `count` examples this run makes."""
    return count if IN_CI else count // 4
