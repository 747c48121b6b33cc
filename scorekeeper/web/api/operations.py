"""What every operation promises beside its own answer: headers, rights, and problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask_smorest import Blueprint as SmorestBlueprint

from scorekeeper.web.api.bodies import Parser
from scorekeeper.web.api.fields import Asked, Told

View = Callable[..., Any]

ETAG: Final = {
    "ETag": {"description": "The version of what is told, in quotation marks.", "schema": {"type": "string"}}
}
IDEMPOTENCY_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": (
        "The same key with the same body gives the first answer again, for 30 days. Keys count for one "
        "address and the token shown. Where none is shown, to start a game, take a key that nobody guesses, "
        "such as a random UUID."
    ),
}
IF_MATCH: Final = {
    "in": "header",
    "name": "If-Match",
    "schema": {"type": "string"},
    "description": "The ETag of the version this request was made for; 412 if the game has moved on.",
}
IF_NONE_MATCH: Final = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETag of the version known; 304 if it is still the newest.",
}
SCORER: Final = "scorer"
_BODY: Final = (400, 413, 415, 422)
_WRITING: Final = (401, 403, 404, *_BODY, 409, 412, 503)


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """A blueprint whose bodies are read strictly."""

    ARGUMENTS_PARSER = Parser()

    def operation(
        self,
        rule: str,
        *,
        answer: type[Told] | Told,
        method: str = "GET",
        status: int = 200,
        body: type[Asked] | None = None,
        example: Mapping[str, Any] | None = None,
        within: Sequence[Callable[[View], View]] = (),
        versioned: bool = True,
    ) -> Callable[[View], View]:
        """Route a view and document it: what it reads and answers, `within` what is done around it.

        `versioned`: what is done within tells the version of a game.
        """

        def decorate(view: View) -> View:
            view = self.doc(operationId=view.__name__)(view)
            view = self.response(status, answer, headers=ETAG if within and versioned else None)(view)
            if body is not None:
                view = self.arguments(body, example=example)(view)
            for wrapper in within:
                view = wrapper(view)
            routed: View = self.route(rule, methods=[method])(view)
            return routed

        return decorate


def writes(view: View) -> View:
    """Document a view that writes to a game."""
    return _documented(
        view,
        statuses=_WRITING,
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        security=[{SCORER: []}],
    )


def starts(view: View) -> View:
    """Document the view that starts a game."""
    return _documented(view, statuses=(403, *_BODY, 429, 503), parameters=[IDEMPOTENCY_KEY])


def judges(view: View) -> View:
    """Document a view that answers a question and changes nothing."""
    return _documented(view, statuses=(404, *_BODY, 503), parameters=[IDEMPOTENCY_KEY])


def reads(view: View) -> View:
    """Document a view that answers with the state of a game, or 304."""
    unchanged = Blueprint.doc(responses={"304": {"description": "Nothing has changed.", "headers": ETAG}})
    return _documented(unchanged(view), statuses=(404, 503), parameters=[IF_NONE_MATCH])


def _documented(view: View, *, statuses: tuple[int, ...], **promised: Any) -> View:
    responses = {str(status): HTTPStatus(status).name for status in statuses}
    documented: View = Blueprint.doc(responses=responses, **promised)(view)
    return documented
