"""The rule that each route states: who may call it. Each feature's own decorators enforce its rules."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# The description of a 403 whose page offers a phone to take back its right.
RIGHT_TAKEN: Final = "right-taken"


class Rule(StrEnum):
    """Which browsers or programs may call a route."""

    ANYONE = "anyone"
    WATCHER = "watcher"
    SCORER = "scorer"
    STARTER = "starter"
    PROGRAM = "program"
    NIGHT = "night"
    ACCOUNT = "account"
    LEAGUE_READER = "league-reader"
    LEAGUE_ORGANISER = "league-organiser"


def stated(view: Callable[P, R], rule: Rule) -> Callable[P, R]:
    """Write a view's rule on it, for the cache headers and for tests."""
    view.rule = rule  # type: ignore[attr-defined]
    return view


def anyone(view: Callable[P, R]) -> Callable[P, R]:
    """Let every browser call the view."""
    return stated(view, Rule.ANYONE)
