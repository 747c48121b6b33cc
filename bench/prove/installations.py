"""Installations in this process: an application over a temporary data folder."""

import logging
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db
from scorekeeper.services.maintenance import schema
from tests.support.recommended import recommended


@contextmanager
def installation(*, behind_proxy: bool = False, **settings: Any) -> Iterator[Flask]:
    """An application over an empty database, which raises its errors.

    `behind_proxy`: with the settings that are recommended there. Logging is off meanwhile, and so is the
    warning about files of broken uploads that are closed late.
    """
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="prove-") as folder:
        warnings.simplefilter("ignore", ResourceWarning)
        data = Path(folder)
        app = recommended(data, **settings) if behind_proxy else create_app(Settings(data=data, **settings))
        app.testing = True
        schema.upgrade(app)
        yield app
        with app.app_context():
            db.engine.dispose()
    logging.disable(logging.NOTSET)
