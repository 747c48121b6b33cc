"""The lay-down checker: cards typed or tapped, what the rules say of them, and the way to a ruling."""

from flask import Flask

from scorekeeper.web.http.messages import register_messages
from scorekeeper.web.laydown import checks, laydown


def init_app(app: Flask) -> None:
    """Register the pages of the checker; let those of rulings draw the cards that lay wrong."""
    app.jinja_env.globals.update(laid_down=laydown.laid_down)
    register_messages(app, checks.MESSAGES)
    app.register_blueprint(laydown.blueprint)
