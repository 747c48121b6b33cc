"""Compress pages for browsers that accept gzip."""

from __future__ import annotations

import gzip
from typing import Final

from flask import Flask, Response, request

_LEVEL: Final = 6
_WORTH_IT: Final = 500
_TEXTS: Final = ("text/", "application/json", "application/problem+json")


def init_app(app: Flask) -> None:
    """Compress every answer that is text of more than a few hundred bytes."""
    app.after_request(_compress)


def accepts_gzip() -> bool:
    """Whether the browser of this request unpacks gzip."""
    return request.accept_encodings["gzip"] > 0


def compressed(text: str) -> bytes:
    """Compress a page for browsers that accept gzip."""
    return gzip.compress(text.encode(), _LEVEL, mtime=0)


def _compress(response: Response) -> Response:
    if response.direct_passthrough or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    if not (response.mimetype or "").startswith(_TEXTS):
        return response
    body = response.get_data()
    if len(body) < _WORTH_IT:
        return response
    response.vary.add("Accept-Encoding")
    if accepts_gzip():
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
