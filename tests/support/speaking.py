"""An application that speaks the pseudo-languages, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db as database
from scorekeeper.web.http import languages
from tests.support.languages import pseudo_languages


def with_languages(data: Path) -> Iterator[Flask]:
    """Made anew, since languages are installed before the first answer; for a fixture `app`."""
    app = create_app(Settings(data=data))
    app.testing = True
    languages.install(app, pseudo_languages())
    yield app
    with app.app_context():
        database.engine.dispose()
