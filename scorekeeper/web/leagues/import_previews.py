"""What was found out about a file a moment ago, so that looking at it again costs nothing.

Each process keeps a few: what is shown, never the rows that would be written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from flask import current_app

from scorekeeper.services.leagues.transfer.plan import Plan

_KEPT: Final = 20
_EXTENSION: Final = "import-looks"
# The upload, and the version of the league that it is for: None where it is for none.
_Key = tuple[str, int | None]


class Looks:
    """The plans that were shown last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._plans: OrderedDict[_Key, Plan] = OrderedDict()

    def find(self, upload: str, version: int | None, *, plan: Callable[[], Plan]) -> Plan:
        """What was found out about the file, else what `plan` finds out now."""
        key = (upload, version)
        with self._lock:
            known = self._plans.get(key)
        if known is not None:
            return known
        found = plan().to_show()
        with self._lock:
            self._plans[key] = found
            while len(self._plans) > _KEPT:
                self._plans.popitem(last=False)
        return found

    def forget(self, upload: str) -> None:
        """Find out anew the next time."""
        with self._lock:
            for key in [key for key in self._plans if key[0] == upload]:
                del self._plans[key]


def looks() -> Looks:
    """Those of this application."""
    found: Looks = current_app.extensions.setdefault(_EXTENSION, Looks())
    return found
