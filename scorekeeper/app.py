"""create_app(): the one place where all parts meet."""

from flask import Flask

from scorekeeper import config, paths, web
from scorekeeper.models import engine
from scorekeeper.services.games import listener
from scorekeeper.services.leagues.results import LeagueListener

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
    web.init_app(app, settings)
    return app
