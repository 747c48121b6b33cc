"""create_app(): the one place where all parts meet."""

from __future__ import annotations

from flask import Flask

from scorekeeper import config, paths
from scorekeeper.models import engine
from scorekeeper.services.games import listener
from scorekeeper.services.leagues.listening import LeagueListener
from scorekeeper.web import api, blueprints
from scorekeeper.web.accounts import mail, passkey_options
from scorekeeper.web.games import polls, recorded_rulings
from scorekeeper.web.http import (
    addresses,
    after_request,
    assets,
    clock,
    csrf,
    errors,
    formats,
    outages,
    security,
)
from scorekeeper.web.leagues import game_affiliation

LARGEST_REQUEST = 64 * 1024


def create_app(settings: config.Settings) -> Flask:
    """The application over one data folder, which must exist."""
    app = Flask("scorekeeper", static_folder=None, template_folder=str(paths.TEMPLATES))
    app.config.update(
        SECRET_KEY=config.secret_key(settings.data),
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        MAX_FORM_PARTS=500,
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["settings"] = settings
    engine.attach(app)
    listener.register(app, LeagueListener())
    assets.init_app(app, folder=paths.STATIC)
    after_request.init_app(app)
    security.init_app(app, settings)
    mail.init_app(app)
    passkey_options.init_app(app, settings)
    csrf.init_app(app)
    clock.init_app(app)
    addresses.init_app(app)
    formats.init_app(app)
    recorded_rulings.init_app(app)
    game_affiliation.init_app(app)
    outages.init_app(app)
    errors.init_app(app)
    blueprints.init_app(app)
    polls.init_app(app)
    api.init_app(app)
    return app
