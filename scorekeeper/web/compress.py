"""Pages go out compressed to browsers that accept it."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

_LEVEL: Final = 6
_WORTH_IT: Final = 500


def init_app(app: Flask) -> None:
    """Compress text answers of more than a few hundred bytes."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.direct_passthrough or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    if not response.mimetype.startswith(("text/", "application/json", "application/problem+json")):
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= _WORTH_IT and "gzip" in request.accept_encodings:
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
