"""Who may do what at the table top: every route states its rule by one of these decorators."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Final, NoReturn, ParamSpec, TypeVar

from flask import Response, abort, current_app, redirect, request, url_for

from scorekeeper.config import Settings, Starters
from scorekeeper.services.games import rights
from scorekeeper.services.games.queries.version import version_of
from scorekeeper.services.leagues.nights import by_token
from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import clock, device, next_url

P = ParamSpec("P")
R = TypeVar("R")


# Of a 403: the page then offers to take the right back.
TAKEN: Final = "right-taken"


class Rule(StrEnum):
    """What a route asks of the browser that calls it."""

    ANYONE = "anyone"
    WATCHER = "watcher"
    SCORER = "scorer"
    STARTER = "starter"
    PROGRAM = "program"
    NIGHT = "night"
    ACCOUNT = "account"
    LEAGUE_READER = "league-reader"
    LEAGUE_ORGANISER = "league-organiser"


class StartsClosed(Exception):
    """Games are started by others on this installation."""


def anyone(view: Callable[P, R]) -> Callable[P, R]:
    """For everybody."""
    return stated(view, Rule.ANYONE)


def watcher(view: Callable[P, R]) -> Callable[P, R]:
    """For everybody who knows the unguessable address of the game."""
    return stated(view, Rule.WATCHER)


def night(view: Callable[P, R]) -> Callable[P, R]:
    """For everybody who knows the secret address of a league night, be it over or not; else 404."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if by_token(str(kwargs["token"])) is None:
            abort(404, "night-unknown")
        return view(*args, **kwargs)

    return stated(guarded, Rule.NIGHT)


def scorer(view: Callable[P, R]) -> Callable[P, R]:
    """Only for a phone with the right to score this game; else 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        game_id = str(kwargs["game_id"])
        if not may_write(game_id):
            refuse(game_id)
        return view(*args, **kwargs)

    return stated(guarded, Rule.SCORER)


def starter(view: Callable[P, R]) -> Callable[P, R]:
    """Only for the phone that started this game and may have its right back, or has it; else 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        game_id = str(kwargs["game_id"])
        if not (may_write(game_id) or _may_take_back(game_id)):
            abort(403 if version_of(game_id) else 404)
        return view(*args, **kwargs)

    return stated(guarded, Rule.STARTER)


def organiser_account(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Only for whoever is signed in: others are asked to sign in first, and a form is refused (403)."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        return view(*args, **kwargs) if current_account.signed_in() else to_sign_in()

    return stated(guarded, Rule.ACCOUNT)


def to_sign_in() -> Response:
    """To the page for signing in, which leads back here; 403 for a form."""
    if request.method not in ("GET", "HEAD"):
        abort(403, "account-needed")
    return redirect(url_for("accounts.sign_in", next=next_url.here()), 303)  # type: ignore[return-value]


def starters() -> Starters:
    """Who may start games on this installation."""
    settings: Settings = current_app.extensions["settings"]
    return settings.games


def may_start(*, at_night: bool = False) -> bool:
    """Whether this browser may start a game; `at_night`: in a league night whose address it has."""
    who = starters()
    if who is Starters.EVERYONE or (who is Starters.NIGHTS and at_night):
        return True
    return current_account.signed_in() is not None


def require_start(*, at_night: bool = False) -> None:
    """StartsClosed for a browser that may not start a game."""
    if not may_start(at_night=at_night):
        raise StartsClosed


def may_write(game_id: str) -> bool:
    """Whether this phone has the right to score the game."""
    phone = device.known()
    return phone is not None and rights.has_right(game_id, phone)


def refuse(game_id: str) -> NoReturn:
    """Tell a phone that it has no right to score a game, and the way back if it started it; 404 for none."""
    if not version_of(game_id):
        abort(404)
    abort(403, TAKEN if _may_take_back(game_id) else None)


def stated(view: Callable[P, R], rule: Rule) -> Callable[P, R]:
    """The view with its rule to be read by tests."""
    view.rule = rule  # type: ignore[attr-defined]
    return view


def _may_take_back(game_id: str) -> bool:
    phone = device.known()
    return phone is not None and rights.may_take_back(game_id, phone, now=clock.now())
