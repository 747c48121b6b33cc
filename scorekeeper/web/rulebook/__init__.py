"""The pages of the rulebook."""

from flask import Flask

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.rulebook import ask, rulebook


def init_app(app: Flask) -> None:
    """Register the pages of the rulebook; let every page link a clause, and answer a question."""
    app.jinja_env.globals.update(clause_address=rulebook.clause_address, answers_for=ask.answers_for, law=LAW)
    app.register_blueprint(rulebook.blueprint)
