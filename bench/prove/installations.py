"""Installations in this process: an application over a temporary data folder."""

from __future__ import annotations

import gc
import logging
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
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
    """An application over an empty database, which answers errors as for users instead of raising them.

    `behind_proxy`: with the settings that are recommended there. Logging is off meanwhile, and so is the
    warning about files of broken uploads that are closed late.
    """
    with _quiet(), tempfile.TemporaryDirectory(prefix="prove-") as folder:
        data = Path(folder) / "data"
        shutil.copytree(_template(), data)
        app = recommended(data, **settings) if behind_proxy else create_app(Settings(data=data, **settings))
        yield app
        let_go(app)


@contextmanager
def _quiet() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            yield
        finally:
            gc.collect()
            logging.disable(logging.NOTSET)


@lru_cache
def _template() -> Path:
    """A data folder with an empty database, made once in a process."""
    data = Path(tempfile.mkdtemp(prefix="prove-template-"))
    app = create_app(Settings(data=data))
    schema.upgrade(app)
    let_go(app)
    return data


def let_go(app: Flask) -> None:
    """Close the database connections of `app`."""
    with app.app_context():
        db.engine.dispose()
