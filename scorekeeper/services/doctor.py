"""What is this installation made of, and is its data sound?"""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from flask import Flask
from sqlalchemy.engine import make_url

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.models.base import db
from scorekeeper.services import refolding, schema
from scorekeeper.services.leagues import checking
from scorekeeper.services.refolding import Checked

LIBRARIES = (
    *("argon2-cffi", "flask", "flask-smorest", "gunicorn", "segno", "sqlalchemy", "waitress", "webauthn"),
    *("wtforms", "psycopg"),
)
# Older ones may, rarely, damage a log that two connections write and take in at once.
SOUND_SQLITE = (3, 51, 3)


@dataclass(frozen=True, slots=True)
class Examined:
    """`damage` is what the database says about its own file, empty when it is sound."""

    checked: Checked
    damage: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing at all was found."""
        return not (self.damage or self.checked.wrong)


def versions() -> Iterator[tuple[str, str]]:
    """Name and version of everything that takes part."""
    yield "scorekeeper", scorekeeper.__version__
    yield "python", platform.python_version()
    yield "system", platform.platform()
    yield "sqlite", sqlite3.sqlite_version
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"


def shown_settings(settings: Settings) -> Iterator[tuple[str, str]]:
    """Every setting by its variable's name, without a password."""
    yield "SCOREKEEPER_DATA", str(settings.data)
    yield "SCOREKEEPER_DATABASE", make_url(settings.database_url).render_as_string(hide_password=True)
    yield "PORT", str(settings.port)
    yield "SCOREKEEPER_HOST", settings.host
    yield "SCOREKEEPER_PUBLIC_URL", settings.public_url or "-"
    yield "SCOREKEEPER_TRUSTED_PROXIES", str(settings.trusted_proxies)
    yield "SCOREKEEPER_HOSTS", " ".join(settings.hosts) or "-"
    yield "SCOREKEEPER_SIGN_UP", "open" if settings.sign_up else "closed"
    yield "SCOREKEEPER_MAIL", settings.mail.shown if settings.mail else "-"
    yield "SCOREKEEPER_MAIL_FROM", settings.mail.sender if settings.mail else "-"


def examine(app: Flask) -> Examined:
    """Check the database of `app` and every game in it; Trouble if it is not of this release."""
    schema.require_current(app)
    with app.app_context():
        return Examined(checked=refolding.check_every_game(), damage=(*_damage(), *checking.odd_leagues()))


def _damage() -> tuple[str, ...]:
    if db.engine.dialect.name != "sqlite":
        return ()
    with db.engine.connect() as connection:
        found = list(connection.exec_driver_sql("PRAGMA integrity_check").scalars())
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    lines = [] if found == ["ok"] else found
    return (*lines, *(f"{row[0]} refers to a row of {row[2]} that is not there" for row in orphans))
