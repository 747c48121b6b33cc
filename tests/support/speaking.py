"""An application that speaks the pseudo-languages, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Flask

from scorekeeper.models.base import db as database
from scorekeeper.web.http import languages
from tests.support.languages import pseudo_languages
from tests.support.reused import Reused

# Languages are installed before the first answer.
_speaking = Reused(lambda app: languages.install(app, pseudo_languages()))


def with_languages(data: Path) -> Iterator[Flask]:
    """For a fixture `app`, over the `data` that all tests share."""
    app = _speaking.over(data)
    yield app
    with app.app_context():
        database.engine.dispose()
