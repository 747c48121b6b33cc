"""The operations of the API, and the OpenAPI 3.1 document that is made from them."""

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint

from scorekeeper import __version__
from scorekeeper.web.api import problems
from scorekeeper.web.api.bodies import Parser, RequestSchema
from scorekeeper.web.api.problems import MIMETYPE, ProblemSchema
from scorekeeper.web.http.addresses import GameConverter
from scorekeeper.web.http.schemas import ResponseSchema

View = Callable[..., Any]
SCORER: Final = "scorer"
_ABOUT: Final = (
    "Keeps the score of Continental Rummy and other rummy games. Clause numbers are those of their rules. "
    "To read a game, you need its id. To score it, you also need its scorer token."
)


def parameter(name: str, description: str, *, where: str = "query", **schema: Any) -> dict[str, Any]:
    """A parameter of an operation: a text unless `schema` says otherwise."""
    described = {"in": where, "name": name, "description": description}
    return described | {"required": where == "path", "schema": {"type": "string"} | schema}


IDEMPOTENCY_KEY: Final = parameter(
    "Idempotency-Key",
    "Send the same key and body again, and you get the first answer again, for 30 days. A key belongs to "
    "one address and one token. To start a game you have no token yet. Then choose a key that nobody can "
    "guess, such as a random UUID.",
    where="header",
    minLength=1,
    maxLength=255,
)
IF_MATCH: Final = parameter(
    "If-Match",
    "The ETag of the version this request was made for; 412 if the game has moved on.",
    where="header",
)
IF_NONE_MATCH: Final = parameter(
    "If-None-Match", "The ETag of the version that you have; 304 if it is still the newest.", where="header"
)


class Blueprint(SmorestBlueprint):  # type: ignore[misc]
    """Documented operations below a path, which read request bodies strictly and answer with problems."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, path: str, description: str) -> None:
        super().__init__(f"api_{name}", __name__, url_prefix=f"/api/v1{path}", description=description)
        problems.handle(self)

    def operation(
        self,
        rule: str,
        *,
        answer: type[ResponseSchema] | ResponseSchema,
        method: str = "GET",
        status: int = 200,
        body: type[RequestSchema] | None = None,
        within: Sequence[Callable[[View], View]] = (),
        **members: Any,
    ) -> Callable[[View], View]:
        """Route a view and document its body and answer. `within` are its decorators, the innermost first.

        `members` are those of the operation in the document, such as its `parameters`.
        """

        def decorate(view: View) -> View:
            view = self.doc(operationId=view.__name__, **members)(view)
            view = self.response(status, answer)(view)
            if body is not None:
                view = self.arguments(body)(view)
            for wrapper in within:
                view = wrapper(view)
            routed: View = self.route(rule, methods=[method])(view)
            return routed

        return decorate


class DocumentedApi(Api):  # type: ignore[misc]
    """The OpenAPI document of flask-smorest. Whatever else an operation answers is a problem document."""

    def _register_error_handlers(self) -> None:
        """Register none: `problems` answers errors of the API, the pages all others."""

    def _register_pagination_header(self) -> None:
        """Register none: its schema would be in the document, though no answer has this header."""

    def _register_responses(self) -> None:
        response = {"description": "A problem", "content": {MIMETYPE: {"schema": ProblemSchema}}}
        for name in (self.DEFAULT_ERROR_RESPONSE_NAME, HTTPStatus.UNPROCESSABLE_ENTITY.name):
            self.spec.components.response(name, response, lazy=True)

    def _openapi_json(self) -> Response:
        return Response(self._text, mimetype="application/json")

    @cached_property
    def _text(self) -> str:
        """The document, made once: whoever asks for it again and again would keep others waiting."""
        return json.dumps(self.spec.to_dict())


def make_document(app: Flask) -> DocumentedApi:
    """Make the document of `app`, still without operations, and serve it at /api/v1/openapi.json."""
    app.config["OPENAPI_URL_PREFIX"] = "/api/v1"
    app.json.sort_keys = False  # type: ignore[attr-defined]
    names = {"title": "Scorekeeper", "version": __version__, "openapi_version": "3.1.0"}
    document = DocumentedApi(app, spec_kwargs={**names, "info": {"description": _ABOUT}})
    document.register_converter(
        GameConverter, lambda converter: {"type": "string", "pattern": f"^{converter.regex}$"}
    )
    token = {"type": "http", "scheme": "bearer", "description": "The `scorer_token` of the game."}
    document.spec.components.security_scheme(SCORER, token)
    return document
