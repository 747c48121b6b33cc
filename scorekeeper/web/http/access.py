"""Who may call each route, and how often what can be guessed, or costs much, may be tried.

Each feature's own decorators enforce its rules. Attempts count for the network of the browser that asks.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from enum import StrEnum
from typing import Final, ParamSpec, TypeVar

from flask import request

from scorekeeper.services.common import limits
from scorekeeper.web.http import clock
from scorekeeper.web.http.addresses import ip_of

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


def count_network(what: str, *, most: int, within: timedelta) -> None:
    """Count one attempt of the network that asks; TooManyAttempts beyond `most`."""
    limits.count_attempt(_of_network(what), now=clock.now(), most=most, within=within)


def failures_of_network(what: str, *, most: int, within: timedelta) -> AbstractContextManager[None]:
    """Count failures alone of the network that asks; TooManyAttempts beyond `most`.

    So a whole club behind one address can type right codes without a limit.
    """
    return limits.failures(_of_network(what), now=clock.now(), most=most, within=within)


def client_address() -> str:
    """The address of the browser or program that asks, for the log."""
    return str(ip_of(request.remote_addr or "") or "an unknown address")


def _of_network(what: str) -> str:
    return f"{what}:{limits.network_of(request.remote_addr or '')}"
