"""Headers of requests: the scorer token, the version of a game that the client has, the Idempotency-Key."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final

from flask import Response, current_app, request
from werkzeug.datastructures import ETags

from scorekeeper.config import Starters
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.common.idempotency import StoredAnswer
from scorekeeper.services.games import rights
from scorekeeper.services.games.queries import head
from scorekeeper.web.api import problems
from scorekeeper.web.api.openapi import View
from scorekeeper.web.games import access
from scorekeeper.web.http import clock
from scorekeeper.web.http.access import Rule, count_network, stated

NEVER: Final = 0
MOST_IN_AN_HOUR: Final = 1000
_LONGEST_KEY: Final = 255
_LONGEST_VERSION: Final = 15
_KEPT_HEADERS: Final = ("ETag", "Location")


def idempotent(finish: Callable[[str], str] = str) -> Callable[[View], View]:
    """Decorate a view: its accepted answers are remembered by the Idempotency-Key of the request.

    The key is looked up before the view is called. `finish` completes a remembered answer before it is sent.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(**arguments: Any) -> Response:
            answer = idempotency.once(
                lambda: _answer(view, arguments),
                route=f"{request.method} {request.path}",
                caller=bearer_token() or "",
                key=_key(),
                body=request.get_data(),
                now=clock.now(),
            )
            headers = {**dict(answer.headers), "Cache-Control": "no-store"}
            return Response(finish(answer.body), answer.status, headers, mimetype="application/json")

        return answered

    return decorate


def by_scorer(view: View) -> View:
    """Decorate a view: it needs the scorer token of its game, as a bearer token."""

    @wraps(view)
    def guarded(*, game_id: str, **arguments: Any) -> Any:
        token = bearer_token()
        if token is not None and rights.check_api_token(game_id, token):
            return view(game_id=game_id, **arguments)
        if head.version_of(game_id) is None:
            raise UnknownGame(game_id)
        if token is None:
            raise problems.refusal(401, "no-right", headers={"WWW-Authenticate": "Bearer"})
        raise problems.refusal(403, "wrong-right")

    return stated(guarded, Rule.PROGRAM)


def conditional(view: View) -> View:
    """Decorate a view of a game: the answer is 304, without a call, if the client has the newest version."""

    @wraps(view)
    def answered(*, game_id: str) -> Any:
        newest = head.version_of(game_id)
        if newest is None:
            raise UnknownGame(game_id)
        number, client_has = newest[0], request.if_none_match
        if client_has.star_tag or number in _versions(client_has):
            return Response(status=304, headers=etag(number))
        return view(game_id=game_id)

    return answered


def expected_version() -> int | None:
    """The version in If-Match; None without one, and a version that never was if the header names none."""
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    return max(_versions(request.if_match), default=NEVER)


def etag(number: int) -> dict[str, str]:
    """The header for a version of a game."""
    return {"ETag": f'"{number}"', "Cache-Control": "no-cache"}


def admit(what: str, *, code: str) -> None:
    """Count one start or save by this network; a problem of that code where programs start no games."""
    if access.starters() is not Starters.EVERYONE:
        raise problems.refusal(403, code)
    count_network(what, most=MOST_IN_AN_HOUR, within=timedelta(hours=1))


def bearer_token() -> str | None:
    """The bearer token of the request, None without one."""
    right = request.authorization
    return right.token or None if right is not None and right.type == "bearer" else None


def _key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 0 < len(key) <= _LONGEST_KEY:
        raise problems.refusal(400, "bad-key")
    return key


def _versions(tags: ETags) -> set[int]:
    # An empty tag is parsed as None.
    named = {tag or "" for tag in tags.as_set(include_weak=True)}
    return {int(tag) for tag in named if tag.isascii() and tag.isdigit() and len(tag) <= _LONGEST_VERSION}


def _answer(view: View, arguments: dict[str, Any]) -> StoredAnswer:
    response = current_app.make_response(view(**arguments))
    kept = tuple((name, response.headers[name]) for name in _KEPT_HEADERS if name in response.headers)
    return StoredAnswer(response.status_code, response.get_data(as_text=True), kept)
