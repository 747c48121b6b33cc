"""Who may do what at the table top: every route states its rule by one of these decorators."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import abort

from scorekeeper.services import rights
from scorekeeper.services.reading.version import version_of
from scorekeeper.web import device

P = ParamSpec("P")
R = TypeVar("R")


class Rule(StrEnum):
    """What a route asks of the browser that calls it."""

    ANYONE = "anyone"
    WATCHER = "watcher"
    SCORER = "scorer"


def anyone(view: Callable[P, R]) -> Callable[P, R]:
    """For everybody."""
    return _stated(view, Rule.ANYONE)


def watcher(view: Callable[P, R]) -> Callable[P, R]:
    """For everybody who knows the unguessable address of the game."""
    return _stated(view, Rule.WATCHER)


def scorer(view: Callable[P, R]) -> Callable[P, R]:
    """Only for a phone with the right to score this game; else 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        game_id = str(kwargs["game_id"])
        if not may_write(game_id):
            abort(403 if version_of(game_id) else 404)
        return view(*args, **kwargs)

    return _stated(guarded, Rule.SCORER)


def may_write(game_id: str) -> bool:
    """Whether this phone has the right to score the game."""
    phone = device.known()
    return phone is not None and rights.has_right(game_id, phone)


def _stated(view: Callable[P, R], rule: Rule) -> Callable[P, R]:
    view.rule = rule  # type: ignore[attr-defined]
    return view
