"""All blueprints of the table top, in the order of the address map."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import (
    agreements,
    exports,
    games,
    hands,
    home,
    pauses,
    referee,
    rules,
    rulings,
    scorers,
    seats,
)


def init_app(app: Flask) -> None:
    """Register them."""
    for module in (home, games, hands, seats, pauses, exports, scorers, rules, referee, rulings, agreements):
        app.register_blueprint(module.blueprint)
