"""The table top: pages and API. The only part that knows HTTP."""

from __future__ import annotations

from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.web import accounts, api, games, home, http, laydown, leagues, referee, rulebook, rulesets


def init_app(app: Flask, settings: Settings) -> None:
    """Register all features, each after those it builds on."""
    http.init_app(app, settings)
    accounts.init_app(app, settings)
    rulesets.init_app(app)
    games.init_app(app)
    referee.init_app(app)
    laydown.init_app(app)
    rulebook.init_app(app)
    leagues.init_app(app)
    app.register_blueprint(home.blueprint)
    api.init_app(app)
