"""All addresses of the table top, walked by the tests that must hold for every one of them."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.rules.rulesets.files import RULESETS

NOT_PAGES = ("static", "api")


class Route(NamedTuple):
    """One address and one method, with everything it varies by filled in."""

    endpoint: str
    method: str
    path: str
    rule: str | None


def all_routes(app: Flask, *, game: str = "G" * 22, calls: bool = False, **others: object) -> Iterator[Route]:
    """Every page's address for `game`, first hand, first right; `others` fill in what else varies.

    `calls`: those of the API instead.
    """
    values = {
        "game_id": game,
        "number": 1,
        "right": 1,
        "token": "T" * 22,
        "slug": "nowhere",
        "account": 1,
        "night": "N" * 22,
        "entry": 2,
        "line": 0,
        "irregularity": "out-of-turn",
        "season": "2026",
        "ruleset": next(iter(RULESETS)),
        "upload": "F" * 22,
        "name_id": "0" * 16,
        **others,
    }
    with app.test_request_context():
        for rule in api_calls(app) if calls else pages(app):
            path = rule.build({name: values[name] for name in rule.arguments})[1]
            stated = getattr(app.view_functions[rule.endpoint], "rule", None)
            for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
                yield Route(rule.endpoint, method, path, stated)


def pages(app: Flask) -> Iterator[Rule]:
    """The rules of the pages."""
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith(tuple(f"/{name}/" for name in NOT_PAGES)):
            yield rule


def api_calls(app: Flask) -> Iterator[Rule]:
    """The rules of the API."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            yield rule
