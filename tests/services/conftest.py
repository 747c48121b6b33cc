"""The verbs are called within an application."""

from collections.abc import Iterator

import pytest
from flask import Flask


@pytest.fixture(autouse=True)
def _within_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
