"""The schema revision of a database, and migrating it.

The files of revisions are named by their ids, which sort by date: so only a migration needs Alembic, which is
imported where one runs, as it takes nine megabytes of a server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from sqlalchemy import inspect, text

from scorekeeper import paths
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models.engine import reading

if TYPE_CHECKING:
    from alembic.config import Config


def upgrade(app: Flask) -> None:
    """Migrate the database of `app` to the newest revision, wholly or not at all. A missing file is made."""
    from alembic import command

    if file := app.extensions["database_file"]:
        file.path.touch(mode=0o600)
    with app.app_context():
        command.upgrade(configuration(), "head")


def configuration() -> Config:
    """Where Alembic finds the revisions."""
    from alembic.config import Config

    config = Config(paths.MIGRATIONS / "alembic.ini")
    config.set_main_option("script_location", str(paths.MIGRATIONS))
    return config


def current_revision(app: Flask) -> str | None:
    """The revision of the database, None for an empty one or none at all."""
    file = app.extensions["database_file"]
    if file and not file.path.exists():
        return None
    with app.app_context(), reading() as session:
        if not inspect(session.connection()).has_table("alembic_version"):
            return None
        revision: str | None = session.scalar(text("SELECT version_num FROM alembic_version"))
        return revision


def is_foreign(app: Flask) -> bool:
    """Whether a PostgreSQL database has tables but no revision: another program's."""
    if current_revision(app) is not None or app.extensions["database_file"]:
        return False
    with app.app_context(), reading() as session:
        return bool(inspect(session.connection()).get_table_names())


def revisions() -> list[str]:
    """All revisions that this release knows, the newest last."""
    return sorted(file.stem for file in (paths.MIGRATIONS / "versions").glob("*.py"))


def is_current(app: Flask) -> bool:
    """Whether the database has the newest revision."""
    return current_revision(app) == revisions()[-1]


def require_current(app: Flask) -> None:
    """Raise OperatorError if the database does not have the newest revision."""
    if not is_current(app):
        raise OperatorError(_("The database isn't of this release. Type `scorekeeper db upgrade` first."))


def is_known(app: Flask) -> bool:
    """Whether this release knows the database's revision: it is of no newer and no unfinished release."""
    return current_revision(app) in (None, *revisions())
