"""The JSON API: the same services as the pages, for programs; it never reads a cookie."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.api import events, games, leagues, openapi, problems, referee, rules, rulesets, rulings
from scorekeeper.web.http import csrf, errors, security
from scorekeeper.web.http.errors import Documents


def init_app(app: Flask) -> None:
    """Serve it, and the document made from it, under /api/v1."""
    security.keep_unlisted(app, "/api/")
    csrf.exempt(app, "/api/")
    errors.answer_with(app, Documents("/api/", http_error=problems.http, outage=problems.outage))
    document = openapi.make(app)
    for module in (games, events, rulings, referee, rules, rulesets, leagues):
        document.register_blueprint(module.blueprint)


for _module in (games, events, rulings, referee, rules, rulesets, leagues):
    problems.handle(_module.blueprint)
