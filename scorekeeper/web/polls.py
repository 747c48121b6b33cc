"""Watchers ask every few seconds whether a game has changed: answered before Flask is even called.

A poll that finds nothing new costs one look-up by the driver; everything else goes on to the application.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from scorekeeper.models.base import db
from scorekeeper.services.reading.version import version_in
from scorekeeper.web import tables
from scorekeeper.web.assets import static_tree
from scorekeeper.web.converters import GameConverter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_HEADERS: Final = [("Cache-Control", tables.FRESH), ("Vary", tables.PER)]
_TABLE_PAGE: Final = re.compile(f"/games/({GameConverter.regex})")


def init_app(app: Flask) -> None:
    """Stand in front of `app`."""
    with app.app_context():
        engine = db.engine
    digest = static_tree(app).digest
    app.wsgi_app = Polls(app.wsgi_app, engine=engine, digest=digest)  # type: ignore[method-assign]


class Polls:
    """A WSGI application that answers 304 to whoever has the newest table page, and passes on the rest."""

    def __init__(self, application: WSGIApplication, *, engine: Engine, digest: str) -> None:
        self._application = application
        self._engine = engine
        self._digest = digest

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        tag = self._known_tag(environ)
        if tag is None:
            return self._application(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", f"W/{tag}"), *_HEADERS])
        return []

    def _known_tag(self, environ: WSGIEnvironment) -> str | None:
        sent: str = environ.get("HTTP_IF_NONE_MATCH", "")
        page = _TABLE_PAGE.fullmatch(environ["PATH_INFO"]) if sent else None
        if page is None or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return None
        try:
            version = version_in(self._engine, page[1])
        except (DBAPIError, self._engine.dialect.loaded_dbapi.Error):
            return None
        return None if version is None else tables.known_tag(sent, version=version, digest=self._digest)
