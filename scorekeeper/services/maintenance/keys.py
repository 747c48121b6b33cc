"""Does the secret key of this data folder sign for this database? One without a key takes the first.

With another key nobody could save by a page that an instance beside this one has drawn.
"""

from flask import Flask
from sqlalchemy import delete, insert, select

from scorekeeper.config import SECRET_KEY_NAME, Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _
from scorekeeper.models import SecretKeyRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.maintenance import expiry


def require_ours(app: Flask, settings: Settings) -> None:
    """Raise OperatorError if another key signs for the database; if none does, this one does from now on."""
    with app.app_context():
        app.extensions["key"] = _digest()
        with reading() as session:
            found = session.scalar(select(SecretKeyRow.digest))
        if found is None:
            _adopt()
        elif found != _digest():
            sentence = _(
                "Another secret key than {path} signs for these scores. Put that one there, or make "
                "this one theirs with `scorekeeper db adopt-key`. Sign-ins and links then end; phones "
                "can still score their games."
            )
            raise OperatorError(sentence.format(path=settings.data / SECRET_KEY_NAME))


def adopt(app: Flask) -> None:
    """Let the key of this data folder sign for the database; ends all sign-ins and links."""
    with app.app_context(), writing():
        forget()
        expiry.end_all_access()
        _adopt()


def forget() -> None:
    """Let the next key that comes sign for the database of the current application."""
    with writing() as session:
        session.execute(delete(SecretKeyRow))


def _adopt() -> None:
    with writing() as session:
        if session.scalar(select(SecretKeyRow.digest)) is None:
            session.execute(insert(SecretKeyRow).values(digest=_digest()))


def _digest() -> str:
    return keyed_text("database")
