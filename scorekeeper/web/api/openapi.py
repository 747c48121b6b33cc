"""The OpenAPI 3.1 document, made from the views and schemas."""

from __future__ import annotations

import json
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response
from flask_smorest import Api
from werkzeug.routing import BaseConverter

from scorekeeper import __version__
from scorekeeper.web.api.operations import SCORER
from scorekeeper.web.api.problems import MIMETYPE
from scorekeeper.web.api.response_schemas import ProblemSchema
from scorekeeper.web.http.addresses import GameConverter, NumberConverter

PREFIX: Final = "/api/v1"
_FIRST_ERROR: Final = 400


class Document(Api):  # type: ignore[misc]
    """flask-smorest's document, whose errors are ours."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Errors are answered by `problems`, and outside the API by the pages."""

    def _register_pagination_header(self) -> None:
        """Nothing here comes in pages."""

    def _register_responses(self) -> None:
        for status in HTTPStatus:
            if status >= _FIRST_ERROR:
                content = {MIMETYPE: {"schema": ProblemSchema}}
                response = {"description": status.phrase, "content": content}
                self.spec.components.response(status.name, response, lazy=True)

    def _openapi_json(self) -> Response:
        return Response(self._text, mimetype="application/json", headers={"Cache-Control": "no-cache"})

    @cached_property
    def _text(self) -> str:
        return json.dumps(self.spec.to_dict())


def make(app: Flask) -> Document:
    """The document of `app`, still without operations, served at /api/v1/openapi.json."""
    app.config.update(
        API_TITLE="Scorekeeper",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    document = Document(app, spec_kwargs={"info": {"description": _ABOUT}})
    document.register_converter(GameConverter, _pattern)
    document.register_converter(NumberConverter, lambda _converter: {"type": "integer", "minimum": 0})
    token = {"type": "http", "scheme": "bearer", "description": "The `scorer_token` of the game."}
    document.spec.components.security_scheme(SCORER, token)
    return document


def _pattern(converter: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{converter.regex}$"}


_ABOUT: Final = (
    "Keeps the scores of Continental Rummy. Clauses are those of the rulebook. Reading a game needs only its "
    "id, writing to it its scorer token."
)
