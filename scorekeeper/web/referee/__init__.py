"""The pages of the referee, with a game and without one."""

from flask import Flask

from scorekeeper.web.http.messages import register_messages
from scorekeeper.web.referee import agreements, messages, referee, rulings


def init_app(app: Flask) -> None:
    """Register the pages of the referee."""
    register_messages(app, messages.MESSAGES)
    for module in (referee, rulings, agreements):
        app.register_blueprint(module.blueprint)
