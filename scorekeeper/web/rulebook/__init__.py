"""The pages of the rulebook."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.rulebook import rulebook


def init_app(app: Flask) -> None:
    """Register the pages of the rulebook, and let every page link a clause."""
    app.jinja_env.globals.update(clause_address=rulebook.clause_address)
    app.register_blueprint(rulebook.blueprint)
