"""Whether a database is ours: of this release, to which it is upgraded after a backup of the old one, and
signed for by the secret key of this data folder. One without a key takes the first that comes.

With another key nobody could save by a page that an instance beside this one has drawn.
"""

from datetime import datetime
from pathlib import Path
from typing import Final

from flask import Flask
from sqlalchemy import delete, insert, select

from scorekeeper.config import SECRET_KEY_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, _
from scorekeeper.models import SecretKeyRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.maintenance import backups, expiry, health, schema

_NEWER_FILE: Final = N_(
    "The database in {place} is from a newer release of Scorekeeper, or from an unfinished one. "
    "Install a newer release, or choose another folder with SCOREKEEPER_DATA. Or put back a backup "
    "from before the upgrade with `scorekeeper restore FILE`. Scores saved later are not in it."
)
_NEWER_DATABASE: Final = N_(
    "The database {place} is from a newer release of Scorekeeper, or from an unfinished one. "
    "Install a newer release, or name another database with SCOREKEEPER_DATABASE."
)


def bring_up_to_date(app: Flask, settings: Settings, *, now: datetime) -> Path | None:
    """Upgrade the database of `app` if needed; returns the backup made before, if one was.

    OperatorError for a damaged database, or one of a newer release or another key, which stays as it is.
    """
    health.check_at_start(settings)
    _require_known(app, settings)
    copy = None
    if not schema.is_current(app):
        if settings.database_file and schema.current_revision(app) is not None:
            copy = backups.name_for(settings, kind="before-upgrade", now=now)
            backups.copy_scores(settings, to=copy)
        schema.upgrade(app)
    require_ours(app, settings)
    return copy


def require_current(app: Flask, settings: Settings) -> None:
    """OperatorError if the database is not of this release, with the sentence of a start if that has one."""
    health.check_at_start(settings, whole=False)
    _require_known(app, settings)
    schema.require_current(app)


def _require_known(app: Flask, settings: Settings) -> None:
    if schema.is_foreign(app):
        sentence = _("The database {place} has tables of another program. Name an empty one.")
        raise OperatorError(sentence.format(place=settings.place))
    if not schema.is_known(app):
        sentence = _(_NEWER_FILE if settings.database_file else _NEWER_DATABASE)
        raise OperatorError(sentence.format(place=settings.place))


def require_ours(app: Flask, settings: Settings) -> None:
    """Raise OperatorError if another key signs for the database; if none does, this one does from now on."""
    with app.app_context():
        app.extensions["key"] = _digest()
        with reading() as session:
            digest = session.scalar(select(SecretKeyRow.digest))
        if digest is None:
            _adopt()
        elif digest != _digest():
            sentence = _(
                "Another secret key than {path} signs for these scores. Put that one there, or make "
                "this one theirs with `scorekeeper db adopt-key`. Sign-ins and links then end; phones "
                "can still score their games."
            )
            raise OperatorError(sentence.format(path=settings.data / SECRET_KEY_NAME))


def adopt_key(app: Flask) -> None:
    """Let the key of this data folder sign for the database; ends all sign-ins and links."""
    with app.app_context(), writing():
        forget_key()
        expiry.end_all_access()
        _adopt()


def forget_key() -> None:
    """Let the next key that comes sign for the database of the current application."""
    with writing() as session:
        session.execute(delete(SecretKeyRow))


def _adopt() -> None:
    with writing() as session:
        if session.scalar(select(SecretKeyRow.digest)) is None:
            session.execute(insert(SecretKeyRow).values(digest=_digest()))


def _digest() -> str:
    return keyed_text("database")
