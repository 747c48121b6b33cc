"""The table top: pages and API. The only part that knows HTTP."""

from flask import Flask
from jinja2.runtime import Macro

from scorekeeper.config import Settings
from scorekeeper.web import (
    accounts,
    api,
    games,
    home,
    http,
    laydown,
    leagues,
    offline,
    referee,
    rulebook,
    rulesets,
)

_MACROS = ("icons", "parts", "forms", "game")


def init_app(app: Flask, settings: Settings) -> None:
    """Register all features, each after those it builds on."""
    http.init_app(app, settings)
    accounts.init_app(app)
    rulesets.init_app(app)
    games.init_app(app)
    referee.init_app(app)
    laydown.init_app(app)
    rulebook.init_app(app)
    leagues.init_app(app)
    app.register_blueprint(home.blueprint)
    app.register_blueprint(offline.blueprint)
    api.init_app(app)
    _share_macros(app)


def _share_macros(app: Flask) -> None:
    """Let every template call the macros of the layout without importing them."""
    for name in _MACROS:
        for key, macro in vars(app.jinja_env.get_template(f"layout/{name}.html").module).items():
            if isinstance(macro, Macro):
                app.jinja_env.globals.setdefault(key, macro)
