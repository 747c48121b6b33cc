"""All blueprints of the table top, in the order of the address map."""

from __future__ import annotations

from typing import Final

from flask import Flask

from scorekeeper.web import home
from scorekeeper.web.accounts import accounts, closing, links, passkeys
from scorekeeper.web.games import corrections, exports, games, hands, pauses, scorers, seats
from scorekeeper.web.http import health
from scorekeeper.web.leagues import (
    directory,
    game_admin,
    imports,
    leagues,
    night_admin,
    nights,
    organisers,
    player_admin,
    players,
    season_settings,
    seasons,
    settings,
)
from scorekeeper.web.leagues import exports as league_exports
from scorekeeper.web.referee import agreements, referee, rulings
from scorekeeper.web.rulebook import rulebook

_MODULES: Final = (
    health,
    home,
    games,
    hands,
    corrections,
    seats,
    pauses,
    exports,
    scorers,
    rulebook,
    referee,
    rulings,
    agreements,
    accounts,
    links,
    closing,
    passkeys,
    directory,
    imports,
    league_exports,
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
)


def init_app(app: Flask) -> None:
    """Register them."""
    for module in _MODULES:
        app.register_blueprint(module.blueprint)
