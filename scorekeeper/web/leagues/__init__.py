"""The pages of leagues: seasons, players, nights, and running them."""

from __future__ import annotations

from flask import Flask

from scorekeeper.services.leagues.games import NotInLeague
from scorekeeper.services.leagues.seasons import UnknownSeason
from scorekeeper.web.http import cache_headers, errors, security
from scorekeeper.web.http.messages import register
from scorekeeper.web.leagues import (
    directory,
    exports,
    game_admin,
    game_affiliation,
    imports,
    leagues,
    messages,
    night_admin,
    nights,
    organisers,
    player_admin,
    players,
    season_settings,
    seasons,
    settings,
)


def init_app(app: Flask) -> None:
    """Register the pages of leagues."""
    register(app, messages.MESSAGES)
    cache_headers.keep_secret(app, "/nights/", "/organisers/")
    security.keep_unlisted(app, "/nights/", "/organisers/")
    game_affiliation.init_app(app)
    for unknown in (UnknownSeason, NotInLeague):
        app.register_error_handler(unknown, errors.not_found)
    for module in (
        directory,
        imports,
        exports,
        settings,
        organisers,
        player_admin,
        night_admin,
        game_admin,
        nights,
        leagues,
        seasons,
        season_settings,
        players,
    ):
        app.register_blueprint(module.blueprint)
