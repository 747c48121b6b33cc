"""Versions, settings and advice for an installation, and a check of its database."""

import platform
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from flask import Flask
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.models.base import db
from scorekeeper.services.maintenance import consistency, health, schema
from scorekeeper.services.maintenance.consistency import ConsistencyReport

LIBRARIES = (
    *("argon2-cffi", "babel", "flask", "flask-smorest", "segno", "sqlalchemy", "waitress", "webauthn"),
    *("wtforms", "zxcvbn", "psycopg"),
)


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of a check: games that are wrong or of a newer release, and faults that SQLite found."""

    checked: ConsistencyReport
    damage: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether neither damage nor a game was found that is wrong or cannot be read."""
        return not (self.damage or self.checked.wrong or self.checked.newer)


def versions() -> Iterator[tuple[str, str]]:
    """The program, Python, the system and the libraries: name and version of each."""
    yield "scorekeeper", scorekeeper.__version__
    yield "python", platform.python_version()
    yield "system", platform.platform()
    yield "sqlite", sqlite3.sqlite_version
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, _("not installed")


def shown_settings(settings: Settings) -> Iterator[tuple[str, str]]:
    """Every setting by the name of its variable, without passwords."""
    yield "SCOREKEEPER_DATA", str(settings.data)
    yield "SCOREKEEPER_DATABASE", make_url(settings.database_url).render_as_string(hide_password=True)
    yield "PORT", str(settings.port)
    yield "SCOREKEEPER_HOST", settings.host
    yield "SCOREKEEPER_PUBLIC_URL", settings.public_url or "-"
    yield "SCOREKEEPER_TRUSTED_PROXIES", str(settings.trusted_proxies)
    yield "SCOREKEEPER_HOSTS", " ".join(settings.hosts) or "-"
    yield "SCOREKEEPER_HSTS", str(settings.hsts_days)
    yield "SCOREKEEPER_LOG", "json" if settings.log_as_json else "text"
    yield "SCOREKEEPER_CONTACT", settings.contact or "-"
    yield "SCOREKEEPER_SIGN_UP", "open" if settings.sign_up else "closed"
    yield "SCOREKEEPER_GAMES", settings.games
    yield "SCOREKEEPER_MAIL", settings.mail.shown if settings.mail else "-"
    yield "SCOREKEEPER_MAIL_FROM", settings.mail.sender if settings.mail else "-"
    yield "SCOREKEEPER_BACKUPS", str(settings.backups)
    yield "SCOREKEEPER_OFFLINE", "on" if settings.offline else "off"


def advice(settings: Settings, environ: Mapping[str, str]) -> Iterator[str]:
    """A sentence for variables that are no settings, settings that clash, and a disk that is nearly full."""
    setting_names = [name for name, _shown in shown_settings(settings)]
    for name in sorted(environ):
        if name.startswith("SCOREKEEPER_") and name not in setting_names:
            yield _("{name} is no setting, and changes nothing.").format(name=name)
    if (left := health.low_space(settings)) is not None:
        sentence = _(
            "Only {left} MB are free on the disk with {data}. Make room, or soon nothing can be saved."
        )
        yield sentence.format(left=left, data=settings.data)
    if (settings.public_url or "").startswith("https://") and not settings.trusted_proxies:
        yield _(
            "SCOREKEEPER_PUBLIC_URL begins with https://, but no proxy is trusted. "
            "Cookies go out unprotected, and all phones share one limit. "
            "Set SCOREKEEPER_TRUSTED_PROXIES to the number of proxies in front, usually 1."
        )


def examine(app: Flask) -> Examined:
    """Check the database of `app` and every game in it; OperatorError if it is not of this release.

    No game is checked if the file is so damaged that games cannot be read.
    """
    schema.require_current(app)
    with app.app_context():
        damage = _damage()
        try:
            return Examined(consistency.check_every_game(), (*damage, *consistency.odd_leagues()))
        except (SQLAlchemyError, sqlite3.Error):
            if not damage:
                raise
            return Examined(ConsistencyReport(games=0, wrong={}), damage)


def _damage() -> tuple[str, ...]:
    if db.engine.dialect.name != "sqlite":
        return ()
    with db.engine.connect() as connection:
        try:
            lines = tuple(connection.exec_driver_sql("PRAGMA integrity_check").scalars())
        except DBAPIError as error:
            return (health.reason(error),)
        if lines != ("ok",):
            return lines
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    sentence = _("{table} refers to a row of {other} that is not there")
    return tuple(sentence.format(table=row[0], other=row[2]) for row in orphans)
