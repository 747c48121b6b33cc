"""The JSON API: the same services as the pages, for programs; it never reads a cookie."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.api import events, games, leagues, openapi, problems, referee, rules, rulesets, rulings


def init_app(app: Flask) -> None:
    """Serve it, and the document made from it, under /api/v1."""
    document = openapi.make(app)
    for module in (games, events, rulings, referee, rules, rulesets, leagues):
        document.register_blueprint(module.blueprint)


for _module in (games, events, rulings, referee, rules, rulesets, leagues):
    problems.handle(_module.blueprint)
