"""Where somebody wanted to go before they had to sign in: a path of ours, or nothing."""

from __future__ import annotations

import re
from typing import Final

from flask import request

_LONGEST: Final = 500
# Browsers take `//` and `/\` for the beginning of another host.
_LOCAL: Final = re.compile(r"/(?:[^/\\\s\x00-\x1f\x7f][^\\\s\x00-\x1f\x7f]*)?")


def local(text: str) -> str | None:
    """The path if it is one of ours; None for everything else."""
    return text if len(text) <= _LONGEST and _LOCAL.fullmatch(text) else None


def here() -> str | None:
    """The path of this request with its query."""
    query = request.query_string.decode("ascii", "replace")
    return local(f"{request.path}?{query}" if query else request.path)
