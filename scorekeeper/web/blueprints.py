"""All blueprints of the table top, in the order of the address map."""

from __future__ import annotations

from typing import Final

from flask import Flask

from scorekeeper.web import (
    account_closing,
    account_links,
    accounts,
    agreements,
    corrections,
    exports,
    games,
    hands,
    health,
    home,
    league_deeds,
    league_exports,
    league_imports,
    league_making,
    league_nights,
    league_organisers,
    league_people,
    league_settings,
    leagues,
    nights,
    passkeys,
    pauses,
    players,
    referee,
    rules,
    rulings,
    scorers,
    season_settings,
    seasons,
    seats,
)

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
    rules,
    referee,
    rulings,
    agreements,
    accounts,
    account_links,
    account_closing,
    passkeys,
    league_making,
    league_imports,
    league_exports,
    league_settings,
    league_organisers,
    league_people,
    league_nights,
    league_deeds,
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
