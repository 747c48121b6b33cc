"""The schema revision of a database, and migrating it."""

from __future__ import annotations

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate

from scorekeeper import paths
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models.base import db
from scorekeeper.models.engine import reading
from scorekeeper.models.files import DatabaseFile


def upgrade(app: Flask) -> None:
    """Migrate the database of `app` to the newest revision, wholly or not at all. A missing file is made."""
    if file := _file(app):
        file.path.touch(mode=0o600)
    with app.app_context():
        command.upgrade(_config(app), "head")


def downgrade(app: Flask, *, to: str) -> None:
    """Migrate the database back to an older revision, or `base` for none; what it cannot hold is lost."""
    with app.app_context():
        command.downgrade(_config(app), to)


def current_revision(app: Flask) -> str | None:
    """The revision of the database, None for an empty one or none at all."""
    file = _file(app)
    if file and not file.path.exists():
        return None
    with app.app_context(), reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def head_revision() -> str:
    """The newest revision this release knows."""
    return _revisions()[0]


def is_current(app: Flask) -> bool:
    """Whether the database has the newest revision."""
    return current_revision(app) == head_revision()


def require_current(app: Flask) -> None:
    """Raise OperatorError if the database does not have the newest revision."""
    if not is_current(app):
        raise OperatorError(_("The database isn't of this release. Type `scorekeeper db upgrade` first."))


def is_known(app: Flask) -> bool:
    """Whether this release knows the database's revision: it is of no newer and no unfinished release."""
    return current_revision(app) in (None, *_revisions())


def _file(app: Flask) -> DatabaseFile | None:
    file: DatabaseFile | None = app.extensions["database_file"]
    return file


@cache
def _revisions() -> tuple[str, ...]:
    """All revisions that this release knows, the newest first."""
    script = ScriptDirectory(str(paths.MIGRATIONS))
    return tuple(revision.revision for revision in script.walk_revisions())


def _config(app: Flask) -> Config:
    if "migrate" not in app.extensions:
        Migrate(app, db, directory=str(paths.MIGRATIONS), render_as_batch=True)
    with app.app_context():
        config: Config = app.extensions["migrate"].migrate.get_config()
    return config
