"""Which phones may watch, score or start a game: the decorators of its routes, and the same as questions."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Final, NoReturn, ParamSpec, TypeVar

from flask import abort, g, request

from scorekeeper import config
from scorekeeper.config import Starters
from scorekeeper.services.games import recording, rights
from scorekeeper.services.games.log import Origin
from scorekeeper.services.games.queries.head import version_of
from scorekeeper.web.http import clock, device
from scorekeeper.web.http.access import RIGHT_TAKEN, Rule, stated

P = ParamSpec("P")
R = TypeVar("R")
_FORM_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def watcher(view: Callable[P, R]) -> Callable[P, R]:
    """Let every browser call the view that knows the unguessable address of the game."""
    return stated(view, Rule.WATCHER)


def scorer(view: Callable[P, R]) -> Callable[P, R]:
    """Let only phones with the right to score this game call the view; else 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        game_id = str(kwargs["game_id"])
        if not may_write(game_id):
            refuse_phone(game_id)
        if request.method == "POST":
            sent = origin()
            # The page that refuses a form names it.
            g.form_id = sent.form_id
            recording.require_new(game_id, sent)
        return view(*args, **kwargs)

    return stated(guarded, Rule.SCORER)


def starter(view: Callable[P, R]) -> Callable[P, R]:
    """Let phones with a right to this game call the view, and the one that started it while it may take its
    right back.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        game_id = str(kwargs["game_id"])
        if not (may_write(game_id) or _may_take_back(game_id)):
            abort(403 if version_of(game_id) else 404)
        return view(*args, **kwargs)

    return stated(guarded, Rule.STARTER)


def origin() -> Origin:
    """This phone, and the ids that its outbox has for the form of this request and the one before."""
    texts = (request.form.get(name, "") for name in ("form_id", "previous_form"))
    return Origin(device.known(), *(text if _FORM_ID.fullmatch(text) else None for text in texts))


def starters() -> Starters:
    """Who may start games on this installation."""
    return config.current().games


def may_write(game_id: str) -> bool:
    """Whether this phone has the right to score the game."""
    phone = device.known()
    return phone is not None and rights.has_right(game_id, phone)


def refuse_phone(game_id: str) -> NoReturn:
    """Answer 403 to a phone without a right to this game, offered back to its starter; 404 without a game."""
    if not version_of(game_id):
        abort(404)
    abort(403, RIGHT_TAKEN if _may_take_back(game_id) else None)


def _may_take_back(game_id: str) -> bool:
    phone = device.known()
    return phone is not None and rights.may_take_back(game_id, phone, now=clock.now())
