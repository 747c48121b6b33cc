"""The operations of the API, what each promises beside its answer, and the OpenAPI 3.1 document of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from http import HTTPStatus
from threading import Lock
from typing import Any, Final

from flask import Flask, Response
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint
from werkzeug.routing import BaseConverter

from scorekeeper import __version__
from scorekeeper.web.api.bodies import Parser, RequestSchema
from scorekeeper.web.api.headers import View
from scorekeeper.web.api.problems import MIMETYPE, ProblemSchema
from scorekeeper.web.http.addresses import GameConverter, NumberConverter
from scorekeeper.web.http.schemas import ResponseSchema

Document = dict[str, Any]
ETAG: Final = {
    "ETag": {"description": "The version of the answer, in quotation marks.", "schema": {"type": "string"}}
}
IDEMPOTENCY_KEY: Final = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": (
        "Send the same key and body again, and you get the first answer again, for 30 days. A key belongs to "
        "one address and one token. To start a game you have no token yet. Then choose a key that nobody can "
        "guess, such as a random UUID."
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
    "description": "The ETag of the version that you have; 304 if it is still the newest.",
}
SCORER: Final = "scorer"
_BODY: Final = (400, 413, 415, 422)
_ABOUT: Final = (
    "Keeps the score of Continental Rummy and other rummy games. Clause numbers are those of their rules. "
    "To read a game, you need its id. To score it, you also need its scorer token."
)


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """A blueprint of documented operations, which reads request bodies strictly."""

    ARGUMENTS_PARSER = Parser()

    def operation(
        self,
        rule: str,
        *,
        answer: type[ResponseSchema] | ResponseSchema,
        method: str = "GET",
        status: int = 200,
        body: type[RequestSchema] | None = None,
        example: Mapping[str, Any] | None = None,
        within: Sequence[Callable[[View], View]] = (),
        versioned: bool = True,
    ) -> Callable[[View], View]:
        """Route a view and document its body and answer. `within` are its decorators, the innermost first.

        `versioned`: one of them adds the ETag of a version.
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

    def register_views_in_doc(self, api: DocumentedApi, *of_app: Any, **options: Any) -> None:
        """Leave the description of the operations to the first reader of the document."""
        api.undescribed.append(partial(super().register_views_in_doc, api, *of_app, **options))


def documented(*errors: int, **promised: Any) -> Callable[[View], View]:
    """Document a view: the statuses of its errors, and members of its operation such as `parameters`."""
    responses = {str(status): HTTPStatus(status).name for status in errors}
    decorate: Callable[[View], View] = Blueprint.doc(responses=responses, **promised)
    return decorate


def reads(view: View) -> View:
    """Document a view that answers with the state of a game, or 304."""
    unchanged = Blueprint.doc(responses={"304": {"description": "Nothing has changed.", "headers": ETAG}})
    return documented(404, 503, parameters=[IF_NONE_MATCH])(unchanged(view))


writes: Final = documented(
    401, 403, 404, *_BODY, 409, 412, 503, parameters=[IDEMPOTENCY_KEY, IF_MATCH], security=[{SCORER: []}]
)
starts: Final = documented(403, *_BODY, 429, 503, parameters=[IDEMPOTENCY_KEY])
saves: Final = documented(403, *_BODY, 429, 503, parameters=[IDEMPOTENCY_KEY])
judges: Final = documented(404, *_BODY, 503)
judges_heaps: Final = documented(404, *_BODY, 429, 503)


class DocumentedApi(Api):  # type: ignore[misc]
    """The OpenAPI document of flask-smorest, with the problem documents of this API.

    It is made when it is first asked for: that takes a third of the time in which an application starts.
    """

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, *of_app: Any, **options: Any) -> None:
        self.undescribed: list[Callable[[], None]] = []
        self._describing = Lock()
        super().__init__(*of_app, **options)

    def _register_error_handlers(self) -> None:
        """Register none: `problems` answers errors of the API, the pages all others."""

    def _register_pagination_header(self) -> None:
        """Register none: its schema would be in the document, though no answer has this header."""

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            response = {"description": status.phrase, "content": {MIMETYPE: {"schema": ProblemSchema}}}
            self.spec.components.response(status.name, response, lazy=True)

    def _openapi_json(self) -> Response:
        return Response(self._text, mimetype="application/json", headers={"Cache-Control": "no-cache"})

    @cached_property
    def _text(self) -> str:
        # Two threads may be the first.
        with self._describing:
            while self.undescribed:
                self.undescribed.pop(0)()
        return json.dumps(self.spec.to_dict())


def make(app: Flask) -> DocumentedApi:
    """Make the document of `app`, still without operations, and serve it at /api/v1/openapi.json."""
    app.config.update(
        API_TITLE="Scorekeeper",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api/v1",
        OPENAPI_JSON_PATH="openapi.json",
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    document = DocumentedApi(app, spec_kwargs={"info": {"description": _ABOUT}})
    document.register_converter(GameConverter, _pattern)
    document.register_converter(NumberConverter, lambda _converter: {"type": "integer", "minimum": 0})
    token = {"type": "http", "scheme": "bearer", "description": "The `scorer_token` of the game."}
    document.spec.components.security_scheme(SCORER, token)
    return document


def _pattern(converter: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{converter.regex}$"}
