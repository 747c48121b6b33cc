"""The JSON API: the services of the pages, for programs. It never reads a cookie."""

from typing import Final

from flask import Flask

from scorekeeper.web.api import (
    ask,
    games,
    laydowns,
    leagues,
    openapi,
    problems,
    referee,
    rules,
    rulesets,
    rulings,
)
from scorekeeper.web.http import errors, headers
from scorekeeper.web.http.addresses import FOR_PROGRAMS

_PARTS: Final = (rulings, referee, laydowns, rules, ask, rulesets, leagues)


def init_app(app: Flask) -> None:
    """Serve the API, and the document made from it, under /api/v1."""
    headers.keep_unlisted(app, FOR_PROGRAMS)
    errors.answer_with(app, errors.Documents(problems.http, problems.outage))
    document = openapi.make_document(app)
    for blueprint in (games.blueprint, games.events, *(part.blueprint for part in _PARTS)):
        document.register_blueprint(blueprint)
