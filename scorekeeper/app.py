"""create_app(): the one place where all parts meet."""

from __future__ import annotations

from flask import Flask

from scorekeeper import config, paths
from scorekeeper.models import engine
from scorekeeper.web import (
    account_mail,
    api,
    assets,
    blueprints,
    clock,
    converters,
    csrf,
    errors,
    formats,
    outages,
    passkeys_here,
    polls,
    ruling_lines,
    security,
    sending,
    sessions,
)

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
    assets.init_app(app, folder=paths.STATIC)
    sending.init_app(app)
    security.init_app(app, settings)
    sessions.init_app(app)
    account_mail.init_app(app)
    passkeys_here.init_app(app, settings)
    csrf.init_app(app)
    clock.init_app(app)
    converters.init_app(app)
    formats.init_app(app)
    ruling_lines.init_app(app)
    outages.init_app(app)
    errors.init_app(app)
    blueprints.init_app(app)
    polls.init_app(app)
    api.init_app(app)
    return app
