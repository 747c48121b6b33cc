"""The pages of the rulebook."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.rulebook import ask, rulebook
from scorekeeper.web.rulebook.card_names import card_name


def init_app(app: Flask) -> None:
    """Register the pages of the rulebook; let every page link a clause, answer a question and name cards."""
    app.jinja_env.filters.update(card_name=card_name)
    app.jinja_env.globals.update(clause_address=rulebook.clause_address, asked=ask.asked)
    app.register_blueprint(rulebook.blueprint)
